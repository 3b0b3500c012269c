// Package solvertest checks the promises that every engine makes, whatever the
// puzzle: one seed gives one run, with or without an observer ([Repeats]);
// parameters out of range and other puzzles are refused by name ([Refuses]); a
// run can be stopped ([Stops]). Its own test shows an engine that keeps them.
//
// It knows no puzzle, and does not check solutions: [solver.Meter.Finish] does.
package solvertest

import (
	"context"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Solve runs an engine; an error ends the test.
func Solve(t testing.TB, s solver.Solver, p puzzle.Puzzle, run solver.Run) solver.Outcome {
	t.Helper()
	out := alltest.Must(s.Solve(context.Background(), p, run))(t)
	return out
}

// Statistic is a statistic of an outcome; that there is none of the name ends the
// test.
func Statistic(t testing.TB, out solver.Outcome, name string) float64 {
	t.Helper()
	value, ok := out.Statistic(name)
	alltest.Require(t, ok, "no statistic %q: %v", name, out.Statistics)
	return value
}

// Same compares all of two outcomes that a seed determines.
func Same(a, b solver.Outcome) bool {
	return slices.Equal(a.Statistics, b.Statistics) && a.Status == b.Status && a.Cost == b.Cost && a.Iterations == b.Iterations && a.Evaluations == b.Evaluations && a.Digest == b.Digest && a.Best.Equal(b.Best)
}

// Unsolvable: an engine says so of a puzzle before its first iteration.
func Unsolvable(t *testing.T, name string, s solver.Solver, p puzzle.Puzzle) {
	t.Helper()
	out := Solve(t, s, p, solver.Run{})
	alltest.Check(t, out.Status == solver.Unsolvable && out.Iterations == 0, "%s, %s: %s after %d iterations", s.Describe().Label(), name, out.Status, out.Iterations)
}

// Repeats: a run keeps what [Watched] says, and another seed gives another run. The budget
// is in iterations, and too small for the puzzle.
func Repeats[E solver.Solver](t *testing.T, p puzzle.Puzzle, run solver.Run, engines ...E) {
	t.Helper()
	for _, s := range engines {
		a, other := Watched(t, s, p, run), run
		other.Seed++
		d := Solve(t, s, p, other)
		alltest.Check(t, !Same(a, d), "%s: two seeds give one run", s.Describe().Label())
	}
}

// Watched: two runs of one seed are the same, and so is one with an observer,
// which receives every iteration ([solver.Meter.Iterated]) by its number and every
// improvement ([solver.Meter.Improved]), down to the outcome's cost, with pheromone that
// fits its layout; a trace alone receives the same improvements. It returns the outcome.
func Watched(t *testing.T, s solver.Solver, p puzzle.Puzzle, run solver.Run) solver.Outcome {
	t.Helper()
	name := s.Describe().Label()
	a := Solve(t, s, p, run)
	b := Solve(t, s, p, run)
	alltest.Check(t, Same(a, b), "%s: two runs of one seed differ: %+v, %+v", name, a, b)
	watched, iterations, last := run, int64(0), math.Inf(1)
	var seen, traced []solver.Event
	watched.Observer = func(e solver.Event) {
		if len(e.Pheromone) > 0 {
			e.Layout.Heat(e.Pheromone, p.Size().Cells()) // panics where the numbers do not fit the layout
		}
		if !e.Improved {
			if iterations++; e.Iterations != iterations {
				t.Errorf("%s: iteration %d comes as number %d", name, e.Iterations, iterations)
			}
			return
		}
		alltest.Check(t, e.Cost < last, "%s: %v after %v is no improvement", name, e.Cost, last)
		alltest.Check(t, e.Board.Size == p.Size(), "%s: the observer is shown a board of %v", name, e.Board.Size)
		last = e.Cost
		seen = append(seen, point(e))
	}
	c := Solve(t, s, p, watched)
	alltest.Check(t, Same(a, c), "%s: watching changed the run", name)
	alltest.Check(t, (a.Best.IsZero() || last == a.Cost) && (!a.Best.IsZero() || len(seen) == 0) && iterations == a.Iterations,
		"%s: %d iterations observed of %d, the last improvement to %v of %v: an engine calls Improved for every better board, and Iterated", name, iterations, a.Iterations, last, a.Cost)
	alone := run
	alone.Trace = func(e solver.Event) { traced = append(traced, point(e)) }
	c = Solve(t, s, p, alone)
	alltest.Check(t, Same(a, c), "%s: a trace changed the run", name)
	alltest.Check(t, slices.EqualFunc(seen, traced, func(a, b solver.Event) bool {
		return a.Iterations == b.Iterations && a.Evaluations == b.Evaluations && a.Cost == b.Cost
	}), "%s: an observer was told of improvements %+v, a trace of %+v", name, seen, traced)
	return a
}

// point is an improvement without time and board.
func point(e solver.Event) solver.Event {
	return solver.Event{Iterations: e.Iterations, Evaluations: e.Evaluations, Cost: e.Cost}
}

// Refuses: an engine with a parameter out of range says which one, by name,
// before it looks at the puzzle p, and every engine refuses a puzzle of another
// kind.
func Refuses[E solver.Solver](t *testing.T, p puzzle.Puzzle, good func() E, bad map[string]func(E)) {
	t.Helper()
	engine := solver.Today(good().Describe().Engine)
	for name, change := range bad {
		s := good()
		change(s)
		_, err := s.Solve(t.Context(), p, solver.Run{Budget: solver.Iterations(1)})
		alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.Contains(err.Error(), engine+": "+name+" = "), "%s: error %v", name, err)
	}
	_, err := good().Solve(t.Context(), stranger{}, solver.Run{})
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle) && strings.HasPrefix(err.Error(), engine+": "), "another kind of puzzle: error %v", err)
}

// stranger is a puzzle of another kind.
type stranger struct{ puzzle.Puzzle }

func (stranger) Kind() string { return "other" }
func (stranger) ID() string   { return "1" }

// Stops: a run without a budget that would go on is ended by its context, and
// one with a budget of processor time by that; a context that was cancelled
// before ends it before the first iteration.
func Stops(t *testing.T, s solver.Solver, p puzzle.Puzzle) {
	t.Helper()
	out := Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.CPU(5 * time.Millisecond)})
	alltest.Check(t, out.Status == solver.Exhausted, "5 ms: %+v", out)
	ctx, cancel := context.WithCancel(t.Context())
	rounds := 0
	out, err := s.Solve(ctx, p, solver.Run{Seed: 1, Observer: func(e solver.Event) {
		if e.Improved {
			return
		}
		if rounds++; rounds == 20 {
			cancel()
		}
	}})
	alltest.Check(t, err == nil && out.Status == solver.Cancelled && out.Iterations >= 20 && out.Cost > 0,
		"cancelled after 20 iterations: %+v, %v", out, err)
	out, err = s.Solve(ctx, p, solver.Run{Seed: 1})
	alltest.Check(t, err == nil && out.Status == solver.Cancelled && out.Iterations == 0, "cancelled before the start: %+v, %v", out, err)
}

// Values are what a parameter may be and what not, as its flag reads them.
// Default is that of the engine's paper.
type Values struct {
	Default   string
	Good, Bad []string
}

// Modes are an engine as it is made, by the name "default", and with each change alone, by
// the change's name, which is its variant.
func Modes[E solver.Solver](make func() E, changes map[string]func(E)) map[string]E {
	all := map[string]E{"default": make()}
	for name, change := range changes {
		s := make()
		change(s)
		reflect.ValueOf(s).Elem().FieldByName("Variant").SetString(name)
		all[name] = s
	}
	return all
}

// Share are the values of a parameter from 0 to 1.
func Share(paper string) Values {
	return Values{Default: paper, Good: []string{"0", "0.5", "1"}, Bad: []string{"-0.01", "1.01", "NaN"}}
}

// Ants are the parameters of every Ant Colony System, with ρ and fBVE of the engine's
// paper, beside others that the engine has.
func Ants(rho, bve string, others map[string]Values) map[string]Values {
	all := map[string]Values{
		"ants":      {Default: "10", Good: []string{"1", "2"}, Bad: []string{"0", "-1", "10001"}},
		"rho":       Share(rho),
		"xi":        Share("0.1"),
		"q0":        Share("0.9"),
		"bve":       Share(bve),
		"tau0":      {Default: "0", Good: []string{"0.001", "7"}, Bad: []string{"-0.001", "NaN", "+Inf"}},
		"first-tie": {Default: "false", Good: []string{"true"}},
	}
	maps.Copy(all, others)
	return all
}

// Parameters: an engine has these parameters and no others, with these defaults;
// each is set by its flag and told by the description, and is refused by name
// where it is out of range.
func Parameters[E solver.Configurable](t *testing.T, make func() E, want map[string]Values) {
	t.Helper()
	for _, p := range make().Describe().Parameters {
		w, ok := want[p.Name]
		alltest.Check(t, ok && w.Default == p.Value, "%s = %s by default, want %q", p.Name, p.Value, w.Default)
	}
	alltest.Equal(t, len(make().Describe().Parameters), len(want), "parameters")
	for name, w := range want {
		for i, value := range slices.Concat([]string{w.Default}, w.Good, w.Bad) {
			s := make()
			if err := solver.NewFlags(s.Table().Define).Set(name, value); err != nil {
				alltest.Check(t, i > len(w.Good), "%s = %s is not read: %v", name, value, err)
				continue
			}
			alltest.Check(t, slices.Contains(s.Describe().Parameters, solver.Parameter{Name: name, Value: value}),
				"%s = %s is not told: %v", name, value, s.Describe().Parameters)
			err := s.Table().Validate()
			switch good := i <= len(w.Good); {
			case good && err != nil:
				t.Errorf("%s = %s is refused: %v", name, value, err)
			case !good && (!errors.Is(err, solver.ErrParameter) || !strings.HasPrefix(err.Error(), name+" = ")):
				t.Errorf("%s = %s is not refused: %v", name, value, err)
			}
		}
	}
}
