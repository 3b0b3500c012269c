package stats

import (
	"cmp"
	"math"
	"slices"
)

// Correction is a way to correct p-values for having made many tests.
type Correction int

const (
	// Holm's, the default, holds whatever the tests have to do with each other.
	Holm Correction = iota
	// Shaffer's is Holm's for all pairs of engines, a little sharper.
	Shaffer
	// BenjaminiHochberg bounds the share of false discoveries.
	BenjaminiHochberg
	// NoCorrection leaves p-values as they are.
	NoCorrection
)

// String names the correction.
func (c Correction) String() string {
	switch c {
	case Holm:
		return "Holm"
	case Shaffer:
		return "Shaffer"
	case BenjaminiHochberg:
		return "Benjamini–Hochberg"
	case NoCorrection:
		return "none"
	}
	panic("stats: no such correction")
}

// Apply corrects p-values. Shaffer's takes them for those of all pairs of
// something, and panics where their number is not k(k−1)/2.
func (c Correction) Apply(p []float64) []float64 {
	switch c {
	case Holm:
		return holm(p)
	case Shaffer:
		return shaffer(p)
	case BenjaminiHochberg:
		return benjaminiHochberg(p)
	case NoCorrection:
		return slices.Clone(p)
	}
	panic("stats: no such correction")
}

// rising are the places of p-values from the smallest on. It panics where one
// is no probability.
func rising(p []float64) []int {
	order := make([]int, len(p))
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			panic("stats: a p-value is not between 0 and 1")
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return order
}

// down multiplies the p-values, from the smallest on, by times(i) and lets none
// be smaller than the one before.
func down(p []float64, times func(i int) float64) []float64 {
	out := make([]float64, len(p))
	last := 0.0
	for i, at := range rising(p) {
		last = max(last, min(1, times(i)*p[at]))
		out[at] = last
	}
	return out
}

// holm corrects p-values so that the chance of calling any true hypothesis
// false is at most the level, whatever the tests have to do with each other:
// S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6 (1979), 65–70.
func holm(p []float64) []float64 {
	return down(p, func(i int) float64 { return float64(len(p) - i) })
}

// shaffer corrects the p-values of all pairs of k treatments as [holm] does,
// but by the largest number of pairs that can still be equal, for equality is
// transitive: J. P. Shaffer, "Modified sequentially rejective multiple test
// procedures", Journal of the American Statistical Association 81 (1986),
// 826–831, procedure S1. It panics where there are not k(k−1)/2 p-values.
func shaffer(p []float64) []float64 {
	k := int(math.Round((1 + math.Sqrt(1+8*float64(len(p)))) / 2))
	if k*(k-1)/2 != len(p) {
		panic("stats: Shaffer's correction is for all pairs of k treatments")
	}
	can := equalPairs(k)
	return down(p, func(i int) float64 {
		at, exact := slices.BinarySearch(can, len(p)-i)
		if !exact {
			at--
		}
		return float64(can[at])
	})
}

// equalPairs are the numbers of pairs of k treatments that can be equal at a
// time, rising: Shaffer's recursion over the size of the largest class.
func equalPairs(k int) []int {
	sets := make([][]int, k+1)
	sets[0] = []int{0}
	for n := 1; n <= k; n++ {
		for class := 1; class <= n; class++ {
			for _, rest := range sets[n-class] {
				sets[n] = append(sets[n], class*(class-1)/2+rest)
			}
		}
		slices.Sort(sets[n])
		sets[n] = slices.Compact(sets[n])
	}
	return sets[k]
}

// benjaminiHochberg corrects p-values so that among those called significant
// the expected share of true hypotheses is at most the level, for tests that
// are independent or positively dependent: Y. Benjamini and Y. Hochberg,
// "Controlling the false discovery rate", Journal of the Royal Statistical
// Society B 57 (1995), 289–300.
func benjaminiHochberg(p []float64) []float64 {
	out := make([]float64, len(p))
	order := rising(p)
	last := 1.0
	for i := len(order) - 1; i >= 0; i-- {
		last = min(last, p[order[i]]*float64(len(p))/float64(i+1))
		out[order[i]] = last
	}
	return out
}
