package papers

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Columns of Table II: a puzzle counts once, where some run solved it; colour
// does not count; times are compared by medians, on puzzles that both solve.
func TestTableTwo(t *testing.T) {
	run := func(puzzle, variant string, number int, solved bool, seconds float64) experiment.Record {
		r := record(variant, number, solved)
		r.Puzzle, r.Content, r.CPU = puzzle, puzzle, seconds
		return r
	}
	records := []experiment.Record{
		run("15x15", "quick", 0, true, 1), run("15x15", "quick", 1, true, 2), run("15x15", "quick", 2, true, 90),
		run("20x20", "quick", 0, true, 5), run("30x30", "quick", 0, true, 1), run("20x20-colour", "quick", 0, true, 9),
		run("15x15", "slow", 0, true, 3), run("20x20", "slow", 0, true, 4), run("30x30", "slow", 0, false, 1), run("30x30", "slow", 1, false, 1),
	}
	have(t, map[string][]experiment.Record{"nonogram-tables": records, "any": records})
	for name, tt := range map[string]struct {
		ours func() (Finding, error)
		want string
	}{
		"quick":  {tableTwo("quick", 2), "3 of 3"},
		"slow":   {tableTwo("slow", 2), "2 of 3"},
		"faster": {faster("quick", "slow"), "1 of 2"},
		"set":    {elsewhere("any", "quick", 12, "set"), "4 of 4"},
	} {
		f, err := tt.ours()
		alltest.Check(t, err == nil && f.Ours.Text == tt.want, "%s: %v, %v, want %s", name, f.Ours.Text, err, tt.want)
	}
	have(t, map[string][]experiment.Record{"nonogram-tables": {{Variant: "other", Status: solver.Solved}}})
	alltest.Refused(faster("quick", "slow")())(t, "", "no records, no error")
}
