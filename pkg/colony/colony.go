// Package colony is the Ant Colony System of Dorigo and Gambardella ("Ant
// Colony System: a cooperative learning approach to the traveling salesman
// problem", IEEE Transactions on Evolutionary Computation 1(1), 1997) with the
// best-value evaporation of Lloyd and Amos ("Solving Sudoku with Ant Colony
// Optimisation", 2018), without heuristic information. It knows no puzzle: a
// [Problem] gives it ants, and an [Ant] builds one solution, component by
// component.
//
// One iteration, in order:
//
//  1. Every ant starts a new solution.
//  2. Ants take turns, in a fixed order, one component a turn, until all are
//     finished. They share one pheromone matrix, and the local update acts at
//     once: an ant sees what the ant before it did.
//  3. The ant with the lowest cost is the best of the iteration; of several,
//     the first.
//  4. Its deposit Δτ = 1/cost replaces the best deposit so far, τbest, where
//     it is larger, and then its components become the best solution.
//  5. Global update on the components of the best solution, with τbest.
//  6. Best-value evaporation of τbest, so that a worse solution may become the
//     best one later.
//
// Its opinion: every rule is a field ([Rules]) that one func replaces, and a
// nil field costs nothing: the paper's rule is then compiled in. Its limits:
// one colony, one thread, pheromone on components and not on pairs of them.
package colony

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// MostAnts is the largest number of ants, a thousand times the papers'. It keeps
// those of the largest Sudoku boards within 1 GiB; an engine for larger boards
// allows fewer there (see [solver.InMemory]).
const MostAnts = 10_000

// Settings are the parameters of Ant Colony System. [Defaults] are those of the papers.
type Settings struct {
	// Ants is m, the number of ants, 1 to [MostAnts].
	Ants int
	// Rho is ρ, the weight of the deposit in the global update, 0 to 1.
	Rho float64
	// Xi is ξ, the weight of τ0 in the local update, 0 to 1.
	Xi float64
	// Q0 is q0, the probability of a greedy choice, 0 to 1.
	Q0 float64
	// BVE is the fraction of τbest that evaporates in an iteration, 0 to 1;
	// 0 turns best-value evaporation off.
	BVE float64
	// Tau0 is τ0, the initial pheromone, above 0; the value 0 means 1/c, where
	// c is what [Problem.Scale] answers (for Nurikabe the number of cells).
	Tau0 float64
	// FirstTie breaks ties of the greedy choice by the lowest component
	// number instead of at random. The papers do not say how they do it.
	FirstTie bool
}

// Defaults are the parameters of Amos, Crossley and Lloyd (2019), section 4.2:
// m = 10, ρ = 0.2, ξ = 0.1, q0 = 0.9, fBVE = 0.001, τ0 = 1/c.
func Defaults() Settings {
	return Settings{Ants: 10, Rho: 0.2, Xi: 0.1, Q0: 0.9, BVE: 0.001}
}

// Define defines a flag for each parameter.
func (p *Settings) Define(flags *flag.FlagSet) {
	flags.IntVar(&p.Ants, "ants", p.Ants, fmt.Sprintf("number of ants m, 1 to %d", MostAnts))
	flags.Float64Var(&p.Rho, "rho", p.Rho, "weight ρ of the deposit in the global update, 0 to 1")
	flags.Float64Var(&p.Xi, "xi", p.Xi, "weight ξ of τ0 in the local update, 0 to 1")
	flags.Float64Var(&p.Q0, "q0", p.Q0, "probability q0 of a greedy choice, 0 to 1")
	flags.Float64Var(&p.BVE, "bve", p.BVE, "fraction of the best deposit that evaporates in an iteration, 0 to 1")
	flags.Float64Var(&p.Tau0, "tau0", p.Tau0, "initial pheromone τ0; 0 means 1/c, c the number of cells")
	flags.BoolVar(&p.FirstTie, "first-tie", p.FirstTie, "break ties of the greedy choice by the lowest component number, not at random")
}

// Live names the parameters that act from the next iteration on where
// [Colony.Now] says so: all but tau0.
func (p Settings) Live() []string { return []string{"ants", "rho", "xi", "q0", "bve", "first-tie"} }

// Validate says which parameter is out of range; the error wraps
// [solver.ErrParameter].
func (p Settings) Validate() error {
	share := func(name string, x float64) error { return solver.InRange(name, x, x >= 0 && x <= 1, "0 to 1") }
	return cmp.Or(
		solver.InRange("ants", p.Ants, p.Ants >= 1 && p.Ants <= MostAnts, fmt.Sprintf("1 to %d", MostAnts)),
		share("rho", p.Rho), share("xi", p.Xi), share("q0", p.Q0), share("bve", p.BVE),
		solver.InRange("tau0", p.Tau0, p.Tau0 >= 0 && !math.IsInf(p.Tau0, 1), "a positive number, or 0 for 1/c"),
	)
}

// Problem is what ants build solutions of.
type Problem interface {
	// Components is the number of components; the pheromone matrix has one
	// value for each.
	Components() int
	// Scale is c in τ0 = 1/c.
	Scale() int
	// NewAnt returns an ant. The colony makes its ants once a run and uses
	// them again in every iteration.
	NewAnt() Ant
}

// Ant builds one solution at a time. It belongs to one colony.
type Ant interface {
	// Reset starts a new solution.
	Reset(t *Trail)
	// Step is one turn: the ant adds at most one component, chosen by
	// [Trail.Choose] and reported to [Trail.Took]. It returns false when the
	// solution is finished.
	Step(t *Trail) bool
	// Cost judges the finished solution: 0 exactly when it solves the problem,
	// above 0 otherwise.
	Cost() float64
	// Chosen are the components of the solution, in the order of choice. The
	// colony reads the slice before the next Reset.
	Chosen() []int32
	// Board is the solution as a board, valid until the next Reset.
	Board() puzzle.Grid
}

// Colony is one run of the algorithm on one problem.
type Colony struct {
	Settings
	// Now are the settings from now on, which must be valid: it is asked before
	// every iteration. tau0 is that of the beginning. nil: those of [New].
	Now func() Settings

	Rules
	trail    Trail
	ants     []Ant
	active   []Ant
	best     []int32 // components of the best solution
	bestTau  float64 // τbest
	lowest   float64 // the lowest cost of the run
	board    puzzle.Grid
	problem  Problem
	restarts int64
	due      int       // steps until the meter is asked
	costs    []float64 // of the ants, for whoever watches
}

// New makes a colony. The parameters must be valid.
func New(p Settings, rules Rules, problem Problem, random *rand.PCG) *Colony {
	if err := p.Validate(); err != nil {
		panic("colony: " + err.Error())
	}
	if rules.guard == nil && rules.Custom() {
		rules = rules.Under(new(Guard))
	}
	c := &Colony{Settings: p, Rules: rules, problem: problem, lowest: math.Inf(1)}
	tau0 := p.Tau0
	if tau0 == 0 {
		tau0 = 1 / float64(problem.Scale())
	}
	c.trail = Trail{
		Tau: make([]float64, problem.Components()), Tau0: tau0, Random: random, components: problem.Components(),
		choose: rules.Choose, local: rules.LocalUpdate,
		chooses: rules.chooses, updates: rules.updates,
	}
	c.trail.set(p)
	c.trail.reset()
	c.best = make([]int32, 0, problem.Components())
	return c
}

// change takes other settings; ants that there are too many of go.
func (c *Colony) change(p Settings) {
	if p == c.Settings {
		return
	}
	c.Settings = p
	c.ants = c.ants[:min(len(c.ants), p.Ants)]
	c.trail.set(p)
}

// Best is the board of the lowest cost so far and that cost: a solution where
// it is 0. The board is a copy of the ant's; +Inf and the zero Grid before the
// first iteration.
func (c *Colony) Best() (board puzzle.Grid, cost float64) { return c.board, c.lowest }

// Run iterates until the problem is solved or the meter says stop, and returns
// the outcome before [solver.Meter.Finish].
func (c *Colony) Run(m *solver.Meter) solver.Outcome {
	for m.Continue() {
		if c.Iterate(m) {
			return solver.Outcome{Status: solver.Solved, Best: c.board, Cost: 0, Statistics: c.statistics()}
		}
	}
	out := solver.Outcome{Status: m.Undecided(), Best: c.board, Cost: c.lowest, Statistics: c.statistics()}
	if c.board.IsZero() {
		out.Cost = -1
	}
	return out
}

func (c *Colony) statistics() []solver.Statistic {
	if c.Restart == nil {
		return nil
	}
	return []solver.Statistic{{Name: "restarts", Value: float64(c.restarts)}}
}

// Iterate is one iteration; it returns true when an ant solved the problem. One
// within which the meter says that time ran out is abandoned: it counts for
// nothing, and the colony cannot go on. A rule that breaks is a panic with its [*RuleError].
func (c *Colony) Iterate(m *solver.Meter) (solved bool) {
	if c.guard == nil {
		return c.iterate(m)
	}
	c.guard.Run(func() { solved = c.iterate(m) })
	return solved
}

func (c *Colony) iterate(m *solver.Meter) bool {
	if c.Now != nil {
		c.change(c.Now())
	}
	if !c.construct(m) {
		return false
	}
	if c.chooses != nil {
		c.chooses.check(cmp.Or(c.updates, c.chooses), &c.trail)
	} else if c.updates != nil {
		c.updates.check(c.updates, &c.trail)
	}
	ant, cost := c.bestAnt(m)
	if ant == nil {
		return false
	}
	m.Evaluated(int64(len(c.ants)))
	if cost < c.lowest {
		c.lowest = cost
		c.board = ant.Board().Clone()
		m.Improved(cost, c.board, c.trail.Tau)
	}
	if cost > 0 {
		c.update(ant, cost)
	}
	if m.Watched() {
		c.costs = c.costs[:0]
		for _, ant := range c.ants {
			c.costs = append(c.costs, ant.Cost())
		}
		m.Members(c.costs)
		m.Iterated(cost, ant.Board(), c.trail.Tau)
	} else {
		m.Iterated(cost, puzzle.Grid{}, nil)
	}
	if cost > 0 && c.Restart != nil && c.Restart(State{
		Iterations: m.Iterations(), Evaluations: m.Evaluations(), Cost: cost, Best: c.lowest, TauBest: c.bestTau, Trail: &c.trail,
	}) {
		c.restarts++
		c.best, c.bestTau = c.best[:0], 0
		c.trail.reset()
	}
	return cost == 0
}

// askEvery is the number of steps after which the meter is asked, some hundred
// microseconds. To begin or to judge a solution counts as begin steps.
const (
	askEvery = 1 << 10
	begin    = 1 << 4
)

// expired says whether time ran out within the iteration.
func (c *Colony) expired(m *solver.Meter, steps int) bool {
	if c.due -= steps; c.due > 0 {
		return false
	}
	c.due = askEvery
	return m.Expired()
}

// construct lets all ants build, in turn, one component each. It makes the ants
// in the first iteration. It returns false where time ran out.
func (c *Colony) construct(m *solver.Meter) bool {
	t := &c.trail
	active := c.active[:0]
	for i := range c.Ants {
		if i == len(c.ants) {
			c.ants = append(c.ants, c.problem.NewAnt())
		}
		c.ants[i].Reset(t)
		active = append(active, c.ants[i])
		if c.expired(m, begin) {
			return false
		}
	}
	c.active = active
	for len(active) > 0 {
		still := active[:0]
		for i, ant := range active {
			if i%askEvery == 0 && c.expired(m, min(len(active)-i, askEvery)) {
				return false
			}
			if ant.Step(t) {
				still = append(still, ant)
			}
		}
		active = still
	}
	return true
}

// bestAnt is the ant of the lowest cost; nil where time ran out.
func (c *Colony) bestAnt(m *solver.Meter) (Ant, float64) {
	best, lowest := c.ants[0], c.ants[0].Cost()
	for _, ant := range c.ants[1:] {
		if cost := ant.Cost(); cost < lowest {
			best, lowest = ant, cost
		}
		if lowest > 0 && c.expired(m, begin) {
			return nil, 0
		}
	}
	return best, lowest
}

// update does the global update and the best-value evaporation.
func (c *Colony) update(ant Ant, cost float64) {
	deposit := 1 / cost
	if c.Deposit != nil {
		deposit = c.Deposit(cost)
	}
	if deposit > c.bestTau {
		c.bestTau = deposit
		c.best = append(c.best[:0], ant.Chosen()...)
	}
	if c.GlobalUpdate != nil {
		c.GlobalUpdate(&c.trail, c.best, c.bestTau)
	} else {
		tau, rho, amount := c.trail.Tau, c.Rho, c.bestTau
		for _, i := range c.best {
			tau[i] = float64((1-rho)*tau[i]) + float64(rho*amount)
		}
	}
	if c.Evaporate != nil {
		c.bestTau = c.Evaporate(c.bestTau)
	} else {
		c.bestTau *= 1 - c.BVE
	}
}
