package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Quantile is the first of rising values, missing ones before them, with a share of at least p of all
// values at or below it (gonum's stat.Empirical); NaN where there are none. It
// is always one of the values and never a mean of two, so that infinite ones
// (runs that found nothing) do not mix with finite ones. Medians and quantiles
// of package analysis all follow this convention.
func Quantile(p float64, rising []float64) float64 {
	for len(rising) > 0 && math.IsNaN(rising[0]) { // where slices.Sort puts them
		rising = rising[1:]
	}
	if len(rising) == 0 {
		return math.NaN()
	}
	return stat.Quantile(p, stat.Empirical, rising, nil)
}

// Bootstrap is the percentile interval of a statistic of n independent units
// (puzzles, or runs on one), which are drawn with replacement resamples times
// (B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993,
// section 13.3; section 12.5 asks for 1,000 resamples). Drawing units, each with
// all that belongs to it, is what makes it right for runs that resemble each
// other within a puzzle. of is given the numbers of the units drawn and must not
// keep them. Draws may be infinite. The interval is NaN where there are no units,
// and where a draw is NaN: to leave such draws out would tell of other samples.
// It is too narrow below about 20 units; for means there is [BoundedMean].
func Bootstrap(n, resamples int, level float64, random *rand.Rand, of func(units []int) float64) Interval {
	if !(level > 0 && level < 1) {
		panic("stats: a level must be between 0 and 1")
	}
	if n == 0 {
		resamples = 0
	}
	draws := make([]float64, 0, resamples)
	drawn := make([]int, n)
	for range resamples {
		for i := range drawn {
			drawn[i] = random.IntN(n)
		}
		v := of(drawn)
		if math.IsNaN(v) {
			return Interval{v, v}
		}
		draws = append(draws, v)
	}
	slices.Sort(draws)
	return Interval{Quantile(0.5-level/2, draws), Quantile(0.5+level/2, draws)}
}
