package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// A solution that no run found has no price, which leaves ranks.
func TestInfiniteScoresAreRanked(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var records []experiment.Record
	for p := range 30 {
		for run := range 3 {
			records = append(records, trial("a", p, run, p%6 > 0, 1+r.Float64()), trial("b", p, run, p%2 > 0 && p%6 > 0, 3+r.Float64()))
		}
	}
	c := Group(records).Compare(Question{Score: CostOfSolution(Seconds)})
	x := c.Contrasts[0]
	if !x.ByRuns() || x.Verdict() != 1 || x.Better != 25 || x.Worse != 0 || x.Equal != 5 || math.IsNaN(x.ImprovementInterval.Low) {
		t.Errorf("%+v", x)
	}
	e := c.Effects()[0]
	if !e.Settled() {
		t.Errorf("%v is not settled", e)
	}
	for _, text := range append(c.AllWarnings(), c.String(), e.String()) {
		if strings.Contains(text, "NaN") || strings.Contains(text, "∞") {
			t.Errorf("says %q", text)
		}
	}
	if all := strings.Join(c.AllWarnings(), "; "); !strings.Contains(all, "is infinite on 5 of 30 puzzles for a and on 15 for b") {
		t.Errorf("warnings %q", all)
	}
}

// Times that are next to nothing on a puzzle count as a hundredth, seen from either
// side, and the sentence says so.
func TestFactorsBeyondNumbers(t *testing.T) {
	var records []experiment.Record
	for p, seconds := range []float64{1, 1e-300, 1, 1} {
		records = append(records, trial("a", p, 0, true, 1), trial("b", p, 0, true, seconds))
	}
	for _, labels := range [][]string{{"a", "b"}, {"b", "a"}} {
		x := Group(records).Compare(Question{Score: PAR(Seconds, 1), Labels: labels}).Contrasts[0]
		if x.ByRuns() || x.Verdict() != 0 || x.Cut != 1 || !near(math.Abs(math.Log(x.Effect)), math.Log(MostRatio)/4, 9) || !strings.Contains(x.String(), ", cut at 100 on 1 of them (") {
			t.Errorf("%v", x)
		}
	}
}

// No sentence contradicts its interval: over random experiments one is called
// better, by the contrast, the comparison and the effect alike, only where the
// corrected test and the simultaneous interval both say so, and nothing is told
// that is no number.
func TestVerdictsFollowIntervals(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	settled, disagreed := 0, 0
	for range 600 {
		var records []experiment.Record
		runs, labels, gap := 1+r.IntN(3), 2+r.IntN(2), 2*r.Float64()
		for p := range 1 + r.IntN(25) {
			hard := r.NormFloat64()
			for l := range labels {
				for run := range runs {
					seconds := math.Exp(hard + gap*float64(l) + r.NormFloat64())
					records = append(records, trial(fmt.Sprint("label ", l), p, run, seconds < 10, min(seconds, 10)))
				}
			}
		}
		score := []Score{SuccessRate(), PAR(Seconds, 10), CostOfSolution(Seconds), CostOfSolution(Iterations)}[r.IntN(4)]
		c := Group(records).Compare(Question{Score: score, AgainstFirst: r.IntN(2) == 0})
		effects := c.Effects()
		at := 0
		for _, x := range c.Contrasts {
			if x.Puzzles == 0 {
				continue
			}
			shown, none := x.Interval, 0.0
			switch {
			case x.ByRuns():
				shown, none = x.ImprovementInterval, 0.5
			case x.Ratio:
				none = 1
			}
			says := !strings.HasPrefix(x.String(), "Whether ")
			if says != (x.Verdict() != 0) || says && (shown.Contains(none) || x.P >= 0.05) || says != effects[at].Settled() {
				t.Fatalf("%v\n%+v\n%v", x, x, effects[at])
			}
			if disagree := shown.Contains(none) == (x.P < 0.05); disagree != strings.Contains(x.String(), "they disagree") {
				t.Fatalf("%v", x)
			} else if disagree {
				disagreed++
			}
			if says {
				settled++
			}
			for _, text := range []string{x.String(), effects[at].String(), c.String()} {
				if strings.Contains(text, "NaN") || strings.Contains(text, "∞") {
					t.Fatalf("says %q", text)
				}
			}
			at++
		}
	}
	t.Logf("%d settled, in %d test and interval disagree", settled, disagreed)
	if settled < 50 || disagreed < 5 {
		t.Error("too few experiments in which there is something to contradict")
	}
}

// The intervals of all pairs of five engines that are equal hold together in
// 95 % of experiments, and no more than 5 % name any a better one. 200
// experiments have a standard error of 0.015.
func TestIntervalsHoldTogether(t *testing.T) {
	const draws = 200
	r := rand.New(rand.NewPCG(9, 9))
	together, alone, wrong := 0, 0, 0
	for range draws {
		var records []experiment.Record
		for p := range 40 {
			rate := r.Float64()
			for run := range 2 {
				for e := range 5 {
					records = append(records, trial(fmt.Sprint("e", e), p, run, r.Float64() < rate, 1))
				}
			}
		}
		c := Group(records).Compare(Question{})
		if slices.ContainsFunc(c.Contrasts, func(x Contrast) bool { return x.Verdict() != 0 }) {
			wrong++
		}
		if !slices.ContainsFunc(c.Contrasts, func(x Contrast) bool { return !x.Interval.Contains(0) }) {
			together++
		}
		// The same pairs, each for itself, would not do.
		each, hold := Default.complete(), true
		scores := Group(records).Scores(SuccessRate())
		for a := range 5 {
			for b := a + 1; b < 5; b++ {
				hold = hold && each.contrast(scores, a, b).Interval.Contains(0)
			}
		}
		if hold {
			alone++
		}
	}
	t.Logf("hold together in %d of %d experiments, each for itself in %d; %d name a better one", together, draws, alone, wrong)
	if together < 0.95*draws-6 || wrong > 0.05*draws+6 || alone > 0.95*draws {
		t.Errorf("hold together in %d of %d experiments, each for itself in %d; %d name a better one", together, draws, alone, wrong)
	}
}

// A mean has one value under one name: what compares engines and what adds them
// up takes means over puzzles in two ways, and says which.
func TestOneNameOneMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		for i := range records {
			records[i].Budget = solver.Budget{Wall: 60e9}
		}
		for _, score := range []Score{SuccessRate(), PAR(Seconds, 1), PAR(Seconds, 10), CostOfSolution(CPU)} {
			values := map[string][]float64{}
			same := func(name, label string, v float64) {
				key := name + " of " + label
				for _, w := range append(values[key], v) {
					if !(math.Abs(w-v) <= 1e-9*math.Abs(v)) && v != w && !math.IsNaN(w) && !math.IsNaN(v) {
						t.Fatalf("%s: %v and %v", key, v, w)
					}
				}
				values[key] = append(values[key], v)
			}
			c, p := Group(records).Compare(Question{Score: score}), Group(records).PortfolioOf(score)
			if c.Puzzles != p.Puzzles {
				continue // infinite scores are not for portfolios
			}
			for i, label := range c.Labels {
				same(c.Score.Name, label, c.Means[i])
			}
			for _, x := range c.Contrasts {
				if x.Puzzles == c.Puzzles {
					same(x.Score.Name, x.First, x.FirstMean)
					same(x.Score.Name, x.Second, x.SecondMean)
				}
			}
			for i, label := range p.Labels {
				same(p.Score.Name, label, p.Shares[i].Alone)
			}
			same(p.Score.Name, p.Single, p.SingleBest)
		}
	})
}

// 0.8 − 0.6 and 0.4 − 0.2 are one difference: with rates of ten runs the test
// is that of whole numbers of solved runs.
func TestRatesAreRankedWithoutNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	other, worst := 0, 1.0
	for range 400 {
		var records []experiment.Record
		var whole, noisy []float64
		for p := range 24 {
			easy := r.Float64()
			var solved [2]int
			for run := range 10 {
				for e, label := range []string{"a", "b"} {
					ok := r.Float64() < easy*(1-0.12*float64(e))
					if ok {
						solved[e]++
					}
					records = append(records, trial(label, p, run, ok, 1))
				}
			}
			whole = append(whole, float64(solved[0]-solved[1]))
			noisy = append(noisy, float64(solved[0])/10-float64(solved[1])/10)
		}
		got, want := Group(records).Compare(Question{}).Contrasts[0].Test, stats.SignedRank(whole)
		if got.P != want.P || got.Statistic != want.Statistic {
			t.Fatalf("%+v, of whole numbers %+v", got, want)
		}
		if noise := stats.SignedRank(noisy).P; noise != want.P {
			other++
			worst = max(worst, noise/want.P, want.P/noise)
		}
	}
	t.Logf("rounding noise would have made another p of %d of 400, up to %.2f times as large or small", other, worst)
	if other < 5 {
		t.Error("rounding noise would change little here: the test shows nothing")
	}
}
