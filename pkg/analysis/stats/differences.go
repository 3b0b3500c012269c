package stats

import (
	"cmp"
	"math"
	"slices"
)

// resolution is how far two numbers may lie apart, relative to the larger one,
// and still be one number that was rounded on two ways: four units in the last
// place or more. Rates k/n are as fine as that only with a hundred million runs.
const resolution = 0x1p-50

// Differences are those of pairs, first less second, with rounding noise taken
// out: 0.8−0.6 and 0.4−0.2 are one number, as are their opposites in size, and
// 0.1+0.2 does not differ from 0.3. Differences whose sizes lie within the
// resolution of the larger number of their pairs are set to the smallest of
// them. Infinite numbers are allowed; equal ones do not differ. A pair without a
// number has NaN in its place.
func Differences(first, second []float64) []float64 {
	differences, noise := make([]float64, len(first)), make([]float64, len(first))
	for i, a := range first {
		if b := second[i]; a != b {
			differences[i] = a - b
			noise[i] = resolution * max(math.Abs(a), math.Abs(b))
		}
	}
	return snap(differences, noise)
}

// LogRatios are the differences of the logarithms of pairs, without rounding
// noise as [Differences]. It is for numbers above 0, +Inf included, and has NaN in
// the place of a pair without a number.
func LogRatios(first, second []float64) []float64 {
	ratios, noise := make([]float64, len(first)), make([]float64, len(first))
	for i, a := range first {
		if b := second[i]; a != b {
			x, y := math.Log(a), math.Log(b)
			ratios[i] = x - y
			noise[i] = 2 * resolution * max(1, math.Abs(x), math.Abs(y))
		}
	}
	return snap(ratios, noise)
}

// snap sets values that lie within their noise of 0 to 0, and values whose
// sizes follow each other within their noise to one size.
func snap(values, noise []float64) []float64 {
	order := make([]int, 0, len(values))
	for i, v := range values {
		switch {
		case math.Abs(v) > noise[i] || math.IsInf(v, 0):
			order = append(order, i)
		case v == v:
			values[i] = 0
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(values[a]), math.Abs(values[b])) })
	var least, last float64
	for at, i := range order {
		size := math.Abs(values[i])
		if at == 0 || !(size-last <= max(noise[i], noise[order[at-1]])) || math.IsInf(size, 0) {
			least = size
		}
		last = size
		values[i] = math.Copysign(least, values[i])
	}
	return values
}
