package analysis

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/analysis/stats"
)

// Interval is where a number is thought to lie.
type Interval = stats.Interval

// bootstrap is the percentile interval (Efron and Tibshirani, An Introduction
// to the Bootstrap, 1993, section 13.3) of a ratio of sums: units are drawn
// with replacement, as many as there are, and their parts and wholes are
// summed up. Drawing units, each with all that belongs to it, is what makes it
// right for runs that resemble each other within a puzzle. A draw whose whole
// is zero gives what divide makes of it.
func (s Settings) bootstrap(random *rand.Rand, units []ratio, divide func(part, whole float64) float64) Interval {
	draws := make([]float64, s.Resamples)
	for i := range draws {
		var sum ratio
		for range units {
			u := units[random.IntN(len(units))]
			sum.part += u.part
			sum.whole += u.whole
		}
		draws[i] = divide(sum.part, sum.whole)
	}
	slices.Sort(draws)
	// Empirical takes one of the draws and never interpolates: infinite draws
	// do not turn into NaN.
	return Interval{
		Low:  stat.Quantile(0.5-s.Level/2, stat.Empirical, draws, nil),
		High: stat.Quantile(0.5+s.Level/2, stat.Empirical, draws, nil),
	}
}

// ratio is what one unit adds to the two sums of an estimate.
type ratio struct{ part, whole float64 }
