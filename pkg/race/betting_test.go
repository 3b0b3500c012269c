package race

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
)

// TestWealthByHand is two steps of the bets computed by hand: observations 1
// and 0 against the mean 1/2 multiply a stake f by 1+f and 1−f.
func TestWealthByHand(t *testing.T) {
	s := newSequence(0, 1, 0.05, 0.5)
	s.add(1)
	want := 0.0
	for _, f := range fractions {
		want += (1 + f) / float64(len(fractions))
	}
	got := s.evidence(0.5)
	alltest.Check(t, math.Abs(got-want) <= 1e-12, "evidence %v after one success, want %v", got, want)
	s.add(0)
	two := 0.0
	for _, f := range fractions {
		two += (1 - f*f) / float64(len(fractions))
	}
	if got := math.Exp(s.wealthAt(0.5, false)); math.Abs(got-two) > 1e-12 {
		t.Errorf("wealth %v after one of each, want %v", got, two)
	}
}

// The interval is that of a slow search over all means, does not depend on the
// order, scales with the observations, and is mirrored with them.
func TestIntervalProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, -0.5, 0, 0.25, 1}), 1, 60).Draw(t, "values")
		alpha := rapid.SampledFrom([]float64{0.01, 0.05, 0.2}).Draw(t, "alpha")
		a, mirrored, scaled, reversed := newSequence(-1, 1, alpha), newSequence(-1, 1, alpha), newSequence(-3, 7, alpha), newSequence(-1, 1, alpha)
		mean := 0.0
		for _, x := range values {
			mean += x / float64(len(values))
			a.add(x)
			mirrored.add(-x)
			scaled.add(2 + 5*x)
		}
		for _, x := range slices.Backward(values) {
			reversed.add(x)
		}
		i, m, s, r := a.interval(), mirrored.interval(), scaled.interval(), reversed.interval()
		close := func(x, y float64) bool { return math.Abs(x-y) < 1e-5 }
		alltest.Require(t, close(i.Low, -m.High) && close(i.High, -m.Low), "%v, mirrored %v", i, m)
		alltest.Require(t, close(2+5*i.Low, s.Low) && close(2+5*i.High, s.High), "%v, scaled %v", i, s)
		alltest.Require(t, close(i.Low, r.Low) && close(i.High, r.High), "%v, in another order %v", i, r)
		alltest.Require(t, i.Low <= mean+1e-9 && i.High >= mean-1e-9, "%v does not hold the mean %v", i, mean)
		// The slow search: all means that neither bettor refutes.
		low, high := math.Inf(1), math.Inf(-1)
		for k := 1; k < 2000; k++ {
			mean := float64(k) / 2000
			most := 0.0
			for _, mirror := range []bool{false, true} {
				sum := 0.0
				for _, f := range fractions {
					product := 1 / float64(len(fractions))
					for _, x := range values {
						y, about := (x+1)/2, mean
						if mirror {
							y, about = 1-y, 1-about
						}
						product *= 1 + f*(y/about-1)
					}
					sum += product
				}
				most = max(most, sum)
			}
			if most < 2/alpha {
				low, high = min(low, 2*mean-1), max(high, 2*mean-1)
			}
		}
		alltest.Require(t, math.Abs(low-i.Low) <= 0.0021 && math.Abs(high-i.High) <= 0.0021, "%v, by search %v to %v", i, low, high)
	})
}

// The tests that are kept up to date say what the interval says.
func TestTestsAgreeWithInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := newSequence(-1, 1, 0.05, 0, 0.1)
	above := map[float64]bool{}
	for range 300 {
		s.add(float64(r.IntN(3)-1)*0.5 + 0.15 + 0.1*r.Float64())
		i := s.interval()
		for _, m := range []float64{0, 0.1} {
			if math.Abs(i.Low-m) > 1e-4 && i.Low > m {
				above[m] = true
			}
			alltest.Require(t, !above[m] || s.above(m), "the interval %v has excluded %v, the test has not", i, m)
		}
	}
	alltest.Check(t, s.above(0) && s.above(0.1) && !s.below(0), "a mean of 0.2 was not found to lie above 0.1 in 300 observations")
}

func TestSequencePanics(t *testing.T) {
	for name, f := range map[string]func(){
		"alpha": func() { newSequence(0, 1, 0) },
		"range": func() { newSequence(1, 1, 0.05) },
		"test":  func() { newSequence(0, 1, 0.05, 1) },
		"NaN":   func() { newSequence(0, 1, 0.05).add(math.NaN()) },
		"other": func() { newSequence(0, 1, 0.05, 0.5).above(0.4) },
	} {
		alltest.Panics(t, f, name)
	}
}

// world is a pair of engines as the race sees them: the chance of each way in
// which a block can end, and what runs take.
type world struct {
	name                 string
	both, mine, other    float64 // solved by both, by the variant, by the baseline
	faster               float64 // mean of log(variant/baseline) where both solve
	spread               float64 // its standard deviation
	alike, better, worse float64 // least shares of the verdicts, for power
}

// observe draws a block.
func (w world) observe(r *rand.Rand) (success, effort float64) {
	heavy := func() float64 { return w.spread * r.NormFloat64() }
	switch x := r.Float64(); {
	case x < w.both:
		return 0, w.faster + heavy()
	case x < w.both+w.mine:
		return 1, -math.Abs(heavy())
	case x < w.both+w.mine+w.other:
		return -1, math.Abs(heavy())
	}
	return 0, 0
}

// TestErrorAndPower races thousands of pairs of engines of known difference
// and looks after every block for as long as 400 of them. Where there is no
// difference the share of races that ever claim one must be at most alpha (and
// its binomial spread); where there is one the share that finds it is what the
// package promises. The shares are logged; FORMICARY_RACES=5000 makes them more
// exact.
func TestErrorAndPower(t *testing.T) {
	const alpha, most = 0.05, 400
	races := 200
	if n, err := strconv.Atoi(os.Getenv("FORMICARY_RACES")); err == nil {
		races = n
	}
	for _, w := range []world{
		{name: "no difference, half solved", both: 0.35, mine: 0.15, other: 0.15, spread: 1.5},
		{name: "no difference, rare discord", both: 0.9, mine: 0.03, other: 0.03, spread: 0.5},
		{name: "no difference, all discord", mine: 0.5, other: 0.5, spread: 3},
		{name: "10 points more", both: 0.4, mine: 0.2, other: 0.1, spread: 1, better: 0.6},
		{name: "20 points more", both: 0.4, mine: 0.25, other: 0.05, spread: 1, better: 0.99},
		{name: "10 points fewer", both: 0.4, mine: 0.1, other: 0.2, spread: 1, worse: 0.6},
		{name: "a quarter faster, all solved", both: 1, faster: -0.29, spread: 1.5, better: 0.7},
		{name: "alike", both: 0.99, mine: 0.005, other: 0.005, spread: 0.3, alike: 0.9},
	} {
		r := rand.New(rand.NewPCG(3, 9))
		null := w.mine == w.other && w.faster == 0
		verdicts := map[Verdict]int{}
		blocks := 0
		for range races {
			q, v := newQuestions(Both, alpha/2, 0.05), Open
			n := 0
			for n < most && v == Open {
				success, effort := w.observe(r)
				v = q.add(observation{variant: success, effort: effort})
				n++
			}
			verdicts[v]++
			blocks += n
		}
		share := func(v Verdict) float64 { return float64(verdicts[v]) / float64(races) }
		t.Logf("%-30s better %.3f, worse %.3f, mixed %.3f, alike %.3f, open %.3f; %d blocks on average",
			w.name, share(Better), share(Worse), share(Mixed), share(Alike), share(Open), blocks/races)
		wrong := share(Mixed)
		if null || w.worse > 0 {
			wrong += share(Better)
		}
		if null || w.better > 0 {
			wrong += share(Worse)
		}
		limit := alpha + 3*math.Sqrt(alpha*(1-alpha)/float64(races))
		alltest.Check(t, wrong <= limit, "%s: %.3f of the races say something false, allowed are %.3f", w.name, wrong, limit)
		alltest.Check(t, share(Better) >= w.better && share(Worse) >= w.worse && share(Alike) >= w.alike, "%s: too rarely found", w.name)
	}
}
