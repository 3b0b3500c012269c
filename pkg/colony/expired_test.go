package colony_test

import (
	"context"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// ticking is a problem that tells of every turn, begin and end of an ant, and of
// every ant that is made.
type ticking struct {
	picks
	tick func()
	made *int
}

func (p ticking) NewAnt() colony.Ant {
	*p.made++
	return &ticker{picker{picks: p.picks}, p.tick}
}

type ticker struct {
	picker
	tick func()
}

func (a *ticker) Reset(t *colony.Trail)     { a.tick(); a.picker.Reset(t) }
func (a *ticker) Step(t *colony.Trail) bool { a.tick(); return a.picker.Step(t) }
func (a *ticker) Cost() float64             { a.tick(); return a.picker.Cost() }

// A run that is ended within an iteration is the run of the iterations before it,
// whatever it was doing; it ends within two thousand turns, and ants are made only
// as long as there is time.
func TestExpiredWithinAnIteration(t *testing.T) {
	const most = 2100
	weigh := func(chosen []int32) float64 {
		sum := 1.0
		for i, c := range chosen {
			sum += float64(i) * float64(c%7)
		}
		return sum
	}
	run := func(ants, end int, budget solver.Budget) (out solver.Outcome, after, made int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		settings, ticks := colony.Defaults(), 0
		settings.Ants = ants
		problem := ticking{picks{n: 12, k: 5, weigh: weigh}, func() {
			if ticks++; ticks == end {
				cancel()
			}
		}, &made}
		restart := colony.Rules{Restart: func(s colony.State) bool { return s.Iterations%3 == 0 }}
		c := colony.New(settings, restart, problem, solver.NewPCG(1))
		m := solver.Start(ctx, anything{}, solver.Run{Budget: budget})
		out = alltest.Must(m.Finish(c.Run(m)))(t)
		return out, ticks - end, made
	}
	for _, ants := range []int{1, 10, 300, 1000, colony.MostAnts} {
		whole := 0
		for end := 1; end < 12000; end += 1 + end/4 {
			out, after, made := run(ants, end, solver.Budget{})
			alltest.Check(t, out.Status == solver.Cancelled && after <= most && made <= end+most,
				"%d ants, ended at turn %d: %s, %d turns later, with %d ants", ants, end, out.Status, after, made)
			if out.Iterations == 0 {
				alltest.Check(t, out.Evaluations == 0 && out.Cost == -1 && out.Best.IsZero(),
					"%d ants, ended at turn %d of the first iteration: %+v", ants, end, out)
				continue
			}
			whole++
			again, _, _ := run(ants, -1, solver.Iterations(out.Iterations))
			again.Status = out.Status
			alltest.Check(t, solvertest.Same(out, again), "%d ants, ended at turn %d: %+v, with as many iterations %+v", ants, end, out, again)
		}
		alltest.Check(t, ants > 300 || whole >= 5, "%d ants: %d runs with a whole iteration", ants, whole)
	}
}
