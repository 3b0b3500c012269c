package analysis

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Weeks of remission of 21 children under 6-mercaptopurine: E. J. Freireich et
// al., "The effect of 6-mercaptopurine on the duration of steroid-induced
// remissions in acute leukemia", Blood 21 (1963), 699–716. The estimate
// is printed in most books on survival (such as D. G. Kleinbaum and M. Klein, Survival
// Analysis, table 2.3).
func TestKaplanMeierAgainstFreireich(t *testing.T) {
	var times []survival
	for _, w := range []float64{6, 6, 6, 7, 10, 13, 16, 22, 23} {
		times = append(times, survival{w, true})
	}
	for _, w := range []float64{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		times = append(times, survival{w, false})
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
	steps := kaplanMeier(times)
	want := []struct {
		week           float64
		atRisk, events int
		unsolved       float64
	}{
		{6, 21, 3, 0.8571},
		{7, 17, 1, 0.8067},
		{10, 15, 1, 0.7529},
		{13, 12, 1, 0.6902},
		{16, 11, 1, 0.6275},
		{22, 7, 1, 0.5378},
		{23, 6, 1, 0.4482},
	}
	events := slices.DeleteFunc(slices.Clone(steps), func(s Step) bool { return s.Events == 0 })
	alltest.Require(t, len(events) == len(want) && len(steps) == 17 && reflect.DeepEqual(steps[0], Step{AtRisk: 21, High: 1}),
		"%d steps, %d with events", len(steps), len(events))
	for i, w := range want {
		s := events[i]
		alltest.Check(t, s.Time == w.week && s.AtRisk == w.atRisk && s.Events == w.events, "%+v, want %+v", s, w)
		week := fmt.Sprintf("week %v: ", w.week)
		expect(t, week+"not relapsed", 1-s.Solved, w.unsolved, 4)
	}
	if last := steps[16]; last.Time != 35 || last.AtRisk != 1 || last.Censored != 1 || last.Solved != steps[13].Solved {
		t.Errorf("last step %+v", last)
	}
}

func TestKaplanMeierAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		of     []survival
		solved []float64
	}{
		{[]survival{{1, true}, {2, true}}, []float64{0, 0.5, 1}},
		{[]survival{{1, true}, {2, false}, {3, true}}, []float64{0, 1.0 / 3, 1.0 / 3, 1}},
		{[]survival{{1, false}, {2, false}}, []float64{0, 0, 0}},
	} {
		var got []float64
		for _, step := range kaplanMeier(c.of) {
			got = append(got, step.Solved)
		}
		alltest.Check(t, slices.EqualFunc(got, c.solved, func(a, b float64) bool { return near(a, b, 12) }),
			"%v: %v, want %v", c.of, got, c.solved)
	}
	got := kaplanMeier(nil)
	alltest.Check(t, got == nil, "of no runs: %+v", got)
	for _, bad := range []float64{-1, math.NaN()} {
		alltest.Panics(t, func() { kaplanMeier([]survival{{bad, true}}) }, "a time of %v", bad)
	}
}

// Steps never fall and counts add up; and without censoring before the last event it
// is the empirical distribution.
func TestKaplanMeierProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var times []survival
		n := rapid.IntRange(1, 40).Draw(t, "runs")
		for range n {
			times = append(times, survival{float64(rapid.IntRange(0, 20).Draw(t, "time")), rapid.Bool().Draw(t, "event")})
		}
		left, solved := n, 0.0
		for _, s := range kaplanMeier(times) {
			alltest.Require(t, s.AtRisk == left && s.Solved >= solved && s.Solved <= 1, "%+v after %d left, %v solved", s, left, solved)
			left -= s.Events + s.Censored
			solved = s.Solved
		}
		alltest.Require(t, left == 0, "%d of %d runs are in no step", left, n)
		for i := range times { // everything unsolved was watched to the end
			if !times[i].Event {
				times[i].Time = 21
			}
		}
		for _, s := range kaplanMeier(times) {
			count := 0
			for _, x := range times {
				if x.Event && x.Time <= s.Time {
					count++
				}
			}
			p := float64(count) / float64(n)
			alltest.Require(t, near(s.Solved, p, 9), "%+v, empirical %v", s, p)
		}
	})
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
	got := Group(records).RunTimes(Seconds)[0]
	first, last := math.Inf(1), math.Inf(1)
	for _, step := range got.Steps {
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
	alltest.Check(t, got.MedianInterval == (Interval{Low: first, High: last}) && first < got.Median && got.Median < last,
		"median %v %+v, want %v to %v", got.Median, got.MedianInterval, first, last)
}

func TestRunTimes(t *testing.T) {
	records := []experiment.Record{
		row("a", "p1", 25, 0, solver.Solved, 1), row("a", "p1", 25, 1, solver.Exhausted, 5), row("a", "p2", 25, 0, solver.Unique, 2),
		row("a", "p2", 25, 1, experiment.Failed, 0.5), row("a", "p3", 25, 0, solver.Unsolvable, 0.1), row("b", "p1", 25, 0, solver.Solved, 4),
	}
	for i := range records {
		records[i].Budget = solver.Budget{Wall: 5e9}
	}
	got := Group(records).RunTimes(Seconds)
	alltest.Require(t, len(got) == 2, "%d labels", len(got))
	a := got[0]
	if a.Runs != 5 || a.Solved != 2 || a.Censored != 1 || a.Never != 2 || a.Puzzles != 3 || a.Limit != 5 || !math.IsInf(a.Median, 1) {
		t.Errorf("%+v", a)
	}
	// Runs that never will solve stay in the count: 1/5 at 1 s, 2/5 at 2 s.
	for _, c := range []struct{ at, solved float64 }{{1, 0.2}, {1.5, 0.2}, {2, 0.4}, {5, 0.4}, {100, 0.4}} {
		s, ok := a.At(c.at)
		alltest.Check(t, ok && near(s.Solved, c.solved, 12), "at %v: %+v, want %v", c.at, s, c.solved)
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
	if s, ok := a.At(0.9); !ok || s.Solved != 0 || s.High != 0.75 { // the first puzzle had one run of two that might
		t.Errorf("before the first solution: %+v", s)
	}
	s, ok := a.At(-1)
	alltest.Check(t, !ok, "before the beginning: %+v", s)
	if a.Scope.Runs || a.Scope.String() != "95 %, for puzzles like these" || !got[1].Scope.Runs || got[1].Scope.String() != "95 %, for runs on the same puzzle" {
		t.Errorf("about %v and %v", a.Scope, got[1].Scope)
	}
	b := got[1]
	alltest.Check(t, b.Median == 4 && b.Solved == 1, "%+v", b)
	e := Group(records).RunTimes(Evaluations)[0]
	alltest.Check(t, e.Steps[1].Time == 100 && e.Limit == 0, "in evaluations: %+v", e.Steps)
}

// The band counts a run that ended as unsolved for its low end and as solved for its
// high end, from its end on; between the 150 steps that have their own it is the
// wider one of the two neighbours.
func TestBand(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, puzzles := range []int{1, 3, 30} {
		var records []experiment.Record
		for p := range puzzles {
			for run := range 2 + 9*(p%2) + 300*(1/puzzles) {
				status := []solver.Status{solver.Solved, solver.Solved, solver.Exhausted, solver.Unsolvable}[random.IntN(4)]
				records = append(records, row("a", fmt.Sprint("p", p), 25, run, status, float64(1+random.IntN(900))/100))
			}
		}
		got := Group(records).RunTimes(Seconds)[0]
		last := got.Steps[len(got.Steps)-1].Time
		own := 0
		for i, step := range got.Steps {
			found, could := map[string]ratio{}, map[string]ratio{}
			for n, r := range records {
				unit := r.Puzzle
				if puzzles == 1 {
					unit = fmt.Sprint(n)
				}
				u, v := found[unit], could[unit]
				u.whole++
				v.whole++
				at := r.Seconds
				if r.Status == solver.Unsolvable {
					at = last
				}
				if at <= step.Time && r.Solved() {
					u.part++
				}
				if at <= step.Time && (r.Solved() || at < last || i < len(got.Steps)-1) {
					v.part++
				}
				found[unit], could[unit] = u, v
			}
			s := Default.complete()
			low, high := s.across(slices.Collect(maps.Values(found))).Low, s.across(slices.Collect(maps.Values(could))).High
			if near(step.Low, low, 7) && near(step.High, high, 7) {
				own++
			} else if i == len(got.Steps)-1 || step.Low > low+1e-7 || step.High < high-1e-7 || len(got.Steps) <= bands ||
				step.Low != got.Steps[i-1].Low && !near(step.Low, low, 7) || step.High != got.Steps[i+1].High && !near(step.High, high, 7) {
				t.Fatalf("%d puzzles, step %d of %d: %v to %v, want %v to %v", puzzles, i, len(got.Steps), step.Low, step.High, low, high)
			}
			alltest.Require(t, step.Low <= step.Solved+1e-9 && step.High >= step.Solved-1e-9,
				"%d puzzles: the band %v to %v is beside %v", puzzles, step.Low, step.High, step.Solved)
		}
		alltest.Check(t, own >= min(len(got.Steps), bands), "%d puzzles: %d of %d steps have their own band", puzzles, own, len(got.Steps))
	}
}

// kaplanMeier is [steps] of times in any order.
func kaplanMeier(runs []survival) []Step {
	times := make([]timed, len(runs))
	for i, t := range runs {
		times[i] = timed{t, 0, 0}
	}
	return steps(inTime(times))
}
