package sudokus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/sudoku"
)

// TestForms: how puzzles are typed and published, one or several a text, each given as id, boxes, cells, and where there are
// any its solution and grade; parts of warnings stand behind them. What has none of these is not read.
func TestForms(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "forms.txt") {
		t.Run(c[0], func(t *testing.T) {
			set, err := Kind.Read("in", strings.NewReader(c[1]))
			if len(c) == 2 {
				if err == nil {
					t.Errorf("read as %d puzzles: %s", set.Len(), set.Items[0].Text())
				}
				return
			}
			alltest.OK(t, err)
			var got, want, warnings []string
			for _, field := range c[2:] {
				if part, ok := strings.CutPrefix(field, "warning: "); ok {
					warnings = append(warnings, part)
				} else {
					want = append(want, field)
				}
			}
			for _, item := range set.Items {
				p := item.Puzzle.(*sudoku.Puzzle)
				solution := sudoku.Signs(p.N(), item.Solution.Values)
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %v %s %s %s", p.ID(), p.Box(), strings.Fields(p.Text())[0], solution, item.Grade)))
			}
			alltest.Check(t, slices.Equal(got, want), "got  %q\nwant %q", got, want)
			checkWarnings(t, set, warnings)
		})
	}
}

// checkWarnings checks that the warnings of a set have the parts, in this order.
func checkWarnings(t *testing.T, set puzzle.Set, parts []string) {
	t.Helper()
	ok := len(set.Warnings) == len(parts)
	for i := 0; ok && i < len(parts); i++ {
		ok = strings.Contains(set.Warnings[i].Error(), parts[i])
	}
	alltest.Check(t, ok, "warnings %v, want %q", set.Warnings, parts)
}

// TestWithBoxes: what is asked for holds where the input does not say it, and
// what else the input says is an error.
func TestWithBoxes(t *testing.T) {
	open := strings.Repeat(".", 36)
	kind := WithBoxes(puzzle.Size{Rows: 3, Cols: 2})
	for text, want := range map[string]string{
		open:                          "3x2",
		strings.Repeat("......\n", 6): "3x2",
		"[" + strings.Repeat(`"......",`, 5) + `"......"]`:              "3x2",
		"puzzle,level\n" + open + ",1\n":                                "3x2",
		"sudoku/6/6/zv":                                                 "3x2",
		"begin\nsize 6\nproblem\n" + strings.Repeat("- - - - - -\n", 6): "3x2",
		open + " boxes=3x2":                                             "3x2",
		open + " boxes=2x3":                                             "in:1:1: expected boxes of 3x2, which were asked for, found 2x3",
		strings.Repeat(".", 81):                                         "in:1:1: expected a board of 6×6 cells, as boxes of 3x2 make, found 9×9",
	} {
		set, err := kind.Read("in", strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = set.Items[0].Puzzle.(*sudoku.Puzzle).Box().String()
			checkWarnings(t, set, nil)
		}
		alltest.Check(t, got == want, "%.30q: %s, want %s", text, got, want)
	}
}

// TestTextsStayThemselves: a text of a puzzle that a reader would take for
// another says what it is.
func TestTextsStayThemselves(t *testing.T) {
	six, sixteen := puzzle.Size{Rows: 2, Cols: 3}, puzzle.Size{Rows: 4, Cols: 4}
	clash := slices.Repeat([]uint8{puzzle.Unset}, 36)
	clash[0], clash[8] = 1, 1
	for want, p := range map[string]struct {
		box    puzzle.Size
		givens []uint8
	}{
		strings.Repeat(".", 36):                              {six, slices.Repeat([]uint8{puzzle.Unset}, 36)},
		"1.......1" + strings.Repeat(".", 27) + " boxes=2x3": {six, clash},
		strings.Repeat("0", 256) + " zero=digit":             {sixteen, slices.Repeat([]uint8{1}, 256)},
	} {
		made, err := sudoku.New("p", p.box, p.givens)
		alltest.OK(t, err)
		set, err := Kind.Read("in", strings.NewReader(made.Text()))
		alltest.Check(t, made.Text() == want && err == nil && set.Items[0].Hash() == made.Hash(),
			"the text %s, want %s; read with %v", made.Text(), want, err)
	}
}
