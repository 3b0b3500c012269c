package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Superiority is how often a value of one sample is larger than one of another.
type Superiority struct {
	// A12 is the chance that a value of the first sample is larger than one of
	// the second, equal ones counted half: A. Vargha and H. D. Delaney, "A
	// critique and improvement of the CL common language effect size statistics
	// of McGraw and Wong", Journal of Educational and Behavioral Statistics 25
	// (2000), 101–132. It is U/(m·n), and NaN where a sample is empty.
	A12 float64
	// Interval is that of R. G. Newcombe, "Confidence intervals for an effect
	// size measure based on the Mann–Whitney statistic. Part 2: asymptotic
	// methods and evaluation", Statistics in Medicine 25 (2006), 559–573,
	// method 5, which lies within 0 and 1 and has a width also where all values
	// of one sample are larger.
	Interval Interval
}

// A12 compares two samples, with an interval of the level (such as 0.95).
func A12(x, y []float64, level float64) Superiority {
	x, y = known(x), known(y)
	m, n := len(x), len(y)
	if m == 0 || n == 0 {
		return Superiority{math.NaN(), Interval{math.NaN(), math.NaN()}}
	}
	ranks, _ := Ranks(append(append(make([]float64, 0, m+n), x...), y...))
	sum := 0.0
	for _, r := range ranks[:m] {
		sum += r
	}
	a := (sum - float64(m)*float64(m+1)/2) / (float64(m) * float64(n))
	return Superiority{a, superiority(a, float64(m), float64(n), distuv.UnitNormal.Quantile(0.5+level/2))}
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

// ProbabilityOfImprovement is the mean over tasks (puzzles) of [A12]: how often
// a run of the first beats one of the second on a task drawn at random
// (R. Agarwal et al., "Deep reinforcement learning at the edge of the
// statistical precipice", NeurIPS 34 (2021), section 4.3). x[i] and y[i] are
// the values on task i; larger is better. Tasks without values on a side are
// left out; NaN where none remains.
func ProbabilityOfImprovement(x, y [][]float64) float64 {
	if len(x) != len(y) {
		panic("stats: values on different numbers of tasks")
	}
	sum, tasks := 0.0, 0.0
	for i := range x {
		if a := A12(x[i], y[i], 0.5).A12; !math.IsNaN(a) {
			sum += a
			tasks++
		}
	}
	return sum / tasks
}
