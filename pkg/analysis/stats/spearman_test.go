package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
)

// TestSpearman: numbers that rise together agree, and of those that have nothing in common 95 % of the intervals have 0 in them.
func TestSpearman(t *testing.T) {
	r, _ := Spearman([]float64{1, 2, 3, 4, 5}, []float64{10, 100, 200, 201, 9999}, 0.95)
	alltest.Check(t, r > 0.9999, "alike: %g", r)
	r, in := Spearman([]float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{2, 1, 4, 3, 8, 5, 6, 7}, 0.95)
	reach := 1.959963984540054 * math.Sqrt((1+r*r/2)/5)
	alltest.Check(t, math.Abs(r-(1-6.0*16/504)) < 1e-9 && math.Abs(math.Atanh(in.High)-math.Atanh(r)-reach) < 1e-9, "%g in %v, reach %g", r, in, reach)
	random, held := rand.New(rand.NewPCG(1, 2)), 0
	const trials = 400
	for range trials {
		var a, b []float64
		for range 40 {
			a, b = append(a, random.ExpFloat64()), append(b, random.ExpFloat64())
		}
		if _, within := Spearman(a, b, 0.95); within.Contains(0) {
			held++
		}
	}
	alltest.Check(t, held >= trials*92/100 && held < trials, "%d of %d intervals hold", held, trials)
}
