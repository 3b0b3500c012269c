package formats

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// table is one of the tables of signs that a puzzle can have.
type table uint8

const (
	clues   table = iota // for each cell
	regions              // for each cell the name of its region
	corners              // for each point where lines of the grid meet
	top                  // for each column
	bottom
	left // for each row
	right
)

// tablesOf are the tables of the text of each kind, in their order (for the declared kinds those of their Parts).
var tablesOf = map[string][]table{
	"akari": {clues}, "binairo": {clues}, "cave": {clues}, "countryroad": {clues, regions}, "creek": {corners}, "fillomino": {clues},
	"galaxies": {clues}, "gokigennaname": {corners}, "hakyuu": {clues, regions}, "hashi": {clues}, "heyawake": {clues, regions},
	"hitori": {clues}, "kakuro": {clues}, "kenken": {clues, regions}, "killersudoku": {clues, regions}, "kuromasu": {clues}, "kurotto": {clues},
	"lits": {regions}, "masyu": {clues}, "mosaic": {clues}, "nonogram": {left, top}, "norinori": {clues, regions}, "numberlink": {clues},
	"nurikabe": {clues}, "nurimisaki": {clues}, "shakashaka": {clues}, "shikaku": {clues}, "simpleloop": {clues},
	"skyscraper": {top, bottom, left, right, clues}, "slitherlink": {clues}, "starbattle": {regions}, "sudoku": {clues}, "suguru": {clues, regions},
	"tennergrid": nil /* which no other program has */, "tent": {top, left, clues}, "yajilin": {clues}, "yinyang": {clues},
}

// The signs that kinds have in common.
const (
	none    = "-" // nothing
	unknown = "?" // a clue that leaves its number open
)

// mostCells bounds a board, as the kinds do.
const mostCells = 65535

// word is a sign, and where in the foreign text it comes from.
type word struct {
	text string
	at   place
}

// sheet is a puzzle as a foreign text says it.
type sheet struct {
	size   puzzle.Size
	at     place       // where the puzzle begins
	header []word      // of the first line of the kind's text, behind the size
	boxes  puzzle.Size // of Sudoku; zero: the usual ones
	tables map[table][]word
}

func newSheet(size puzzle.Size, at place) *sheet {
	return &sheet{size: size, at: at, tables: map[table][]word{}}
}

// of is the size of a table.
func (t table) of(s puzzle.Size) (rows, cols int) {
	switch t {
	case corners:
		return s.Rows + 1, s.Cols + 1
	case top, bottom:
		return 1, s.Cols
	case left, right:
		return 1, s.Rows
	}
	return s.Rows, s.Cols
}

// get is a table; all of it is none at first.
func (s *sheet) get(t table) []word {
	if s.tables[t] == nil {
		rows, cols := t.of(s.size)
		words := make([]word, rows*cols)
		for i := range words {
			words[i] = word{none, s.at}
		}
		s.tables[t] = words
	}
	return s.tables[t]
}

// put puts a sign at a place of a table.
func (s *sheet) put(t table, index int, text string, at place) { s.get(t)[index] = word{text, at} }

// divide names the regions of cells that are joined, in the order of their first cells. joined is asked of
// neighbours, the one in the left or upper cell first.
func (s *sheet) divide(joined func(a, b int) bool) {
	root := make([]int, s.size.Cells())
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for cell := range root {
		if (cell+1)%s.size.Cols != 0 && joined(cell, cell+1) {
			root[find(cell+1)] = find(cell)
		}
		if below := cell + s.size.Cols; below < len(root) && joined(cell, below) {
			root[find(below)] = find(cell)
		}
	}
	s.name(find)
}

// name names the regions, of which of has a number for each cell, in the order of their first cells.
func (s *sheet) name(of func(cell int) int) {
	names := map[int]string{}
	for cell, w := range s.get(regions) {
		r := of(cell)
		names[r] = cmp.Or(names[r], strconv.Itoa(len(names)+1))
		s.put(regions, cell, names[r], w.at)
	}
}

// ownFormat is the kind's own format that a sheet is written in.
func ownFormat(kind string) string {
	if kind == "nonogram" {
		return "non"
	}
	return "text"
}

// lines is the kind's own text, as lines of words.
func (s *sheet) lines(kind string) (lines [][]word) {
	add := func(texts ...string) {
		var line []word
		for _, t := range texts {
			line = append(line, word{t, s.at})
		}
		lines = append(lines, line)
	}
	size := s.size
	switch kind {
	case "nonogram":
		add("width", strconv.Itoa(size.Cols))
		add("height", strconv.Itoa(size.Rows))
		for i, name := range []string{"rows", "columns"} {
			add(name)
			for _, w := range s.get([]table{left, top}[i]) {
				lines = append(lines, []word{w})
			}
		}
		return lines
	case "nurikabe":
		add("size:", size.String())
	case "sudoku":
		if s.boxes.Cells() > 0 {
			add("boxes:", s.boxes.String())
		}
		if size.Cols > 9 { // one number of two digits says that all signs are numbers
			for i, w := range s.get(clues) {
				if len(w.text) == 1 && w.text != none {
					s.put(clues, i, "0"+w.text, w.at)
				}
			}
		}
	default:
		add(strconv.Itoa(size.Rows), strconv.Itoa(size.Cols))
		lines[0] = append(lines[0], s.header...)
	}
	for _, t := range tablesOf[kind] {
		rows, cols := t.of(s.size)
		for row := range rows {
			lines = append(lines, s.get(t)[row*cols:(row+1)*cols])
		}
	}
	return lines
}

// text joins the words of lines by single blanks.
func text(lines [][]word) []byte {
	var b strings.Builder
	for _, line := range lines {
		for i, w := range line {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w.text)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// place is where the word at a line and column of the kind's own text comes from.
func (s *sheet) place(lines [][]word, line, column int) place {
	if line < 1 || line > len(lines) {
		return s.at
	}
	at, end := s.at, 1
	for _, w := range lines[line-1] {
		if end > column {
			break
		}
		at = w.at
		end += utf8.RuneCountInString(w.text) + 1
	}
	return at
}
