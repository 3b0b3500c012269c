package colony_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// sums are boards of three of nine components that cost more the further their sum is from 12; none is a solution.
func sums(anything) colony.Problem {
	return picks{n: 9, k: 3, weigh: func(chosen []int32) float64 {
		cost := 1.0
		for _, c := range chosen {
			cost += float64(c)
		}
		return 1 + max(cost-4, 4-cost)
	}}
}

// seen are the solutions that each iteration of a colony learns from.
type seen [][]colony.Solution

// colonies makes a run of several colonies of two ants, and returns what each saw, in their order: that of the first
// solutions of single colonies with their seeds.
func colonies(t *testing.T, of colony.Parallel, iterations int64) (all []seen) {
	t.Helper()
	var lock sync.Mutex
	run := func(of colony.Parallel, seed uint64) (logs []*seen) {
		e := colony.Engine("toy/ants", sums)
		e.Ants, e.Q0, e.Parallel = 2, 0.2, of
		e.Each = func(own *colony.Solver[anything]) {
			log := new(seen)
			lock.Lock()
			logs = append(logs, log)
			lock.Unlock()
			own.Update = func(g *colony.Generation) {
				var ants []colony.Solution
				for _, s := range g.Ants {
					ants = append(ants, s.Clone())
				}
				*log = append(*log, ants)
				g.BestValue()
			}
		}
		out, err := e.Solve(t.Context(), anything{}, solver.Run{Seed: seed, Budget: solver.Iterations(iterations)})
		alltest.Require(t, err == nil && out.Iterations == iterations && len(logs) == max(of.Colonies, 1), "%+v, %v, %d logs", out, err, len(logs))
		return logs
	}
	logs := run(of, 4)
	for i := range of.Colonies {
		seed := uint64(4)
		if i > 0 {
			seed = solver.Seed(4, puzzle.Hash{}, "colony", i)
		}
		alone := *run(colony.Single(), seed)[0]
		at := slices.IndexFunc(logs, func(l *seen) bool { return fmt.Sprint((*l)[:of.Every]) == fmt.Sprint(alone[:of.Every]) })
		alltest.Require(t, at >= 0, "colony %d is not the one of its seed until the first exchange", i)
		all = append(all, *logs[at])
	}
	return all
}

// best is the best solution of iterations, the first of several.
func (s seen) best() colony.Solution {
	best := s[0][0]
	for _, ants := range s {
		if ants[0].Cost < best.Cost {
			best = ants[0]
		}
	}
	return best
}

// In a ring each colony learns, in the iteration after an exchange, from the best board of the one before it, if that is better than
// its own, and else from its ants alone; with the best so far from the best board of all.
func TestExchange(t *testing.T) {
	const n, every = 4, 3
	shown := map[colony.Exchange]int{}
	for _, exchange := range []colony.Exchange{colony.None, colony.Ring, colony.BestSoFar} {
		all := colonies(t, colony.Parallel{Colonies: n, Exchange: exchange, Every: every}, 20)
		for iteration := range 20 {
			for i, own := range all {
				ants := own[iteration]
				if exchange == colony.None || iteration == 0 || iteration%every != 0 {
					alltest.Check(t, len(ants) == 2, "%v: colony %d saw %d boards in iteration %d", exchange, i, len(ants), iteration)
					continue
				}
				from := (i + n - 1) % n
				if exchange == colony.BestSoFar {
					from = 0
					for j := range all {
						if all[j][:iteration].best().Cost < all[from][:iteration].best().Cost {
							from = j
						}
					}
				}
				sent, mine := all[from][:iteration].best(), own[:iteration].best()
				is := slices.ContainsFunc(ants, func(s colony.Solution) bool {
					return s.Cost == sent.Cost && slices.Equal(s.Components, sent.Components)
				})
				better := sent.Cost < mine.Cost
				alltest.Check(t, better == (len(ants) == 3) && (!better || is), "%v: colony %d with %v, shown %v, saw %v in iteration %d", exchange, i, mine, sent, ants, iteration)
				if better {
					shown[exchange]++
				}
			}
		}
	}
	alltest.Check(t, shown[colony.Ring] > 1 && shown[colony.BestSoFar] > 1, "boards were better %v times", shown)
}

// The built-in rules learn from a board that was shown as the rule [colony.Generation.BestValue] does.
func TestShownBuiltIn(t *testing.T) {
	for _, exchange := range []colony.Exchange{colony.Ring, colony.BestSoFar} {
		var outs [2]solver.Outcome
		for i := range outs {
			e := colony.Engine("toy/ants", sums)
			e.Ants, e.Q0, e.Parallel = 2, 0.2, colony.Parallel{Colonies: 3, Exchange: exchange, Every: 2}
			if i == 1 {
				e.Update = (*colony.Generation).BestValue
			}
			outs[i] = alltest.Must(e.Solve(t.Context(), anything{}, solver.Run{Seed: 1, Budget: solver.Iterations(200)}))(t)
		}
		alltest.Check(t, outs[0].Digest == outs[1].Digest && outs[0].Evaluations == 1200, "%+v, by the rule %+v", outs[0], outs[1])
	}
}

// A rule that breaks in one colony ends the run with its error, as does one that does not return.
func TestBrokenColony(t *testing.T) {
	for want, breaks := range map[string]func(){"it panicked: broken": func() { panic("broken") }, "it has not returned": func() { time.Sleep(time.Second) }} {
		e := colony.Engine("toy/ants", sums)
		e.Parallel, e.CallLimit = colony.Parallel{Colonies: 3, Every: 2}, 20*time.Millisecond
		var lock sync.Mutex
		made := 0
		e.Each = func(own *colony.Solver[anything]) {
			lock.Lock()
			made++
			second := made == 2
			lock.Unlock()
			own.Restart = func(s colony.State) bool {
				if second && s.Iterations == 5 {
					breaks()
				}
				return false
			}
		}
		_, err := e.Solve(t.Context(), anything{}, solver.Run{Seed: 1, Budget: solver.Iterations(50)})
		var broken *colony.RuleError
		alltest.Require(t, errors.As(err, &broken), "%v", err)
		alltest.Has(t, broken.Problem, want)
	}
}

// A problem that panics in a colony panics on the goroutine of the run, where its caller can recover.
func TestPanickingColony(t *testing.T) {
	e := colony.Engine("toy/ants", func(anything) colony.Problem { panic("no problem") })
	e.Parallel.Colonies = 2
	defer func() { alltest.Equal(t, fmt.Sprint(recover()), "no problem", "the panic") }()
	_, err := e.Solve(t.Context(), anything{}, solver.Run{Seed: 1})
	t.Errorf("it returned %v", err)
}

// Of several colonies each has its share of evaluations, and a run that time ends is that of its iterations.
func TestSharedBudget(t *testing.T) {
	e := colony.Engine("toy/ants", sums)
	e.Parallel = colony.Parallel{Colonies: 3, Exchange: colony.Ring, Every: 7}
	out := alltest.Must(e.Solve(t.Context(), anything{}, solver.Run{Seed: 1, Budget: solver.Evaluations(301)}))(t)
	alltest.Check(t, out.Evaluations == 330 && out.Iterations == 11, "%+v", out)
	for _, budget := range []solver.Budget{solver.CPU(20 * time.Millisecond), solver.Wall(10 * time.Millisecond)} {
		out := alltest.Must(e.Solve(t.Context(), anything{}, solver.Run{Seed: 1, Budget: budget}))(t)
		again := alltest.Must(e.Solve(t.Context(), anything{}, solver.Run{Seed: 1, Budget: solver.Iterations(out.Iterations)}))(t)
		alltest.Check(t, out.Status == solver.Exhausted && out.Iterations > 1 && out.Digest == again.Digest && out.Evaluations == again.Evaluations && out.CPU > 0,
			"%v: %+v, again %+v", budget, out, again)
	}
}
