package solver_test

import (
	"cmp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

func TestLabel(t *testing.T) {
	for _, c := range []struct {
		engine, variant, want string
		role                  solver.Role
		place                 int
	}{
		{"nurikabe/exact", "", "complete solver", solver.CompleteSolver, 0},
		{"nurikabe/portfolio", "", "portfolio", solver.CompleteSolver, 1},
		{"nurikabe/acs", "", "ants", solver.Ants, 0},
		{"nurikabe/acs", "scheme 1", "ants, shuffled", solver.Ants, 0},
		{"nurikabe/acs", "scheme 5", "ants, nearest", solver.Ants, 5},
		{"nurikabe/acs", "scheme 4, Euclidean", "ants, furthest, Euclidean", solver.Ants, 4},
		{"nurikabe/acs", "bounded pheromone", "ants, bounded pheromone", solver.Ants, -1},
		{"nurikabe/acs", "ants", "ants", solver.Ants, 0},
		{"nurikabe/acs", "ants (shuffled, q0 0.9)", "ants (shuffled, q0 0.9)", solver.Ants, 0},
		{"nurikabe/acs", "ants=10 q0=0.9", "ants, ants=10 q0=0.9", solver.Ants, -1},
		{"nurikabe/acs", "antsy", "ants, antsy", solver.Ants, -1},
		{"sudoku/acs", "scheme 1", "ants, scheme 1", solver.Ants, -1},
		{"lits/ants", "", "ant colony", solver.Ants, 2},
		{"sudoku/aco", "", "single ant", solver.Ants, 1},
		{"sudoku/tabu", "", "tabu search", solver.Metaheuristic, 1},
		{"sudoku/cuckoo", "one row, own nest, 15 nests", "cuckoo search, one row, own nest, 15 nests", solver.Metaheuristic, -1},
		{"sudoku/cuckoo-improved", "", "improved cuckoo search", solver.Metaheuristic, 3},
		{"nonogram/pushfit", "pushfit, all arrangements", "push and fit, all arrangements", solver.CompleteSolver, -1},
		{"nonogram/combinatorial", "combinatorial, no pruning", "combinatorial heuristic, no pruning", solver.Logic, -1},
		{"nonogram/logic", "sub-procedures 1, 2", "line logic, sub-procedures 1, 2", solver.Logic, -1},
		{"nonogram/logic", "all, strong", "line logic, all sub-procedures, strong", solver.Logic, 7},
		{"nonogram/logic", "1 2 3", "line logic, sub-procedures 1–3", solver.Logic, 6},
		{"nonogram/logic", "without 5", "line logic, without sub-procedure 5", solver.Logic, 5},
		{"line solving", "", "complete line solving", solver.Logic, 2},
		{"walk", "", "walk", solver.Yours, -1},
		{"walk", "hotter", "hotter", solver.Yours, -1},
		{"formicary/antsy", "", "formicary/antsy", solver.Yours, -1},
		{"", "", "", solver.Yours, -1},
	} {
		got := solver.Label(c.engine, c.variant)
		alltest.Check(t, got == c.want, "%s, %q is called %q, want %q", c.engine, c.variant, got, c.want)
		for _, name := range []string{got, cmp.Or(c.variant, c.engine)} {
			rewritten := strings.Contains(c.want, "push and fit, ") || strings.Contains(c.want, "heuristic, ")
			alltest.Check(t, solver.Means(name, got) || rewritten, "%q does not mean %q", name, got)
		}
		role, place := solver.RoleOf(got)
		alltest.Check(t, role == c.role && place == c.place, "%q is %s %d, want %s %d", got, role, place, c.role, c.place)
	}
}

func TestMeans(t *testing.T) {
	for _, c := range []struct {
		name, label string
		want        bool
	}{
		{"nurikabe/acs", "ants", true},
		{"sudoku/acs", "ants", true},
		{"nurikabe/acs", "ants, shuffled", false},
		{"q0 = 0.9", "ants, q0 = 0.9", true},
		{"b", "a, b", false},
		{"nurikabe/exact", "ants", false},
		{"", "", true},
	} {
		alltest.Equal(t, solver.Means(c.name, c.label), c.want, "%q means %q", c.name, c.label)
	}
}

// TestRecorded: an engine that has another name in records is called the same by both.
func TestRecorded(t *testing.T) {
	for today, name := range map[string]string{"nurikabe/memetic": "nurikabe/swarm", "nurikabe/acs": "nurikabe/acs"} {
		alltest.Check(t, solver.Recorded(today) == name && solver.Recorded(name) == name && solver.Today(name) == today && solver.Label(today, "x") == solver.Label(name, "x"),
			"%s and %s", today, name)
	}
}
