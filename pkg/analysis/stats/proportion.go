package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson is the interval of a rate of successes in trials, which need not be
// whole numbers: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", Journal of the American Statistical Association 22
// (1927), 209–212. Its coverage is the level on average. It is 0 to 1 without
// trials.
func Wilson(successes, trials, level float64) Interval {
	checkTrials(successes, trials, level)
	if trials == 0 {
		return Interval{0, 1}
	}
	return WilsonScore(successes, trials, distuv.UnitNormal.Quantile(0.5+level/2))
}

// WilsonScore is [Wilson]'s interval that reaches to a quantile z, of the normal
// or another distribution. There must be trials.
func WilsonScore(successes, trials, z float64) Interval {
	k, n := successes, trials
	middle := (k + z*z/2) / (n + z*z)
	half := z / (n + z*z) * math.Sqrt(k*(n-k)/n+z*z/4)
	out := Interval{0, 1}
	// The formula's ends are exact there; rounding would leave 1e-17 or so.
	if k > 0 {
		out.Low = math.Max(0, middle-half)
	}
	if k < n {
		out.High = math.Min(1, middle+half)
	}
	return out
}

// ClopperPearson is the interval of a rate whose coverage is never below the
// level, and mostly well above it: C. J. Clopper and E. S. Pearson, "The use of
// confidence or fiducial limits illustrated in the case of the binomial",
// Biometrika 26 (1934), 404–413. It is 0 to 1 without trials.
func ClopperPearson(successes, trials int, level float64) Interval {
	k, n := float64(successes), float64(trials)
	checkTrials(k, n, level)
	out := Interval{0, 1}
	if successes > 0 {
		out.Low = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile((1 - level) / 2)
	}
	if successes < trials {
		out.High = distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile((1 + level) / 2)
	}
	return out
}

func checkTrials(successes, trials, level float64) {
	if !(successes >= 0 && successes <= trials) {
		panic("stats: more successes than trials, or fewer than none")
	}
	if !(level > 0 && level < 1) {
		panic("stats: a level must lie between 0 and 1")
	}
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
	first, second := Wilson(a+b, n, level), Wilson(a+c, n, level)
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

// OddsRatio is the odds of success of one engine by those of another.
type OddsRatio struct {
	// Ratio is above 1 where the first has the better odds; NaN where the
	// strata tell nothing, 0 or +Inf where only one side ever succeeds alone.
	Ratio    float64
	Interval Interval
	// Strata is the number of strata in which something differs.
	Strata int
}

// Stratum is the successes of two engines on one puzzle or class of puzzles.
type Stratum struct {
	FirstSuccesses, FirstTrials, SecondSuccesses, SecondTrials int
}

// MantelHaenszel is the odds ratio that strata have in common: N. Mantel and
// W. Haenszel, "Statistical aspects of the analysis of data from retrospective
// studies of disease", Journal of the National Cancer Institute 22 (1959),
// 719–748. With a stratum for each puzzle the difficulty of puzzles drops out.
// The interval is that of J. Robins, N. Breslow and S. Greenland, Biometrics 42
// (1986), 311–323, which holds for many small strata as for few large ones.
func MantelHaenszel(strata []Stratum, level float64) OddsRatio {
	var r, s, pr, ps, qs float64
	out := OddsRatio{Interval: Interval{0, math.Inf(1)}}
	for _, t := range strata {
		n := float64(t.FirstTrials + t.SecondTrials)
		a, b := float64(t.FirstSuccesses), float64(t.FirstTrials-t.FirstSuccesses)
		c, d := float64(t.SecondSuccesses), float64(t.SecondTrials-t.SecondSuccesses)
		if min(a, b, c, d) < 0 {
			panic("stats: more successes than trials, or fewer than none")
		}
		if a*d == 0 && b*c == 0 {
			continue
		}
		out.Strata++
		ri, si, p, q := a*d/n, b*c/n, (a+d)/n, (b+c)/n
		r += ri
		s += si
		pr += p * ri
		ps += p*si + q*ri
		qs += q * si
	}
	out.Ratio = r / s
	if r > 0 && s > 0 {
		half := distuv.UnitNormal.Quantile(0.5+level/2) * math.Sqrt(pr/(2*r*r)+ps/(2*r*s)+qs/(2*s*s))
		out.Interval = Interval{out.Ratio * math.Exp(-half), out.Ratio * math.Exp(half)}
	}
	return out
}
