package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
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
	if len(events) != len(want) || len(steps) != 17 || !reflect.DeepEqual(steps[0], Step{AtRisk: 21, High: Default.Wilson(0, 21).High}) {
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
	if last := steps[16]; last.Time != 35 || last.AtRisk != 1 || last.Censored != 1 || last.Solved != steps[13].Solved {
		t.Errorf("last step %+v", last)
	}
}

func TestKaplanMeierAtTheEdges(t *testing.T) {
	all := Default.kaplanMeier([]survival{{1, true}, {2, true}})
	if s := all[2]; s.Solved != 1 || s.High != 1 || s.Low != Default.Wilson(2, 2).Low || s.StdErr != 0 {
		t.Errorf("all solved: %+v", all)
	}
	late := Default.kaplanMeier([]survival{{1, true}, {2, false}, {3, true}})
	if s := late[3]; s.Solved != 1 || s.High != 1 || s.Low != late[2].Low || s.Low <= 0 {
		t.Errorf("one censored, then the last solved: %+v", late)
	}
	none := Default.kaplanMeier([]survival{{1, false}, {2, false}})
	if s := none[2]; len(none) != 3 || s.Solved != 0 || s.Low != 0 || s.High != Default.Wilson(0, 1).High {
		t.Errorf("none solved: %+v", none)
	}
	two := Default.kaplanMeier([]survival{{1, false}, {4, false}, {4, false}}, []survival{{2, false}, {3, true}})
	if at := two[1]; two[0].High != Default.Wilson(0, 2).High || at.High != Default.Wilson(0, 2).High || two[3].Low >= two[3].Solved {
		t.Errorf("two puzzles: %+v", two)
	}
	if got := Default.kaplanMeier(nil); got != nil {
		t.Errorf("of no runs: %+v", got)
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

// The error between puzzles against a slow version: how much the estimate
// changes with the weight of each puzzle, by differences.
func TestErrorBetweenPuzzlesIsThatOfTheWeights(t *testing.T) {
	weighted := func(puzzles [][]survival, weights []float64, at float64) float64 {
		unsolved := 1.0
		for _, p := range puzzles {
			for _, x := range p {
				events, risk := 0.0, 0.0
				for c, q := range puzzles {
					for _, y := range q {
						if y.Time >= x.Time {
							risk += weights[c]
						}
						if y.Time == x.Time && y.Event {
							events += weights[c]
						}
					}
				}
				if x.Event && x.Time <= at { // each of the times is met once for each of its events
					n := 0.0
					for _, q := range puzzles {
						for _, y := range q {
							if y.Time == x.Time && y.Event {
								n++
							}
						}
					}
					unsolved *= math.Pow(1-events/risk, 1/n)
				}
			}
		}
		return 1 - unsolved
	}
	random := rand.New(rand.NewPCG(5, 5))
	puzzles := unlike(random, 6, 9, 2.5)
	for i := range puzzles { // unequal numbers of runs, ties
		puzzles[i] = puzzles[i][:9-i]
		for j := range puzzles[i] {
			puzzles[i][j].Time = math.Round(5*puzzles[i][j].Time) / 5
		}
	}
	checked := 0
	for _, step := range Default.kaplanMeier(puzzles...) {
		const by = 1e-5
		squares := 0.0
		for c := range puzzles {
			w := []float64{1, 1, 1, 1, 1, 1}
			w[c] = 1 + by
			more := weighted(puzzles, w, step.Time)
			w[c] = 1 - by
			slope := (more - weighted(puzzles, w, step.Time)) / (2 * by)
			squares += slope * slope
		}
		want := math.Sqrt(6.0 / 5 * squares)
		expect(t, fmt.Sprintf("share at %v", step.Time), step.Solved, weighted(puzzles, []float64{1, 1, 1, 1, 1, 1}, step.Time), 9)
		if step.Solved > 0.1 && step.Solved < 0.9 { // beyond, Greenwood's may be the larger
			checked++
			if math.Abs(step.StdErr-want) > 1e-6 {
				t.Errorf("error at %v is %v, want %v", step.Time, step.StdErr, want)
			}
		}
	}
	if checked < 5 {
		t.Errorf("only %d steps were checked", checked)
	}
}

// Without censoring the band is the interval of the success rate across
// puzzles, and the median's interval is where it meets a half.
func TestRunTimesOfCompleteRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	var records []experiment.Record
	for p := range 12 {
		rate := math.Exp(random.NormFloat64())
		for run := range 5 {
			records = append(records, row("a", fmt.Sprint("p", p), 25, run, solver.Solved, random.ExpFloat64()/rate))
		}
	}
	got := Default.RunTimes(records, Seconds)[0]
	first, last := math.Inf(1), math.Inf(1)
	for _, step := range got.Steps[1 : len(got.Steps)-1] { // at the last one all are solved, at the first none
		units := make([]ratio, 12)
		for i, r := range records {
			units[i/5].whole++
			if r.Seconds <= step.Time {
				units[i/5].part++
			}
		}
		want := Default.across(units)
		expect(t, fmt.Sprintf("low at %v", step.Time), step.Low, want.Low, 9)
		expect(t, fmt.Sprintf("high at %v", step.Time), step.High, want.High, 9)
		if want.High >= 0.5 {
			first = min(first, step.Time)
		}
		if want.Low >= 0.5 {
			last = min(last, step.Time)
		}
	}
	if got.MedianInterval != (Interval{Low: first, High: last}) || !(first < got.Median && got.Median < last) {
		t.Errorf("median %v %+v, want %v to %v", got.Median, got.MedianInterval, first, last)
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
	// A step names its runs: those that found a solution then, and the others.
	key := func(i int) RunKey {
		return RunKey{PuzzleKey{records[i].Puzzle, records[i].Content, 25}, records[i].Run}
	}
	for _, c := range []struct {
		at           float64
		found, ended []RunKey
	}{{0, nil, nil}, {1, []RunKey{key(0)}, nil}, {2, []RunKey{key(2)}, nil}, {5, nil, []RunKey{key(1), key(3), key(4)}}} {
		if s, _ := a.At(c.at); !slices.Equal(s.Found, c.found) || !slices.Equal(s.Ended, c.ended) {
			t.Errorf("at %v %v found a solution and %v ended, want %v and %v", c.at, s.Found, s.Ended, c.found, c.ended)
		}
	}
	if s, ok := a.At(0.9); !ok || s.Solved != 0 || s.High != Default.Wilson(0, 3).High {
		t.Errorf("before the first solution: %+v", s)
	}
	if s, ok := a.At(-1); ok {
		t.Errorf("before the beginning: %+v", s)
	}
	if a.About.Runs || a.About.String() != "95 %, for puzzles like these" || !got[1].About.Runs || got[1].About.String() != "95 %, for runs on the same puzzle" {
		t.Errorf("about %v and %v", a.About, got[1].About)
	}
	if b := got[1]; b.Median != 4 || b.Solved != 1 {
		t.Errorf("%+v", b)
	}
	if e := Default.RunTimes(records, Evaluations)[0]; e.Steps[1].Time != 100 || e.Limit != 0 {
		t.Errorf("in evaluations: %+v", e.Steps)
	}
}
