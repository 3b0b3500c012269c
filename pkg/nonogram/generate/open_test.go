package generate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/solver"
)

// TestOpenSets holds every file of data/nonogram against its manifest, checks
// every solution, proves it to be the only one, looks the grade up, and makes a
// part again.
func TestOpenSets(t *testing.T) {
	puzzletest.OpenSets[Options]{
		Kind: nonogram.Kind, Generator: Generator,
		Recipe: func(recipe *puzzle.Recipe[Options]) error {
			if !strings.Contains(recipe.Command, " --seed ") {
				return errors.New("the command has another seed than the manifest where none is said")
			}
			return nil
		},
		Prove: func(t *testing.T, o *Options, item puzzle.Item) error {
			wantGrade(t, item)
			p := item.Puzzle.(*nonogram.Puzzle)
			if p.Title() == "" || p.Size() != o.Size || (p.Colours() > 1) != (o.Colours > 1) || p.Colours() > max(o.Colours, 1) {
				return fmt.Errorf("%q: %v in %d colours, not what is asked for", p.Title(), p.Size(), p.Colours())
			}
			if item.Grade == "" || o.Grade != "" && item.Grade != o.Grade {
				return fmt.Errorf("the grade %q, not %q", item.Grade, o.Grade)
			}
			return nil
		},
		Part: func(o Options) (Options, bool) {
			o.Count = 1
			return o, o.Grade == "logic" && o.Size.Cells() <= 1000
		},
	}.Test(t)
}

// wantGrade proves an item's solution to be the only one, and that the grade is
// what the engines find.
func wantGrade(t *testing.T, item puzzle.Item) {
	t.Helper()
	p := item.Puzzle.(*nonogram.Puzzle)
	if broken := p.Check(item.Solution); len(broken) > 0 {
		t.Fatalf("%s: %v", p.ID(), broken[0])
	}
	open, err := logicDoubt(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if (len(open) == 0) != (item.Grade == "logic") {
		t.Errorf("%s has grade %s; sub-procedures leave %d cells", p.ID(), item.Grade, len(open))
	}
	out, err := exact.New().Solve(t.Context(), p, solver.Run{})
	if err != nil || out.Status != solver.Unique || !out.Best.Equal(item.Solution) {
		t.Fatalf("%s is %s, %v", p.ID(), out.Status, err)
	}
	want := item.Grade
	if want == "logic" {
		want = "line"
	}
	if got := exact.GradeOf(out).String(); got != want {
		t.Errorf("%s has grade %s, and is %s", p.ID(), item.Grade, got)
	}
}
