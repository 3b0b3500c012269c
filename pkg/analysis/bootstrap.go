package analysis

import (
	"math/rand/v2"

	"formicary/pkg/analysis/stats"
)

// Interval is where a number is thought to lie.
type Interval = stats.Interval

// ratio is what one unit adds to the two sums of an estimate.
type ratio struct{ part, whole float64 }

// total sums units up.
func total(units []ratio) (sum ratio) {
	for _, u := range units {
		sum.part += u.part
		sum.whole += u.whole
	}
	return sum
}

// bootstrap is the interval of a ratio of sums over units
// ([stats.Bootstrap]). A draw whose whole is zero gives what divide makes of it.
func (s Settings) bootstrap(random *rand.Rand, units []ratio, divide func(part, whole float64) float64) Interval {
	return stats.Bootstrap(len(units), s.Resamples, s.Level, random, func(drawn []int) float64 {
		var sum ratio
		for _, i := range drawn {
			sum.part += units[i].part
			sum.whole += units[i].whole
		}
		return divide(sum.part, sum.whole)
	})
}

// mean is the mean of units that each count as one whole.
func mean(part, whole float64) float64 { return part / whole }
