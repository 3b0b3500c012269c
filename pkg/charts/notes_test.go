package charts_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
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
	want := []string{"one, ants, paper; two, ants, paper: few solved runs"}
	alltest.Check(t, slices.Equal(c.Notes, want), "notes %q, want %q", c.Notes, want)
}

// What a statistic warns of stands below its chart, once for all labels that it is said of.
func TestWarnings(t *testing.T) {
	said := []string{"too few puzzles"}
	for name, c := range map[string]charts.Chart{
		"convergence":   charts.Convergence([]analysis.Anytime{{Sample: analysis.Sample{Label: "a"}, Warnings: said}, {Sample: analysis.Sample{Label: "b"}, Warnings: said}}),
		"critical":      charts.CriticalDifference(analysis.CriticalDifference{Warnings: said}),
		"features":      charts.Features(analysis.FeatureTable{Warnings: said}),
		"hardness":      charts.Hardness(analysis.Hardness{Success: analysis.Regression{Warnings: said}, Time: analysis.Regression{Warnings: said}}),
		"contrasts":     charts.Contrasts(analysis.Comparison{Warnings: said}),
		"contributions": charts.Contributions(analysis.Portfolio{Warnings: said}),
		"targets":       charts.Targets([]analysis.TargetCurve{{Sample: analysis.Sample{Label: "a"}, Warnings: said}, {Sample: analysis.Sample{Label: "b"}, Warnings: said}}),
		"restarts":      charts.Restarts([]analysis.Restart{{Label: "a", Warnings: said}, {Label: "b", Warnings: said}}),
		"versus":        charts.HeadToHead(analysis.HeadToHead{Warnings: said}),
		"violins":       charts.Violins(analysis.ScoreTable{Warnings: said}),
	} {
		want := said
		if name == "convergence" || name == "targets" || name == "restarts" {
			want = []string{"a, b: " + said[0]} // once for all labels
		}
		alltest.Check(t, slices.Equal(c.Notes, want), "%s has the notes %q", name, c.Notes)
	}
}

// A chart of many runs stays below a megabyte, with its numbers; it keeps its ends and all runs in its counts, and says that it
// shows fewer points than there are.
func TestManyRuns(t *testing.T) {
	long := func(label string, n int) (out analysis.RunTime) {
		out.Label, out.Runs, out.Solved, out.Limit = label, n, n, 1e6
		for i := range n {
			time := math.Exp(13 * float64(i) / float64(n))
			s := analysis.Step{Time: time, AtRisk: n - i, Events: 1, Solved: float64(i+1) / float64(n), Found: []analysis.RunKey{{PuzzleKey: analysis.PuzzleKey{Content: fmt.Sprintf("%016x", i%500)}, Run: i / 500}}}
			s.Low, s.High = 0.9*s.Solved, min(1, 1.1*s.Solved)
			out.Steps = append(out.Steps, s)
		}
		return out
	}
	const n = 200_000
	times := []analysis.RunTime{long("a", n), long("b", n), long("c", n)}
	var restarts []analysis.Restart
	for puzzle := range 10 {
		r := analysis.Restart{Label: "a", PuzzleKey: analysis.PuzzleKey{Puzzle: fmt.Sprint("p", puzzle), Content: fmt.Sprint(puzzle)}, Without: 9}
		for i := range n / 10 {
			r.Points = append(r.Points, analysis.RestartPoint{Cutoff: float64(i + 1), Expected: 5 + math.Sin(float64(i)/1000), Solved: i + 1})
		}
		r.Best = r.Points[n/20]
		restarts = append(restarts, r)
	}
	for name, c := range map[string]charts.Chart{
		"times": charts.RunTimes(times), "tails": charts.Tails(times), "restarts": charts.Restarts(restarts), "restarts of few": charts.Restarts(restarts[:3]),
	} {
		size := len(c.Option()) + len(c.CSV())
		alltest.Check(t, size <= 1<<20, "%s: %d bytes", name, size)
		alltest.Check(t, slices.ContainsFunc(c.Notes, func(note string) bool { return strings.Contains(note, "that a picture can tell apart") }),
			"%s has the notes %q", name, c.Notes)
	}
	solved, ends := 0, map[string]bool{}
	rows := func(c charts.Chart) [][]string {
		return alltest.Must(csv.NewReader(strings.NewReader(c.CSV())).ReadAll())(t)
	}
	for _, row := range rows(charts.RunTimes(times[:1]))[1:] {
		now := alltest.Must(strconv.Atoi(row[3]))(t)
		solved += now
		ends[row[2]] = true
	}
	alltest.Check(t, solved == n && ends[fmt.Sprint(n)] && ends["1"],
		"the numbers have %d of %d solutions, at risk at the ends: %v, %v", solved, n, ends[fmt.Sprint(n)], ends["1"])
	if few := charts.RunTimes([]analysis.RunTime{long("a", 300)}); len(few.Notes) > 0 || len(rows(few)) != 301 {
		t.Errorf("of few steps it leaves some out: %q, %d", few.Notes, len(rows(few)))
	}
}
