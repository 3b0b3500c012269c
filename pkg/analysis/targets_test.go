package analysis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

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
	c := s.TargetCurves([]experiment.Record{stepped(), never}, Seconds, 10, 3, 0)[0]
	// Targets are reached at 1, 10 and 100 s by one of two runs: areas 3, 2 and
	// 1 of 6 decades.
	if !near(c.Area, (3+2+1)/6.0/6, 12) || c.From != 0.001 || c.To != 1000 || c.Runs != 2 || len(c.Warnings) != 0 {
		t.Errorf("%+v", c)
	}
	for _, p := range c.Points {
		want := 0.0
		for _, at := range []float64{1, 10, 100} {
			if at <= p.X {
				want += 1.0 / 6
			}
		}
		if !near(p.Value, want, 12) {
			t.Errorf("at %v: %v, want %v", p.X, p.Value, want)
		}
	}
	free := stepped()
	free.Budget = solver.Budget{}
	if c := s.TargetCurves([]experiment.Record{free}, Seconds)[0]; c.To != 100 || len(c.Warnings) != 1 || len(c.Targets) != len(CostTargets) {
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
		curves := s.TargetCurves(records, m, 20, 5, 0)
		fines := Settings{GridPoints: 401, Resamples: 1}.TargetCurves(records, m, 20, 5, 0)
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
			if math.Abs(fine-c.Area) > 1e-2 || c.Area < 0 || c.Area > 1 || !(c.Interval.Low <= c.Interval.High) {
				t.Fatalf("area %v, summed up %v", c.Area, fine)
			}
			alone := slices.DeleteFunc(slices.Clone(records), func(r experiment.Record) bool { return r.Label() != c.Label })
			if x := s.TargetCurves(alone, m, 20, 5, 0)[0]; x.Area != c.Area || !slices.Equal(x.Points, c.Points) || x.Interval != c.Interval {
				t.Fatalf("beside others %+v, alone %+v", c, x)
			}
		}
	})
}

// Shares are counted straight from the traces; they rise with time and cost;
// the difference of a surface and itself is nothing.
func TestAttainmentAgainstCounting(t *testing.T) {
	s := Settings{GridPoints: 9}
	rapid.Check(t, func(t *rapid.T) {
		records := limited(draw(t))
		m := rapid.SampledFrom([]Measure{Seconds, CPU, Iterations, Evaluations}).Draw(t, "measure")
		surfaces := s.Attainments(records, m)
		groups := byLabel(records)
		for i, a := range surfaces {
			for x, at := range a.Times {
				for y, cost := range a.Costs {
					want := 0.0
					for _, in := range groups[i].instances {
						for n := range in.runs {
							if in.runs[n].track(m).by(at) <= cost {
								want += 1 / float64(len(in.runs)*len(groups[i].instances))
							}
						}
					}
					if !near(a.Share[x][y], want, 9) {
						t.Fatalf("%v at %v: %v, counted %v", cost, at, a.Share[x][y], want)
					}
					if x > 0 && a.Share[x][y] < a.Share[x-1][y] || y > 0 && a.Share[x][y] < a.Share[x][y-1] {
						t.Fatalf("falls at %v, %v", at, cost)
					}
				}
			}
			if d := a.Minus(a); d.FirstLead.Share != 0 || d.SecondLead.Share != 0 {
				t.Fatalf("%+v", d)
			}
			there, back := a.Minus(surfaces[0]), surfaces[0].Minus(a)
			if there.FirstLead != back.SecondLead || there.FirstLead.Share < 0 || there.FirstLead.Share > 1+1e-9 {
				t.Fatalf("%+v and %+v", there.FirstLead, back.SecondLead)
			}
		}
	})
	a := Default.Attainments([]experiment.Record{stepped()}, Seconds, 5, 0, 5)[0]
	if !slices.Equal(a.Costs, []float64{0, 5}) || a.Share[len(a.Times)-1][0] != 1 {
		t.Errorf("%+v", a.Costs)
	}
	defer func() {
		if recover() == nil {
			t.Error("surfaces on different grids: no panic")
		}
	}()
	a.Minus(Default.Attainments([]experiment.Record{stepped()}, Seconds, 1)[0])
}

func TestFixedByHand(t *testing.T) {
	late := row("a", "q", 16, 0, solver.Exhausted, 50)
	late.Trace, late.Cost, late.Budget = []experiment.Point{{Seconds: 20, Cost: 5}}, 5, solver.Budget{Wall: 50e9}
	records := []experiment.Record{stepped(), late}
	for _, c := range []struct {
		target, expected, median float64
		reached                  int
	}{{8, (1.0 + 20) / 2, 1, 2}, {3, 10 + 50, 10, 1}, {0, 100 + 50, 100, 1}, {-1, math.Inf(1), math.Inf(1), 0}} {
		f := Default.FixedTargets(records, Seconds, c.target)[0]
		if f.Expected != c.expected || f.Median != c.median || f.Reached.Successes != c.reached || f.Runs != 2 || f.Puzzles != 2 {
			t.Errorf("%v: %+v", c.target, f)
		}
	}
	if all := Default.FixedTargets(records, Seconds); len(all) != len(CostTargets) {
		t.Errorf("%d targets", len(all))
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		budget, mean, q25, median, q75 float64
		costs, solved, beyond, short   int
	}{
		{0.5, math.NaN(), inf, inf, inf, 0, 0, 2, 0},
		{5, 8, 8, 8, inf, 1, 0, 2, 0},
		{30, 4, 3, 3, 5, 2, 0, 2, 0},
		{60, 4, 3, 3, 5, 2, 0, 1, 1},
		{100, 2.5, 0, 0, 5, 2, 1, 0, 1},
	} {
		f := Default.FixedBudgets(records, Seconds, c.budget)[0]
		if f.Mean != c.mean && !math.IsNaN(c.mean) || f.Q25 != c.q25 || f.Median != c.median || f.Q75 != c.q75 ||
			f.Costs != c.costs || f.Solved.Successes != c.solved || f.Beyond != c.beyond || f.Short != c.short {
			t.Errorf("%v: %+v", c.budget, f)
		}
	}
}

// Fixed targets and budgets are two views of one thing: the share that has
// reached cost 0 by a budget, and the runs with a solution.
func TestFixedAgree(t *testing.T) {
	s := Settings{Resamples: 10}
	rapid.Check(t, func(t *rapid.T) {
		records := limited(draw(t))
		targets, budgets, tables := s.FixedTargets(records, Seconds, 0), s.FixedBudgets(records, Seconds, 60), s.SuccessBySize(records)
		for i, f := range targets {
			e := tables.Totals[i].Runs
			if f.Reached != e || budgets[i].Solved != e {
				t.Fatalf("%+v, %+v, %+v", f.Reached, budgets[i].Solved, e)
			}
			if math.IsNaN(f.Expected) || math.IsInf(f.Expected, 1) != (e.Successes == 0) || f.Interval.Low > f.Interval.High {
				t.Fatalf("%+v", f)
			}
		}
	})
}
