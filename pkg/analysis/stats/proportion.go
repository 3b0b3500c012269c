package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Wilson is the interval of a rate of successes in trials, which need not be
// whole numbers, that reaches to a quantile z of the normal or another
// distribution (1.96 for 95 %): E. B. Wilson, "Probable inference, the law of
// succession, and statistical inference", Journal of the American Statistical
// Association 22 (1927), 209–212. Its coverage is the level on average. It is 0
// to 1 without trials.
func Wilson(successes, trials, z float64) Interval {
	k, n := successes, trials
	if !(k >= 0 && k <= n) {
		panic("stats: more successes than trials, or fewer than none")
	}
	out := Interval{0, 1}
	if n == 0 {
		return out
	}
	middle := (k + z*z/2) / (n + z*z)
	half := z / (n + z*z) * math.Sqrt(k*(n-k)/n+z*z/4)
	// The formula's ends are exact there; rounding would leave 1e-17 or so.
	if k > 0 {
		out.Low = math.Max(0, middle-half)
	}
	if k < n {
		out.High = math.Min(1, middle+half)
	}
	return out
}

// PairedDifference is the interval of the difference of the mean shares of two
// engines on the same puzzles, the first less the second: R. G. Newcombe,
// "Improved confidence intervals for the difference between binomial proportions
// based on paired data", Statistics in Medicine 17 (1998), 2635–2650, method 10.
// first and second are the shares by puzzle, from 0 to 1; one and two are the
// intervals of their means: Wilson's makes it Newcombe's own for puzzles with one
// run of each. With several runs, whose number runs is (their mean, the smaller
// one), one and two are those across puzzles, φ is the correlation of the
// shares, and Newcombe's correction for counts that come in whole puzzles is
// for shares that come in runs. It has a width also where no two puzzles
// differ. Puzzles without a share of one are left out. It panics where there are no
// puzzles.
func PairedDifference(first, second []float64, one, two Interval, runs float64) Interval {
	if len(first) != len(second) {
		panic("stats: a difference of rates needs pairs of them")
	}
	first, second = knownPairs(first, second)
	n := float64(len(first))
	if n == 0 {
		panic("stats: a difference of rates needs pairs of them")
	}
	p1, p2 := stat.Mean(first, nil), stat.Mean(second, nil)
	products, squares1, squares2 := 0.0, 0.0, 0.0
	for i, a := range first {
		x, y := a-p1, second[i]-p2
		products += x * y
		squares1 += x * x
		squares2 += y * y
	}
	// The products are Newcombe's (ad−bc)/n, from which he takes 1/2 where they
	// are positive; one that fell below 0 would be 0.
	if products > 0 {
		products = math.Max(products-0.5/runs, 0)
	}
	phi := 0.0
	if spread := math.Sqrt(squares1 * squares2); spread > 1e-12 { // less is rounding
		phi = products / spread
	}
	reach := func(x, y float64) float64 { return math.Sqrt(math.Max(0, x*x-2*phi*x*y+y*y)) }
	return Interval{
		math.Max(-1, p1-p2-reach(p1-one.Low, two.High-p2)),
		math.Min(1, p1-p2+reach(p2-two.Low, one.High-p1)),
	}
}
