package charts_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The last frame of a run that solves is drawn, though it is taken within an
// iteration and tells the cost of one ant alone: 0.
func TestAntCostsSolution(t *testing.T) {
	size := puzzle.Size{Rows: 4, Cols: 5}
	solved, stuck := sample.Frames(size, 8, true), sample.Frames(size, 8, false)
	c := charts.AntCosts(charts.Film{Label: "solves", Frames: solved}, charts.Film{Label: "stuck", Frames: stuck})
	marks := 0
	for _, s := range series(t, c) {
		if strings.HasPrefix(s.ID, "solution ") {
			marks++
			if s.Name != "solves" || len(s.Data) != 1 || !slices.Equal(s.Data[0].Value, []float64{float64(solved[7].Iterations), 0}) {
				t.Errorf("%s has marks at %v, want the solution at iteration %d", s.Name, s.Data, solved[7].Iterations)
			}
		}
	}
	if marks != 1 || !strings.Contains(c.CSV(), "\nsolves,491,0,,,,\n") || !strings.Contains(c.Alt, "an ant solves in iteration 491. stuck: range") {
		t.Errorf("%d series of marks, %s\n%s", marks, c.Alt, c.CSV())
	}
	// The axis reaches as far as the solution.
	x := optionOf(t, charts.AntCosts(charts.Film{Label: "solves", Frames: solved})).BaseOption.XAxis[0]
	alltest.Check(t, x.Max >= 491, "the axis ends at %v", x.Max)
}

// TestGaps: no line or band joins samples of which the second comes after more than twice as many iterations, and a sample
// that stands alone, such as the only one, is a mark. An interval is of one place.
func TestGaps(t *testing.T) {
	frames := sample.Frames(puzzle.Size{Rows: 4, Cols: 5}, 12, false)
	for i := range frames {
		frames[i].Iterations = []int64{1, 86, 171, 256, 400, 600, 900, 2000, 2100, 5000, 5001, 5002}[i]
	}
	many := slices.Repeat([]charts.Film{{Label: "a", Frames: frames}}, 6)
	one := []charts.Film{{Label: "a", Frames: frames[:1]}}
	for name, c := range map[string]struct {
		chart        charts.Chart
		lines, marks int
	}{
		"costs": {charts.AntCosts(many[:1]...), 0, 1}, "costs of one sample": {charts.AntCosts(one...), 0, 1},
		"entropy": {charts.PheromoneSummary(many[:1]...), 3, 2}, "entropy of one sample": {charts.PheromoneSummary(one...), 0, 2}, // a mark is the end
		"median": {charts.PheromoneSummary(many...), 2, -1},
	} {
		lines, marks := 0, 0
		for _, s := range series(t, c.chart) {
			if s.Type == "scatter" {
				marks++
				continue
			}
			interval := strings.Contains(s.ID, "interval")
			if s.AreaStyle == nil && !interval {
				lines++
			}
			for i := 1; i < len(s.Data); i++ {
				if a, b := s.Data[i-1].Value[0], s.Data[i].Value[0]; !interval && (b > 2.001*a || a > 2.001*b) || interval && a != b && i%3 != 0 {
					t.Errorf("%s: %s goes from %v to %v", name, s.ID, a, b)
				}
			}
		}
		alltest.Check(t, lines == c.lines && (c.marks < 0 || marks == c.marks),
			"%s: %d lines and %d marks, want %d and %d", name, lines, marks, c.lines, c.marks)
		err := c.chart.Check()
		alltest.Check(t, err == nil, "%v", err)
	}
}

// TestGapsOfAll: a line and a band of any chart end where a value is missing, and one sample is a mark or a step, no line.
func TestGapsOfAll(t *testing.T) {
	nan := math.NaN()
	success := sample.Success(2)
	class := success.Table.Rows[1].Class
	success.Table.Rows = slices.Delete(success.Table.Rows, 1, 2) // of the first label
	features := sample.Features()
	features.Features = features.Features[:1]
	bins := features.Get(features.Features[0], features.Labels[0])
	for i := range features.Bins {
		if b := &features.Bins[i]; b.Feature == features.Features[0] && b.Label == features.Labels[0] && b.Middle == bins[1].Middle {
			b.Any.Rate, b.Any.Low, b.Any.High, b.Median, b.Between = nan, nan, nan, nan, analysis.Interval{Low: nan, High: nan}
		}
	}
	anytime := sample.Anytime(1)
	hole := &anytime[0].Points[9]
	hole.Median, hole.Q10, hole.Q25, hole.Q75, hole.Q90 = nan, nan, nan, nan, nan
	curve := sample.Success(1)
	curve.Curves[0].Points[7].Value, curve.Curves[0].Points[7].Band = nan, analysis.Interval{Low: nan, High: nan}
	for name, c := range map[string]struct {
		chart charts.Chart
		label string
		at    float64 // where nothing is
	}{
		"success":  {success.Chart(), success.Table.Labels[0], math.Sqrt(float64(class.Least * class.Most))},
		"fit":      {curve.Chart(), curve.Table.Labels[0], curve.Curves[0].Points[7].X},
		"features": {charts.Features(features), features.Labels[0], bins[1].Middle},
		"anytime":  {charts.Convergence(anytime), anytime[0].Label, float64(hole.At) * 1.001},
	} {
		lines := 0
		for _, s := range series(t, c.chart) {
			if s.Type != "line" || s.Name != c.label || strings.Contains(s.ID, "interval") || strings.Contains(s.ID, "whisker") {
				continue
			}
			lines++
			for i := 1; i < len(s.Data); i++ {
				a, b := s.Data[i-1].Value, s.Data[i].Value // with 0 for a value that is missing
				alltest.Check(t, a[1] == 0 || b[1] == 0 || min(a[0], b[0]) >= c.at || c.at >= max(a[0], b[0]),
					"%s: %s goes from %v to %v over %v", name, s.ID, a, b, c.at)
			}
		}
		alltest.Check(t, lines != 0, "%s has no line of %s", name, c.label)
	}
}

// Boards beside each other have one scale, that of all their films.
func TestOneScale(t *testing.T) {
	size := puzzle.Size{Rows: 4, Cols: 5}
	low, high := sample.Frames(size, 3, true), sample.Frames(size, 9, false)
	a, b := charts.PheromoneView(low[2], low, high), charts.PheromoneView(high[0], high, low)
	if a.HeatScale() != b.HeatScale() || !a.HeatScale().Log || a.HeatMax != 0.17 || a.HeatScale() == charts.PheromoneView(low[2], low).HeatScale() {
		t.Errorf("boards on %v and %v", a.HeatScale(), b.HeatScale())
	}
	svg := string(sample.Puzzle(size).Draw(a))
	for _, want := range []string{">pheromone, 0.00368 to 0.17, logarithmic<", ">0.01<", ">0.1<", ">wall<", ">solution<"} {
		alltest.Has(t, svg, want, "the legend lacks")
	}
	v := charts.PheromoneView(solver.Frame{Board: low[0].Board}, low)
	alltest.Check(t, v.Heat == nil && !v.Board.IsZero(), "a frame without pheromone: %+v", v)
	if v := charts.PheromoneView(low[0]); v.HeatMin != 0 || v.HeatMax != 0 || v.HeatName != "pheromone" {
		t.Errorf("without films there is a scale: %+v", v)
	}
}

// several is a 4×4 frame whose cell c has pheromone c+1 on value c%4+1 and less on all
// others.
func several() solver.Frame {
	f := solver.Frame{Board: puzzle.NewGrid(puzzle.Size{Rows: 4, Cols: 4}, puzzle.Unset), Pheromone: make([]float64, 64)}
	for i := range f.Pheromone {
		f.Pheromone[i] = 0.5
		if cell := i / 4; i%4 == cell%4 {
			f.Pheromone[i] = float64(cell + 1)
		}
	}
	return f
}

// Where a cell has pheromone for each of its values, its heat is the strongest's share.
func TestCommitment(t *testing.T) {
	f := several()
	for i := range 4 {
		f.Pheromone[i], f.Pheromone[4+i] = 0, 0.5
	}
	v := charts.PheromoneView(f, []solver.Frame{f})
	alltest.Check(t, v.HeatMin == 0 && v.HeatMax == 1 && !v.HeatLog && len(v.Heat) == 16 && len(f.Pheromone) == 64,
		"%d numbers from %v to %v", len(v.Heat), v.HeatMin, v.HeatMax)
	for cell, got := range v.Heat {
		// The strongest value has cell+1, the other three 0.5 each.
		want := float64(cell+1) / (float64(cell+1) + 1.5)
		switch cell {
		case 0:
			alltest.Check(t, math.IsNaN(got), "a cell without pheromone has %v", got)
			continue
		case 1:
			want = 0.25 // all the same
		}
		alltest.Check(t, math.Abs(got-want) <= 1e-12, "cell %d has %v, want %v", cell, got, want)
	}
	defer func() {
		text, _ := recover().(string)
		alltest.Check(t, strings.HasPrefix(text, "solver: 63 pheromone values"), "panics with %q", text)
	}()
	f.Pheromone = f.Pheromone[1:]
	charts.PheromoneView(f)
}
