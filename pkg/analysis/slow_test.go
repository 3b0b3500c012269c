package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// improving is a record with improvements at the given seconds.
func improving(label, puzzle string, run int, status solver.Status, seconds float64, improvements ...[2]float64) experiment.Record {
	r := row(label, puzzle, 100, run, status, seconds)
	for _, x := range improvements {
		r.Trace = append(r.Trace, experiment.Point{Seconds: x[0], Cost: x[1], Iterations: int64(10 * x[0]), Evaluations: int64(100 * x[0])})
	}
	return r
}

// A track is the trace, with the end where the trace does not tell it: a solution
// at the end of a run that found one, the last cost of a run without any trace;
// nothing for a run that failed, or knows no cost.
func TestTracks(t *testing.T) {
	costless := row("a", "p", 100, 0, solver.Exhausted, 8)
	costless.Cost = -1
	free := row("a", "p", 100, 0, solver.Exhausted, 8)
	free.Cost = 0
	for name, c := range map[string]struct {
		of   experiment.Record
		want track
	}{
		"trace":                 {improving("a", "p", 0, solver.Exhausted, 8, [2]float64{1, 9}, [2]float64{3, 4}), track{{1, 9}, {3, 4}}},
		"solved in the trace":   {improving("a", "p", 0, solver.Solved, 8, [2]float64{1, 9}, [2]float64{7, 0}), track{{1, 9}, {7, 0}}},
		"solved at the end":     {improving("a", "p", 0, solver.Solved, 8, [2]float64{1, 9}), track{{1, 9}, {8, 0}}},
		"solved without trace":  {row("a", "p", 100, 0, solver.Unique, 8), track{{8, 0}}},
		"without trace":         {row("a", "p", 100, 0, solver.Exhausted, 8), track{{8, 5}}},
		"cost 0, not solved":    {free, track{{8, 0}}},
		"no cost":               {costless, nil},
		"failed":                {row("a", "p", 100, 0, experiment.Failed, 8), nil},
		"failed after progress": {improving("a", "p", 0, experiment.Failed, 8, [2]float64{1, 9}), track{{1, 9}}},
	} {
		got := runsOf([]experiment.Record{c.of})[0].track(Seconds)
		alltest.Check(t, slices.Equal(got, c.want), "%s: %v, want %v", name, got, c.want)
	}
}

// experimentOf draws runs with traces of two labels on a few puzzles.
func experimentOf(seed uint64, puzzles int) (out []experiment.Record) {
	r := rand.New(rand.NewPCG(seed, 2))
	for p := range puzzles {
		for _, label := range []string{"a", "b"} {
			for run := range 1 + r.IntN(5) {
				status := []solver.Status{solver.Solved, solver.Exhausted}[r.IntN(2)]
				x := improving(label, string(rune('p'+p)), run, status, 20+10*r.Float64(), [2]float64{1 + r.Float64(), 60}, [2]float64{3 + 4*r.Float64(), 20}, [2]float64{9 + 9*r.Float64(), float64(1 + r.IntN(9))})
				x.Budget.Wall = 40e9
				out = append(out, x)
			}
		}
	}
	return out
}

// best is the cost of a run by a time, by going through its trace.
func bestBy(r experiment.Record, at float64) float64 {
	best := math.Inf(1)
	for _, p := range r.Trace {
		if p.Seconds <= at {
			best = min(best, p.Cost)
		}
	}
	if r.Solved() && r.Seconds <= at {
		best = 0
	}
	return best
}

// Target curves are what counting run by run gives.
func TestCountedRunByRun(t *testing.T) {
	s := Settings{GridPoints: 12}
	for seed := range uint64(4) {
		for _, puzzles := range []int{1, 3} {
			records := experimentOf(seed, puzzles)
			of := func(label string) (out []experiment.Record, perPuzzle map[string]int) {
				perPuzzle = map[string]int{}
				for _, r := range records {
					if r.Label() == label {
						out = append(out, r)
						perPuzzle[r.Puzzle]++
					}
				}
				return out, perPuzzle
			}
			for _, c := range s.Group(records).TargetCurves(Seconds, 50, 10, 0) {
				runs, perPuzzle := of(c.Label)
				for _, point := range c.Points {
					want := 0.0
					for _, r := range runs {
						for _, target := range c.Targets {
							if bestBy(r, point.X) <= target {
								want += 1 / float64(3*puzzles*perPuzzle[r.Puzzle])
							}
						}
					}
					if math.Abs(point.Value-want) > 1e-9 || point.Band.Low > want || point.Band.High < want {
						t.Fatalf("%v of the targets of %s by %v s, in %+v, want %v", point.Value, c.Label, point.X, point.Band, want)
					}
				}
				alltest.Require(t, c.Runs == len(runs) && c.Puzzles == puzzles && c.To == 40, "%+v", c)
				// A single puzzle's runs are the units: the band is Wilson's of them.
				alltest.Check(t, puzzles != 1 || len(runs) <= 1 || c.Interval != (Interval{Low: 0, High: 1}),
					"%d runs say nothing of the area", len(runs))
			}
		}
	}
}

// Without a budget of the measure the area of a target curve is unknown, and with
// one it is the mean height.
func TestTargetArea(t *testing.T) {
	run := improving("a", "p", 0, solver.Exhausted, 10, [2]float64{0.01, 50}, [2]float64{1, 7})
	x := TargetArea(Seconds).Of([]experiment.Record{run})
	alltest.Check(t, math.IsNaN(x), "without a budget %v", x)
	run.Budget.Wall = 10e9
	// From 1 ms to 10 s are four decades: 50 is reached after one, 7 after three.
	if x := TargetArea(Seconds, 50, 7, 0).Of([]experiment.Record{run}); math.Abs(x-(0.75+0.25+0)/3) > 1e-9 {
		t.Errorf("area %v", x)
	}
}

// The interval of a median is the narrowest of order statistics that holds it with
// the level, by counting tosses of a coin.
func TestOrderStatisticByTosses(t *testing.T) {
	for _, level := range []float64{0.5, 0.8, 0.95, 0.99} {
		s := Settings{Level: level}.complete()
		for n := 1; n <= 30; n++ {
			// The chance that the i-th smallest lies above the median.
			missed := func(i int) (p float64) {
				for heads := 0; heads <= i; heads++ {
					p += float64(combin.Binomial(n, heads)) / math.Exp2(float64(n))
				}
				return p
			}
			want := -1
			for i := 0; 2*i < n-1+n%2 && i < n-1-i+1; i++ {
				if 2*missed(i) <= 1-level+1e-12 {
					want = i
				}
			}
			rising, in := make([]float64, n), Interval{Low: 0, High: math.Inf(1)}
			for i := range rising {
				rising[i] = float64(i + 1)
			}
			if want >= 0 {
				in = Interval{Low: rising[want], High: rising[n-1-want]}
			}
			alltest.Equal(t, s.between(rising), in, "level %v of %d", level, n)
		}
	}
}

// A contrast without a mean is told by runs: how much more often one of a pair of
// runs is better than worse.
func TestEffectByRuns(t *testing.T) {
	c := Comparison{Contrasts: []Contrast{{
		Pair: Pair{First: "a", Second: "b", Score: CostOfSolution(Seconds), Puzzles: 9}, Change: Change{Effect: math.NaN()}, Improvement: 0.75,
		ImprovementInterval: Interval{Low: 0.625, High: 1}, Tested: Tested{P: 0.001, Level: 0.95},
	}}}
	effects := c.Effects()
	e, ok := effects[0].(Effect)
	if !ok || len(effects) != 1 || e.Value != 0.5 || (e.Interval != Interval{Low: 0.25, High: 1}) || e.sign() != 1 || e.More != "is better in more runs" {
		t.Errorf("%+v", effects)
	}
	c.Contrasts[0].Puzzles = 0
	alltest.Equal(t, len(c.Effects()), 0, "an effect on no puzzle")
}
