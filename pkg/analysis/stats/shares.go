package stats

import (
	"cmp"
	"math"
	"slices"
)

// Shapley are the Shapley values of players, of which a set is worth the least of its costs, and none the largest of all.
// Ordered from the largest cost on, each step downward is gained by the sets with any of the players from there on, which
// share it equally (the airport game of S. C. Littlechild and G. Owen, "A simple expression for the Shapley value in a
// special case", Management Science 20 (1973), 370–372).
func Shapley(costs []float64) []float64 {
	order := make([]int, len(costs))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	out := make([]float64, len(costs))
	value := 0.0
	for i, j := range order {
		if i > 0 {
			value += math.Abs(costs[j]-costs[order[i-1]]) / float64(len(order)-i)
		}
		out[j] = value
	}
	return out
}

// Cliques are the largest sets of two and more of which all pairs are alike,
// each rising, in the order of their first members.
func Cliques(alike [][]bool) (out [][]int) {
	// Each set is made by its members in rising order, and kept where nobody
	// outside could join.
	var grow func(set []int)
	grow = func(set []int) {
		joins := func(b int) bool {
			return !slices.Contains(set, b) && !slices.ContainsFunc(set, func(a int) bool { return !alike[a][b] })
		}
		largest := true
		for b := range alike {
			if joins(b) {
				largest = false
				if b > set[len(set)-1] {
					grow(append(slices.Clip(set), b))
				}
			}
		}
		if largest && len(set) > 1 {
			out = append(out, set)
		}
	}
	for a := range alike {
		grow([]int{a})
	}
	return out
}
