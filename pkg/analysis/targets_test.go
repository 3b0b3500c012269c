package analysis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// limited gives all records a budget of a minute, and of its like in counts.
func limited(records []experiment.Record) []experiment.Record {
	for i := range records {
		records[i].Budget = solver.Budget{Wall: 60e9, CPU: 60e9, Iterations: 600, Evaluations: 6000}
	}
	return records
}

// One run in steps: 8 at 1 s, 3 at 10 s, solved at 100 s, of a budget of 1000 s,
// so that the axis from 0.001 s has six decades.
func stepped() experiment.Record {
	r := row("a", "p", 16, 0, solver.Solved, 100)
	r.Trace = []experiment.Point{{Seconds: 1, Cost: 8}, {Seconds: 10, Cost: 3}, {Seconds: 100, Cost: 0}}
	r.Budget = solver.Budget{Wall: 1000e9}
	return r
}

func TestTargetCurvesByHand(t *testing.T) {
	s := Settings{GridPoints: 7}
	never := row("a", "p", 16, 1, solver.Exhausted, 1000)
	never.Budget, never.Cost = solver.Budget{Wall: 1000e9}, -1
	c := s.Group([]experiment.Record{stepped(), never}).TargetCurves(Seconds, 10, 3, 0)[0]
	// Targets are reached at 1, 10 and 100 s by one of two runs: areas 3, 2 and
	// 1 of 6 decades.
	alltest.Check(t, near(c.Area, (3+2+1)/6.0/6, 12) && c.From == 0.001 && c.To == 1000 && c.Runs == 2 && len(c.Warnings) == 0, "%+v", c)
	for _, p := range c.Points {
		want := 0.0
		for _, at := range []float64{1, 10, 100} {
			if at <= p.X {
				want += 1.0 / 6
			}
		}
		alltest.Check(t, near(p.Value, want, 12), "at %v: %v, want %v", p.X, p.Value, want)
	}
	free := stepped()
	free.Budget = solver.Budget{}
	if c := s.Group([]experiment.Record{free}).TargetCurves(Seconds)[0]; c.To != 100 || len(c.Warnings) != 1 || len(c.Targets) != len(CostTargets) {
		t.Errorf("%+v", c)
	}
}

// Curves rise, bands hold them, areas lie between 0 and 1 and are what a fine sum
// gives, and one engine's curve does not know of another.
func TestTargetCurvesProperties(t *testing.T) {
	s := Settings{GridPoints: 30, Resamples: 20}
	rapid.Check(t, func(t *rapid.T) {
		records := limited(draw(t))
		m := rapid.SampledFrom([]Measure{Seconds, Evaluations}).Draw(t, "measure")
		curves := s.Group(records).TargetCurves(m, 20, 5, 0)
		fines := Settings{GridPoints: 401, Resamples: 1}.Group(records).TargetCurves(m, 20, 5, 0)
		for i, c := range curves {
			last := 0.0
			for _, p := range c.Points {
				if p.Value < last-1e-12 || !(p.Band.Low <= p.Value+1e-9 && p.Value <= p.Band.High+1e-9 && p.Band.Low >= 0 && p.Band.High <= 1) {
					t.Fatalf("%+v after %v", p, last)
				}
				last = p.Value
			}
			fine := 0.0
			for _, p := range fines[i].Points {
				fine += p.Value / 401
			}
			alltest.Require(t, math.Abs(fine-c.Area) <= 1e-2 && c.Area >= 0 && c.Area <= 1 && c.Interval.Low <= c.Interval.High,
				"area %v, summed up %v", c.Area, fine)
			alone := slices.DeleteFunc(slices.Clone(records), func(r experiment.Record) bool { return r.Label() != c.Label })
			if x := s.Group(alone).TargetCurves(m, 20, 5, 0)[0]; x.Area != c.Area || !slices.Equal(x.Points, c.Points) || x.Interval != c.Interval {
				t.Fatalf("beside others %+v, alone %+v", c, x)
			}
		}
	})
}
