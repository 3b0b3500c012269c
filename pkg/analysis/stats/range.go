package stats

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// legendre are the places and weights of the rule on −1 to 1.
var legendre = sync.OnceValues(func() (at, weight []float64) {
	at, weight = make([]float64, 48), make([]float64, 48)
	quad.Legendre{}.FixedLocations(at, weight, -1, 1)
	return at, weight
})

// integral of f in so many pieces.
func integral(from, to float64, pieces int, f func(float64) float64) float64 {
	at, weight := legendre()
	half := (to - from) / float64(2*pieces)
	sum := 0.0
	for p := range pieces {
		middle := from + half*float64(2*p+1)
		for i, x := range at {
			sum += weight[i] * f(middle+half*x)
		}
	}
	return half * sum
}

// rangeSurvival is the chance that the range of n standard normal values, at
// least two, exceeds w: the studentized range with infinite degrees of freedom,
// which Nemenyi's test rests on. It is one less k·∫φ(z)·(Φ(z)−Φ(z−w))^(k−1) dz,
// where z is the largest value (M. D. Copenhaver and B. Holland, "Computation of
// the distribution of the maximum studentized range statistic with application
// to multiple significance testing of simple effects", Journal of Statistical
// Computation and Simulation 30 (1988), 1–15). The difference is taken inside of
// the integral, so that small chances keep their digits:
// k·∫φ(z)·(Φ(z)^(k−1) − (Φ(z)−Φ(z−w))^(k−1)) dz. Errors are below 1e-9.
func rangeSurvival(n int, w float64) float64 {
	if w <= 0 {
		return 1
	}
	k := float64(n)
	// Where w is large the largest of them lies about w/2.
	return min(1, integral(-8.5, 8.5+w/2, 2, func(z float64) float64 {
		all := distuv.UnitNormal.CDF(z)
		if all == 0 {
			return 0
		}
		below := distuv.UnitNormal.CDF(z - w)
		// a^(k−1)·(1 − (1 − b/a)^(k−1)), without the loss of 1 − …
		return k * distuv.UnitNormal.Prob(z) * math.Pow(all, k-1) * -math.Expm1((k-1)*math.Log1p(-min(1, below/all)))
	}))
}

// rangeQuantile is the value that the range of k normal values exceeds with
// chance 1−p, to about nine digits.
func rangeQuantile(k int, p float64) float64 {
	low, high := 0.0, 4.0
	for rangeSurvival(k, high) > 1-p {
		low, high = high, 2*high
	}
	for high-low >= 1e-10*high {
		if middle := (low + high) / 2; rangeSurvival(k, middle) > 1-p {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// CriticalDifference is the least difference of mean ranks of two of k
// treatments over n blocks that is significant at a level (such as 0.05) when
// all pairs are compared: P. B. Nemenyi, Distribution-free Multiple
// Comparisons, 1963, as in Demšar 2006, section 3.2.2. It panics with fewer than
// two treatments.
func CriticalDifference(k, n int, alpha float64) float64 {
	if k < 2 || !(alpha > 0 && alpha < 1) {
		panic("stats: a critical difference needs two treatments and a level between 0 and 1")
	}
	q := rangeQuantile(k, 1-alpha) / math.Sqrt2
	return q * math.Sqrt(float64(k)*float64(k+1)/(6*float64(n)))
}

// Nemenyi are the p-values of all pairs of treatments by the difference of
// their mean ranks over n blocks, corrected for there being so many; 1 on the
// diagonal.
func Nemenyi(meanRanks []float64, n int) [][]float64 {
	k := len(meanRanks)
	scale := math.Sqrt(float64(k) * float64(k+1) / (12 * float64(n)))
	out := make([][]float64, k)
	for i := range out {
		out[i] = make([]float64, k)
		for j := range out[i] {
			out[i][j] = 1
			if i != j {
				out[i][j] = rangeSurvival(k, math.Abs(meanRanks[i]-meanRanks[j])/scale)
			}
		}
	}
	return out
}
