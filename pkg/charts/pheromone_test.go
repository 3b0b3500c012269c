package charts_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

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
		if s.Type == "scatter" {
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
	var option struct {
		BaseOption struct{ XAxis []struct{ Max float64 } }
	}
	if err := json.Unmarshal(charts.AntCosts(charts.Film{Label: "solves", Frames: solved}).Option(), &option); err != nil || option.BaseOption.XAxis[0].Max < 491 {
		t.Errorf("the axis ends at %v, %v", option.BaseOption.XAxis, err)
	}
}

// Films and boards beside each other have one scale.
func TestOneScale(t *testing.T) {
	size := puzzle.Size{Rows: 4, Cols: 5}
	p := sample.Puzzle(size)
	low, high := sample.Frames(size, 3, true), sample.Frames(size, 9, false)
	ends := func(c charts.Chart) string {
		var option struct {
			BaseOption struct{ VisualMap struct{ Text []string } }
		}
		if err := json.Unmarshal(c.Option(), &option); err != nil {
			t.Fatal(err)
		}
		return strings.Join(option.BaseOption.VisualMap.Text, " to ")
	}
	alone, first, second := ends(charts.Pheromone(low, p)), ends(charts.Pheromone(low, p, high)), ends(charts.Pheromone(high, p, low))
	if first != second || alone == first {
		t.Errorf("alone %s, beside each other %s and %s", alone, first, second)
	}
	if c := charts.Pheromone(low, p, high); !strings.HasSuffix(c.Subtitle, "logarithmic scale, the same in all frames of 2 films") {
		t.Errorf("subtitle %q", c.Subtitle)
	}
	a, b := charts.PheromoneView(low[2], low, high), charts.PheromoneView(high[0], high, low)
	if a.HeatScale() != b.HeatScale() || !a.HeatScale().Log || first != "0.17 to 0.00368" || a.HeatMax != 0.17 {
		t.Errorf("boards on %v and %v, films on %s", a.HeatScale(), b.HeatScale(), first)
	}
	svg := string(p.Draw(a))
	for _, want := range []string{">0.00368<", ">0.17<", ">pheromone (log)<", ">wall<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the legend lacks %s", want)
		}
	}
	if v := charts.PheromoneView(solver.Frame{Board: low[0].Board}, low); v.Heat != nil || v.Board.IsZero() {
		t.Errorf("a frame without pheromone: %+v", v)
	}
}
