package external_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/external"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// TestAnswers: the solution of a puzzle of each kind is read as its rows, with blanks between signs, as its own notation
// has it, and in all formats of the kind that keep solutions.
func TestAnswers(t *testing.T) {
	for _, kind := range engines.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			items := withSolutions(t, kind)
			for _, item := range items {
				read := func(how, text string) {
					t.Helper()
					board, err := external.Board(&external.Command{Kind: kind}, item, text)
					if err != nil || len(item.Check(board)) > 0 {
						t.Errorf("%s of %s: %v, breaks %v\n%s", how, item.ID(), err, item.Check(board), text)
					}
				}
				if own, ok := item.Puzzle.(interface{ SolutionText(puzzle.Grid) string }); ok {
					read("its own notation", own.SolutionText(item.Solution))
				}
				for _, format := range kind.Formats {
					if format.Binary {
						continue
					}
					var text strings.Builder
					if err := format.Write(&text, puzzle.Set{Name: "x", Items: []puzzle.Item{item}}); err != nil {
						continue
					}
					back, err := kind.Read("x", strings.NewReader(text.String()))
					if err == nil && len(back.Items) == 1 && !back.Items[0].Solution.IsZero() && back.Items[0].Hash() == item.Hash() {
						read(format.Name, text.String())
					}
				}
				if external.Reads(item.Puzzle) {
					continue // rows are a picture alone
				}
				lines := item.Rows(item.Solution)
				read("rows", strings.Join(lines, "\n"))
				read("blanks", strings.Join(strings.Split(strings.Join(lines, "\n"), ""), " "))
				read("one line", strings.Join(lines, ""))
			}
		})
	}
}

// withSolutions are puzzles of a kind from the sets in data/, solved by the kind's complete solver.
func withSolutions(t *testing.T, kind sets.Kind) (out []puzzle.Item) {
	t.Helper()
	files := alltest.Must(filepath.Glob(filepath.Join("..", "..", "data", kind.Name, "*.*")))(t)
	for _, file := range files {
		set, err := kind.Open(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
		if err != nil {
			continue
		}
		item := set.Items[0]
		if item.Solution.IsZero() {
			engine := alltest.Must(engines.New(kind.Name + "/exact"))(t)
			solved := alltest.Must(engine.Solve(t.Context(), item, solver.Run{Budget: solver.Wall(10 * time.Second)}))(t)
			item.Solution = solved.Best
		}
		out = append(out, item)
	}
	alltest.Require(t, len(out) != 0, "no puzzle")
	return out
}
