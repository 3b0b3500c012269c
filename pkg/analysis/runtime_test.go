package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Weeks of remission of 21 children under 6-mercaptopurine: E. J. Freireich et
// al., "The effect of 6-mercaptopurine on the duration of steroid-induced
// remissions in acute leukemia", Blood 21 (1963), 699–716. The estimate and
// Greenwood's errors are printed in most books on survival (such as D. G.
// Kleinbaum and M. Klein, survival Analysis, table 2.3: 0.8571, 0.8067, 0.7529,
// 0.6902, 0.6275, 0.5378, 0.4482); the log-log intervals were computed a second
// time outside of this package.
func TestKaplanMeierAgainstFreireich(t *testing.T) {
	var times []survival
	for _, w := range []float64{6, 6, 6, 7, 10, 13, 16, 22, 23} {
		times = append(times, survival{w, true})
	}
	for _, w := range []float64{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		times = append(times, survival{w, false})
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
	steps := Default.kaplanMeier(times)
	want := []struct {
		week                           float64
		atRisk, events                 int
		unsolved, stdErr, lower, upper float64
	}{
		{6, 21, 3, 0.8571, 0.0764, 0.6197, 0.9516},
		{7, 17, 1, 0.8067, 0.0869, 0.5631, 0.9228},
		{10, 15, 1, 0.7529, 0.0963, 0.5032, 0.8894},
		{13, 12, 1, 0.6902, 0.1068, 0.4316, 0.8491},
		{16, 11, 1, 0.6275, 0.1141, 0.3675, 0.8049},
		{22, 7, 1, 0.5378, 0.1282, 0.2678, 0.7468},
		{23, 6, 1, 0.4482, 0.1346, 0.1881, 0.6801},
	}
	events := slices.DeleteFunc(slices.Clone(steps), func(s Step) bool { return s.Events == 0 })
	if len(events) != len(want) || len(steps) != 16 {
		t.Fatalf("%d steps, %d with events", len(steps), len(events))
	}
	for i, w := range want {
		s := events[i]
		if s.Time != w.week || s.AtRisk != w.atRisk || s.Events != w.events {
			t.Errorf("%+v, want %+v", s, w)
		}
		week := fmt.Sprintf("week %v: ", w.week)
		expect(t, week+"not relapsed", 1-s.Solved, w.unsolved, 4)
		expect(t, week+"error", s.StdErr, w.stdErr, 4)
		expect(t, week+"lower", 1-s.High, w.lower, 4)
		expect(t, week+"upper", 1-s.Low, w.upper, 4)
	}
	if last := steps[15]; last.Time != 35 || last.AtRisk != 1 || last.Censored != 1 || last.Solved != steps[12].Solved {
		t.Errorf("last step %+v", last)
	}
}

func TestKaplanMeierAtTheEdges(t *testing.T) {
	all := Default.kaplanMeier([]survival{{1, true}, {2, true}})
	if s := all[1]; s.Solved != 1 || s.High != 1 || s.Low != all[0].Low || s.Low <= 0 || s.StdErr != 0 {
		t.Errorf("all solved: %+v", all)
	}
	none := Default.kaplanMeier([]survival{{1, false}, {2, false}})
	if s := none[1]; len(none) != 2 || s.Solved != 0 || s.Low != 0 || s.High != 0 {
		t.Errorf("none solved: %+v", none)
	}
	for _, bad := range []float64{-1, math.NaN()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a time of %v: no panic", bad)
				}
			}()
			Default.kaplanMeier([]survival{{bad, true}})
		}()
	}
}

// Steps never fall, intervals hold the estimate, counts add up; and without
// censoring before the last event it is the empirical distribution with the
// binomial's standard error.
func TestKaplanMeierProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var times []survival
		n := rapid.IntRange(1, 40).Draw(t, "runs")
		for range n {
			times = append(times, survival{float64(rapid.IntRange(0, 20).Draw(t, "time")), rapid.Bool().Draw(t, "event")})
		}
		left, solved := n, 0.0
		for _, s := range Default.kaplanMeier(times) {
			if s.AtRisk != left || s.Solved < solved || !(0 <= s.Low && s.Low <= s.Solved+1e-12 && s.Solved <= s.High+1e-12 && s.High <= 1) {
				t.Fatalf("%+v after %d left, %v solved", s, left, solved)
			}
			left -= s.Events + s.Censored
			solved = s.Solved
		}
		if left != 0 {
			t.Fatalf("%d of %d runs are in no step", left, n)
		}
		for i := range times { // everything unsolved was watched to the end
			if !times[i].Event {
				times[i].Time = 21
			}
		}
		for _, s := range Default.kaplanMeier(times) {
			count := 0
			for _, x := range times {
				if x.Event && x.Time <= s.Time {
					count++
				}
			}
			p := float64(count) / float64(n)
			if !near(s.Solved, p, 9) || !near(s.StdErr, math.Sqrt(p*(1-p)/float64(n)), 9) {
				t.Fatalf("%+v, empirical %v", s, p)
			}
		}
	})
}

// Half of the runs are cut off at random times that have nothing to do with
// them: the estimate must still find the distribution, and its interval hold
// it about as often as it says.
func TestCoverageOfKaplanMeier(t *testing.T) {
	const draws, runs, at = 1000, 60, 1.0
	random := rand.New(rand.NewPCG(7, 8))
	truth := 1 - math.Exp(-at)
	held, mean := 0, 0.0
	for range draws {
		times := make([]survival, runs)
		for i := range times {
			event, cut := random.ExpFloat64(), random.ExpFloat64()
			times[i] = survival{min(event, cut), event <= cut}
		}
		s, _ := RunTime{Steps: Default.kaplanMeier(times)}.At(at)
		mean += s.Solved / draws
		if s.Low <= truth && truth <= s.High {
			held++
		}
	}
	if share := float64(held) / draws; share < 0.925 || share > 0.975 || math.Abs(mean-truth) > 0.01 {
		t.Errorf("held in %.3f of %d draws; mean %.4f, truth %.4f", share, draws, mean, truth)
	}
}

func TestRunTimes(t *testing.T) {
	records := []experiment.Record{
		row("a", "p1", 25, 0, solver.Solved, 1), row("a", "p1", 25, 1, solver.Exhausted, 5), row("a", "p2", 25, 0, solver.Unique, 2),
		row("a", "p2", 25, 1, experiment.Failed, 0.5), row("a", "p3", 25, 0, solver.Unsolvable, 0.1), row("b", "p1", 25, 0, solver.Solved, 4),
	}
	for i := range records {
		records[i].Budget = solver.Budget{Wall: 5e9}
	}
	got := Default.RunTimes(records, Seconds)
	if len(got) != 2 {
		t.Fatalf("%d labels", len(got))
	}
	a := got[0]
	if a.Runs != 5 || a.Solved != 2 || a.Censored != 1 || a.Never != 2 || a.Puzzles != 3 || a.Limit != 5 || !math.IsInf(a.Median, 1) {
		t.Errorf("%+v", a)
	}
	// Runs that never will solve stay in the count: 1/5 at 1 s, 2/5 at 2 s.
	for _, c := range []struct{ at, solved float64 }{{1, 0.2}, {1.5, 0.2}, {2, 0.4}, {5, 0.4}, {100, 0.4}} {
		if s, ok := a.At(c.at); !ok || !near(s.Solved, c.solved, 12) {
			t.Errorf("at %v: %+v, want %v", c.at, s, c.solved)
		}
	}
	if s, ok := a.At(0.9); ok {
		t.Errorf("before the first step: %+v", s)
	}
	if b := got[1]; b.Median != 4 || b.Solved != 1 {
		t.Errorf("%+v", b)
	}
	if e := Default.RunTimes(records, Evaluations)[0]; e.Steps[0].Time != 100 || e.Limit != 0 {
		t.Errorf("in evaluations: %+v", e.Steps)
	}
}
