package stats

import (
	"cmp"
	"slices"
)

// Holm corrects p-values so that the chance of calling any true hypothesis false is at most the level,
// however the tests depend on each other: S. Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6 (1979), 65–70. It panics where one is no
// probability.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			panic("stats: a p-value is not between 0 and 1")
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out, last := make([]float64, len(p)), 0.0
	for i, at := range order {
		last = max(last, min(1, float64(len(p)-i)*p[at]))
		out[at] = last
	}
	return out
}
