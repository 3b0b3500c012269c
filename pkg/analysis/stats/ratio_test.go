package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two units by hand: sums of 4 and 2, a ratio of 2. What the units pull is
// 1/4 − 1/2 and 3/4 − 1/2, squared and summed up 1/8, times 2: an error of a
// half; Student's quantile of one degree of freedom is 12.7062 at 95 %.
func TestRatioOfSumsByHand(t *testing.T) {
	got := RatioOfSums(0.95, [][]float64{{1, 3}}, [][]float64{{1, 1}})
	half := 12.706204736 / 2
	if math.Abs(math.Log(got.Low/2)+half) > 1e-8 || math.Abs(math.Log(got.High/2)-half) > 1e-8 {
		t.Errorf("%+v", got)
	}
	// A factor that is the same in every unit changes the ratio and not its error.
	twice := RatioOfSums(0.95, [][]float64{{1, 3}, {5, 5}}, [][]float64{{1, 1}, {1, 1}})
	if math.Abs(twice.Low/got.Low-5) > 1e-9 || math.Abs(twice.High/got.High-5) > 1e-6 {
		t.Errorf("%+v, five times %+v", twice, got)
	}
	for _, none := range []struct{ over, under []float64 }{
		{[]float64{1}, []float64{1}},
		{[]float64{2, 4}, []float64{1, 2}},
		{[]float64{1, 2}, []float64{0, 0}},
		{[]float64{0, 0}, []float64{1, 2}},
		{[]float64{1, math.Inf(1)}, []float64{1, 2}},
		{nil, nil},
	} {
		if got := RatioOfSums(0.95, [][]float64{none.over}, [][]float64{none.under}); got != (Interval{0, math.Inf(1)}) {
			t.Errorf("%v by %v: %+v", none.over, none.under, got)
		}
	}
}

// What runs take by the solutions they find, with a limit and times without
// memory, so that the truth is known: the interval holds it in 92.5 % of 2,000
// experiments at least (±1 %), also with few runs, where a percentile bootstrap
// is below 90 %.
func TestCoverageOfRatioOfSums(t *testing.T) {
	const truth = 5.0
	for _, c := range []struct {
		runs  int
		limit float64
	}{{5, 20}, {10, 20}, {10, 2}, {20, 2}, {50, 0.5}} {
		random := rand.New(rand.NewPCG(21, uint64(c.runs)))
		held, bootstrap, found := 0, 0, 0
		for range simulated {
			took, solved := make([]float64, c.runs), make([]float64, c.runs)
			sum := 0.0
			for i := range took {
				took[i] = truth * random.ExpFloat64()
				if took[i] <= c.limit {
					solved[i] = 1
					sum++
				}
				took[i] = min(took[i], c.limit)
			}
			if sum == 0 {
				continue
			}
			found++
			if RatioOfSums(0.95, [][]float64{took}, [][]float64{solved}).Contains(truth) {
				held++
			}
			if c.runs == 5 && Bootstrap(c.runs, 200, 0.95, random, func(units []int) float64 {
				a, b := 0.0, 0.0
				for _, i := range units {
					a, b = a+took[i], b+solved[i]
				}
				return a / b
			}).Contains(truth) {
				bootstrap++
			}
		}
		share := float64(held) / float64(found)
		t.Logf("%d runs of at most %v: %.3f of %d", c.runs, c.limit, share, found)
		if share < 0.925 {
			t.Errorf("%d runs of at most %v: held in %.3f", c.runs, c.limit, share)
		}
		if c.runs == 5 && float64(bootstrap)/float64(found) > 0.9 {
			t.Errorf("the bootstrap held in %d of %d: use it", bootstrap, found)
		}
	}
}
