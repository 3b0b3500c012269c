package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
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

// PairedDifference is the interval of the difference of two rates on the same
// puzzles, the first less the second: R. G. Newcombe, "Improved confidence
// intervals for the difference between binomial proportions based on paired
// data", Statistics in Medicine 17 (1998), 2635–2650, method 10. both to
// neither count the puzzles that both solved, the first or second alone, or
// none. It panics where there are none at all.
func PairedDifference(both, onlyFirst, onlySecond, neither int, level float64) Interval {
	a, b, c, d := float64(both), float64(onlyFirst), float64(onlySecond), float64(neither)
	n := a + b + c + d
	if !(min(a, b, c, d) >= 0 && n > 0) {
		panic("stats: a difference of rates needs counts")
	}
	z := distuv.UnitNormal.Quantile(0.5 + level/2)
	first, second := Wilson(a+b, n, z), Wilson(a+c, n, z)
	p1, p2 := (a+b)/n, (a+c)/n
	// φ, with Newcombe's continuity correction where it is positive.
	phi := 0.0
	if margins := (a + b) * (c + d) * (a + c) * (b + d); margins > 0 {
		det := a*d - b*c
		if det > 0 {
			det = math.Max(det-n/2, 0)
		}
		phi = det / math.Sqrt(margins)
	}
	reach := func(x, y float64) float64 { return math.Sqrt(math.Max(0, x*x-2*phi*x*y+y*y)) }
	return Interval{
		p1 - p2 - reach(p1-first.Low, second.High-p2),
		p1 - p2 + reach(p2-second.Low, first.High-p1),
	}
}
