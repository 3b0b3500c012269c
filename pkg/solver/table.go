package solver

import (
	"flag"
	"math"
	"strconv"
)

// Table are the parameters of an engine: one row says of a parameter its flag, its
// range, and whether it acts in mid-run. An engine's method makes the table of its
// fields ([Configurable]).
type Table []Row

// Row is one parameter. Make one with [Float], [Int], [Bool], [Option], [Other] or
// [Part]; then say its range and [Row.Live].
type Row struct {
	names    []string
	live     bool
	idle     bool
	define   func(*flag.FlagSet)
	value    any
	ok       bool
	expected string
	err      error
}

// Float is the row of a number.
func Float(name string, x *float64, usage string) Row {
	return Row{names: []string{name}, value: *x, ok: true, define: func(f *flag.FlagSet) { f.Float64Var(x, name, *x, usage) }}
}

// Int is the row of a whole number.
func Int(name string, x *int, usage string) Row {
	return Row{names: []string{name}, value: *x, ok: true, define: func(f *flag.FlagSet) { f.IntVar(x, name, *x, usage) }}
}

// Bool is the row of a switch.
func Bool(name string, x *bool, usage string) Row {
	return Row{names: []string{name}, value: *x, ok: true, define: func(f *flag.FlagSet) { f.BoolVar(x, name, *x, usage) }}
}

// Option is the row of a parameter that is one of several named values ([OptionVar]).
func Option[T ~int | ~uint8](name string, x *T, names []string, usage string) Row {
	return Row{
		names: []string{name}, define: func(f *flag.FlagSet) { OptionVar(f, x, name, names, usage) },
		ok: true, err: OptionInRange(name, *x, names),
	}
}

// Other is the row of a value that reads its own text.
func Other(name string, x flag.Value, usage string) Row {
	return Row{names: []string{name}, value: x, ok: true, define: func(f *flag.FlagSet) { f.Var(x, name, usage) }}
}

// Part is the row of parameters that a part of the engine defines and judges itself;
// define is nil where they have no flags. live names those that act in mid-run.
func Part(define func(*flag.FlagSet), err error, live ...string) Row {
	return Row{names: live, live: true, ok: true, define: define, err: err}
}

// Must says what the value must be, and whether it is so.
func (r Row) Must(ok bool, expected string) Row {
	r.ok, r.expected = ok, expected
	return r
}

// AtLeast says the least value of a number.
func (r Row) AtLeast(low float64) Row {
	x := r.number()
	return r.Must(x >= low && !math.IsInf(x, 1), "at least "+plain(low))
}

// Between says the least and the greatest value of a number.
func (r Row) Between(low, high float64) Row {
	x := r.number()
	return r.Must(x >= low && x <= high, plain(low)+" to "+plain(high))
}

// Live says that the parameter acts in mid-run ([Configurable]).
func (r Row) Live() Row {
	r.live = true
	return r
}

// Unless says that the parameter means nothing as the others are: a description leaves it out then. An engine that
// comes to have such parameters is still the engine of the records from before.
func (r Row) Unless(idle bool) Row {
	r.idle = idle
	return r
}

func (r Row) number() float64 {
	if x, ok := r.value.(int); ok {
		return float64(x)
	}
	return r.value.(float64)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Define defines the flags.
func (t Table) Define(flags *flag.FlagSet) {
	for _, r := range t {
		if r.define != nil {
			r.define(flags)
		}
	}
}

// Validate is the error of the first parameter that is out of range, which wraps
// [ErrParameter].
func (t Table) Validate() error {
	for _, r := range t {
		if r.err != nil {
			return r.err
		}
		if !r.ok {
			return InRange(r.names[0], r.value, false, r.expected)
		}
	}
	return nil
}

// Live names the parameters that act in mid-run.
func (t Table) Live() (names []string) {
	for _, r := range t {
		if r.live {
			names = append(names, r.names...)
		}
	}
	return names
}
