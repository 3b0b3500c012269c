package analysis

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// By hand: on p1 "a" solves 2 of 2 and "b" 1 of 2, on p2 1 of 2 and 0 of 1; p3
// has runs of "a" only and does not count.
func TestSuccessDifferenceByHand(t *testing.T) {
	yes, no := solver.Solved, solver.Exhausted
	records := []experiment.Record{
		row("a", "p1", 50, 0, yes, 1), row("a", "p1", 50, 1, yes, 1), row("b", "p1", 50, 0, yes, 1), row("b", "p1", 50, 1, no, 1),
		row("a", "p2", 150, 0, yes, 1), row("a", "p2", 150, 1, no, 1), row("b", "p2", 150, 0, no, 1),
		row("a", "p3", 150, 0, no, 1),
	}
	d := Default.SuccessDifference(records, "a", "b", Class{})
	if d.Instances != 2 || d.FirstRate != 0.75 || d.SecondRate != 0.25 || d.Mean != 0.5 || d.Interval != (Interval{Low: 0.5, High: 0.5}) || d.Level != 0.95 {
		t.Errorf("%+v", d)
	}
	if want := "a solves more often than b: 0.750 against 0.250 of runs, a difference of +0.500 (95 % interval +0.500 to +0.500 over 2 puzzles, too few: the interval is too narrow)."; d.String() != want {
		t.Errorf("says %q", d)
	}
	if d := Default.SuccessDifference(records, "b", "a", Class{100, 199}); d.Instances != 1 || d.Mean != -0.5 {
		t.Errorf("%+v", d)
	}
	if d := Default.SuccessDifference(records, "a", "c", Class{}); d.Instances != 0 || !math.IsNaN(d.Mean) || d.String() != "a and c have no puzzle in common." {
		t.Errorf("%+v: %s", d, d)
	}
}

func TestSuccessDifferenceIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		there, back := Default.SuccessDifference(records, "label 0", "label 1", Class{}), Default.SuccessDifference(records, "label 1", "label 0", Class{})
		if there.Instances != back.Instances || there.Instances > 0 && (math.Abs(there.Mean+back.Mean) > 1e-12 || there.FirstRate != back.SecondRate) {
			t.Errorf("%+v and %+v", there, back)
		}
		if there.Instances > 0 && (there.Interval.Low > there.Mean+1e-12 && there.Interval.Low > there.Interval.High || math.IsNaN(there.Interval.Low)) {
			t.Errorf("interval %+v of %v", there.Interval, there.Mean)
		}
		self := Default.SuccessDifference(records, "label 0", "label 0", Class{})
		if self.Mean != 0 || self.Interval != (Interval{}) {
			t.Errorf("a label differs from itself: %+v", self)
		}
	})
}

func TestDifferenceSays(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.01, 0.2, "a solves more often than b: 0.500"},
		{-0.2, -0.01, "a solves less often than b: 0.500"},
		{-0.1, 0.1, "Whether a or b solves more often is not settled: 0.500"},
		{0, 0.1, "Whether a or b solves more often is not settled: 0.500"},
		{0, 0, "Whether a or b solves more often is not settled: 0.500"},
	} {
		d := Difference{First: "a", Second: "b", Instances: 20, FirstRate: 0.5, Interval: Interval{Low: c.low, High: c.high}, Level: 0.95}
		if text := d.String(); !strings.HasPrefix(text, c.want) || !strings.HasSuffix(text, "over 20 puzzles).") {
			t.Errorf("%v to %v: %s", c.low, c.high, text)
		}
	}
}

// The interval holds its level: over 400 experiments of 40 puzzles whose two
// rates differ by 0.15 on average, between 91 and 98 % of the 95 % intervals
// contain it (the standard error of that share is 1.1 %).
func TestSuccessDifferenceCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	s := Settings{Resamples: 300}
	const experiments, puzzles, runs, truth = 400, 40, 4, 0.15
	holds := 0
	for range experiments {
		var records []experiment.Record
		for p := range puzzles {
			easy := 0.2 + 0.6*r.Float64()
			for run := range runs {
				for _, label := range []string{"a", "b"} {
					rate, status := easy+truth/2, solver.Exhausted
					if label == "b" {
						rate -= truth
					}
					if r.Float64() < rate {
						status = solver.Solved
					}
					records = append(records, row(label, string(rune('A'+p)), 100, run, status, 1))
				}
			}
		}
		if d := s.SuccessDifference(records, "a", "b", Class{}); d.Interval.Low <= truth && truth <= d.Interval.High {
			holds++
		}
	}
	if share := float64(holds) / experiments; share < 0.91 || share > 0.98 {
		t.Errorf("%.3f of the intervals contain the difference", share)
	}
}
