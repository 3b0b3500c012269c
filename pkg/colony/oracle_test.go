package colony_test

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// plain is the algorithm as the equations have it, with lists instead of tricks;
// it takes the same random numbers in the same order.
type plain struct {
	colony.Settings
	n, k    int
	weigh   func([]int32) float64
	random  *rand.PCG
	tau     []float64
	best    []int32
	bestTau float64
	costs   []float64 // of the ants of the last iteration
}

func (p *plain) begin() {
	p.tau = make([]float64, p.n)
	for i := range p.tau {
		p.tau[i] = p.tau0()
	}
	p.best, p.bestTau = nil, 0
}

func (p *plain) tau0() float64 {
	if p.Tau0 > 0 {
		return p.Tau0
	}
	return 1 / float64(p.n)
}

func (p *plain) uniform() float64 { return float64(p.random.Uint64()>>11) / (1 << 53) }

// among draws one of a list.
func (p *plain) among(list []int32) int32 {
	high, _ := bits.Mul64(p.random.Uint64(), uint64(len(list)))
	return list[high]
}

// choose is equations 1 to 3.
func (p *plain) choose(left []int32, greedy bool) int32 {
	if len(left) == 1 {
		return left[0]
	}
	most, sum := 0.0, 0.0
	for _, c := range left {
		most, sum = max(most, p.tau[c]), sum+p.tau[c]
	}
	if greedy {
		var ties []int32
		for _, c := range left {
			if p.tau[c] == most {
				ties = append(ties, c)
			}
		}
		if len(ties) == 1 || p.FirstTie {
			return slices.Min(ties)
		}
		return p.among(ties)
	}
	if sum == 0 {
		return p.among(left)
	}
	at, reached := p.uniform()*sum, 0.0
	for _, c := range left {
		if reached += p.tau[c]; at < reached {
			return c
		}
	}
	return left[len(left)-1]
}

// iterate is one iteration and returns the lowest cost.
func (p *plain) iterate() float64 {
	chosen := make([][]int32, p.Ants)
	for range p.k {
		for a := range chosen {
			var left []int32
			for c := range int32(p.n) {
				if !slices.Contains(chosen[a], c) {
					left = append(left, c)
				}
			}
			c := p.choose(left, p.uniform() < p.Q0)
			chosen[a] = append(chosen[a], c)
			p.tau[c] += p.Xi * (p.tau0() - p.tau[c])
		}
	}
	p.costs = p.costs[:0]
	winner := 0
	for a := range chosen {
		p.costs = append(p.costs, p.weigh(chosen[a]))
		if p.costs[a] < p.costs[winner] {
			winner = a
		}
	}
	cost := p.costs[winner]
	if cost == 0 {
		return 0
	}
	if 1/cost > p.bestTau {
		p.best, p.bestTau = chosen[winner], 1/cost
	}
	for _, c := range p.best {
		p.tau[c] = (1-p.Rho)*p.tau[c] + p.Rho*p.bestTau
	}
	p.bestTau *= 1 - p.BVE
	return cost
}

// The colony does what the equations say, to the last draw, with any settings.
func TestPlainColony(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for i := range 60 {
		s := colony.Settings{Ants: 1 + r.IntN(6), Rho: r.Float64(), Xi: r.Float64(), Q0: r.Float64(), BVE: r.Float64() / 4, FirstTie: i%3 == 0}
		if i%4 == 0 {
			s.Tau0 = r.Float64()
		}
		if i%5 == 0 {
			s.Xi, s.Rho = 0, 1 // pheromone stays equal on many: ties
		}
		if i%7 < 3 {
			s.BVE = 0 // equal deposits meet again
		}
		n := 2 + r.IntN(9)
		k := 1 + r.IntN(n)
		worth := make([]float64, n)
		for c := range worth {
			worth[c] = float64(r.IntN(5))
		}
		weigh := func(chosen []int32) (cost float64) {
			for place, c := range chosen {
				cost += worth[c] * float64(1+place%2)
			}
			return cost
		}
		if i%6 > 0 { // no solution
			for c := range worth {
				worth[c]++
			}
		}
		seed := uint64(i)
		p := &plain{Settings: s, n: n, k: k, weigh: weigh, random: solver.NewPCG(seed)}
		p.begin()
		rules, states := colony.Rules{}, []colony.State(nil)
		if i%2 == 0 {
			rules.Restart = func(s colony.State) bool {
				states = append(states, s)
				return s.Iterations%17 == 0
			}
		}
		c := colony.New(s, rules, picks{n: n, k: k, weigh: weigh}, solver.NewPCG(seed))
		var seen []solver.Event
		m := solver.Start(context.Background(), anything{}, solver.Run{Observer: func(e solver.Event) {
			if !e.Improved {
				seen = append(seen, e)
			}
		}})
		lowest := math.Inf(1)
		for j := range 60 {
			solved, cost := c.Iterate(m), p.iterate()
			lowest = min(lowest, cost)
			if e := seen[j]; e.Cost != cost || e.Best != lowest || !slices.Equal(e.Costs, p.costs) || e.Evaluations != int64((j+1)*s.Ants) {
				t.Fatalf("%+v, iteration %d: cost %v of %v, want %v of %v", s, j, e.Cost, e.Costs, cost, p.costs)
			}
			if board, best := c.Best(); best != lowest || board.IsZero() || solved != (cost == 0) {
				t.Fatalf("%+v, iteration %d: the best costs %v, want %v; solved: %v", s, j, best, lowest, solved)
			}
			for component, tau := range c.Trail().Tau {
				alltest.Require(t, !solved || math.Abs(tau-p.tau[component]) <= 1e-12,
					"%+v, solved: τ of %d is %v, want %v", s, component, tau, p.tau[component])
			}
			if solved {
				alltest.Require(t, rules.Restart == nil || len(states) == j, "%+v: asked whether to begin again with a solution", s)
				break
			}
			if rules.Restart != nil {
				if last := states[j]; last.Cost != cost || last.Best != lowest || math.Abs(last.TauBest-p.bestTau) > 1e-12 || last.Iterations != int64(j+1) || last.Evaluations != seen[j].Evaluations {
					t.Fatalf("%+v, iteration %d: state %+v, want τbest %v", s, j, last, p.bestTau)
				}
				if (j+1)%17 == 0 {
					p.begin()
				}
			}
			for component, tau := range c.Trail().Tau {
				alltest.Require(t, math.Abs(tau-p.tau[component]) <= 1e-12,
					"%+v, iteration %d: τ of %d is %v, want %v", s, j, component, tau, p.tau[component])
			}
		}
	}
}

// A colony's outcome has its restarts where it can restart, and no cost where it
// never began.
func TestOutcomes(t *testing.T) {
	p := picks{n: 5, k: 2, weigh: func([]int32) float64 { return 3 }}
	for _, limit := range []int64{1, 3, 7} {
		m := solver.Start(context.Background(), anything{}, solver.Run{Budget: solver.Iterations(limit)})
		out := colony.New(colony.Defaults(), colony.Rules{Restart: func(s colony.State) bool { return s.Iterations%3 == 0 }}, p, solver.NewPCG(1)).Run(m)
		restarts, ok := out.Statistic("restarts")
		alltest.Check(t, ok && restarts == float64(limit/3) && out.Cost == 3, "%d iterations: %+v", limit, out)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := colony.New(colony.Defaults(), colony.Rules{}, p, solver.NewPCG(1))
	if out := c.Run(solver.Start(ctx, anything{}, solver.Run{})); out.Status != solver.Cancelled || out.Cost != -1 || !out.Best.IsZero() || out.Statistics != nil {
		t.Errorf("cancelled before it began: %+v", out)
	}
	board, cost := c.Best()
	alltest.Check(t, board.IsZero() && math.IsInf(cost, 1), "before the first iteration the best costs %v", cost)
}

// Settings that are wrong are no colony.
func TestNewRefuses(t *testing.T) {
	alltest.Panics(t, func() { colony.New(colony.Settings{}, colony.Rules{}, picks{n: 3, k: 1}, solver.NewPCG(1)) }, "a colony without ants")
}
