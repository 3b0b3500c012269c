package sudokus

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// sdk reads a file of SadMan Sudoku, as SudoCue writes them, too:
//
//	#Dpuzzle 5
//	#LEasy
//	[Puzzle]
//	..4.86...
//	9.347.1..
//	…
//
// Nine rows of nine signs are the puzzle, after "[Puzzle]" or without it.
// Lines that start with "#" and a letter tell of it: D (description) is the
// id, else that is "1"; L (level) is the grade; others are passed over, and so
// are other sections, such as "[State]".
func (a assumption) sdk(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), a.collect(source)
	var values []uint8
	id, grade, section, line := c.NextID(), "", "puzzle", 0
	signs := alphabetOf(9, "", "")
	for l.Next() {
		text := strings.TrimSpace(l.Text())
		switch {
		case text == "":
		case text[0] == '#':
			switch name, value := text[:min(2, len(text))], strings.TrimSpace(text[min(2, len(text)):]); {
			case value == "":
			case name == "#D":
				id = value
			case name == "#L":
				grade = value
			}
		case text[0] == '[':
			section = strings.ToLower(sets.Keyword(text))
			if section == "puzzle" && values != nil {
				panic(l.Errorf(l.Fields()[0].Column, "expected one puzzle, found a second"))
			}
		case section == "puzzle":
			column := l.Fields()[0].Column
			row := signs.values(source, l.Number(), column, text, true)
			if len(row) != 9 {
				panic(l.Errorf(column+min(len(row), 9), "expected 9 cells, found %d", len(row)))
			}
			if len(values) == 81 {
				panic(l.Errorf(column, "expected 9 rows, found more"))
			}
			values = append(values, row...)
			line = l.Number()
		}
	}
	if l.Err() == nil && values != nil && len(values) < 81 {
		panic(l.ErrorAt(line, 10, "expected 9 rows, found %d", len(values)/9))
	}
	if values != nil {
		c.add(found{id: id, givens: values, grade: grade, place: placeAt(line, 1), idPlace: placeAt(line, 1)})
	}
	return c.Finish(l, "nine rows of a puzzle")
}

// writeNine writes the one puzzle of a set, which must be of 9×9.
func writeNine(w io.Writer, s puzzle.Set, ids bool, text func(sets.Entry[*sudoku.Puzzle]) (string, error)) error {
	return write(w, s, ids, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		if box := item.P.Box(); s.Len() > 1 || box.Rows != 3 || box.Cols != 3 {
			return "", fmt.Errorf("sudoku: set %s: this format holds one puzzle of 9x9", s.Name)
		}
		return text(item)
	})
}

// writeSDK writes the one puzzle of a set as sdk reads it. Its solution
// is lost. Sets of several puzzles and boards other than 9×9 are errors.
func writeSDK(w io.Writer, s puzzle.Set) error {
	return writeNine(w, s, true, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		text := ""
		if item.P.ID() != "" {
			text += "#D" + item.P.ID() + "\n"
		}
		if item.Grade != "" {
			if strings.Contains(item.Grade, "\n") || strings.TrimSpace(item.Grade) != item.Grade || !utf8.ValidString(item.Grade) {
				return "", fmt.Errorf("sudoku %s: the grade %q cannot be written in this format", item.P.ID(), item.Grade)
			}
			text += "#L" + item.Grade + "\n"
		}
		return text + "[Puzzle]\n" + strings.Join(item.P.Rows(item.P.Board()), "\n") + "\n", sets.LineID(kindName, item.P.ID())
	})
}

// writeSimple writes the one puzzle of a set as Simple Sudoku does in its
// files (.ss); text reads it. Everything but the puzzle is lost. Sets of
// several puzzles and boards other than 9×9 are errors.
func writeSimple(w io.Writer, s puzzle.Set) error {
	return writeNine(w, s, false, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		const frame = "*-----------*\n"
		text := frame
		for row, signs := range item.P.Rows(item.P.Board()) {
			if row == 3 || row == 6 {
				text += "|---+---+---|\n"
			}
			text += fmt.Sprintf("|%s|%s|%s|\n", signs[:3], signs[3:6], signs[6:])
		}
		return text + frame, nil
	})
}
