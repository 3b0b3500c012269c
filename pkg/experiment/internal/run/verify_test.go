package run

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// either is a puzzle of two solutions, all heads and all tails.
type either struct{ experimenttest.Coins }

func (e either) Check(g puzzle.Grid) []puzzle.Violation {
	if all := (experimenttest.Coins{Board: e.Board}).Check(g); len(all) > 0 && !g.Equal(puzzle.NewGrid(e.Board, 0)) {
		return all
	}
	return nil
}

// lie is an outcome that an engine reports, and what is said of it.
type lie struct {
	out   solver.Outcome
	trace []solver.Event
	says  string
}

// lies are lies on the puzzle either, of which all heads are known, within a budget
// of 10 iterations and 100 evaluations.
func lies(size puzzle.Size) map[string]lie {
	heads, tails, mixed := puzzle.NewGrid(size, 1), puzzle.NewGrid(size, 0), puzzle.NewGrid(size, 1)
	mixed.Values[0] = 0
	wide := puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 9}, 1)
	short := puzzle.Grid{Size: size, Values: []uint8{1}}
	exhausted := func(change func(o *solver.Outcome)) solver.Outcome {
		o := solver.Outcome{Status: solver.Exhausted, Best: mixed, Cost: 1, Iterations: 10, Evaluations: 100}
		change(&o)
		return o
	}
	way := func(says string, events ...solver.Event) lie {
		return lie{exhausted(func(*solver.Outcome) {}), events, says}
	}
	at := func(i, e int64, cost float64) solver.Event {
		return solver.Event{Improved: true, Iterations: i, Evaluations: e, Cost: cost}
	}
	return map[string]lie{
		"status":                  {solver.Outcome{Status: "done", Cost: -1}, nil, `reports status "done"`},
		"cancelled":               {solver.Outcome{Status: solver.Cancelled}, nil, "nobody cancelled"},
		"unsolvable":              {solver.Outcome{Status: solver.Unsolvable, Cost: -1}, nil, "no solution, but one is known"},
		"the only one":            {solver.Outcome{Status: solver.Unique, Best: tails}, nil, "the only one, but another is known"},
		"solved":                  {solver.Outcome{Status: solver.Solved, Best: mixed}, nil, "solution breaks heads"},
		"solved without a board":  {solver.Outcome{Status: solver.Solved}, nil, "solution breaks size"},
		"two, one wrong":          {solver.Outcome{Status: solver.Multiple, Best: heads, Second: mixed}, nil, "second solution breaks heads"},
		"two, the same":           {solver.Outcome{Status: solver.Multiple, Best: heads, Second: heads}, nil, "are the same"},
		"solved at a cost":        {solver.Outcome{Status: solver.Solved, Best: heads, Cost: 2}, nil, "cost of 2 for a solution"},
		"solved at no cost":       {solver.Outcome{Status: solver.Solved, Best: heads, Cost: -1}, nil, "cost of -1 for a solution"},
		"negative cost":           {exhausted(func(o *solver.Outcome) { o.Cost = -3 }), nil, "cost of -3: expected"},
		"cost NaN":                {exhausted(func(o *solver.Outcome) { o.Cost = math.NaN() }), nil, "cost of NaN"},
		"cost Inf":                {exhausted(func(o *solver.Outcome) { o.Cost = math.Inf(1) }), nil, "cost of +Inf"},
		"cost 0":                  {exhausted(func(o *solver.Outcome) { o.Cost = 0 }), nil, "cost of 0 without a solution"},
		"cost 0 and no board":     {exhausted(func(o *solver.Outcome) { o.Cost, o.Best = 0, puzzle.Grid{} }), nil, "cost of 0 without a solution"},
		"a solution kept back":    {exhausted(func(o *solver.Outcome) { o.Best = tails }), nil, `status "exhausted" with a board that solves`},
		"a wide board":            {exhausted(func(o *solver.Outcome) { o.Best = wide }), nil, "best board is 1x9 with 9 values, the puzzle 1x4"},
		"a short board":           {exhausted(func(o *solver.Outcome) { o.Best = short }), nil, "best board is 1x4 with 1 values"},
		"2^60 iterations":         {exhausted(func(o *solver.Outcome) { o.Iterations = 1 << 60 }), nil, "1152921504606846976 iterations, the budget is 10"},
		"too many iterations":     {exhausted(func(o *solver.Outcome) { o.Iterations = 2*10 + moreIterations + 2 }), nil, "1022 iterations, the budget is 10"},
		"2^60 evaluations":        {exhausted(func(o *solver.Outcome) { o.Evaluations = 1 << 60 }), nil, "evaluations, the budget is 100"},
		"negative iterations":     {exhausted(func(o *solver.Outcome) { o.Iterations = -1 }), nil, "reports -1 iterations"},
		"negative evaluations":    {exhausted(func(o *solver.Outcome) { o.Evaluations = math.MinInt64 }), nil, "reports -9223372036854775808 evaluations"},
		"negative time":           {exhausted(func(o *solver.Outcome) { o.Elapsed = -1 }), nil, "a time of -1ns"},
		"negative processor time": {exhausted(func(o *solver.Outcome) { o.CPU = -1 }), nil, "processor time of -1ns"},
		"an hour":                 {exhausted(func(o *solver.Outcome) { o.Elapsed = time.Hour }), nil, "a time of 1h0m0s, but returned after"},
		"an hour of a processor":  {exhausted(func(o *solver.Outcome) { o.CPU = time.Hour }), nil, "processor time of 1h0m0s, but returned after"},
		"a statistic": {exhausted(func(o *solver.Outcome) {
			o.Statistics = []solver.Statistic{{Name: "a"}, {Name: "b", Value: math.Inf(-1)}}
		}), nil, `"b" is -Inf`},
		"no improvement":           way("improvement to cost 2 after 2", at(1, 10, 2), at(2, 20, 2)),
		"a worse one":              way("improvement to cost 3 after 2", at(1, 10, 2), at(2, 20, 3)),
		"a negative one":           way("improvement to cost -1 after 2", at(1, 10, 2), at(2, 20, -1)),
		"one that comes before":    way("in iteration 1 and evaluation 20 after one in 2 and 10", at(2, 10, 2), at(1, 20, 1)),
		"evaluations backwards":    way("in iteration 3 and evaluation 5 after one in 2 and 10", at(2, 10, 2), at(3, 5, 1)),
		"one after the end":        way("in iteration 11 and evaluation 20 of 10 and 100", at(2, 10, 2), at(11, 20, 1)),
		"evaluated after the end":  way("in iteration 2 and evaluation 101 of 10 and 100", at(2, 101, 2)),
		"one in an hour":           way("after 3600 s, but returned after", solver.Event{Improved: true, Elapsed: time.Hour, Cost: 1}),
		"one before the beginning": way("after -1 s", solver.Event{Improved: true, Elapsed: -time.Second, Cost: 1}),
	}
}

// Every lie is a failed record that says in one sentence what is wrong with it and
// believes nothing else of it.
func TestLies(t *testing.T) {
	size := puzzle.Size{Rows: 1, Cols: 4}
	item := puzzle.Item{Puzzle: either{experimenttest.Coins{Name: "either", Board: size}}, Solution: puzzle.NewGrid(size, 1)}
	for name, l := range lies(size) {
		liar := experimenttest.Flips{Variant: "liar", Crash: func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
			if p.ID() != "either" {
				return solver.Outcome{}, nil
			}
			for _, e := range l.trace {
				run.Trace(e)
			}
			return l.out, nil
		}}
		r, _ := Solve(t.Context(), liar, puzzle.Item{Puzzle: item}, solver.Run{Seed: 1, Budget: solver.Budget{Iterations: 10, Evaluations: 100}})
		if r.Status != record.Failed || !strings.HasPrefix(r.Error, "experiment: engine bug: ") || !strings.Contains(r.Error, l.says) || strings.Contains(r.Error, "\n") {
			t.Errorf("%s: %q, want %q", name, r.Error, l.says)
		}
		if r.Cost != -1 || r.Iterations != 0 || r.Evaluations != 0 || r.Trace != nil || r.Statistics != nil || !(r.Seconds >= 0 && r.Seconds < 60) || r.CPU != 0 {
			t.Errorf("%s: the record believes %+v", name, r)
		}
	}
}

// Where an engine returns an error with counts or times that cannot be, the record
// has the error without them.
func TestLiesBesideAnError(t *testing.T) {
	for _, out := range []solver.Outcome{{Iterations: 1 << 60, Evaluations: 5}, {Evaluations: 5, Elapsed: -1}} {
		e := experimenttest.Flips{Crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { return out, errors.New("broken") }}
		r, _ := Solve(t.Context(), e, experimenttest.Table(1)[0], solver.Run{})
		alltest.Check(t, r.Error == "broken" && r.Iterations == 0 && r.Evaluations == 0 && r.Seconds >= 0, "%+v", r)
	}
}

// What is no lie passes: at the bounds, without a known solution, with one that
// Check refuses, and after an interrupt.
func TestNoLies(t *testing.T) {
	size := puzzle.Size{Rows: 1, Cols: 4}
	heads, tails, mixed := puzzle.NewGrid(size, 1), puzzle.NewGrid(size, 0), puzzle.NewGrid(size, 1)
	mixed.Values[0] = 0
	plain := either{experimenttest.Coins{Name: "either", Board: size}}
	known, wrong := puzzle.Item{Puzzle: plain, Solution: heads}, puzzle.Item{Puzzle: plain, Solution: mixed}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	budget := solver.Budget{Iterations: 10, Evaluations: 100}
	for name, c := range map[string]struct {
		ctx context.Context
		p   puzzle.Puzzle
		Claim
	}{
		"unsolvable":              {t.Context(), plain, Claim{Outcome: solver.Outcome{Status: solver.Unsolvable, Cost: -1}}},
		"a wrong known solution":  {t.Context(), wrong, Claim{Outcome: solver.Outcome{Status: solver.Unsolvable, Cost: -1}}},
		"the known one":           {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Unique, Best: heads}}},
		"the only one":            {t.Context(), plain, Claim{Outcome: solver.Outcome{Status: solver.Unique, Best: tails}}},
		"another":                 {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Solved, Best: tails, Second: mixed}}},
		"two":                     {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Multiple, Best: tails, Second: heads}}},
		"no cost":                 {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: -1}}},
		"a whole round more":      {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: 11, Evaluations: 600_000}, budget: budget}},
		"a handful in no time":    {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: handful}}},
		"ten thousand million":    {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: 1e10}, took: time.Second}},
		"times within a tick":     {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: 1, Elapsed: tick, CPU: tick}}},
		"cancelled":               {cancelled, known, Claim{Outcome: solver.Outcome{Status: solver.Cancelled, Cost: -7}}},
		"improvements of a round": {t.Context(), known, Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: 1, Evaluations: 2}, trace: []record.Point{{Iterations: 0, Evaluations: 1, Seconds: 0, Cost: 5}, {Iterations: 0, Evaluations: 1, Seconds: 0, Cost: 4}, {Iterations: 1, Evaluations: 2, Seconds: 0.1, Cost: 1}}}},
	} {
		err := verify(c.ctx, c.p, c.Claim)
		alltest.Check(t, err == nil, "%s: %v", name, err)
	}
	many := Claim{Outcome: solver.Outcome{Status: solver.Exhausted, Cost: 1, Iterations: 1e11}, took: time.Second}
	alltest.Fails(t, verify(t.Context(), known, many), "in 1s, more than a processor can do", "without a budget")
}

// The values of a board without a solution are those of the puzzle.
func TestLiesAboutValues(t *testing.T) {
	p := nurikabes.Kind.MustOpen("open-908").Items[0]
	board := puzzle.NewGrid(p.Size(), nurikabe.Wall)
	out := solver.Outcome{Status: solver.Exhausted, Cost: 9, Best: board}
	alltest.OK(t, verify(t.Context(), p, Claim{Outcome: out}))
	board.Values[1] = 7
	alltest.Fails(t, verify(t.Context(), p, Claim{Outcome: out}), "best board breaks cell-value")
	if out = (solver.Outcome{Status: solver.Unsolvable, Cost: -1}); verify(t.Context(), puzzle.Set{Items: []puzzle.Item{p}}.Puzzles()[0], Claim{Outcome: out}) == nil {
		t.Error("a set's published solution is forgotten")
	}
}
