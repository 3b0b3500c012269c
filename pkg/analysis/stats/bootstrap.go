package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Bandwidth is Silverman's rule of thumb for the Gaussian kernel of a density of rising values ("Density Estimation for
// Statistics and Data Analysis", 1986, equation 3.31).
func Bandwidth(rising []float64) float64 {
	deviation := stat.StdDev(rising, nil)
	if quartiles := (Quantile(0.75, rising) - Quantile(0.25, rising)) / 1.34; quartiles > 0 {
		deviation = min(deviation, quartiles)
	}
	return 0.9 * deviation * math.Pow(float64(len(rising)), -0.2)
}

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

// Box is the summary of a box plot: the middle half with its median, and the last values within one and a half times the middle
// half's width of it (Tukey, "Exploratory Data Analysis", 1977).
type Box struct{ Low, Q25, Median, Q75, High float64 }

// BoxOf summarises rising values; NaN where there are none.
func BoxOf(rising []float64) Box {
	b := Box{Q25: Quantile(0.25, rising), Median: Quantile(0.5, rising), Q75: Quantile(0.75, rising)}
	reach := 1.5 * (b.Q75 - b.Q25)
	b.Low, b.High = b.Q25, b.Q75
	for _, v := range rising {
		if v >= b.Q25-reach {
			b.Low = min(b.Low, v)
		}
		if v <= b.Q75+reach {
			b.High = max(b.High, v)
		}
	}
	return b
}

// draw draws as many numbers below their own number as there is room for: those of [rand.Rand.IntN], in half the time.
func draw(to []int, random *rand.PCG) {
	n := uint64(len(to))
	if n&(n-1) == 0 {
		for i := range to {
			to[i] = int(random.Uint64() & (n - 1))
		}
		return
	}
	least := -n % n // below it some numbers would come more often (D. Lemire, "Fast random integer generation in an interval", 2019)
	for i := range to {
		hi, lo := bits.Mul64(random.Uint64(), n)
		for lo < least {
			hi, lo = bits.Mul64(random.Uint64(), n)
		}
		to[i] = int(hi)
	}
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
func Bootstrap(n, resamples int, level float64, random *rand.PCG, of func(units []int) float64) Interval {
	drawn := make([]int, n)
	return percentiles(n, resamples, level, func() float64 {
		draw(drawn, random)
		return of(drawn)
	})
}

// BootstrapCounts is [Bootstrap] of a statistic for which units of one class are alike: class is that of each unit, and
// of is given how often units of each class were drawn. If the classes are few, whole counts are drawn, which are binomial
// (L. Devroye, Non-Uniform Random Variate Generation, 1986, section XI.1.4). That takes other random numbers, but the
// counts are distributed alike.
func BootstrapCounts(class []int32, classes, resamples int, level float64, random *rand.PCG, of func(counts []int) float64) Interval {
	const few = 16 // units for each class, by which a binomial number costs less than the draws
	counts := make([]int, classes)
	if classes*few > len(class) {
		return Bootstrap(len(class), resamples, level, random, func(units []int) float64 {
			clear(counts)
			for _, unit := range units {
				counts[class[unit]]++
			}
			return of(counts)
		})
	}
	weights := make([]int, classes)
	for _, c := range class {
		weights[c]++
	}
	return percentiles(len(class), resamples, level, func() float64 {
		multinomial(counts, weights, len(class), random)
		return of(counts)
	})
}

// multinomial draws units with replacement, as many as there are, and counts those of each class.
func multinomial(counts, weights []int, units int, random *rand.PCG) {
	left, weight := units, units // to be drawn, of classes to come
	for c, w := range weights {
		switch {
		case w == 0 || left == 0:
			counts[c] = 0
		case w == weight:
			counts[c] = left
		default:
			counts[c] = int(distuv.Binomial{N: float64(left), P: float64(w) / float64(weight), Src: random}.Rand())
		}
		left, weight = left-counts[c], weight-w
	}
}

// percentiles is the percentile interval of draws of a statistic of n units.
func percentiles(n, resamples int, level float64, next func() float64) Interval {
	if !(level > 0 && level < 1) {
		panic("stats: a level must be between 0 and 1")
	}
	if n == 0 {
		resamples = 0
	}
	draws := make([]float64, 0, resamples)
	for range resamples {
		v := next()
		if math.IsNaN(v) {
			return Interval{v, v}
		}
		draws = append(draws, v)
	}
	slices.Sort(draws)
	return Interval{Quantile(0.5-level/2, draws), Quantile(0.5+level/2, draws)}
}
