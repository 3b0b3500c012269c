// Package family has the best known families of ant colony algorithms as update
// rules of package colony: what the ants of an iteration leave for those of the
// next. A family is a value whose fields are its parameters; its method Update
// is assigned to [colony.Rules]:
//
//	s := acs.Named("rank-based")
//	s.Q0, s.Xi, s.Rho = 0, 0, 0.1
//	s.Update = family.RankBased{Ranks: 6}.Update
//
// Where a paper has more than one variant, the text of the type says which one
// this is. Δτ is [colony.Generation.Delta]: 1/cost where no rule replaces it.
//
// Its opinion: families differ in what they lay down, and that is all that is
// here. How ants choose stays with [colony.Settings]: all families but the two
// Ant Colony Systems have no greedy choice (q0 = 0) and no local update (ξ = 0),
// and [Settings] has what their papers recommend. So any family can be tried
// with the greedy choice of another. Where only ratios of pheromone count
// (q0 = ξ = 0), the initial amount is of no consequence but beside what is laid
// down later; families that prescribe it set it in their first iteration.
//
// Its limits: no family changes how an ant builds, so the local search that some
// papers combine with theirs is not here (see [colony.Improver]).
package family

import (
	"math"

	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// AntSystem is Ant System: all pheromone evaporates, and every ant lays down Δτ of
// its cost (M. Dorigo, V. Maniezzo and A. Colorni, "Ant System: optimization by a
// colony of cooperating agents", IEEE Transactions on Systems, Man, and
// Cybernetics B 26(1), 1996: ant-cycle).
type AntSystem struct{}

// Update is the update rule.
func (AntSystem) Update(g *colony.Generation) { Elitist{}.Update(g) }

// Elitist is Ant System with an elitist strategy: the best solution so far is laid
// down besides, as by so many more ants (the same paper, section IV.D).
type Elitist struct {
	// Elitists is e, the weight of the best solution, at least 0.
	Elitists float64
}

// Update is the update rule.
func (f Elitist) Update(g *colony.Generation) {
	g.Evaporate(g.Rho)
	for _, s := range g.Ants {
		g.Lay(s, g.Delta(s.Cost))
	}
	g.Lay(g.Best, f.Elitists*g.Delta(g.Best.Cost))
}

// RankBased is rank-based Ant System: the best ants of the iteration lay down
// pheromone by rank, the best solution so far most (B. Bullnheimer, R. F. Hartl and
// C. Strauss, "A new rank-based version of the Ant System", Central European Journal
// of Operations Research 7(1), 1999).
type RankBased struct {
	// Ranks is w, the weight of the best solution so far, at least 1; the ant of
	// rank r has the weight w-r.
	Ranks int
}

// Update is the update rule.
func (f RankBased) Update(g *colony.Generation) {
	g.Evaporate(g.Rho)
	for i, s := range g.Ants[:min(f.Ranks-1, len(g.Ants))] {
		g.Lay(s, float64(float64(f.Ranks-1-i)*g.Delta(s.Cost)))
	}
	g.Lay(g.Best, float64(f.Ranks)*g.Delta(g.Best.Cost))
}

// MaxMin is MAX–MIN Ant System: only one solution lays down pheromone, and all
// pheromone is kept between two bounds, above which it begins (T. Stützle and H. H.
// Hoos, "MAX–MIN Ant System", Future Generation Computer Systems 16(8), 2000). The
// bounds follow the best cost: τmax = Δτ/ρ, and τmin so that ants which only
// follow the strongest pheromone build the best solution with probability PBest
// (equations 9 and 11). ρ is to be above 0.
type MaxMin struct {
	// PBest is the probability of the best solution at convergence, 0 to 1.
	PBest float64
	// Choices is avg, the number of candidates that an ant has at a choice on
	// average, above 1. (The paper has n/2 for a tour of n towns.)
	Choices float64
	// BestEvery says that the best solution so far lays down the pheromone in every
	// so manieth iteration, that of the iteration otherwise; 0 means never.
	BestEvery int
	// Stagnation is the number of iterations without a better solution after which
	// pheromone is smoothed; 0 means never.
	Stagnation int
	// Smoothing is δ, 0 to 1: how far smoothing raises pheromone towards τmax
	// (equation 14). 1 begins again, without a best solution.
	Smoothing float64
}

// Update is the update rule.
func (f MaxMin) Update(g *colony.Generation) {
	s := g.Ants[0]
	if f.BestEvery > 0 && g.Iteration%int64(f.BestEvery) == 0 {
		s = g.Best
	}
	most := g.Delta(g.Best.Cost) / g.Rho
	if since := g.Iteration - max(g.Improved, g.Begun); f.Stagnation > 0 && since > 0 && since%int64(f.Stagnation) == 0 {
		if f.Smoothing == 1 {
			g.Restart()
			g.Fill(most)
			return
		}
		for i, tau := range g.Trail.Tau {
			g.Trail.Tau[i] += float64(f.Smoothing * (most - tau))
		}
	}
	if g.Iteration == g.Begun {
		g.Fill(most)
	}
	g.Evaporate(g.Rho)
	g.Lay(s, g.Delta(s.Cost))
	g.Bound(f.least(most, len(s.Components)), most)
}

// least is τmin for solutions of n choices.
func (f MaxMin) least(most float64, n int) float64 {
	p := solver.Exp(solver.Log(f.PBest) / float64(max(n, 1))) // of the right choice, every time
	return min(most*(1-p)/((f.Choices-1)*p), most)
}

// BestWorst is Best–Worst Ant System: the best solution so far lays down pheromone,
// what only the worst of the iteration took evaporates once more, pheromone mutates,
// and the colony begins again where best and worst are nearly the same (O. Cordón, I.
// Fernández de Viana, F. Herrera and L. Moreno, "A new ACO model integrating
// evolutionary computation concepts: the Best–Worst Ant System", ANTS 2000).
type BestWorst struct {
	// Mutation is Pm, the probability that the pheromone of a component mutates,
	// 0 to 1.
	Mutation float64
	// Strength is σ: a mutation adds or takes σ times the mean pheromone of the best
	// solution, by and by, at least 0.
	Strength float64
	// Horizon is the number of iterations since the colony began after which mutations
	// have their full strength, at least 1. (The paper has the length of the run.)
	Horizon int
	// Alike is the share of the worst solution's components that are not in the best
	// one at which the colony begins again, 0 to 1; 0 means where all are.
	Alike float64
}

// Update is the update rule.
func (f BestWorst) Update(g *colony.Generation) {
	tau, worst := g.Trail.Tau, g.Ants[len(g.Ants)-1]
	g.Evaporate(g.Rho)
	g.Lay(g.Best, g.Delta(g.Best.Cost))
	in := make([]bool, len(tau))
	mean := 0.0
	for _, i := range g.Best.Components {
		in[i] = true
		mean += tau[i]
	}
	mean /= float64(max(len(g.Best.Components), 1))
	others := 0
	for _, i := range worst.Components {
		if !in[i] {
			tau[i] *= 1 - g.Rho
			others++
		}
	}
	if float64(others) <= f.Alike*float64(len(worst.Components)) {
		g.Restart()
		return
	}
	step := float64(f.Strength * mean * min(float64(g.Iteration-g.Begun)/float64(f.Horizon), 1))
	for i := range tau {
		if g.Trail.Float64() >= f.Mutation {
			continue
		}
		if g.Trail.Intn(2) == 0 {
			tau[i] += step
		} else {
			tau[i] = max(tau[i]-step, smallest)
		}
	}
}

// smallest is what a mutation leaves at least: no component is lost for good.
const smallest = 1e-9

// System is Ant Colony System: only the components of the best solution so far
// evaporate and are laid down on (M. Dorigo and L. M. Gambardella, "Ant Colony System",
// IEEE Transactions on Evolutionary Computation 1(1), 1997, equation 4).
type System struct{}

// Update is the update rule.
func (System) Update(g *colony.Generation) { follow(g, g.Best, g.Delta(g.Best.Cost)) }

// BestValue is Ant Colony System with best-value evaporation, the rule of package
// colony where no other is assigned: the amount of the best solution evaporates, so
// that a worse one may replace it (H. Lloyd and M. Amos, "Solving Sudoku with Ant
// Colony Optimization", 2018). The fraction is [colony.Settings.BVE].
type BestValue struct{}

// Update is the update rule.
func (BestValue) Update(g *colony.Generation) { g.BestValue() }

// follow moves the pheromone of a solution's components towards an amount.
func follow(g *colony.Generation, s colony.Solution, amount float64) {
	tau := g.Trail.Tau
	for _, i := range s.Components {
		tau[i] = float64((1-g.Rho)*tau[i]) + float64(g.Rho*amount)
	}
}

// Population is population-based ant colony optimization: pheromone is what the best
// solutions of the last iterations say, the oldest of which goes when one comes; nothing
// evaporates (M. Guntsch and M. Middendorf, "A population based approach for ACO",
// EvoWorkshops 2002: the age-based strategy).
type Population struct {
	// Size is k, the number of solutions, at least 1.
	Size int
	// Most is τmax, in units of τ0, above 1: what a component has that is in all of
	// them.
	Most float64
}

// Update is the update rule.
func (f Population) Update(g *colony.Generation) {
	if len(g.Kept) >= f.Size {
		g.Kept = g.Kept[len(g.Kept)-f.Size+1:]
	}
	g.Kept = append(g.Kept, g.Ants[0].Clone())
	g.Fill(g.Tau0)
	for _, s := range g.Kept {
		g.Lay(s, (f.Most-1)*g.Tau0/float64(f.Size))
	}
}

// HyperCube is Ant System in the hyper-cube framework: pheromone moves towards the mean
// of the ants' solutions, weighted by Δτ, and stays between 0 and 1 (C. Blum and M. Dorigo,
// "The hyper-cube framework for ant colony optimization", IEEE Transactions on Systems, Man,
// and Cybernetics B 34(2), 2004, equation 8).
type HyperCube struct{}

// Update is the update rule.
func (HyperCube) Update(g *colony.Generation) {
	if g.Iteration == g.Begun {
		g.Fill(0.5)
	}
	sum := 0.0
	for _, s := range g.Ants {
		sum += g.Delta(s.Cost)
	}
	if sum == 0 || math.IsInf(sum, 1) {
		return
	}
	g.Evaporate(g.Rho)
	for _, s := range g.Ants {
		g.Lay(s, g.Rho*g.Delta(s.Cost)/sum)
	}
}
