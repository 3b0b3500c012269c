package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
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
	alltest.Check(t, x.ByRuns() && x.Verdict() == 1 && x.Better == 25 && x.Worse == 0 && x.Equal == 5 && !math.IsNaN(x.ImprovementInterval.Low),
		"%+v", x)
	e := c.Effects()[0]
	alltest.Check(t, e.Settled(), "%v is not settled", e)
	for _, text := range append(c.AllWarnings(), c.String(), e.String()) {
		alltest.Check(t, !strings.Contains(text, "NaN") && !strings.Contains(text, "∞"), "says %q", text)
	}
	alltest.Has(t, strings.Join(c.AllWarnings(), "; "), "is infinite on 5 of 30 puzzles for a and on 15 for b", "warnings")
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
		alltest.Check(t, !x.ByRuns() && x.Verdict() == 0 && x.Cut == 1 && near(math.Abs(math.Log(x.Effect)), math.Log(MostRatio)/4, 9), "%+v", x)
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
			says := !strings.HasPrefix(effects[at].String(), "Whether ")
			alltest.Require(t, says == (x.Verdict() != 0) && (!says || !shown.Contains(none) && x.P < 0.05) && says == effects[at].Settled(),
				"%v\n%+v\n%v", x, x, effects[at])
			if shown.Contains(none) == (x.P < 0.05) {
				disagreed++
			}
			if says {
				settled++
			}
			for _, text := range []string{effects[at].String(), c.String()} {
				alltest.Require(t, !strings.Contains(text, "NaN") && !strings.Contains(text, "∞"), "says %q", text)
			}
			at++
		}
	}
	t.Logf("%d settled, in %d test and interval disagree", settled, disagreed)
	alltest.Check(t, settled >= 50 && disagreed >= 5, "too few experiments in which there is something to contradict")
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
		alltest.Require(t, got.P == want.P && got.Statistic == want.Statistic, "%+v, of whole numbers %+v", got, want)
		if noise := stats.SignedRank(noisy).P; noise != want.P {
			other++
			worst = max(worst, noise/want.P, want.P/noise)
		}
	}
	t.Logf("rounding noise would have made another p of %d of 400, up to %.2f times as large or small", other, worst)
	alltest.Check(t, other >= 5, "rounding noise would change little here: the test shows nothing")
}
