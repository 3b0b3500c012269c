package analysis

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// traced is a run of so many seconds with improvements at some of them.
func traced(run int, status solver.Status, seconds float64, trace ...experiment.Point) experiment.Record {
	r := row("a", "p", 25, run, status, seconds)
	r.Trace = trace
	return r
}

func TestAnytimeByHand(t *testing.T) {
	p := func(seconds, cost float64) experiment.Point {
		return experiment.Point{Seconds: seconds, Cost: cost, Iterations: int64(10*seconds) - 1, Evaluations: int64(100 * seconds)}
	}
	records := []experiment.Record{
		traced(0, solver.Solved, 3.9, p(1, 8), p(1.9, 3), p(3.9, 0)),
		traced(1, solver.Exhausted, 16, p(1.9, 6), p(7.9, 5)),
		traced(2, solver.Exhausted, 16, p(3.9, 9)),
		traced(3, solver.Unique, 7.9),     // an engine without costs, solved at the end
		traced(4, experiment.Failed, 0.5), // nothing at all
	}
	for i := range records {
		records[i].Budget = solver.Budget{Wall: 16e9}
	}
	s := Settings{GridPoints: 5} // 1, 2, 4, 8, 16
	got := s.Group(records).AnytimeCurves(Seconds)
	alltest.Require(t, len(got) == 1 && got[0].Runs == 5 && got[0].Puzzles == 1 && got[0].Limit == 16 && len(got[0].Warnings) == 1, "%+v", got)
	inf := math.Inf(1)
	want := []AnytimePoint{
		{1, 1, 8, inf, inf, inf, inf, 0},
		{2, 2, 3, 6, inf, inf, inf, 0},
		{4, 3, 0, 6, 9, inf, inf, 0.2},
		{8, 4, 0, 0, 5, 9, inf, 0.4},
		{16, 4, 0, 0, 5, 9, inf, 0.4},
	}
	for i, w := range want {
		g := got[0].Points[i]
		alltest.Check(t, math.Abs(g.At-w.At) <= 1e-9, "point %d is at %v, want %v", i, g.At, w.At)
		if g.At = w.At; g != w {
			t.Errorf("got  %+v\nwant %+v", g, w)
		}
	}
	for m, first := range map[Measure]float64{CPU: 0.5, Iterations: 10, Evaluations: 100} {
		c := s.Group(records).AnytimeCurves(m)[0]
		n := len(c.Points)
		alltest.Check(t, n == 5 && near(c.Points[0].At, first, 9) && c.Points[n-1].Q25 == 0, "%v: %+v", m, c.Points)
	}
}

// With more time costs only fall, more runs have one, and more are solved.
func TestAnytimeProperties(t *testing.T) {
	s := Settings{GridPoints: 15}
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		for _, m := range []Measure{Seconds, CPU, Iterations, Evaluations} {
			for _, c := range s.Group(records).AnytimeCurves(m) {
				last := AnytimePoint{Q10: math.Inf(1), Q25: math.Inf(1), Median: math.Inf(1), Q75: math.Inf(1), Q90: math.Inf(1)}
				for _, p := range c.Points {
					alltest.Require(t, p.Q10 <= p.Q25 && p.Q25 <= p.Median && p.Median <= p.Q75 && p.Q75 <= p.Q90 && p.Runs <= c.Runs,
						"%v: %+v", m, p)
					if p.At <= last.At || p.Runs < last.Runs || p.Solved < last.Solved ||
						p.Q10 > last.Q10 || p.Q25 > last.Q25 || p.Median > last.Median || p.Q75 > last.Q75 || p.Q90 > last.Q90 {
						t.Fatalf("%v: %+v after %+v", m, p, last)
					}
					last = p
				}
			}
		}
	})
}
