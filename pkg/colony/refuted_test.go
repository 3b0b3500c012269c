package colony_test

import (
	"context"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// doomed is a problem whose ants find in some turn that it has no solution.
type doomed struct {
	ticking
	refuted *bool
}

func (d doomed) Refuted() bool { return *d.refuted }

// A run ends as unsolvable after the iteration in which ants say so; not after one that a time limit ended.
func TestRefuted(t *testing.T) {
	for _, expires := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		settings, made, turns, refuted := colony.Defaults(), 0, 0, false
		p := doomed{ticking{picks{n: 12, k: 5, weigh: func([]int32) float64 { return 1 }}, func() {
			if turns++; turns == 200 {
				if refuted = true; expires {
					cancel()
				}
			}
		}, &made}, &refuted}
		m := solver.Start(ctx, anything{}, solver.Run{Budget: solver.Iterations(1000)})
		out := alltest.Must(m.Finish(colony.New(settings, colony.Rules{}, p, solver.NewPCG(1)).Run(m)))(t)
		if want := map[bool]solver.Status{false: solver.Unsolvable, true: solver.Cancelled}[expires]; out.Status != want || out.Iterations < 1 || out.Iterations > 100 || !expires && (out.Cost != -1 || !out.Best.IsZero()) {
			t.Errorf("time ends the iteration %v: %+v", expires, out)
		}
		cancel()
	}
}

// long is a problem whose ants build in one turn, and ask themselves for the time.
type long struct {
	picks
	ask func()
}

type longAnt struct {
	picker
	ask func()
}

func (p long) NewAnt() colony.Ant { return &longAnt{picker{picks: p.picks}, p.ask} }

func (a *longAnt) Step(t *colony.Trail) bool {
	for !t.Expired() && a.picker.Step(t) {
		a.ask()
	}
	return t.Expired()
}

// An ant whose one turn is a whole board learns that time ran out, and the iteration counts for nothing.
func TestExpiredWithinAStep(t *testing.T) {
	run := func(end int, budget solver.Budget) solver.Outcome {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		asked := 0
		p := long{picks{n: 12, k: 5, weigh: func(chosen []int32) float64 { return 1 + float64(chosen[0]) }}, func() {
			if asked++; asked == end {
				cancel()
			}
		}}
		m := solver.Start(ctx, anything{}, solver.Run{Budget: budget})
		out := alltest.Must(m.Finish(colony.New(colony.Defaults(), colony.Rules{}, p, solver.NewPCG(1)).Run(m)))(t)
		alltest.Check(t, end <= 0 || asked == end, "ended at %d, ants asked %d times", end, asked)
		return out
	}
	for _, end := range []int{1, 7, 100, 333, 1000} {
		out := run(end, solver.Budget{})
		alltest.Check(t, out.Status == solver.Cancelled, "%d: %s", end, out.Status)
		if out.Iterations == 0 {
			continue
		}
		again := run(-1, solver.Iterations(out.Iterations))
		again.Status = out.Status
		alltest.Check(t, solvertest.Same(out, again), "ended at %d: %+v, with as many iterations %+v", end, out, again)
	}
}
