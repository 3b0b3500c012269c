package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A12 is the chance that a value of the first sample is larger than one of the
// second, equal ones counted half: A. Vargha and H. D. Delaney, "A critique and
// improvement of the CL common language effect size statistics of McGraw and
// Wong", Journal of Educational and Behavioral Statistics 25 (2000), 101–132. It
// is U/(m·n), and NaN where a sample is empty.
func A12(x, y []float64) float64 {
	x, y = known(x), known(y)
	m, n := float64(len(x)), float64(len(y))
	if m == 0 || n == 0 {
		return math.NaN()
	}
	ranks, _ := Ranks(slices.Concat(x, y))
	return (floats.Sum(ranks[:len(x)]) - m*(m+1)/2) / (m * n)
}

// Superiority is the interval of [A12] for two independent samples in the order in which they were
// drawn; NaN where one is empty. Each value of the smaller sample meets an equal number of the larger
// one, and no value meets two of the smaller sample: what these meetings come to are independent, and
// [BoundedMean] holds. The usual intervals take two samples to differ by a shift alone, and do not
// hold where their spreads differ. It always contains A12.
func Superiority(x, y []float64, level float64) Interval {
	x, y = known(x), known(y)
	a := A12(x, y)
	if math.IsNaN(a) {
		return Interval{a, a}
	}
	few, many := x, y
	if len(few) > len(many) {
		few, many = y, x
	}
	met, each := make([]float64, len(few)), len(many)/len(few)
	for i, v := range few {
		met[i] = A12([]float64{v}, many[i*each:(i+1)*each])
	}
	in := BoundedMean(met, 0, 1, level)
	if len(x) > len(y) {
		in = Interval{1 - in.High, 1 - in.Low}
	}
	return Interval{min(in.Low, a), max(in.High, a)}
}
