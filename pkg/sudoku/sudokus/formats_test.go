package sudokus

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/sudoku"
)

// formats are the formats and what they keep.
var formats = puzzletest.Formats{Kind: Kind, Seeds: seeds, Keeps: map[string]puzzletest.Kept{
	"line":       {ID: true, Solution: true, Grade: true},
	"text":       {ID: true},
	"csv":        {ID: true, Solution: true, Grade: true},
	"json":       {ID: true, Solution: true, Grade: true},
	"janko":      {ID: true, Solution: true},
	"url":        {},
	"opensudoku": {Grade: true},
	"sdk":        {ID: true, Grade: true},
	"ss":         {},
}, ReadsMore: []string{"ss", "opensudoku"}}

// drawSet makes a set that a format can hold.
func drawSet(t *rapid.T, format string) puzzle.Set {
	s := puzzle.Set{Name: "made"}
	seen := map[string]bool{}
	one := format == "sdk" || format == "ss"
	count := 1
	if !one {
		count = rapid.IntRange(1, 3).Draw(t, "puzzles")
	}
	for range count {
		side := rapid.IntRange(leastBox, sudoku.MaxBox)
		box := puzzle.Size{Rows: 3, Cols: 3}
		if !one && format != "opensudoku" && rapid.Bool().Draw(t, "any size") {
			box = puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		}
		if format == "url" && !inURL(box) {
			box.Cols = box.Rows
		}
		n := box.Cells()
		digit := rapid.IntRange(1, n)
		givens := make([]uint8, n*n)
		filled := rapid.IntRange(0, 3).Draw(t, "filled")
		for i := range givens {
			if givens[i] = puzzle.Unset; rapid.IntRange(0, 3).Draw(t, "given") < filled {
				givens[i] = uint8(digit.Draw(t, "digit"))
			}
		}
		id := strings.TrimSpace(rapid.StringMatching(`[^\n\pZ\pC][^\n]{0,8}`).Draw(t, "id"))
		if id == "" || seen[id] {
			id = fmt.Sprint("puzzle ", len(s.Items))
		}
		seen[id] = true
		p := alltest.Must(sudoku.New(id, box, givens))(t)
		item := puzzle.Item{Puzzle: p}
		if rapid.Bool().Draw(t, "solved") {
			item.Solution = puzzle.NewGrid(p.Size(), 1)
			for i := range item.Solution.Values {
				item.Solution.Values[i] = uint8(digit.Draw(t, "cell"))
			}
		}
		if rapid.Bool().Draw(t, "graded") {
			item.Grade = rapid.String().Draw(t, "grade")
			if format == "sdk" || format == "opensudoku" {
				item.Grade = "hard"
			}
		}
		s.Items = append(s.Items, item)
	}
	return s
}

func TestRoundTrip(t *testing.T) { formats.RoundTrip(t, drawSet) }

// TestErrors: malformed input of every kind, and the place and words of the
// error.
func TestErrors(t *testing.T) { formats.Errors(t, "errors.txt") }

// TestWriteRefuses lists what writers must not write.
func TestWriteRefuses(t *testing.T) {
	item := func(id string, box puzzle.Size) puzzle.Item {
		p := alltest.Must(sudoku.New(id, box, puzzle.NewGrid(puzzle.Size{Rows: box.Cells(), Cols: box.Cells()}, puzzle.Unset).Values))(t)
		return puzzle.Item{Puzzle: p}
	}
	nine, four, wide := puzzle.Size{Rows: 3, Cols: 3}, puzzle.Size{Rows: 2, Cols: 2}, puzzle.Size{Rows: 2, Cols: 4}
	graded, incomplete := item("a", nine), item("a", nine)
	graded.Grade = "\xff"
	incomplete.Solution = puzzle.NewGrid(incomplete.Size(), puzzle.Unset)
	everywhere := []string{"line", "text", "csv", "json", "janko", "url", "opensudoku", "sdk", "ss"}
	ids := []string{"line", "text", "csv", "json", "janko", "sdk"}
	formats.Refuses(t, "nothing wrong", []puzzle.Item{item("", nine)}, nil)
	formats.Refuses(t, "nothing at all", nil, everywhere)
	formats.Refuses(t, "no Sudoku", []puzzle.Item{{}}, everywhere)
	formats.Refuses(t, "a typed nil", []puzzle.Item{{Puzzle: (*sudoku.Puzzle)(nil)}}, everywhere)
	formats.Refuses(t, "two puzzles", []puzzle.Item{item("a", nine), item("b", nine)}, []string{"sdk", "ss"})
	formats.Refuses(t, "one id twice", []puzzle.Item{item("a", nine), item("a", nine)}, append(ids, "ss"))
	formats.Refuses(t, "an id of two lines", []puzzle.Item{item("a\nb", nine)}, []string{"line", "text", "csv", "janko", "sdk"})
	formats.Refuses(t, "an id that is not UTF-8", []puzzle.Item{item("\xff", nine)}, ids)
	formats.Refuses(t, "another size", []puzzle.Item{item("a", four)}, []string{"opensudoku", "sdk", "ss"})
	formats.Refuses(t, "boxes that are not square", []puzzle.Item{item("a", wide)}, []string{"url", "opensudoku", "sdk", "ss"})
	formats.Refuses(t, "a grade that is not UTF-8", []puzzle.Item{graded}, []string{"line", "csv", "json", "opensudoku", "sdk"})
	formats.Refuses(t, "an incomplete solution", []puzzle.Item{incomplete}, everywhere)
}

func TestFormatByName(t *testing.T) {
	formats.Names(t)
}

// TestOpenGiven: a given that an address leaves open is none, and the set says so.
func TestOpenGiven(t *testing.T) {
	set, err := Kind.Read("in", strings.NewReader("sudoku/4/4/g.1.r"))
	alltest.Require(t, err == nil && len(set.Warnings) == 1 && set.Warnings[0].Error() == "in:1:12: 2 givens without a digit are left out",
		"%v, %v", set.Warnings, err)
	p := set.Items[0].Puzzle.(*sudoku.Puzzle)
	alltest.Check(t, p.Givens() == 1 && p.Values()[2] == 1, "%v", p.Values())
}
