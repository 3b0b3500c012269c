package stats

import "gonum.org/v1/gonum/mathext"

// ClopperPearson is the interval of a chance of success after so many successes in
// independent trials, which need not be whole numbers: C. J. Clopper and E. S.
// Pearson, "The use of confidence or fiducial limits illustrated in the case of the
// binomial", Biometrika 26 (1934), 404–413. It holds its level whatever the chance
// and the number of trials, and is [BoundedMean] of successes and failures. It is 0
// to 1 without trials. It panics with more successes than trials, or fewer than none.
func ClopperPearson(successes, trials, level float64) Interval {
	k, n := successes, trials
	if !(k >= 0 && k <= n) {
		panic("stats: more successes than trials, or fewer than none")
	}
	out := Interval{0, 1}
	if k > 0 {
		out.Low = mathext.InvRegIncBeta(k, n-k+1, 0.5-level/2)
	}
	if k < n {
		out.High = mathext.InvRegIncBeta(k+1, n-k, 0.5+level/2)
	}
	return out
}
