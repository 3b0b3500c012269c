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
	tests            []bets
}

// bets are the two wealths against one candidate mean, by fraction.
type bets struct {
	mean                 float64 // scaled
	above, below         [len(fractions)]float64
	wasAbove, wasBelow   bool
	original             float64
	mostAbove, mostBelow float64
}

// richest is where wealth stops to grow, so that it stays a number. A mean is
// settled long before.
const richest = 1e300

// newSequence makes a sequence for observations from low to high. The means
// that [sequence.above] and [sequence.below] are to be asked about are tests,
// between low and high. It panics when alpha is not between 0 and 1, when low
// is not below high, or when a test is not between them.
func newSequence(low, high, alpha float64, tests ...float64) *sequence {
	if !(alpha > 0 && alpha < 1) || !(low < high) || math.IsInf(high-low, 0) {
		panic("race: a sequence needs an alpha between 0 and 1 and observations between two numbers")
	}
	s := &sequence{low: low, high: high, limit: 2 / alpha, place: map[float64]int{}}
	for _, m := range tests {
		if !(m > low && m < high) {
			panic("race: a mean to test lies between the lowest and the highest observation")
		}
		b := bets{mean: (m - low) / (high - low), original: m}
		for j := range fractions {
			b.above[j], b.below[j] = 1, 1
		}
		s.tests = append(s.tests, b)
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
	y := (x - s.low) / (s.high - s.low)
	if i, ok := s.place[y]; ok {
		s.counts[i]++
	} else {
		s.place[y] = len(s.values)
		s.values, s.counts = append(s.values, y), append(s.counts, 1)
	}
	for i := range s.tests {
		s.tests[i].add(y)
	}
	// Wealth against a higher mean is wealth against a lower one, too. Bettors
	// of both sides can both become rich only where the interval misses the
	// mean; what was settled first stays then.
	for i := range s.tests {
		b := &s.tests[i]
		b.wasAbove = b.wasAbove || b.mostAbove >= s.limit && !s.ever(func(o *bets) bool { return o.wasBelow && o.mean <= b.mean })
		b.wasBelow = b.wasBelow || b.mostBelow >= s.limit && !s.ever(func(o *bets) bool { return o.wasAbove && o.mean >= b.mean })
	}
}

func (s *sequence) ever(is func(*bets) bool) bool {
	for i := range s.tests {
		if is(&s.tests[i]) {
			return true
		}
	}
	return false
}

func (b *bets) add(y float64) {
	gain, loss := y/b.mean-1, (1-y)/(1-b.mean)-1
	above, below := 0.0, 0.0
	for j, f := range fractions {
		b.above[j] = min(b.above[j]*(1+f*gain), richest)
		b.below[j] = min(b.below[j]*(1+f*loss), richest)
		above, below = above+b.above[j], below+b.below[j]
	}
	b.mostAbove = max(b.mostAbove, above/float64(len(fractions)))
	b.mostBelow = max(b.mostBelow, below/float64(len(fractions)))
}

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
	return max(b.mostAbove, b.mostBelow, 1)
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
	limit := math.Log(s.limit)
	for range halvings {
		m := (lo + hi) / 2
		if wealth(m) >= limit {
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
	for j, f := range fractions {
		product := 1.0
		for i, y := range s.values {
			if mirror {
				y = 1 - y
			}
			factor := 1 + f*(y/m-1)
			if s.counts[i] > 4 {
				logs[j] += s.counts[i] * math.Log(factor)
				continue
			}
			for range int(s.counts[i]) {
				product *= factor
			}
			if product > 1e200 || product < 1e-200 {
				logs[j] += math.Log(product)
				product = 1
			}
		}
		logs[j] += math.Log(product)
	}
	return logMean(&logs)
}

// logMean is the logarithm of the mean of numbers of which it is given the
// logarithms.
func logMean(logs *[len(fractions)]float64) float64 {
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

// claim is a statement about a mean that a sequence can settle: that it lies
// above one of the tests, or below it.
type claim struct {
	of    *sequence
	test  float64
	above bool
}

func (c claim) settled() bool {
	if c.above {
		return c.of.above(c.test)
	}
	return c.of.below(c.test)
}

// forecast is how many observations settle the claim, counted from the first,
// if all are like those so far: each bettor's wealth then goes on growing at the
// rate at which it has grown. It is +Inf where none grows.
func (c claim) forecast() float64 {
	b := c.of.test(c.test)
	wealth := &b.below
	if c.above {
		wealth = &b.above
	}
	var rates [len(fractions)]float64
	grows := false
	for j, w := range wealth {
		rates[j] = math.Log(w) / float64(c.of.n)
		grows = grows || rates[j] > 0
	}
	if !grows {
		return math.Inf(1)
	}
	limit := math.Log(c.of.limit)
	enough := func(n float64) bool {
		logs := rates
		for j := range logs {
			logs[j] *= n
		}
		return logMean(&logs) >= limit
	}
	high := 1.0
	for !enough(high) {
		if high *= 2; high > 1e12 {
			return math.Inf(1)
		}
	}
	low := high / 2
	for high-low > 0.5 {
		if m := (low + high) / 2; enough(m) {
			high = m
		} else {
			low = m
		}
	}
	return math.Ceil(high)
}
