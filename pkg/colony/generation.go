package colony

import (
	"cmp"
	"math"
	"slices"

	"formicary/pkg/puzzle"
)

// Generation is an iteration as an update rule sees it ([Rules.Update]), after the
// ants are done. There is one for each run, so that what a rule writes into its
// fields belongs to the run and is there in the next iteration.
type Generation struct {
	// Settings are those of the iteration, Tau0 with its value.
	Settings
	// Trail has the pheromone, which the rule writes, and the random source.
	Trail *Trail
	// Iteration counts from 1. Improved is the one that found Best, Begun the
	// first one since the colony began or began again.
	Iteration, Improved, Begun int64
	// Ants are the solutions of the iteration, the lowest cost first; of several
	// with one cost, that of the ant with the lowest number. A board that another colony
	// showed ([Parallel]) is one of them. They are valid during the call; [Solution.Clone] keeps one.
	Ants []Solution
	// Best has the lowest cost since Begun, the first of several.
	Best Solution
	// TauBest is the rule's own: the amount τbest of best-value evaporation,
	// which [State] and the outcome tell of. 0 at first.
	TauBest float64
	// Kept is the rule's own: solutions that it keeps from one iteration to the
	// next. Empty at first.
	Kept []Solution

	colony *Colony
}

// Solution is what an ant built.
type Solution struct {
	// Cost is above 0: the iteration that solves the problem updates nothing.
	Cost float64
	// Components are in the order of choice.
	Components []int32

	ant   Ant
	board puzzle.Grid
}

// Board is the solution as a board. It is to be read only.
func (s Solution) Board() puzzle.Grid {
	if s.ant != nil {
		return s.ant.Board()
	}
	return s.board
}

// Clone is a copy that stays valid.
func (s Solution) Clone() Solution {
	return Solution{Cost: s.Cost, Components: slices.Clone(s.Components), board: s.Board().Clone()}
}

// Delta is Δτ, what a solution of a cost deposits: the rule Deposit, or 1/cost.
func (g *Generation) Delta(cost float64) float64 {
	if deposit := g.colony.Deposit; deposit != nil {
		return deposit(cost)
	}
	return 1 / cost
}

// BestValue is the paper's update rule: steps 5 to 7 of the package comment.
func (g *Generation) BestValue() {
	if deposit := g.Delta(g.Ants[0].Cost); deposit > g.TauBest {
		g.TauBest, g.Kept = deposit, []Solution{g.Ants[0].Clone()}
	}
	follow(g.Trail.Tau, g.Kept[0].Components, g.Rho, g.TauBest)
	g.TauBest *= 1 - g.BVE
}

// Evaporate multiplies all pheromone by 1-rho.
func (g *Generation) Evaporate(rho float64) {
	for i := range g.Trail.Tau {
		g.Trail.Tau[i] *= 1 - rho
	}
}

// Lay adds an amount of pheromone to each component of a solution.
func (g *Generation) Lay(s Solution, amount float64) {
	for _, i := range s.Components {
		g.Trail.Tau[i] += float64(amount)
	}
}

// Bound brings all pheromone between two bounds.
func (g *Generation) Bound(least, most float64) {
	for i, tau := range g.Trail.Tau {
		g.Trail.Tau[i] = min(max(tau, least), most)
	}
}

// Fill makes all pheromone one amount.
func (g *Generation) Fill(tau float64) {
	for i := range g.Trail.Tau {
		g.Trail.Tau[i] = tau
	}
}

// Restart begins again: all pheromone at τ0, no best solution and none kept. The
// run's own best board stays.
func (g *Generation) Restart() {
	g.colony.restart()
	g.Trail.reset()
}

// see brings the generation up to date. It is called in every iteration that has an
// update rule.
func (g *Generation) see(c *Colony) {
	g.Settings, g.Iteration = c.Settings, c.iteration
	g.Tau0 = c.trail.Tau0
	g.Ants = g.Ants[:0]
	for i, ant := range c.ants {
		g.Ants = append(g.Ants, Solution{Cost: c.costs[i], Components: ant.Chosen(), ant: ant})
	}
	if c.shown != nil {
		g.Ants = append(g.Ants, *c.shown)
		c.shown = nil
	}
	slices.SortStableFunc(g.Ants, func(a, b Solution) int { return cmp.Compare(a.Cost, b.Cost) })
	g.keep(g.Ants[0], g.Iteration)
}

// keep makes a solution of an iteration the best one, if it is better.
func (g *Generation) keep(s Solution, iteration int64) {
	if s.Cost < g.Best.Cost {
		g.Best, g.Improved = s.Clone(), iteration
	}
}

// restart forgets what was learnt but for the pheromone.
func (c *Colony) restart() {
	c.restarts++
	c.best = c.best[:0]
	g := &c.generation
	g.Best, g.TauBest, g.Kept = Solution{Cost: math.Inf(1)}, 0, nil
	g.Begun, g.Improved = c.iteration+1, c.iteration
}
