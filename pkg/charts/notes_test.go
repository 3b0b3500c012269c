package charts_test

import (
	"slices"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
)

// Names that hold commas are told apart by semicolons.
func TestWarningsOfNamesWithCommas(t *testing.T) {
	said := []string{"few solved runs"}
	c := charts.Restarts([]analysis.Restart{
		{Label: "ants, paper", PuzzleKey: analysis.PuzzleKey{Puzzle: "one"}, Warnings: said},
		{Label: "ants, paper", PuzzleKey: analysis.PuzzleKey{Puzzle: "two"}, Warnings: said},
	})
	if want := []string{"one, ants, paper; two, ants, paper: few solved runs"}; !slices.Equal(c.Notes, want) {
		t.Errorf("notes %q, want %q", c.Notes, want)
	}
}

// What a statistic warns of stands below its chart, once for all labels that it is said of.
func TestWarnings(t *testing.T) {
	said := []string{"too few puzzles"}
	for name, c := range map[string]charts.Chart{
		"convergence":   charts.Convergence([]analysis.Anytime{{Label: "a", Warnings: said}, {Label: "b", Warnings: said}}),
		"critical":      charts.CriticalDifference(analysis.CriticalDifference{Warnings: said}),
		"features":      charts.Features(analysis.FeatureTable{Warnings: said}),
		"hardness":      charts.Hardness(analysis.Hardness{Success: analysis.Regression{Warnings: said}, Time: analysis.Regression{Warnings: said}}),
		"contrasts":     charts.Contrasts(analysis.Comparison{Warnings: said}),
		"contributions": charts.Contributions(analysis.Portfolio{Warnings: said}),
		"targets":       charts.Targets([]analysis.TargetCurve{{Label: "a", Warnings: said}, {Label: "b", Warnings: said}}),
		"restarts":      charts.Restarts([]analysis.Restart{{Label: "a", Warnings: said}, {Label: "b", Warnings: said}}),
		"versus":        charts.HeadToHead(analysis.HeadToHeadTable{Warnings: said}),
		"violins":       charts.Violins(analysis.ScoreTable{Warnings: said}),
	} {
		want := said
		if name == "convergence" || name == "targets" || name == "restarts" {
			want = []string{"a, b: " + said[0]} // once for all labels
		}
		if !slices.Equal(c.Notes, want) {
			t.Errorf("%s has the notes %q", name, c.Notes)
		}
	}
}
