// Package sudokus opens, reads and writes sets of Sudokus in nine formats, and
// knows by which numbers the puzzles of a set differ.
//
// # Design
//
// No engine imports it, so that a mended reader leaves the identity of records as
// it is; the puzzle itself, its judge and its one canonical text are in package
// sudoku. A reader takes what people and programs write, and says in a warning
// what it assumed or left out; [puzzle.Kind.Read] tells the format from the content.
//
// # Limits
//
// A format keeps what it has a place for: the descriptions of [Kind]'s formats say
// what that is. Boxes that no input names are assumed ([sudoku.AssumedBoxes]).
package sudokus

import (
	"fmt"
	"io"
	"math"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// kindName is the name of the kind.
const kindName = "sudoku"

// leastBox and leastN are the least sides of a box and of a board.
const (
	leastBox = 2
	leastN   = leastBox * leastBox
)

// Kind is Sudoku as a kind of puzzle: its name, formats and sets.
var Kind = kindOf(assumption{})

// WithBoxes is [Kind] whose readers take boxes of a size where the input does not say it; a board of another size,
// and an input that says another size of boxes, is an error. The size must be one that [sudoku.CheckBox] allows.
func WithBoxes(box puzzle.Size) puzzle.Kind { return kindOf(assumption{box}) }

func kindOf(a assumption) puzzle.Kind {
	return puzzle.Kind{
		Name: kindName, Title: "Sudoku",
		Formats: []puzzle.Format{
			{Name: "line", Extension: ".sdm", Doc: "one puzzle per line: ids, solutions and grades; also reads HoDoKu's and Sudoku Exchange's", Read: a.lines, Write: writeLines},
			{Name: "text", Extension: ".txt", Doc: "grids, with lines between boxes or commas between cells: ids; no solutions, no grades", Read: a.text, Write: writeText},
			{Name: "csv", Extension: ".csv", Doc: "a table of puzzles, as Kaggle has them: ids, solutions and grades", Read: a.csv, Write: writeCSV},
			{Name: "json", Extension: ".json", Doc: "matrices, or objects with them: ids, solutions and grades", Read: a.json, Write: writeJSON},
			{Name: "janko", Extension: ".janko", Doc: "Janko's text format: ids and solutions; no grades", Read: a.janko, Write: writeJanko},
			{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only; square boxes and those of 2x3", Read: a.urls, Write: writeURLs},
			{Name: "opensudoku", Extension: ".opensudoku", Doc: "OpenSudoku's XML: puzzles of 9x9 with grades, which are the names of folders", Read: a.openSudoku, Write: writeOpenSudoku},
			{Name: "sdk", Extension: ".sdk", Doc: "a file of SadMan Sudoku: one puzzle of 9x9, with id and grade", Read: a.sdk, Write: writeSDK},
			{Name: "ss", Extension: ".ss", Doc: "a file of Simple Sudoku: one puzzle of 9x9, nothing else", Read: a.text, Write: writeSimple},
		},
		Detect: detect,
		Rename: func(p puzzle.Puzzle, id string) puzzle.Puzzle {
			q, err := sudoku.New(id, p.(*sudoku.Puzzle).Box(), p.(*sudoku.Puzzle).Values())
			if err != nil {
				panic("sudokus: " + err.Error()) // the puzzle is one
			}
			return q
		},
		Features: []puzzle.Feature{
			puzzle.Cells(),
			{Name: "givens", Of: givens},
			{Name: "share given", Of: func(i puzzle.Item) float64 { return givens(i) / puzzle.Cells().Of(i) }},
		},
	}
}

// urls reads addresses (readURLs). They do not tell the size of boxes, so what
// was asked for overrides what the sites draw.
func (a assumption) urls(source string, r io.Reader) (puzzle.Set, error) {
	set, err := readURLs(source, r)
	if err != nil || a.asked == (puzzle.Size{}) {
		return set, err
	}
	c := a.collect(source)
	for i, item := range set.Items {
		p := item.Puzzle.(*sudoku.Puzzle)
		box, err := c.boxes(puzzle.Size{}, p.N(), p.Values(), nil, placeAt(1, 1))
		if err != nil {
			return puzzle.Set{}, err
		}
		if set.Items[i].Puzzle, err = sudoku.New(p.ID(), box, p.Values()); err != nil {
			return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "%v", err)
		}
	}
	return set, nil
}

// givens is the number of cells that are given, NaN of anything but a Sudoku.
func givens(i puzzle.Item) float64 {
	p, ok := i.Puzzle.(*sudoku.Puzzle)
	if !ok {
		return math.NaN()
	}
	return float64(p.Givens())
}

// complete says whether a cell of a solution may have the value.
func complete(p *sudoku.Puzzle, v uint8) bool { return v >= 1 && int(v) <= p.N() }

// write writes the texts of all puzzles of a set (see [puzzle.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, text func(puzzle.Entry[*sudoku.Puzzle]) (string, error)) error {
	return puzzle.WriteSet(w, kindName, s, ids, complete, func(b *strings.Builder, _ int, item puzzle.Entry[*sudoku.Puzzle]) error {
		part, err := text(item)
		b.WriteString(part)
		return err
	})
}

// errGrade is the error of a grade that a format cannot hold.
func errGrade(item puzzle.Entry[*sudoku.Puzzle]) error {
	return fmt.Errorf("sudoku %s: the grade %q cannot be written in this format", item.P.ID(), item.Grade)
}
