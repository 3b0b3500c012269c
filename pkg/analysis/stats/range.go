package stats

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// StudentizedRange is the distribution of the range of K normal values divided
// by an independent estimate of their deviation with so many degrees of freedom
// (which may be +Inf): what Tukey's and Nemenyi's tests rest on. The integrals
// are those of M. D. Copenhaver and B. Holland, "Computation of the
// distribution of the maximum studentized range statistic with application to
// multiple significance testing of simple effects", Journal of Statistical
// Computation and Simulation 30 (1988), 1–15, by Gauss and Legendre's rule.
// Errors are below 1e-9.
type StudentizedRange struct {
	// K is the number of values, at least 2.
	K int
	// Freedom is at least 1.
	Freedom float64
}

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

// Survival is the chance of a value above q.
func (d StudentizedRange) Survival(q float64) float64 {
	if d.K < 2 || !(d.Freedom >= 1) {
		panic("stats: a studentized range needs two values and a degree of freedom")
	}
	if q <= 0 {
		return 1
	}
	if math.IsInf(d.Freedom, 1) {
		return d.above(q)
	}
	// The deviation has the density of √(χ²/ν): its logarithm, up to what is
	// constant, is (ν−1)·log s − ν·s²/2. All but 1e-16 of it lies within ten
	// standard deviations, 1/√(2ν), of 1, and below 9 for one degree.
	nu := d.Freedom
	gamma, _ := math.Lgamma(nu / 2)
	constant := nu/2*math.Log(nu/2) + math.Ln2 - gamma
	spread := 10 / math.Sqrt(2*nu)
	from, to := max(0, 1-spread), 1+spread+2/nu
	// A range above 18 has no chance to speak of with any K: what lies beyond
	// that is left out, so that the rule's places are where the integrand is.
	if last := 18 / q; last > from {
		to = min(to, last)
	}
	f := func(s float64) float64 {
		if s <= 0 {
			return 0
		}
		return math.Exp(constant+(nu-1)*math.Log(s)-nu*s*s/2) * d.above(q*s)
	}
	return min(1, integral(from, to, 4, f))
}

// above is the chance that the range of K standard normal values exceeds w:
// one less K·∫φ(z)·(Φ(z)−Φ(z−w))^(K−1) dz, where z is the largest value. The
// difference is taken inside of the integral, so that small chances keep their
// digits: K·∫φ(z)·(Φ(z)^(K−1) − (Φ(z)−Φ(z−w))^(K−1)) dz.
func (d StudentizedRange) above(w float64) float64 {
	if w <= 0 {
		return 1
	}
	k := float64(d.K)
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

// Quantile is the value that is exceeded with chance 1−p, to about nine digits.
// It panics when p does not lie between 0 and 1.
func (d StudentizedRange) Quantile(p float64) float64 {
	if !(p > 0 && p < 1) {
		panic("stats: a quantile needs a chance between 0 and 1")
	}
	low, high := 0.0, 4.0
	for d.Survival(high) > 1-p {
		low, high = high, 2*high
	}
	for range 200 {
		middle := (low + high) / 2
		if high-low < 1e-10*high {
			break
		}
		if d.Survival(middle) > 1-p {
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
// Comparisons, 1963, as in Demšar 2006, section 3.2.2.
func CriticalDifference(k, n int, alpha float64) float64 {
	q := StudentizedRange{k, math.Inf(1)}.Quantile(1-alpha) / math.Sqrt2
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
				out[i][j] = StudentizedRange{k, math.Inf(1)}.Survival(math.Abs(meanRanks[i]-meanRanks[j]) / scale)
			}
		}
	}
	return out
}
