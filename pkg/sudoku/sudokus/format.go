// Package sudokus opens, reads and writes sets of Sudokus in nine formats, and knows by which numbers the puzzles of a set
// differ.
//
// # Design
//
// No engine imports the package, so that a mended reader leaves the identity of records as it is. Package sudoku has the
// puzzle itself, its judge and its one canonical text. A reader takes what people and programs write, and says in a warning
// what it assumed or left out. [sets.Kind.Read] tells the format from the content.
//
// # Limits
//
// A format keeps what it has a place for: the descriptions of [Kind]'s formats say what that is. A reader assumes boxes that
// no input names ([sudoku.AssumedBoxes]).
package sudokus

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
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
func WithBoxes(box puzzle.Size) sets.Kind { return kindOf(assumption{box}) }

func kindOf(a assumption) sets.Kind {
	return sets.Kind{
		Name: kindName, Title: "Sudoku",
		Formats: []sets.Format{
			{Name: "line", Extension: ".sdm", Doc: "one puzzle per line: ids, solutions and grades; also reads HoDoKu's and Sudoku Exchange's", Read: sets.Reader(a.lines), Write: writeLines},
			{Name: "text", Extension: ".txt", Doc: "grids, with lines between boxes or commas between cells: ids; no solutions, no grades", Read: sets.Reader(a.text), Write: writeText},
			{Name: "csv", Extension: ".csv", Doc: "a table of puzzles, as Kaggle has them: ids, solutions and grades", Read: sets.Reader(a.csv), Write: writeCSV},
			{Name: "json", Extension: ".json", Doc: "matrices, or objects with them: ids, solutions and grades", Read: sets.Reader(a.json), Write: writeJSON},
			{Name: "janko", Extension: ".janko", Doc: "Janko's text format: ids and solutions; no grades", Read: a.janko, Write: writeJanko},
			{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only; square boxes and those of 2x3", Read: sets.Reader(a.urls), Write: writeURLs},
			{Name: "opensudoku", Extension: ".opensudoku", Doc: "OpenSudoku's XML: puzzles of 9x9 with grades, which are the names of folders", Read: sets.Reader(a.openSudoku), Write: writeOpenSudoku},
			{Name: "sdk", Extension: ".sdk", Doc: "a file of SadMan Sudoku: one puzzle of 9x9, with id and grade", Read: sets.Reader(a.sdk), Write: writeSDK},
			{Name: "ss", Extension: ".ss", Doc: "a file of Simple Sudoku: one puzzle of 9x9, nothing else", Read: sets.Reader(a.text), Write: writeSimple},
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
func (a assumption) urls(source string, r io.Reader) puzzle.Set {
	set, err := readURLs(source, r)
	if sets.Check(err); a.asked == (puzzle.Size{}) {
		return set
	}
	c := a.collect(source)
	for i, item := range set.Items {
		p := item.Puzzle.(*sudoku.Puzzle)
		box := c.boxes(puzzle.Size{}, p.N(), p.Values(), nil, placeAt(1, 1))
		set.Items[i].Puzzle, err = sudoku.New(p.ID(), box, p.Values())
		sets.CheckAt(source, 1, 1, err)
	}
	return set
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

// write writes the texts of all puzzles of a set (see [sets.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, text func(sets.Entry[*sudoku.Puzzle]) (string, error)) error {
	return sets.WriteSet(w, kindName, s, ids, complete, func(b *strings.Builder, _ int, item sets.Entry[*sudoku.Puzzle]) error {
		part, err := text(item)
		b.WriteString(part)
		return err
	})
}

// errGrade is the error of a grade that a format cannot hold.
func errGrade(item sets.Entry[*sudoku.Puzzle]) error {
	return fmt.Errorf("sudoku %s: the grade %q cannot be written in this format", item.P.ID(), item.Grade)
}

// readURLs reads addresses of the pzpr family of puzzle sites, one a line (see
// [sets.ReadAddresses]), such as
//
//	https://puzz.link/p?sudoku/9/9/i78k4j3h…
//
// The id of a puzzle is its number in the input. An address does not tell the
// size of boxes; those sites draw boxes of 2×2, 2×3, 3×3, 4×4, 5×5 and 6×6 on
// boards of 4, 6, 9, 16, 25 and 36, and other boards are errors here.
var readURLs = sets.ReadAddresses(sets.Addresses{Title: "Sudoku", Names: []string{kindName}, Most: sudoku.MaxN * sudoku.MaxN},
	func(a *sets.Address) puzzle.Puzzle {
		box, ok := sudoku.UsualBox(a.Size.Rows)
		if a.Size.Rows != a.Size.Cols || !ok || !inURL(box) {
			panic(a.Errorf(a.Start, "expected a board of 4x4, 6x6, 9x9, 16x16, 25x25 or 36x36, found %v", a.Size))
		}
		begin := a.Column()
		givens := a.Numbers(a.Size.Cells(), a.Size.Rows, true)
		open := 0
		for i, n := range givens {
			if n == puzzle.UnknownNumber {
				givens[i], open = 0, open+1
			}
		}
		if open > 0 {
			a.Warn(begin, "%s left out", puzzle.Plural(open, "given without a digit is", "givens without a digit are"))
		}
		p, err := sudoku.New(a.ID, box, digits(givens))
		a.Check(begin, err)
		return p
	})

// inURL says whether the sites draw such boxes (pzpr, variety sudoku.js,
// initBoardSize: sides of √n, and 2×3 for n = 6).
func inURL(box puzzle.Size) bool {
	return box.Rows == box.Cols || box == puzzle.Size{Rows: 2, Cols: 3}
}

// urlOf is the puzzle's address at puzz.link. Boxes that are not square are an
// error, except for those of 2×3.
func urlOf(p *sudoku.Puzzle) (string, error) {
	if !inURL(p.Box()) {
		return "", fmt.Errorf("sudoku %s: boxes of %v cannot be written as an address", p.ID(), p.Box())
	}
	givens := make([]int, len(p.Values()))
	for i, v := range p.Values() {
		if v != puzzle.Unset {
			givens[i] = int(v)
		}
	}
	body, _ := puzzle.Numbers(givens) // digits are far below its limit
	return fmt.Sprintf("https://puzz.link/p?%s/%d/%d/%s", kindName, p.N(), p.N(), body), nil
}

// writeURLs writes addresses at puzz.link, one a line. Ids, solutions and
// grades are lost; boxes that the site does not draw are an error.
func writeURLs(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		address, err := urlOf(item.P)
		return address + "\n", err
	})
}

// NamedShare is the share of the cells, in per cent, that is given in a general instance of Lloyd and Amos: their names
// begin with it, as in "45 12". NaN for other names.
func NamedShare(id string) float64 {
	share, _, ok := strings.Cut(id, " ")
	n, err := strconv.Atoi(share)
	if !ok || err != nil {
		return math.NaN()
	}
	return float64(n)
}

// Fixed is the share of the cells of a puzzle that are given, in per cent and
// rounded to steps of five; NaN for another kind of puzzle. Lloyd and Amos
// ("Solving Sudoku with Ant Colony Optimization", 2018) made their general
// instances with shares of 0, 5, 10, … per cent, of which rounding to whole
// cells leaves a little more or less.
func Fixed(item puzzle.Item) float64 {
	p, ok := item.Puzzle.(*sudoku.Puzzle)
	if !ok {
		return math.NaN()
	}
	return 5 * math.Round(20*float64(p.Givens())/float64(p.Size().Cells()))
}
