package study

import (
	"cmp"
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe/acs"
)

// rules are changes of the Nurikabe ants that are funcs, by the names that studies.json
// has: those of notebook 40, word for word, restarts, the ideas of [attract] to [adapt], and
// the readings of schemes 4 and 5 ([distance]).
var rules = map[string]func(*acs.Solver){
	"first-in-list":     takeFirst,
	"breaking":          breakBlocks,
	"bounded":           boundPheromone,
	"blocks-cost-twice": weighBlocks,
	"larger-of-two":     largerOfTwo,

	"cutoff-17":  cutoff(17),
	"cutoff-50":  cutoff(50),
	"cutoff-100": cutoff(100),
	"cutoff-200": cutoff(200),
	"cutoff-400": cutoff(400),
	"luby":       luby,

	"η-blocks":         attract(2, breaking),
	"η-wall":           attract(1, wallKept),
	"η-near":           attract(1, near),
	"η-far":            attract(1, far),
	"η-apart":          attract(1, apart),
	"most-constrained": mostConstrained,
	"look-ahead":       lookAhead,
	"move-leaf":        repair(moveLeaf),
	"regrow":           repair(regrow),
	"smoothed":         smooth,
	"begin-again":      beginAgain(0),
	"begin-again-5":    beginAgain(5),
	"weigh-1-2":        weigh(1, 2),
	"weigh-2-1":        weigh(2, 1),
	"adaptive":         adapt,

	"nearest-cell": distance{from: nearestCell}.order,
	"last-cell":    distance{from: lastCell}.order,
	"first-island": distance{from: firstIsland}.order,
	"euclidean":    distance{from: previousOnly, euclidean: true}.order,
	"random-ties":  distance{from: previousOnly, randomTie: true}.order,
	"skip-ones":    distance{from: previousOnly, skipOnes: true}.order,
}

// takeFirst breaks ties of the greedy choice by the place in the list.
func takeFirst(rule *acs.Solver) {
	rule.Choose = func(t *colony.Trail, list []int32) int {
		if !t.GreedyTurn() {
			return t.ChooseRoulette(list)
		}
		most := slices.MaxFunc(list, func(a, b int32) int { return cmp.Compare(t.Tau[a], t.Tau[b]) })
		return slices.Index(list, most) // the first of several
	}
}

// breakBlocks keeps candidates that break up a 2×2 block as long as there are
// any.
func breakBlocks(rule *acs.Solver) {
	rule.Filter = func(v *acs.View, cells []int32) []int32 {
		breaking := slices.DeleteFunc(slices.Clone(cells), func(cell int32) bool { return v.Breaks(cell) == 0 })
		if len(breaking) == 0 {
			return cells
		}
		return breaking
	}
}

// boundPheromone keeps pheromone between the value that the best deposit leads
// to and a twentieth of it, as MAX–MIN Ant System does (Stützle and Hoos, 2000).
func boundPheromone(rule *acs.Solver) {
	rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {
		for _, cell := range best {
			t.Tau[cell] += float64(rule.Rho * (amount - t.Tau[cell]))
		}
		high := max(amount, t.Tau0)
		for cell, tau := range t.Tau {
			t.Tau[cell] = min(max(tau, high/20), high)
		}
	}
}

// weighBlocks counts a block as two missing cells.
func weighBlocks(rule *acs.Solver) {
	rule.Cost = func(v *acs.View) float64 { return float64(v.Missing() + 2*v.Blocks()) }
}

// largerOfTwo visits the island with the larger clue of two that are drawn.
func largerOfTwo(rule *acs.Solver) {
	rule.Order = func(v *acs.View, left []int32) int {
		i, j := v.Intn(len(left)), v.Intn(len(left))
		if v.Clue(left[j]) > v.Clue(left[i]) {
			return j
		}
		return i
	}
}

// cutoff begins again after every so many iterations.
func cutoff(iterations int64) func(*acs.Solver) {
	return func(s *acs.Solver) {
		s.Restart = func(s colony.State) bool { return s.Iterations%iterations == 0 }
	}
}

// luby begins again by Luby's sequence, in units of 50 iterations.
func luby(s *acs.Solver) {
	s.Restart = func(s colony.State) bool {
		end := int64(0)
		for i := int64(1); end < s.Iterations; i++ {
			end += 50 * lubyTerm(i)
		}
		return end == s.Iterations
	}
}

// lubyTerm is term i of the sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and
// Zuckerman (1993), from 1.
func lubyTerm(i int64) int64 {
	for k := int64(1); ; k *= 2 {
		if i == 2*k-1 {
			return k
		} else if i < 2*k-1 {
			return lubyTerm(i - k + 1)
		}
	}
}
