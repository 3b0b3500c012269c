package sudoku

import (
	"fmt"
	"io"
	"math"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Kind is Sudoku as a kind of puzzle: its name, formats and sets.
var Kind = kindOf(assumption{})

// WithBoxes is [Kind] whose readers take boxes of a size where the input does not say it; a board of another size,
// and an input that says another size of boxes, is an error. The size must be one that [CheckBox] allows.
func WithBoxes(box puzzle.Size) sets.Kind { return kindOf(assumption{box}) }

func kindOf(a assumption) sets.Kind {
	return sets.Kind{
		Name: kindName, Title: "Sudoku",
		Formats: []sets.Format{
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
			q := *p.(*Puzzle)
			q.id = id
			return &q
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
		p := item.Puzzle.(*Puzzle)
		box, err := c.boxes(puzzle.Size{}, p.layout.N, p.givens, nil, placeAt(1, 1))
		if err != nil {
			return puzzle.Set{}, err
		}
		if set.Items[i].Puzzle, err = New(p.id, box, p.givens); err != nil {
			return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "%v", err)
		}
	}
	return set, nil
}

// givens is the number of cells that are given, NaN of anything but a Sudoku.
func givens(i puzzle.Item) float64 {
	p, ok := i.Puzzle.(*Puzzle)
	if !ok {
		return math.NaN()
	}
	return float64(p.Givens())
}

// complete says whether a cell of a solution may have the value.
func complete(p *Puzzle, v uint8) bool { return v >= 1 && int(v) <= p.layout.N }

// write writes the texts of all puzzles of a set (see [sets.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, text func(sets.Entry[*Puzzle]) (string, error)) error {
	return sets.WriteSet(w, kindName, s, ids, complete, func(b *strings.Builder, _ int, item sets.Entry[*Puzzle]) error {
		part, err := text(item)
		b.WriteString(part)
		return err
	})
}

// errGrade is the error of a grade that a format cannot hold.
func errGrade(item sets.Entry[*Puzzle]) error {
	return fmt.Errorf("sudoku %s: the grade %q cannot be written in this format", item.P.id, item.Grade)
}
