// Package stats has the statistics that gonum lacks: rank tests, tests of paired outcomes, corrections
// for many comparisons, the bootstrap, and regressions with robust errors. It has intervals of means
// of bounded numbers and of effect sizes. It works on plain numbers and knows no records.
//
// **Design**: a test says which method it used ([Test.Method]), how many
// values took part, and what makes it weak ([Test.Warnings]). Distributions are
// exact, ties included, as long as that takes milliseconds, and approximate
// beyond; the choice depends on the numbers of values and on nothing else. All
// p-values are two-sided. Nothing random happens without a seed. Where there is
// nothing to test, p is 1 and a warning says so: silence is no evidence. Where a
// regression fits all values, nothing is known of their spread: its intervals have no
// ends.
//
// **Limits**: values are independent of each other, apart from the pairs, blocks
// and units that a test is given. A value of NaN is missing: it is left out, with
// its pair or unit, and never counted; tests of blocks leave its block out and say
// so. [Differences] and [LogRatios] have a place for each pair and leave NaN in
// it, [Ranks] refuses it. Counts, rates, levels and p-values are never missing: NaN
// panics. Infinite values are allowed where only ranks matter.
package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Test is what came of a test.
type Test struct {
	// Method names the test and how its p-value was computed, such as
	// "Mann–Whitney, exact".
	Method string
	// Statistic is the value of the test's statistic, which the func defines.
	Statistic float64
	// Freedom are the degrees of freedom: none, those of χ² or Student's t, or
	// the two of F.
	Freedom []float64
	// P is the two-sided p-value: how often a difference at least as large
	// occurs by chance where there is none. It is above 0: one below the smallest
	// number that there is (5e-324) is that number.
	P float64
	// N is the number of values, pairs or blocks that took part; those that
	// say nothing (ties within a pair) are not in it.
	N int
	// Exact says that P is computed from the distribution of the statistic
	// itself and not from a limit of it.
	Exact bool
	// Warnings say what makes the test weak or its p-value rough.
	Warnings []string
}

// Interval is where a number is thought to lie.
type Interval struct {
	Low, High float64
}

// Contains says whether a number lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

func nothing(method, why string) Test {
	return Test{Method: method, P: 1, Warnings: []string{why}}
}

// known drops what is missing.
func known(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

// knownPairs drops pairs of which one is missing.
func knownPairs(first, second []float64) (a, b []float64) {
	for i, v := range first {
		if w := second[i]; v == v && w == w {
			a, b = append(a, v), append(b, w)
		}
	}
	return a, b
}

// Ranks are the places of values in rising order, from 1; equal values share
// the mean of theirs. Values that follow each other within the rounding of the
// larger ([Differences]) are equal: the means of the same numbers in two orders
// are one value. ties are the numbers of equal values, of groups of two and
// more. It panics where a value is NaN.
func Ranks(values []float64) (ranks []float64, ties []int) {
	order := make([]int, len(values))
	for i, v := range values {
		if math.IsNaN(v) {
			panic("stats: NaN has no rank")
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	ranks = make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && equal(values[order[j-1]], values[order[j]]) {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+j+1) / 2
		}
		if j-i > 1 {
			ties = append(ties, j-i)
		}
		i = j
	}
	return ranks, ties
}

// equal says whether two values are one but for rounding.
func equal(a, b float64) bool {
	return a == b || math.Abs(a-b) <= resolution*max(math.Abs(a), math.Abs(b)) && !math.IsInf(a, 0) && !math.IsInf(b, 0)
}

// cubes is the sum of t³ − t over groups of ties.
func cubes(ties []int) float64 {
	sum := 0.0
	for _, t := range ties {
		f := float64(t)
		sum += f*f*f - f
	}
	return sum
}

// beyond is the chance of a normal value at least as far from 0, on both sides. It
// keeps its digits down to the smallest numbers, as a difference to 1 would not.
func beyond(z float64) float64 { return chance(math.Erfc(math.Abs(z) / math.Sqrt2)) }

// aboveF is the chance of a larger value of F, with its digits as [beyond].
func aboveF(f, one, two float64) float64 {
	return chance(mathext.RegIncBeta(two/2, one/2, two/(two+one*f)))
}

// aboveChi is the chance of a larger value of χ².
func aboveChi(chi, freedom float64) float64 {
	return chance(mathext.GammaIncRegComp(freedom/2, math.Max(0, chi/2)))
}

// chance is a p-value that was computed: above 0, and not above 1 by rounding.
func chance(p float64) float64 { return min(1, max(p, math.SmallestNonzeroFloat64)) }

// double makes a two-sided p-value of two tails: twice the smaller one.
func double(low, high float64) float64 { return chance(2 * math.Min(low, high)) }
