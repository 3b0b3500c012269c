package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Where there is no slope to see the curve is constant; four puzzles never
// solved have half a success more.
func TestConstantCurves(t *testing.T) {
	of := func(solved, runs int, cells ...int) (out []experiment.Record) {
		for i, c := range cells {
			for run := range runs {
				status := solver.Exhausted
				if run < solved {
					status = solver.Solved
				}
				out = append(out, row("a", string(rune('A'+i)), c, run, status, 1))
			}
		}
		return out
	}
	for _, c := range []struct {
		name    string
		records []experiment.Record
		rate    float64
		points  int
	}{
		{"never solved", of(0, 7, 10, 20, 30, 40), 0.5 / 5, Default.GridPoints},
		{"always solved", of(7, 7, 10, 20, 30, 40), 4.5 / 5, Default.GridPoints},
		{"one size", of(4, 10, 16, 16, 16), 0.4, 1},
		{"two puzzles", of(3, 4, 10, 20), 0.75, Default.GridPoints},
	} {
		got := Group(c.records).SuccessCurves()
		if len(got) != 1 || got[0].Slope != 0 || len(got[0].Points) != c.points || !math.IsInf(got[0].Half, 1) {
			t.Errorf("%s: %+v", c.name, got)
			continue
		}
		p := got[0].Points[0]
		expect(t, c.name, p.Value, c.rate, 7)
		alltest.Check(t, p.Band.Low <= p.Value && p.Value <= p.Band.High, "%s: %+v", c.name, p)
	}
	got := Group(of(1, 2, 9)).SuccessCurves()
	alltest.Check(t, len(got) == 0, "a curve of one puzzle: %+v", got)
}

// Every label with two puzzles has a curve, its band holds it, and labels do not
// change each other's.
func TestCurveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		curves := Group(records).SuccessCurves()
		for _, g := range byLabel(given(records)) {
			if len(g.instances) < 2 {
				continue
			}
			alltest.Require(t, len(curves) != 0 && curves[0].Label == g.Label, "no curve for %s", g.Label)
			for _, p := range curves[0].Points {
				alltest.Require(t, 0 <= p.Band.Low && p.Band.Low <= p.Value && p.Value <= p.Band.High && p.Band.High <= 1, "%+v", p)
			}
			curves = curves[1:]
		}
	})
}

func TestSuccessCurves(t *testing.T) {
	var records []experiment.Record
	random := rand.New(rand.NewPCG(5, 6))
	for _, label := range []string{"steep", "never"} {
		for i := range 300 {
			cells := 25 + random.IntN(400)
			status := solver.Exhausted
			if label == "steep" && random.Float64() < 1/(1+math.Exp(2.4*math.Log(float64(cells))-12)) {
				status = solver.Solved
			}
			records = append(records, row(label, string(rune('A'+i)), cells, 0, status, 1))
		}
	}
	curves := Group(records).SuccessCurves()
	alltest.Require(t, len(curves) == 2 && curves[0].Label == "steep" && curves[1].Label == "never", "%d curves", len(curves))
	c := curves[0]
	alltest.Check(t, c.Interval.Contains(-2.4) && c.Slope <= -1.5, "slope %v, %+v, the truth is −2.4", c.Slope, c.Interval)
	if math.Abs(math.Log(c.Half)-5) > 0.2 { // e^5 = 148 cells
		t.Errorf("half at %v cells, the truth is 148", c.Half)
	}
	if n := len(c.Points); n != Default.GridPoints || c.Points[0].X >= 30 || c.Points[n-1].X <= 400 {
		t.Errorf("%d points from %v to %v", n, c.Points[0].X, c.Points[n-1].X)
	}
	for i, p := range c.Points {
		alltest.Require(t, i <= 0 || p.Value < c.Points[i-1].Value && p.X > c.Points[i-1].X, "the curve does not fall at %+v", p)
	}
	alltest.Check(t, math.IsInf(curves[1].Half, 1), "a constant curve is at half at %v cells", curves[1].Half)
	if last := curves[1].Points[0]; curves[1].Slope != 0 || last.Value > 0.01 || last.Band.High > 0.05 {
		t.Errorf("never solved: %+v at %+v", curves[1].Interval, last)
	}
}
