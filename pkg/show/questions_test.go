package show

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
)

// TestQuestions: every question that is kept has an answer of each comparison that it names, and no two are about the same.
func TestQuestions(t *testing.T) {
	record(t)
	want := map[string]int{"colonies": 16, "family-choices": 15, "future-work": 14, "parameters": 40, "pencil-deception": 14, "pencil-deception-kept-aside": 4}
	for _, study := range slices.Sorted(maps.Keys(questions)) {
		seen := map[string]bool{}
		claims := Together(Questions(study)...)
		for _, claim := range claims {
			e := claim.(analysis.Effect)
			about := e.Subject + e.Than + e.What + e.On
			alltest.Check(t, e.Puzzles > 0 && !seen[about], "%s: %d puzzles, or asked twice: %v", study, e.Puzzles, e)
			seen[about] = true
		}
		alltest.Check(t, len(claims) == want[study], "%s has %d comparisons, want %d", study, len(claims), want[study])
	}
}

// TestDeceptionApart: the first run without pheromone puts a board into one of two parts, and takes part in none.
func TestDeceptionApart(t *testing.T) {
	record(t)
	chance := map[string]bool{}
	for _, r := range Published("pencil-deception", "nurikabe").Only("without pheromone") {
		if r.Run == 0 {
			chance[r.Content] = r.Solved()
		}
	}
	solved := Count(slices.Collect(maps.Values(chance)), func(yes bool) bool { return yes })
	for _, claim := range Together(Questions("pencil-deception")...) {
		e := claim.(analysis.Effect)
		if !strings.Contains(e.On, "Nurikabe, chance") {
			continue
		}
		n := len(chance) - solved
		if strings.HasSuffix(e.On, "solves") {
			n = solved
		}
		alltest.Check(t, e.Puzzles == n, "%d boards%s, want %d", e.Puzzles, e.On, n)
	}
	defer func() { alltest.Check(t, recover() != nil, "a study without questions has some") }()
	Questions("none")
}
