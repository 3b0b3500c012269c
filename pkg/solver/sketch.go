package solver

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
	"unicode"

	"formicary/pkg/puzzle"
)

// Sketch makes an engine out of one func: an idea that is typed into a notebook
// and raced, before it becomes a package.
//
// Search works on a puzzle until [Meter.Continue] says that it is time to stop,
// and returns its best board. It calls [Meter.Iterated] (or [Meter.Evaluated],
// for budgets in evaluations) once a round, and takes every random number from
// random, which is made of the run's seed. The run is solved where the puzzle's
// Check accepts the board; otherwise its cost is that of the last call of
// [Meter.Improved], or -1.
//
// A run can be repeated with the same program only. A puzzle of another kind than P is an error
// that wraps [ErrPuzzle]. [SketchWith] makes one that has parameters.
func Sketch[P puzzle.Puzzle](name string, search func(m *Meter, p P, random *rand.Rand) puzzle.Grid) Solver {
	return &sketch[P, struct{}]{name: name, search: search}
}

// SketchWith is [Sketch] with parameters: the fields of the struct defaults, which search gets with
// the values of the run. Flags, plans, records, package tune and sliders have them by the fields'
// names, FirstTie as first-tie. Fields are exported and of type float64, int, bool, string or [time.Duration]; a
// tag gives a number its range:
//
//	type cooling struct {
//		Start float64 `range:"0.1,10"`
//		Moves int     `range:"1,1000"`
//	}
//
// A float64 without one is any finite number. Another field or tag is a panic, and a value out of its range an
// error that wraps [ErrParameter].
func SketchWith[P puzzle.Puzzle, C any](name string, defaults C, search func(m *Meter, p P, random *rand.Rand, c C) puzzle.Grid) Configurable {
	s := &sketch[P, C]{name: name, config: defaults}
	s.with.search = search
	s.fields()
	return s
}

type sketch[P puzzle.Puzzle, C any] struct {
	name   string
	config C
	search func(m *Meter, p P, random *rand.Rand) puzzle.Grid
	with   struct { // instead, under the same name: records and warnings tell a func by its field
		search func(m *Meter, p P, random *rand.Rand, c C) puzzle.Grid
	}
}

func (s *sketch[P, C]) Describe() Description {
	return Description{Engine: s.name, Parameters: s.Table().Values(), Custom: true}
}

// Endless says that a sketch proves nothing.
func (s *sketch[P, C]) Endless() bool { return true }

func (s *sketch[P, C]) Table() (t Table) {
	for _, f := range s.fields() {
		row := Part(f.define, nil)
		if x, ok := f.number(); ok {
			row.err = cmp.Or(InRange(f.name, x, !math.IsNaN(x) && !math.IsInf(x, 0), "a finite number"), between(f.name, x, f.low, f.high))
		}
		t = append(t, row)
	}
	return t
}

func (s *sketch[P, C]) Solve(ctx context.Context, p puzzle.Puzzle, run Run) (Outcome, error) {
	q, err := Ready[P](s.name, s.Table(), p)
	if err != nil {
		return Outcome{}, err
	}
	m, random := Start(ctx, p, run), rand.New(NewPCG(run.Seed))
	var board puzzle.Grid
	if s.search != nil {
		board = s.search(m, q, random)
	} else {
		board = s.with.search(m, q, random, s.config)
	}
	if !board.IsZero() && len(p.Check(board)) == 0 {
		return m.Finish(Outcome{Status: Solved, Best: board})
	}
	return m.Finish(Outcome{Status: m.Undecided(), Best: board, Cost: m.best})
}

// field is one of a sketch's parameters.
type field struct {
	name      string
	value     any // a pointer
	low, high float64
	ranged    bool
}

// fields are those of the sketch's own struct.
func (s *sketch[P, C]) fields() (out []field) {
	v := reflect.ValueOf(&s.config).Elem()
	fail := func(format string, args ...any) { panic("solver: SketchWith: " + fmt.Sprintf(format, args...)) }
	if v.Kind() != reflect.Struct {
		fail("the defaults are of type %v: expected a struct", v.Type())
	}
	for i := range v.NumField() {
		t := v.Type().Field(i)
		if !t.IsExported() {
			fail("the field %s is not exported", t.Name)
		}
		f := field{name: flagName(t.Name), value: v.Field(i).Addr().Interface(), low: math.Inf(-1), high: math.Inf(1)}
		switch f.value.(type) {
		case *float64, *int, *bool, *string, *time.Duration:
		default:
			fail("the field %s is of type %v: expected float64, int, bool, string or time.Duration", t.Name, t.Type)
		}
		if text, ok := t.Tag.Lookup("range"); ok {
			_, isNumber := f.number()
			if _, err := fmt.Sscanf(text, "%g,%g", &f.low, &f.high); err != nil || !isNumber || !(f.low < f.high) || math.IsInf(f.high-f.low, 0) {
				fail("the field %s cannot have the range %q: expected LOW,HIGH of a float64 or an int", t.Name, text)
			}
			f.ranged = true
		}
		out = append(out, f)
	}
	return out
}

// number is the value of a field that is a number.
func (f field) number() (x float64, ok bool) {
	switch v := f.value.(type) {
	case *float64:
		return *v, true
	case *int:
		return float64(*v), true
	}
	return 0, false
}

func (f field) define(flags *flag.FlagSet) {
	const usage = "a field of the sketch"
	n := &number{low: f.low, high: f.high, get: func() float64 { x, _ := f.number(); return x }}
	switch v := f.value.(type) {
	case *float64:
		n.set = func(x float64) { *v = x }
		if !f.ranged {
			flags.Float64Var(v, f.name, *v, usage)
		}
	case *int:
		n.whole, n.set = true, func(x float64) { *v = int(x) }
		if !f.ranged {
			flags.IntVar(v, f.name, *v, usage)
		}
	case *bool:
		flags.BoolVar(v, f.name, *v, usage)
	case *string:
		flags.StringVar(v, f.name, *v, usage)
	case *time.Duration:
		flags.DurationVar(v, f.name, *v, usage)
	}
	if f.ranged {
		flags.Var(n, f.name, fmt.Sprintf("%s, %v to %v", usage, f.low, f.high))
	}
}

// flagName is a field's name as flags are written: FirstTie is first-tie.
func flagName(field string) string {
	var out strings.Builder
	lower := false
	for _, r := range field {
		if unicode.IsUpper(r) && lower {
			out.WriteByte('-')
		}
		lower = !unicode.IsUpper(r)
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
