package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// between makes runs of two engines on 40 puzzles: of so many each, one solves, after so
// many iterations.
func between(budget int64, solves map[string]int, ids string) (out []experiment.Record) {
	for i := range 40 {
		for _, engine := range []string{"quick", "slow"} {
			r := experiment.Record{
				Puzzle: fmt.Sprint(ids, i), Content: fmt.Sprint(i), Rows: 5, Cols: 5, Engine: engine, ConfigHash: engine, Seed: 1,
				Budget: solver.Iterations(budget), Status: solver.Exhausted, Cost: 3, Iterations: budget,
			}
			if i < solves[engine] {
				r.Status, r.Cost, r.Iterations = solver.Solved, 0, 10+int64(i)
			}
			out = append(out, r)
		}
	}
	return out
}

// Each engine is compared with itself in the other set, on the same puzzles whatever they
// are called, in one family of sentences; a difference is told only where it is settled.
func TestBetween(t *testing.T) {
	first, second := between(100, map[string]int{"quick": 10, "slow": 20}, "a"), between(100, map[string]int{"quick": 40, "slow": 21}, "b")
	second = append(second, experiment.Record{Puzzle: "none", Content: "none", Engine: "new", ConfigHash: "new", Status: solver.Solved})
	claims, _ := analysis.Default.Between(first, second)
	var got []string
	for _, c := range claims {
		got = append(got, c.Short())
		if e := c.(analysis.Effect); e.Tests != 4 || e.Level < 0.9499 || e.Level > 0.9501 || !strings.Contains(e.Basis, "40 puzzles, 25 cells") {
			t.Errorf("%+v", e)
		}
	}
	want := []string{
		"“B: quick” solves more often within 100 iterations than “A: quick”",
		"“B: quick” needs fewer iterations (PAR-1) than “A: quick”",
		"Whether “B: slow” or “A: slow” solves more often within 100 iterations is not settled",
		"Whether “B: slow” or “A: slow” needs more iterations (PAR-1) is not settled",
	}
	alltest.Equal(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
	alltest.Equal(t, analysis.Conclude(claims...).Rule, "Intervals are simultaneous 95 % (Bonferroni, p by Holm, 4 comparisons).")

	// With other budgets effort is what a solution took, and the limit is not named.
	claims, _ = analysis.Default.Between(first, between(500, map[string]int{"quick": 10, "slow": 20}, "b"))
	for _, c := range claims {
		alltest.Check(t, !c.Settled() && !strings.Contains(c.String(), "PAR") && !strings.Contains(c.String(), "within"), "%v", c)
	}
	alltest.Check(t, len(claims) == 4 && strings.Contains(claims[1].Short(), "iterations of a solution"), "%v", claims)

	// Puzzles that one set alone has say nothing.
	claims, warnings := analysis.Default.Between(first[:20], second)
	for _, c := range claims {
		e := c.(analysis.Effect)
		alltest.Check(t, strings.Contains(e.Basis, "10 puzzles, 25 cells") && !e.Settled(), "%+v", e)
	}
	alltest.Check(t, len(claims) == 4 && !strings.Contains(strings.Join(warnings, "; "), "left out"), "%v, %q", claims, warnings)

	// Nothing in common, nothing said.
	if claims, warnings := analysis.Default.Between(first, second[len(second)-1:]); len(claims)+len(warnings) > 0 {
		t.Errorf("%v, %v", claims, warnings)
	}
}
