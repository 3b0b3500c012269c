package race

import (
	"math"

	"formicary/pkg/analysis"
)

// fractions are the parts of its wealth that a bettor stakes, each a bettor of
// its own; a wealth is the mean of theirs. Any such list is valid; this one,
// doubling but for its end, has one that is nearly right for effects and
// variances from small to large.
var fractions = [...]float64{0.02, 0.04, 0.08, 0.16, 0.32, 0.5, 0.75, 0.95}

// sequence is a confidence sequence for the mean of bounded observations: an
// interval after each of them, such that with probability 1−alpha all of these
// intervals contain the mean, however many are looked at and whenever one
// stops.
//
// It is made of bets (Waudby-Smith and Ramdas, "Estimating means of bounded
// random variables by betting", Journal of the Royal Statistical Society B 86
// (2024), 1–27: the hedged grid of constant bets). For each candidate mean m
// somebody bets that observations lie above m, and somebody that they lie
// below. If m is the mean the bets are fair, and wealth that starts at 1 ever
// reaches 2/alpha with probability alpha/2 at most (Ville's inequality). The
// interval is of those m against which neither bettor has ever become so rich.
//
// What it asks of the observations: they lie between low and high, and the
// mean of each, given those before it, is the one that is estimated. Ties
// (observations in the middle) are welcome and cost nothing.
type sequence struct {
	low, high, limit float64
	values           []float64 // distinct, scaled to 0..1, in order of appearance
	counts           []float64
	place            map[float64]int
	n                int
	sum              float64
	tests            []bets
}

// bets are the two wealths against one candidate mean, as logarithms by
// fraction.
type bets struct {
	mean                 float64 // scaled
	above, below         [len(fractions)]float64
	wasAbove, wasBelow   bool
	original             float64
	mostAbove, mostBelow float64
}

// newSequence makes a sequence for observations from low to high. The means
// that [sequence.above] and [sequence.below] are to be asked about are tests,
// between low and high. It panics when alpha is not between 0 and 1, when low
// is not below high, or when a test is not between them.
func newSequence(low, high, alpha float64, tests ...float64) *sequence {
	if !(alpha > 0 && alpha < 1) || !(low < high) || math.IsInf(high-low, 0) {
		panic("race: a sequence needs an alpha between 0 and 1 and observations between two numbers")
	}
	s := &sequence{low: low, high: high, limit: math.Log(2 / alpha), place: map[float64]int{}}
	for _, m := range tests {
		if !(m > low && m < high) {
			panic("race: a mean to test lies between the lowest and the highest observation")
		}
		s.tests = append(s.tests, bets{mean: (m - low) / (high - low), original: m})
	}
	return s
}

// add takes an observation; one outside of the bounds is taken as the bound.
// It panics on NaN.
func (s *sequence) add(x float64) {
	if math.IsNaN(x) {
		panic("race: an observation is not a number")
	}
	x = min(max(x, s.low), s.high)
	s.n++
	s.sum += x
	y := (x - s.low) / (s.high - s.low)
	if i, ok := s.place[y]; ok {
		s.counts[i]++
	} else {
		s.place[y] = len(s.values)
		s.values, s.counts = append(s.values, y), append(s.counts, 1)
	}
	for i := range s.tests {
		s.tests[i].add(y, s.limit)
	}
}

func (b *bets) add(y, limit float64) {
	for j, f := range fractions {
		b.above[j] += math.Log1p(f * (y/b.mean - 1))
		b.below[j] += math.Log1p(f * ((1-y)/(1-b.mean) - 1))
	}
	b.mostAbove, b.mostBelow = max(b.mostAbove, wealth(&b.above)), max(b.mostBelow, wealth(&b.below))
	b.wasAbove, b.wasBelow = b.wasAbove || b.mostAbove >= limit, b.wasBelow || b.mostBelow >= limit
}

// wealth is the logarithm of the bettors' mean wealth.
func wealth(logs *[len(fractions)]float64) float64 {
	most := math.Inf(-1)
	for _, w := range logs {
		most = max(most, w)
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, w := range logs {
		sum += math.Exp(w - most)
	}
	return most + math.Log(sum/float64(len(logs)))
}

// mean is the mean of the observations; NaN before the first.
func (s *sequence) mean() float64 { return s.sum / float64(s.n) }

// above says whether the mean has been settled to lie above m, one of the
// tests, now or earlier.
func (s *sequence) above(m float64) bool { return s.test(m).wasAbove }

// below says whether the mean has been settled to lie below m, one of the
// tests, now or earlier.
func (s *sequence) below(m float64) bool { return s.test(m).wasBelow }

// evidence is the largest wealth of the two bettors against m, one of the
// tests, so far: an e-value, 1 for none. At 2/alpha the mean is settled not to
// be m.
func (s *sequence) evidence(m float64) float64 {
	b := s.test(m)
	return math.Exp(max(b.mostAbove, b.mostBelow, 0))
}

func (s *sequence) test(m float64) *bets {
	for i := range s.tests {
		if s.tests[i].original == m {
			return &s.tests[i]
		}
	}
	panic("race: this mean is not one of the tests")
}

// halvings is how often an interval's end is halved: to a millionth of the
// range.
const halvings = 20

// interval is the interval after the observations so far. It does not depend
// on their order, and is not cut by those before it.
func (s *sequence) interval() analysis.Interval {
	// As m grows the wealth of the bettor on "above m" falls and the other's grows.
	low := s.edge(func(m float64) float64 { return s.wealthAt(m, false) })
	high := 1 - s.edge(func(m float64) float64 { return s.wealthAt(m, true) })
	scale := s.high - s.low
	return analysis.Interval{Low: s.low + scale*low, High: s.low + scale*high}
}

// edge is the largest mean, from 0 up, that the wealth refutes; 0 where there
// is none.
func (s *sequence) edge(wealth func(m float64) float64) float64 {
	lo, hi := 0.0, 1.0
	for range halvings {
		m := (lo + hi) / 2
		if wealth(m) >= s.limit {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// wealthAt is the logarithm of the wealth, against the mean m, of the bettor that
// observations lie above it; with mirror, the same for 1−observations.
func (s *sequence) wealthAt(m float64, mirror bool) float64 {
	var logs [len(fractions)]float64
	for i, y := range s.values {
		if mirror {
			y = 1 - y
		}
		gain := y/m - 1
		for j, f := range fractions {
			logs[j] += s.counts[i] * math.Log1p(f*gain)
		}
	}
	return wealth(&logs)
}
