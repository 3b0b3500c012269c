package sudoku

import (
	"bytes"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// Kind is Sudoku as a kind of puzzle: its name, formats and sets.
var Kind = puzzle.Kind{
	Name: kindName, Title: "Sudoku",
	Formats: []puzzle.Format{
		{Name: "line", Extension: ".sdm", Doc: "one puzzle per line: ids, solutions and grades", Read: readLines, Write: writeLines},
		{Name: "text", Extension: ".txt", Doc: "grids, with lines between boxes: ids; no solutions, no grades", Read: readText, Write: writeText},
		{Name: "janko", Extension: ".janko", Doc: "Janko's text format: ids and solutions; no grades", Read: readJanko, Write: writeJanko},
		{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only; square boxes and those of 2x3", Read: readURLs, Write: writeURLs},
		{Name: "sdk", Extension: ".sdk", Doc: "a file of SadMan Sudoku: one puzzle of 9x9, with id and grade", Read: readSDK, Write: writeSDK},
		{Name: "ss", Extension: ".ss", Doc: "a file of Simple Sudoku: one puzzle of 9x9, nothing else", Read: readText, Write: writeSimple},
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

// givens is the number of cells that are given, NaN of anything but a Sudoku.
func givens(i puzzle.Item) float64 {
	p, ok := i.Puzzle.(*Puzzle)
	if !ok {
		return math.NaN()
	}
	return float64(p.Givens())
}

// detect names the format of a text: SadMan's where a line is its heading, else
// by the first line that is neither blank nor a comment. What looks like
// nothing in particular is taken for a grid.
func detect(text []byte) string {
	var first []string
	block, signs, ended := 0, "", false // lines from the first one to the next blank one
	for line := range bytes.Lines(text) {
		words := strings.Fields(string(line))
		switch {
		case len(words) == 1 && strings.EqualFold(words[0], "[puzzle]"):
			return "sdk"
		case len(words) == 0:
			ended = first != nil
		case first == nil && words[0][0] == '#':
		case first == nil:
			first = words
			fallthrough
		case !ended:
			if block++; block <= MaxN {
				signs += words[0]
			}
		}
	}
	if first == nil {
		return "text"
	}
	cells := utf8.RuneCountInString(first[0])
	_, board := boxOf(cells)
	switch {
	case puzzle.Keyword(first[0]) == "begin":
		return "janko"
	case strings.Contains(first[0], "/"):
		return "url"
	case !board || first[0] == idHeader || first[0] == boxesHeader:
		return "text"
	case cells > MaxN || len(first) > 1:
		return "line"
	case block >= cells && strings.Trim(signs, blanks+map[int]string{16: "01234", 36: "0123456"}[cells]) != "":
		// 16 or 36 cells are a board of 4×4 or 6×6, or a row of a larger one
		// with digits that the small one does not have.
		return "text"
	}
	return "line"
}

// complete says whether a cell of a solution may have the value.
func complete(p *Puzzle, v uint8) bool { return v >= 1 && int(v) <= p.layout.N }

// write writes the texts of all puzzles of a set (see [puzzle.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, text func(puzzle.Entry[*Puzzle]) (string, error)) error {
	return puzzle.WriteSet(w, kindName, s, ids, complete, func(b *strings.Builder, _ int, item puzzle.Entry[*Puzzle]) error {
		part, err := text(item)
		b.WriteString(part)
		return err
	})
}
