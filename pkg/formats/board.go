package formats

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// board are rows of signs without a first line that says the size, for kinds whose text has one table of clues:
//
//	B...I...
//	....EH..
//
// A row has one sign a cell, or signs with blanks between them. ".", "-", "_" and "*" are cells without a sign.
// Blank lines stand between puzzles. A line before a puzzle is a comment if it begins with "#". If "#" is a
// sign of the kind, a comment needs a letter that is none.
var board = &foreign{
	name: "board", extension: ".board", doc: "rows of signs without a line for the size, a blank line between puzzles: puzzles only, not written",
	many:   "boards",
	starts: func(string) bool { return false }, // see bare
	reads:  func(kind string) bool { _, ok := boardSigns[kind]; return ok },
	read:   readBoards,
	names:  func(string) string { return "" },
}

// boardSigns are the signs of kinds other than numbers, and what they are in the kind's own text.
var boardSigns = map[string]map[string]string{
	"akari":       {"#": "x", "x": "x", "X": "x", "B": "x"},
	"binairo":     {},
	"cave":        {"?": unknown},
	"fillomino":   {"?": unknown},
	"hashi":       {"?": unknown},
	"hitori":      {},
	"kuromasu":    {"?": unknown},
	"kurotto":     {"o": "o", "O": "o", "?": "o"},
	"masyu":       {"w": "w", "W": "w", "b": "b", "B": "b", "○": "w", "●": "b"},
	"mosaic":      {},
	"numberlink":  {},
	"nurimisaki":  {"?": unknown, "o": unknown, "O": unknown},
	"shakashaka":  {"#": "x", "x": "x", "X": "x"},
	"shikaku":     {"?": unknown},
	"simpleloop":  {"#": "x", "x": "x", "X": "x"},
	"slitherlink": {},
	"yinyang":     {"w": "w", "W": "w", "b": "b", "B": "b", "○": "w", "●": "b"},
}

// blankCells are the signs of a cell without a sign.
const blankCells = ".-_*"

// bare says whether a text begins with a row of a board and not with ROWS COLS: two numbers or more that the next
// lines fit.
func bare(text []byte) bool {
	var head []sets.Field
	rows, even := 0, true // of as many words each
	for line := range strings.Lines(string(text)) {
		fields := sets.Fields(line)
		if len(fields) == 0 {
			if rows > 0 {
				break
			}
			continue
		}
		if rows++; rows == 1 {
			head = fields
		}
		even = even && len(fields) == len(head)
	}
	if rows == 0 {
		return false
	}
	said := puzzle.ParseCount(head[0].Text, mostCells)
	if len(head) < 2 || said == 0 || puzzle.ParseCount(head[1].Text, mostCells) == 0 {
		return true
	}
	// A row of numbers belongs to a board if all rows are as long, and their number is not what it would say.
	return rows > 1 && said != rows-1 && even
}

func readBoards(in *input) {
	var rows [][]word
	signs := boardSigns[in.kind.Name]
	finish := func() {
		if len(rows) == 0 {
			return
		}
		in.board(rows)
		rows = nil
	}
	strange := func(r rune) bool { return unicode.IsLetter(r) && signs[string(r)] == "" }
	number, cells := 0, 0
	for line := range strings.SplitSeq(in.text, "\n") {
		number++
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		fields := sets.Fields(line)
		switch {
		case len(fields) == 0:
			finish()
			continue
		case line[0] == '#' && len(rows) == 0 && (signs["#"] == "" || strings.ContainsFunc(line, strange)):
			continue
		}
		if len(rows) == 0 {
			cells = 0
		}
		if cells += max(len(fields), utf8.RuneCountInString(fields[0].Text)); cells > mostCells {
			panic(in.errorf(place{number, fields[0].Column}, "expected at most %d cells, found more", mostCells))
		}
		var row []word
		for _, f := range fields {
			row = append(row, word{f.Text, place{number, f.Column}})
		}
		rows = append(rows, row)
	}
	finish()
}

// board reads rows of words, or of signs if no row has several words.
func (in *input) board(rows [][]word) {
	if !slices.ContainsFunc(rows, func(row []word) bool { return len(row) > 1 }) {
		for i, row := range rows {
			var signs []word
			for j, sign := range []rune(row[0].text) {
				signs = append(signs, word{string(sign), place{row[0].at.line, row[0].at.column + j}})
			}
			rows[i] = signs
		}
	}
	cols := len(rows[0])
	s := newSheet(puzzle.Size{Rows: len(rows), Cols: cols}, rows[0][0].at)
	for i, row := range rows {
		if len(row) > cols {
			panic(in.errorf(row[cols].at, "expected %s as in the first row, found %d", puzzle.Plural(cols, "sign"), len(row)))
		}
		if len(row) < cols {
			last := row[len(row)-1]
			panic(in.errorf(place{last.at.line, last.at.column + utf8.RuneCountInString(last.text)}, "expected %s as in the first row, found %d", puzzle.Plural(cols, "sign"), len(row)))
		}
		for j, w := range row {
			in.sign(s, i*cols+j, w)
		}
	}
	switch in.kind.Name {
	case "binairo":
		in.bits(s)
	case "numberlink":
		in.letters(s)
	}
	in.add(s)
}

// sign puts the sign of a cell.
func (in *input) sign(s *sheet, cell int, w word) {
	signs := boardSigns[in.kind.Name]
	text := signs[w.text]
	switch {
	case text != "":
	case len(w.text) == 1 && strings.Contains(blankCells, w.text):
		return
	case isNumber(w.text) && len(signs["w"]) == 0:
		text = w.text
	case in.kind.Name == "numberlink" && isLetter(w.text):
		text = w.text
	default:
		panic(in.errorf(w.at, "expected %s, found %s", in.expectedSigns(), puzzle.Quote(w.text)))
	}
	s.put(clues, cell, text, w.at)
}

// expectedSigns says what a cell can have.
func (in *input) expectedSigns() string {
	signs := boardSigns[in.kind.Name]
	text := ". or -"
	for _, sign := range slices.Sorted(maps.Keys(signs)) {
		text += ", " + sign
	}
	switch {
	case in.kind.Name == "numberlink":
		text += ", a letter"
	case signs["w"] != "":
		return text
	}
	return text + " or a number"
}

func isLetter(text string) bool {
	r, n := utf8.DecodeRuneInString(text)
	return n == len(text) && unicode.IsLetter(r)
}

// letters makes numbers of the letters that name the ends of paths, in the order of their first cells. A number in
// the puzzle stays.
func (in *input) letters(s *sheet) {
	taken := map[string]bool{}
	var at place
	var names []string
	for _, w := range s.get(clues) {
		switch {
		case isLetter(w.text) && !taken[w.text]:
			if taken[w.text] = true; len(names) == 0 {
				at = w.at
			}
			names = append(names, w.text)
		case isNumber(w.text):
			taken[w.text] = true
		}
	}
	if len(names) == 0 {
		return
	}
	next, of := 0, map[string]string{}
	for _, name := range names {
		for next++; taken[strconv.Itoa(next)]; next++ {
		}
		of[name] = strconv.Itoa(next)
	}
	for i, w := range s.get(clues) {
		if of[w.text] != "" {
			s.put(clues, i, of[w.text], w.at)
		}
	}
	said := ""
	for i, name := range names[:min(len(names), 3)] {
		said += fmt.Sprintf("%s%s is %s", []string{"", ", "}[min(i, 1)], name, of[name])
	}
	if len(names) > 3 {
		said += " and so on"
	}
	in.warn(at, "letters are read as numbers: %s", said)
}

// bits makes 1 and 2 of a board of 0 and 1.
func (in *input) bits(s *sheet) {
	i := slices.IndexFunc(s.get(clues), func(w word) bool { return w.text == "0" })
	if i < 0 {
		return
	}
	zero := s.get(clues)[i].at
	for cell, w := range s.get(clues) {
		switch w.text {
		case "0":
			s.put(clues, cell, "1", w.at)
		case "1":
			s.put(clues, cell, "2", w.at)
		case "2":
			panic(in.errorf(w.at, "expected 0 or 1 on a board with 0, found 2"))
		}
	}
	in.warn(zero, "0 is read as 1, and 1 as 2")
}
