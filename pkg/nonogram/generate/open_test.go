package generate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// TestOpenSets holds every file of data/nonogram against its manifest, checks
// every solution, proves it to be the only one, and looks the grade up.
func TestOpenSets(t *testing.T) {
	puzzletest.OpenSets[Options]{
		Generator: Generator,
		Recipe: func(recipe *sets.Recipe[Options]) error {
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
	}.Test(t)
}

// TestRemake makes every file again by its manifest; with -short all but the
// largest.
func TestRemake(t *testing.T) {
	root := alltest.Must(sets.Root())(t)
	manifest := alltest.Must(os.Open(filepath.Join(root, "data", nonograms.Kind.Name, "MANIFEST")))(t)
	defer manifest.Close()
	all := alltest.Must(Generator.ReadManifests("MANIFEST", manifest))(t)
	for _, m := range all {
		if len(m.Make) == 0 || !alltest.Asked() && m.Instances > 100 {
			continue
		}
		t.Run(m.File, func(t *testing.T) {
			t.Parallel()
			want := m.SHA256
			err := Generator.Remake(t.Context(), &m, io.Discard, nil)
			alltest.Check(t, err == nil && m.SHA256 == want, "%v, the checksum %s instead of %s", err, m.SHA256, want)
		})
	}
}

// wantGrade proves an item's solution to be the only one, and that the grade is
// what the engines find.
func wantGrade(t *testing.T, item puzzle.Item) {
	t.Helper()
	p := item.Puzzle.(*nonogram.Puzzle)
	broken := p.Check(item.Solution)
	alltest.Require(t, len(broken) == 0, "%s: %v", p.ID(), broken)
	open, err := logicDoubt(t.Context(), p)
	alltest.OK(t, err)
	alltest.Check(t, (len(open) == 0) == (item.Grade == "logic"), "%s has grade %s; sub-procedures leave %d cells", p.ID(), item.Grade, len(open))
	out, err := exact.New().Solve(t.Context(), p, solver.Run{})
	alltest.Require(t, err == nil && out.Status == solver.Unique && out.Best.Equal(item.Solution), "%s is %s, %v", p.ID(), out.Status, err)
	want := item.Grade
	if want == "logic" {
		want = "line"
	}
	alltest.Equal(t, exact.GradeOf(out).String(), want, "%s has grade %s, and", p.ID(), item.Grade)
}
