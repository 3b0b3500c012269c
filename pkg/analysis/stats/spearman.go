package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Spearman is the correlation of the ranks of paired numbers, of which there are at least four: 1 if both rise together, 0
// if the one says nothing of the other. The interval is that of D. G. Bonett and T. A. Wright ("Sample size requirements for
// estimating Pearson, Kendall and Spearman correlations", Psychometrika 65, 2000, 23–28, equation 6).
func Spearman(x, y []float64, level float64) (r float64, within Interval) {
	x, _ = Ranks(x)
	y, _ = Ranks(y)
	r = stat.Correlation(x, y, nil)
	reach := math.Sqrt2 * math.Erfinv(level) * math.Sqrt((1+r*r/2)/float64(len(x)-3))
	return r, Interval{Low: math.Tanh(math.Atanh(r) - reach), High: math.Tanh(math.Atanh(r) + reach)}
}
