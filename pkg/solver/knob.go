package solver

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Knobs are the numbers that an engine's typed rules read, as parameters of the engine.
// An engine that takes rules embeds it; its copies have values of their own.
type Knobs struct{ list []knob } // replaced as a whole, so that copies of the engine may share it

type knob struct {
	name      string
	variable  *float64
	value     float64
	low, high float64
	writes    *sync.Mutex // of variable
}

// With makes a variable that a typed rule reads a parameter of the engine, from low to high; its
// present value is the default. The parameter has a flag, a place in plans and records, a range for
// package tune, and a slider in show.Play, which acts in mid-run.
//
//	pressure := 0.7
//	s.With("pressure", &pressure, 0, 1)
//
// Every run writes the engine's value into the variable before each iteration. So each engine needs a variable of its
// own, declared in the func that makes the engine ([Apart]), and to assign the variable later changes nothing. A rule
// that needs a whole number rounds. With panics where a name is none or taken, the variable is nil, or the range is
// none; a default out of the range is an error of Validate.
func (k *Knobs) With(name string, variable *float64, low, high float64) {
	switch {
	case name == "" || strings.ContainsAny(name, "= \t\n") || strings.HasPrefix(name, "-"):
		panic(fmt.Sprintf("solver: With: %q is no name of a parameter: expected one word without =", name))
	case variable == nil:
		panic("solver: With: the variable of " + name + " is nil")
	case !(low < high) || math.IsInf(high-low, 0):
		panic(fmt.Sprintf("solver: With: %s has no range from %v to %v", name, low, high))
	}
	for _, other := range k.list {
		if other.name == name || other.variable == variable {
			panic(fmt.Sprintf("solver: With: %s and %s are the same parameter", other.name, name))
		}
	}
	k.change(len(k.list), knob{name, variable, *variable, low, high, new(sync.Mutex)})
}

// change replaces one knob, or adds it at the end.
func (k *Knobs) change(i int, with knob) {
	list := make([]knob, max(len(k.list), i+1))
	copy(list, k.list)
	list[i] = with
	k.list = list
}

// Table are the parameters, all of which act in mid-run. Its flags panic where the engine has one of the name.
func (k *Knobs) Table() Table { return Table{Part(k.define, k.validate(), k.Names()...)} }

func (k *Knobs) define(flags *flag.FlagSet) {
	for i, x := range k.list {
		if flags.Lookup(x.name) != nil {
			panic("solver: With: the engine has a parameter " + x.name + " of its own: take another name")
		}
		flags.Var(&number{
			get: func() float64 { return k.list[i].value },
			set: func(value float64) {
				x := k.list[i]
				x.value = value
				k.change(i, x)
			},
			low: x.low, high: x.high, variable: x.variable,
		}, x.name, fmt.Sprintf("a number of a typed rule, %v to %v", x.low, x.high))
	}
}

// Names are those of the parameters.
func (k *Knobs) Names() (names []string) {
	for _, x := range k.list {
		names = append(names, x.name)
	}
	return names
}

// validate says which value is out of its range.
func (k *Knobs) validate() error {
	for _, x := range k.list {
		if err := between(x.name, x.value, x.low, x.high); err != nil {
			return err
		}
	}
	return nil
}

func between(name string, x, low, high float64) error {
	return InRange(name, x, x >= low && x <= high, fmt.Sprintf("%v to %v", low, high))
}

// Act writes the values into the variables, for the run that asks.
func (k *Knobs) Act() {
	for _, x := range k.list {
		x.writes.Lock() // several runs of one engine may begin at once
		if *x.variable != x.value {
			*x.variable = x.value
		}
		x.writes.Unlock()
	}
}

// Apart is nil where no two of some engines share a variable that both have by [Knobs.With]: they could not
// have two values of it. Else the error names the parameter and what to do.
func Apart(engines ...Solver) (err error) {
	owners := map[*float64]Solver{}
	for _, e := range engines {
		c, ok := e.(Configurable)
		if !ok {
			continue
		}
		NewFlags(c.Table().Define).VisitAll(func(f *flag.Flag) {
			x, ok := f.Value.(*number)
			if !ok || x.variable == nil {
				return
			}
			if other := owners[x.variable]; other != nil && err == nil {
				err = fmt.Errorf("%s and %s share the variable of their parameter %s: declare the variable in the func that makes the engine, and make each engine by a call of it",
					other.Describe().Label(), e.Describe().Label(), f.Name)
			}
			owners[x.variable] = e
		})
	}
	return err
}

// Ranged is the value of a parameter that is a number from a range.
type Ranged interface {
	flag.Getter // of a float64 or an int
	// Range has the ends, both included.
	Range() (low, high float64)
}

// number is the flag of one.
type number struct {
	get       func() float64
	set       func(float64)
	low, high float64
	whole     bool
	variable  *float64 // of a [Knobs.With]
}

func (n *number) Range() (low, high float64) { return n.low, n.high }

func (n *number) Get() any {
	if n.whole {
		return int(n.get())
	}
	return n.get()
}

func (n *number) String() string {
	if n.get == nil {
		return "" // as [flag.Value] demands
	}
	return strconv.FormatFloat(n.get(), 'g', -1, 64)
}

func (n *number) Set(text string) error {
	if n.whole {
		x, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q: expected a whole number", text)
		}
		n.set(float64(x))
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("%q: expected a number", text)
	}
	n.set(x)
	return nil
}
