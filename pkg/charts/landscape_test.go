package charts_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// TestLandscapeOf puts labels on the grid of their parameters' values, and
// leaves out those that have none.
func TestLandscapeOf(t *testing.T) {
	var table analysis.SuccessTable
	for _, label := range []string{"2 10", "1 10", "1 20", "none"} {
		table.Totals = append(table.Totals, analysis.Success{Label: label, Instances: 4})
	}
	l := charts.LandscapeOf(table, "a", "b", func(label string) (x, y float64) {
		if _, err := fmt.Sscan(label, &x, &y); err != nil {
			return math.NaN(), 0
		}
		return x, y
	})
	if fmt.Sprint(l.Xs, l.Ys) != "[1 2] [10 20]" || l.Puzzles != 4 {
		t.Fatalf("landscape over %v and %v of %d puzzles", l.Xs, l.Ys, l.Puzzles)
	}
	for i, want := range [][]string{{"1 10", "1 20"}, {"2 10", ""}} {
		for j, label := range want {
			got := ""
			if r := l.Rates[i][j]; r != nil {
				got = r.Label
			}
			if got != label {
				t.Errorf("at %d, %d: %q, want %q", i, j, got, label)
			}
		}
	}
}

// TestSurfaceOrder draws every piece of the surface in every view, one behind
// the other in the order of its distance: what is drawn later lies in front.
func TestSurfaceOrder(t *testing.T) {
	c := sample.Landscape().Surface()
	var film struct {
		Options []struct {
			Series []struct {
				ID   string            `json:"id"`
				Z    int               `json:"z"`
				Data []json.RawMessage `json:"data"`
			} `json:"series"`
		} `json:"options"`
	}
	if err := json.Unmarshal(c.Option(), &film); err != nil {
		t.Fatal(err)
	}
	if len(film.Options) != 12 {
		t.Fatalf("%d views, want 12", len(film.Options))
	}
	pictures := map[string]bool{}
	for i, view := range film.Options {
		quads, last := 0, -1
		var text strings.Builder
		for _, s := range view.Series {
			if !strings.HasPrefix(s.ID, "quad") {
				continue
			}
			quads++
			if s.Z <= last {
				t.Errorf("view %d: %s is drawn at depth %d after %d", i, s.ID, s.Z, last)
			}
			last = s.Z
			fmt.Fprintf(&text, "%s", s.Data)
		}
		// 7 × 6 values have 6 × 5 pieces, of which one has a corner without runs.
		if quads != 29 {
			t.Errorf("view %d: %d pieces, want 29", i, quads)
		}
		pictures[text.String()] = true
	}
	if len(pictures) != 12 {
		t.Errorf("%d different views, want 12", len(pictures))
	}
}

// TestEmptyComparisons draws what has nothing to draw: such charts say so
// instead of failing.
func TestEmptyComparisons(t *testing.T) {
	for name, c := range map[string]charts.Chart{
		"cactus": charts.Cactus(nil), "profile": charts.Profile(nil), "targets": charts.Targets(nil), "attainment": charts.Attainment(nil),
		"critical": charts.CriticalDifference(analysis.CriticalDifference{}), "landscape": charts.Landscape{}.Heatmap(), "surface": charts.Landscape{}.Surface(),
		"success surface": charts.SuccessSurface(nil), "hardness": charts.Hardness(analysis.Hardness{}), "partials": charts.Partials(analysis.Regression{}),
		"contrasts": charts.Contrasts(analysis.Comparison{}), "contributions": charts.Contributions(analysis.Portfolio{}), "violins": charts.Violins(analysis.ScoreTable{}),
		"difference": charts.AttainmentDifference(analysis.AttainmentDifference{}),
	} {
		if c.Points != 0 || c.Check() == nil {
			t.Errorf("%s: %d points, and Check finds nothing missing", name, c.Points)
		}
		if !json.Valid(c.Option()) {
			t.Errorf("%s: the option is not JSON", name)
		}
	}
}
