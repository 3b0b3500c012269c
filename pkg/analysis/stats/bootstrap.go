package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Bootstrap makes intervals by drawing from the values again: B. Efron and
// R. J. Tibshirani, An Introduction to the Bootstrap, 1993.
type Bootstrap struct {
	// Resamples is how often it draws; 0 means 1,000, which section 12.5 asks
	// of percentile intervals.
	Resamples int
	// Level is the confidence; 0 means 0.95.
	Level float64
	// Seed decides the draws: the same seed, the same interval.
	Seed uint64
}

// Draw returns the values of a statistic of so many resamples, rising. one is
// given a source and returns the statistic of one resample. NaN draws are left
// out, infinite ones are not.
func (b Bootstrap) Draw(one func(*rand.Rand) float64) []float64 {
	if b.Resamples == 0 {
		b.Resamples = 1000
	}
	random := rand.New(rand.NewPCG(b.Seed, 0x62_6f_6f_74))
	draws := make([]float64, 0, b.Resamples)
	for range b.Resamples {
		if v := one(random); !math.IsNaN(v) {
			draws = append(draws, v)
		}
	}
	slices.Sort(draws)
	return draws
}

// Percentile is the interval between two quantiles of draws (section 13.3);
// NaN without draws.
func (b Bootstrap) Percentile(draws []float64) Interval {
	if b.Level == 0 {
		b.Level = 0.95
	}
	if !(b.Level > 0 && b.Level < 1) {
		panic("stats: a level must lie between 0 and 1")
	}
	if len(draws) == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	// One of the draws, never a mean of two: infinite ones stay apart.
	at := func(p float64) float64 {
		return draws[min(max(int(math.Ceil(p*float64(len(draws))))-1, 0), len(draws)-1)]
	}
	return Interval{at(0.5 - b.Level/2), at(0.5 + b.Level/2)}
}

// Units is the percentile interval of a statistic of n independent units
// (puzzles), which are drawn anew. of is given the numbers of the units drawn
// and must not keep them.
func (b Bootstrap) Units(n int, of func(units []int) float64) Interval {
	if n == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	drawn := make([]int, n)
	return b.Percentile(b.Draw(func(random *rand.Rand) float64 {
		for i := range drawn {
			drawn[i] = random.IntN(n)
		}
		return of(drawn)
	}))
}
