package pushfit

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A switch takes one guess: the solution with a dot first, then the guess is
// taken back and the other solution follows.
func TestExplainSwitch(t *testing.T) {
	diagonal := puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 2}, Values: []uint8{1, 0, 0, 1}}
	p, err := nonogram.FromPicture("switch", diagonal, nil)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := New().Explain(t.Context(), p, solver.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, s := range trace.Steps {
		if s.Rule != RuleFast && s.Rule != RuleComplete {
			said = append(said, s.Text)
		}
	}
	want := []string{"r1c1 is guessed to be a dot", "every line reads as its clue", "the guess is taken back: r1c1 is solid", "every line reads as its clue"}
	if !slices.Equal(said, want) || trace.Status != solver.Multiple {
		t.Errorf("%s: %q, want %q", trace.Status, said, want)
	}
	if first := trace.Steps[1]; first.Rule != RuleFast || first.Line != 0 || first.Depth != 1 || first.Text != "row 1 (clue 1), its blocks pushed both ways: one cell follows" {
		t.Errorf("%+v", first)
	}
	if views := trace.Views(); len(views) != len(trace.Steps)+1 || slices.Max(views[0].Board.Values) != puzzle.Unset || !strings.HasPrefix(views[1].Title, "step 1, guess: ") {
		t.Errorf("%d views of %d steps", len(views), len(trace.Steps))
	}
	if _, err := (&Solver{}).Explain(t.Context(), p, solver.Budget{}); err != nil {
		t.Error(err)
	}
	if _, err := (&Solver{Complete: Never}).Explain(t.Context(), p, solver.Budget{}); !errors.Is(err, solver.ErrParameter) {
		t.Errorf("parameters out of range: %v", err)
	}
}

// The steps replay the search: each changes what it says and no more, guesses
// deepen and what is taken back does not, and the outcome is that of Solve.
// Without a guess in force every board keeps to every solution.
func TestExplainReplays(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	seen := map[string]int{}
	for range 300 {
		board := puzzle.NewGrid(puzzle.Size{Rows: 1 + random.IntN(7), Cols: 1 + random.IntN(7)}, nonogram.Blank)
		for i := range board.Values {
			board.Values[i] = uint8(random.IntN(2))
		}
		p, err := nonogram.FromPicture("random", board, nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range modes() {
			trace, err := s.Explain(t.Context(), p, solver.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			if out, err := s.Solve(t.Context(), p, solver.Run{}); err != nil || out.Status != trace.Status {
				t.Fatalf("%s: the trace ends %s, the run %s, %v", name, trace.Status, out.Status, err)
			}
			replay(t, trace, board, seen)
		}
	}
	for _, rule := range []string{RuleFast, RuleComplete, RuleGuess, RuleBack, RuleSolution, "no arrangement"} {
		if seen[rule] < 20 {
			t.Errorf("%d steps of %s", seen[rule], rule)
		}
	}
}

func replay(t *testing.T, trace Trace, solution puzzle.Grid, seen map[string]int) {
	t.Helper()
	size := trace.Puzzle.Size()
	last, depth := puzzle.NewGrid(size, puzzle.Unset), 0
	for n, s := range trace.Steps {
		seen[s.Rule]++
		if s.Line >= 0 && len(s.Changed) == 0 {
			seen["no arrangement"]++
		}
		now := s.Board.Clone()
		for _, c := range s.Changed {
			if now.Values[size.Index(c)] == puzzle.Unset || s.Rule != RuleBack && last.Values[size.Index(c)] != puzzle.Unset {
				t.Fatalf("step %d, %s: %v does not become known", n+1, s.Text, c)
			}
			now.Values[size.Index(c)] = puzzle.Unset
		}
		switch {
		case s.Rule == RuleBack:
			for i, v := range now.Values {
				if v != puzzle.Unset && v != last.Values[i] {
					t.Fatalf("step %d takes back more than is known", n+1)
				}
			}
			if s.Depth >= depth {
				t.Fatalf("step %d: depth %d after %d", n+1, s.Depth, depth)
			}
		case !now.Equal(last):
			t.Fatalf("step %d, %s, changes more than it says", n+1, s.Text)
		case s.Rule == RuleGuess && s.Depth != depth+1 || s.Rule != RuleGuess && s.Depth != depth:
			t.Fatalf("step %d, %s: depth %d after %d", n+1, s.Text, s.Depth, depth)
		case s.Rule == RuleSolution && len(trace.Puzzle.Check(s.Board)) > 0:
			t.Fatalf("step %d is no solution", n+1)
		}
		for i, v := range s.Board.Values {
			if trace.Status == solver.Unique && s.Depth == 0 && !slices.ContainsFunc(trace.Steps[:n], func(s Step) bool { return s.Rule == RuleBack || s.Rule == RuleSolution }) && v != puzzle.Unset && v != solution.Values[i] {
				t.Fatalf("step %d, %s: wrong without a guess", n+1, s.Text)
			}
		}
		last, depth = s.Board, s.Depth
	}
}
