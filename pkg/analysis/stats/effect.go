package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// A12 is the chance that a value of the first sample is larger than one of the
// second, equal ones counted half: A. Vargha and H. D. Delaney, "A critique and
// improvement of the CL common language effect size statistics of McGraw and
// Wong", Journal of Educational and Behavioral Statistics 25 (2000), 101–132. It
// is U/(m·n), and NaN where a sample is empty. The interval of the level (such as
// 0.95) is that of R. G. Newcombe, "Confidence intervals for an effect size
// measure based on the Mann–Whitney statistic. Part 2: asymptotic methods and
// evaluation", Statistics in Medicine 25 (2006), 559–573, method 5, which lies
// within 0 and 1 and has a width also where all values of one sample are larger.
func A12(x, y []float64, level float64) (a float64, interval Interval) {
	x, y = known(x), known(y)
	m, n := float64(len(x)), float64(len(y))
	if m == 0 || n == 0 {
		return math.NaN(), Interval{math.NaN(), math.NaN()}
	}
	ranks, _ := Ranks(slices.Concat(x, y))
	a = (floats.Sum(ranks[:len(x)]) - m*(m+1)/2) / (m * n)
	return a, superiority(a, m, n, distuv.UnitNormal.Quantile(0.5+level/2))
}

// superiority solves |a − θ| = z·√V(θ) on both sides of a.
func superiority(a, m, n, z float64) Interval {
	mean := (m+n)/2 - 1
	beyond := func(theta float64) bool {
		v := theta * (1 - theta) * (1 + mean*((1-theta)/(2-theta)+theta/(1+theta))) / (m * n)
		return math.Abs(a-theta) > z*math.Sqrt(v)
	}
	search := func(in, out float64) float64 {
		if !beyond(out) {
			return out
		}
		for range 60 {
			if middle := (in + out) / 2; beyond(middle) {
				out = middle
			} else {
				in = middle
			}
		}
		return in
	}
	// At 0 and 1 the variance is 0, and every other value lies beyond.
	return Interval{search(a, 0), search(a, 1)}
}
