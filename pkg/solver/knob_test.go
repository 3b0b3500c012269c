package solver_test

import (
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// knobbed is an engine of which nothing but numbers matters.
type knobbed struct {
	solver.Knobs
	q0 float64
}

func (k *knobbed) Describe() solver.Description {
	return solver.Description{Engine: "knobbed", Parameters: k.Table().Values()}
}

func (k *knobbed) Table() solver.Table {
	return append(solver.Table{solver.Float("q0", &k.q0, "")}, k.Knobs.Table()...)
}

func (k *knobbed) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	k.Act()
	return solver.Outcome{}, nil
}

// panics is what f panics with.
func panics(t *testing.T, f func()) (text string) {
	t.Helper()
	defer func() {
		text, _ = recover().(string)
		alltest.Check(t, text != "", "no panic")
	}()
	f()
	return
}

// A number of a rule is a parameter of its engine: copies have values of their own, the run that acts
// writes its value, and what is out of range is refused.
func TestKnobs(t *testing.T) {
	pressure := 0.5
	one := &knobbed{}
	one.With("pressure", &pressure, 0, 1)
	two := &knobbed{Knobs: one.Knobs}
	alltest.OK(t, solver.NewFlags(two.Table().Define).Set("pressure", "0.75"))
	a, b := one.Describe().Parameters[0], two.Describe().Parameters[0]
	alltest.Check(t, a.Value == "0.5" && b.Value == "0.75" && pressure == 0.5, "one has %v, its copy %v, the variable is %v", a, b, pressure)
	for _, k := range []*knobbed{two, one, two} {
		k.Act()
		want := solver.NewFlags(k.Table().Define).Lookup("pressure").Value.(flag.Getter).Get()
		alltest.Check(t, pressure == want, "the variable is %v, want %v", pressure, want)
	}
	for _, value := range []string{"-0.01", "1.01", "NaN", "+Inf"} {
		_ = solver.NewFlags(one.Table().Define).Set("pressure", value)
		if err := one.Table().Validate(); !errors.Is(err, solver.ErrParameter) || !strings.Contains(err.Error(), "pressure = "+value) || !strings.Contains(err.Error(), "0 to 1") {
			t.Errorf("%s: %v", value, err)
		}
	}
	alltest.Fails(t, solver.NewFlags(two.Table().Define).Set("pressure", "much"), "expected a number")
	other := 7.0
	two.With("other", &other, 0, 5)
	if err := two.Table().Validate(); !errors.Is(err, solver.ErrParameter) || len(one.Names()) != 1 {
		t.Errorf("a default out of range: %v; the copy's is in %v, too", err, one.Names())
	}
	for want, f := range map[string]func(){
		"no name":          func() { one.With("a b", &other, 0, 1) },
		`"" is no name`:    func() { one.With("", &other, 0, 1) },
		"is nil":           func() { one.With("x", nil, 0, 1) },
		"no range from 1 ": func() { one.With("x", &other, 1, 1) },
		"no range from N":  func() { one.With("x", &other, math.NaN(), 1) },
		"no range from 0 ": func() { one.With("x", &other, 0, math.Inf(1)) },
		"same parameter":   func() { one.With("pressure", &other, 0, 1) },
		"pressure and x":   func() { one.With("x", &pressure, 0, 1) },
		"take another":     func() { two.With("q0", new(float64), 0, 1); two.Describe() },
	} {
		text := panics(t, f)
		alltest.Check(t, strings.Contains(text, want) && strings.HasPrefix(text, "solver: With: "), "panic %q, want %q", text, want)
	}
}

// Runs of one engine begin at once; engines that share a variable are told apart.
func TestKnobsAtOnce(t *testing.T) {
	makes := func(x *float64) *knobbed {
		k := &knobbed{}
		k.With("x", x, 0, 1)
		return k
	}
	x, y := 0.0, 0.0
	one, two, three := makes(&x), makes(&x), makes(&y)
	_ = solver.NewFlags(one.Table().Define).Set("x", "1")
	var runs sync.WaitGroup
	for range 8 {
		runs.Go(func() {
			_, _ = one.Solve(t.Context(), nil, solver.Run{})
			alltest.Check(t, x == 1, "a run sees %v", x)
		})
	}
	runs.Wait()
	err := solver.Apart(one, three, letters)
	alltest.Check(t, err == nil, "%v", err)
	err = solver.Apart(three, one, two)
	alltest.Check(t, err != nil && strings.Contains(err.Error(), "parameter x: declare the variable in the func that makes the engine"), "%v", err)
}

type settings struct {
	Share    float64 `range:"0,1"`
	Moves    int     `range:"1,9"`
	FirstTie bool
	Letter   string
	Wait     time.Duration
	Any      float64
}

// The fields of a sketch's struct are its parameters, which each run gets.
func TestSketchWith(t *testing.T) {
	var got settings
	s := solver.SketchWith("fields", settings{0.5, 3, false, "a", time.Second, 2}, func(m *solver.Meter, p row, _ *rand.Rand, c settings) puzzle.Grid {
		got = c
		return board(c.Letter)
	})
	d := s.Describe()
	alltest.Check(t, len(d.Parameters) == 6 && d.Custom && d.Parameters[1] == (solver.Parameter{Name: "first-tie", Value: "false"}), "described as %+v", d)
	before, flags := s.Describe().Hash(), solver.NewFlags(s.Table().Define)
	for name, value := range map[string]string{"share": "0.25", "moves": "4", "first-tie": "true", "letter": "d", "wait": "3s", "any": "-9"} {
		err := flags.Set(name, value)
		alltest.Check(t, err == nil, "%v", err)
	}
	out, err := s.Solve(t.Context(), row{"d"}, solver.Run{})
	if want := (settings{0.25, 4, true, "d", 3 * time.Second, -9}); err != nil || out.Status != solver.Solved || got != want || s.Describe().Hash() == before {
		t.Errorf("%v, %v: it got %+v", out.Status, err, got)
	}
	low, high := flags.Lookup("moves").Value.(solver.Ranged).Range()
	_, whole := flags.Lookup("moves").Value.(flag.Getter).Get().(int)
	alltest.Check(t, whole && low == 1 && high == 9, "moves are from %v to %v, whole %v", low, high, whole)
	for _, c := range [][3]string{{"share", "1.5", "0.5"}, {"moves", "0", "1"}, {"any", "NaN", "0"}, {"any", "+Inf", "0"}} {
		err := flags.Set(c[0], c[1])
		alltest.Check(t, err == nil, "%v", err)
		_, err = s.Solve(t.Context(), row{"d"}, solver.Run{})
		alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.Contains(err.Error(), c[0]+" = "+c[1]), "%v: %v", c, err)
		_ = flags.Set(c[0], c[2])
	}
	alltest.Check(t, flags.Set("moves", "2.5") != nil, "2.5 moves")
	for want, f := range map[string]func(){
		"expected a struct": func() { with(1) },
		"x is not exported": func() { with(struct{ x int }{}) },
		"of type []int":     func() { with(struct{ X []int }{}) },
		`range "1"`: func() {
			with(struct {
				X int `range:"1"`
			}{})
		},
		`range "0,1"`: func() {
			with(struct {
				X string `range:"0,1"`
			}{})
		},
	} {
		text := panics(t, f)
		alltest.Check(t, strings.Contains(text, want) && strings.HasPrefix(text, "solver: SketchWith: "), "panic %q, want %q", text, want)
	}
}

func with[C any](c C) {
	solver.SketchWith("bad", c, func(*solver.Meter, row, *rand.Rand, C) puzzle.Grid { return puzzle.Grid{} })
}

// Only the zero Budget of an engine that proves nothing is refused.
func TestEnds(t *testing.T) {
	if err := (solver.Budget{}).Ends(&knobbed{}, letters); err == nil || !strings.Contains(err.Error(), "letters proves nothing") || !strings.Contains(err.Error(), "solver.Iterations(") {
		t.Error(err)
	}
	for _, err := range []error{solver.Wall(time.Second).Ends(letters), solver.Iterations(1).Ends(letters), (solver.Budget{}).Ends(&knobbed{})} {
		alltest.Check(t, err == nil, "%v", err)
	}
}
