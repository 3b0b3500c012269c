package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// uniform are records of puzzles that all take the same, but for the order in which
// it is summed up, and solve as many of ten runs; one that differs has index odd.
func uniform(random *rand.Rand, puzzles, odd int) (records []experiment.Record, features []Feature) {
	features = []Feature{{Name: "islands", Values: map[string]float64{}}, {Name: "density", Values: map[string]float64{}}}
	scale := math.Exp(3 * random.NormFloat64())
	for p := range puzzles {
		id := fmt.Sprintf("p%02d", p)
		features[0].Values[id], features[1].Values[id] = float64(3+random.IntN(9)), random.Float64()
		for run := range 10 {
			status, seconds := solver.Solved, scale*[]float64{0.1, 0.2, 0.3}[(run+p)%3]
			if run == 9 {
				seconds = scale * 0.2
			}
			if run < 3 || p == odd && run < 5 {
				status = solver.Exhausted
			}
			records = append(records, row("a", id, 10+7*p, run, status, seconds))
		}
	}
	return records, features
}

// Where all puzzles took the same and were solved as often, no feature settles
// anything, and no band has a width of zero; one puzzle that differs gives intervals.
func TestNothingSettledWhereAllIsEqual(t *testing.T) {
	for seed := range uint64(60) {
		records, features := uniform(rand.New(rand.NewPCG(seed, 77)), 30, -1)
		h := Group(records).HardnessOf(Seconds, features...)[0]
		for _, r := range []Regression{h.Success, h.Time} {
			alltest.Require(t, r.Fitted && len(r.Effects) == 2 && len(r.Warnings) == 2, "%d: %+v", seed, r)
			for _, claim := range r.Claims("the time") {
				alltest.Require(t, strings.HasPrefix(string(claim.(Fact)), "30 puzzles do not tell whether "), "%d: %v", seed, claim)
			}
		}
		c := Group(records).SuccessCurves()[0]
		if c.Slope != 0 || !math.IsInf(c.Half, 1) || c.Interval != (Interval{Low: math.Inf(-1), High: math.Inf(1)}) || c.Points[0].Band != (Interval{Low: 0, High: 1}) {
			t.Fatalf("%d: %+v", seed, c)
		}
	}
	records, features := uniform(rand.New(rand.NewPCG(1, 77)), 30, 12)
	h := Group(records).HardnessOf(Seconds, features...)[0]
	c := Group(records).SuccessCurves()[0]
	for _, in := range []Interval{h.Success.Effects[0].Within, h.Time.Effects[0].Within, c.Points[3].Band} {
		alltest.Check(t, in.High-in.Low > 1e-3 && in.High < 10, "with one that differs: %+v", in)
	}
}

// However many puzzles tell an effect, its sentence has p.
func TestSmallestProbabilityIsTold(t *testing.T) {
	for _, puzzles := range []int{200, 201, 300, 2000} {
		var records []experiment.Record
		for p := range puzzles {
			for run := range 2 {
				id := fmt.Sprintf("p%04d", p)
				records = append(records, row("a", id, 25, run, solver.Solved, 1), row("b", id, 25, run, solver.Solved, 2+float64(p)))
			}
		}
		c := Group(records).Compare(Question{Score: PAR(Seconds, 2)})
		text := c.Effects()[0].String()
		alltest.Check(t, strings.Contains(text, "; p < 0.0001; ") && c.Effects()[0].Settled(), "%d puzzles: %s", puzzles, text)
	}
}

// Of cutoffs that cost the same but for rounding the first is the best.
func TestEqualCutoffs(t *testing.T) {
	for _, c := range []struct {
		times []float64
		want  float64
	}{
		{[]float64{7, 1, 6, 3, 13}, 7},
		{[]float64{7, 1, 6, 3, 13 - 1e-6}, 13 - 1e-6},
		{[]float64{7, 1, 6, 3, 13 + 1e-6}, 7},
		{[]float64{0.7, 0.1, 0.6, 0.3, 1.3}, 0.7},
	} {
		var records []experiment.Record
		for run, seconds := range c.times {
			records = append(records, row("a", "p", 25, run, solver.Solved, seconds))
		}
		alltest.Equal(t, Group(records).Restarts(Seconds)[0].Best.Cutoff, c.want, c.times)
	}
}
