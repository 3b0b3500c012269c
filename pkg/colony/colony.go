// Package colony is the Ant Colony System of Dorigo and Gambardella ("Ant
// Colony System: a cooperative learning approach to the traveling salesman
// problem", IEEE Transactions on Evolutionary Computation 1(1), 1997) with the
// best-value evaporation of Lloyd and Amos ("Solving Sudoku with Ant Colony
// Optimisation", 2018). It knows no puzzle: a
// [Problem] gives it ants, and an [Ant] builds one solution, component by
// component.
//
// One iteration, in order:
//
//  1. Every ant starts a new solution.
//  2. Ants take turns, in a fixed order, one component a turn, until all are
//     finished. They share one pheromone matrix, and the local update acts at
//     once: an ant sees what the ant before it did.
//  3. Ants that can improve their finished boards do ([Improver]).
//  4. The ant with the lowest cost is the best of the iteration; of several,
//     the first.
//  5. Its deposit Δτ = 1/cost replaces the best deposit so far, τbest, where
//     it is larger, and then its components become the best solution.
//  6. Global update on the components of the best solution, with τbest.
//  7. Best-value evaporation of τbest, so that a worse solution may become the
//     best one later.
//
// Other families of ant colonies stand in place of 5 to 7 ([Rules.Update]); package
// colony/family has them.
//
// Its opinion: every rule is a field ([Rules], [Hooks]) that one func replaces, and
// a nil field costs nothing: the paper's rule is then compiled in. Several colonies at
// the same time are a setting ([Parallel]). Its limits: a colony has one thread, and
// colonies exchange boards, no pheromone.
package colony

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

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

// Mapped is a problem whose components are not the cells of the board, each with as many
// values: it says what they are, so that pheromone can be drawn.
type Mapped interface {
	Problem
	Layout() solver.Layout
}

// Refuted is a problem that may turn out, while ants build, to have no solution: the run ends as
// unsolvable after the iteration in which it says so.
type Refuted interface {
	Problem
	Refuted() bool
}

// Improver is an ant that improves its finished board, such as by local search,
// before its cost is asked for.
type Improver interface {
	Ant
	// Improve changes the solution, so that Cost, Chosen and Board tell of the
	// changed one. It judges budget boards at most, at least 1, and returns how
	// many it did: they count as evaluations of the run. It takes random numbers
	// from t, and may write its pheromone. One that takes long asks [Trail.Expired].
	Improve(t *Trail, budget int) (evaluations int)
}

// Colony is one run of the algorithm on one problem.
type Colony struct {
	Settings
	// Now are the settings from now on, which must be valid: it is asked before
	// every iteration. tau0 is that of the beginning. nil: those of [New].
	Now func() Settings

	Rules
	trail   Trail
	problem Problem
	members
	bestKnown
	progress
	knobs    *solver.Knobs // of the engine; nil without one
	improves *Rule         // Improve, where it is counted
}

// members are the ants.
type members struct {
	ants   []Ant
	active []Ant
	costs  []float64 // of the ants
	lead   Solution  // the best ant's of the iteration
	shown  *Solution // by another colony, for the next iteration
}

// bestKnown is what the colony follows, and the best board of the run.
type bestKnown struct {
	best   []int32 // components of the best solution
	lowest float64 // the lowest cost of the run
	board  puzzle.Grid
}

// progress is how far the run is.
type progress struct {
	generation Generation // with τbest
	iteration  int64      // from 1
	restarts   int64
	due        int // steps until the meter is asked
}

// New makes a colony. The parameters must be valid.
func New(p Settings, rules Rules, problem Problem, random *rand.PCG) *Colony {
	if err := p.Table().Validate(); err != nil {
		panic("colony: " + err.Error())
	}
	if rules.guard == nil && rules.Custom() {
		rules = rules.Under(new(Guard))
	}
	c := &Colony{Settings: p, Rules: rules, problem: problem, bestKnown: bestKnown{lowest: math.Inf(1)}}
	tau0 := p.Tau0
	if tau0 == 0 {
		tau0 = 1 / float64(problem.Scale())
	}
	c.trail = Trail{
		Tau: make([]float64, problem.Components()), Tau0: tau0, Random: random, components: problem.Components(),
		replaced: replaced{rules.Choose, rules.LocalUpdate, rules.chooses, rules.updates},
	}
	c.trail.set(p)
	c.trail.reset()
	c.best = make([]int32, 0, problem.Components())
	c.generation = Generation{Trail: &c.trail, Begun: 1, Best: Solution{Cost: math.Inf(1)}, colony: c}
	if rules.guard != nil {
		rules.guard.colony, c.improves = c, rules.guard.named("Improve")
	}
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
		before := m.Iterations()
		if c.Iterate(m) {
			return solver.Outcome{Status: solver.Solved, Best: c.board, Cost: 0, Statistics: c.statistics()}
		}
		if r, ok := c.problem.(Refuted); ok && r.Refuted() && m.Iterations() > before {
			return solver.Outcome{Status: solver.Unsolvable, Cost: -1, Statistics: c.statistics()}
		}
	}
	out := solver.Outcome{Status: m.Undecided(), Best: c.board, Cost: c.lowest, Statistics: c.statistics()}
	if c.board.IsZero() {
		out.Cost = -1
	}
	return out
}

func (c *Colony) statistics() []solver.Statistic {
	if c.Restart == nil && c.Update == nil {
		return nil
	}
	return restarts(c.restarts)
}

func restarts(n int64) []solver.Statistic {
	return []solver.Statistic{{Name: "restarts", Value: float64(n)}}
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
	if c.knobs != nil {
		c.knobs.Act()
	}
	c.iteration++
	c.trail.meter = m
	if mapped, ok := c.problem.(Mapped); ok && m.Watched() {
		m.Layout = mapped.Layout()
	}
	if !c.construct(m) {
		return false
	}
	improved, ok := c.improve(m)
	if !ok {
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
	c.lead = Solution{Cost: cost, ant: ant}
	m.Evaluated(int64(len(c.ants)) + improved)
	if cost < c.lowest {
		c.lowest = cost
		c.board = ant.Board().Clone()
		m.Improved(cost, c.board, c.trail.Tau)
	}
	if cost > 0 {
		c.update(ant, cost)
	}
	if m.Watched() {
		m.Members(c.costs)
		m.Iterated(cost, ant.Board(), c.trail.Tau)
	} else {
		m.Iterated(cost, puzzle.Grid{}, nil)
	}
	if cost > 0 && c.Restart != nil && c.Restart(State{
		Iterations: m.Iterations(), Evaluations: m.Evaluations(), Cost: cost, Best: c.lowest, TauBest: c.generation.TauBest, Trail: &c.trail,
	}) {
		c.generation.Restart()
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
			if i%askEvery == 0 && (t.over || c.expired(m, min(len(active)-i, askEvery))) {
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

// improve lets the ants improve their boards, one after the other, and returns how
// many boards they judged on the way; false where time ran out.
func (c *Colony) improve(m *solver.Meter) (evaluations int64, ok bool) {
	left := m.Left() - int64(len(c.ants))
	for _, ant := range c.ants {
		improver, ok := ant.(Improver)
		if !ok || left <= evaluations {
			continue
		}
		var before []int32
		if c.improves != nil {
			before = slices.Clone(ant.Chosen())
		}
		n := improver.Improve(&c.trail, int(min(int64(c.effort()), left-evaluations)))
		if c.improves != nil {
			c.improves.count(!slices.Equal(before, ant.Chosen()))
		}
		evaluations += int64(n)
		if c.trail.over || n > 0 && c.expired(m, begin+n) {
			return 0, false
		}
	}
	return evaluations, true
}

// effort is the budget of an ant's Improve.
func (c *Colony) effort() int { return cmp.Or(c.Effort, c.problem.Components()) }

// bestAnt is the ant of the lowest cost; nil where time ran out. It notes the costs
// of all ants.
func (c *Colony) bestAnt(m *solver.Meter) (Ant, float64) {
	c.costs = c.costs[:0]
	var best Ant
	lowest := math.Inf(1)
	for i, ant := range c.ants {
		cost := ant.Cost()
		c.costs = append(c.costs, cost)
		if best == nil || cost < lowest {
			best, lowest = ant, cost
		}
		if i > 0 && lowest > 0 && c.expired(m, begin) {
			return nil, 0
		}
	}
	return best, lowest
}

// update lets the colony learn from an iteration whose best ant did not solve the
// problem: by the update rule, or by the paper's global update and best-value
// evaporation.
func (c *Colony) update(ant Ant, cost float64) {
	g := &c.generation
	if c.Update != nil {
		g.see(c)
		c.Update(g)
		return
	}
	learnt := Solution{Cost: cost, Components: ant.Chosen(), ant: ant}
	if c.Several() && c.Exchange != None {
		learnt = c.learn(learnt)
	}
	if deposit := g.Delta(learnt.Cost); deposit > g.TauBest {
		g.TauBest = deposit
		c.best = append(c.best[:0], learnt.Components...)
	}
	if c.GlobalUpdate != nil {
		c.GlobalUpdate(&c.trail, c.best, g.TauBest)
	} else {
		follow(c.trail.Tau, c.best, c.Rho, g.TauBest)
	}
	if c.Evaporate != nil {
		g.TauBest = c.Evaporate(g.TauBest)
	} else {
		g.TauBest *= 1 - c.BVE
	}
}
