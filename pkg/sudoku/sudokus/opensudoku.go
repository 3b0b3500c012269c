package sudokus

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// openSudoku reads the files of OpenSudoku, a program for telephones, of both
// versions:
//
//	<opensudoku><name>Mine</name><level>easy</level><game data="0790…"/></opensudoku>
//	<opensudoku version="2"><folder name="easy"><game data="0790…" time="0"/></folder></opensudoku>
//
// The level, or the name of the folder, is the grade of the games behind it.
// All else is left out, with a warning.
func (a assumption) openSudoku(source string, r io.Reader) puzzle.Set {
	x := sets.NewXML(source, sets.Must(sets.ReadAll(source, r)))
	c, grade, inside := a.collect(source), "", ""
	for {
		token := x.Token()
		if token == nil {
			return c.Done("a game of <opensudoku>")
		}
		start := x.At
		here := func() (int, int) { return puzzle.Position(x.Text, start) }
		switch element := token.(type) {
		case xml.CharData:
			if value := strings.TrimSpace(string(element)); inside == "level" {
				grade += value
			} else if value != "" {
				c.once(inside, here, "the text of <%s> is left out", inside)
			}
		case xml.EndElement:
			inside = ""
		case xml.StartElement:
			name := element.Name.Local
			if inside = name; inside == "level" || inside == "folder" {
				grade = ""
			}
			switch {
			case name == "folder":
				grade = sets.Attribute(element.Attr, "name")
			case name == "game":
				data := sets.Attribute(element.Attr, "data")
				first := max(bytes.Index(x.Text[start:x.End()], []byte(data)), 0)
				t := textLine{c: c, text: data, told: told{grade: grade, graded: true}, at: func(column int) place {
					return func() (int, int) {
						line, at := puzzle.Position(x.Text, start+first)
						if strings.Contains(data, "\n") {
							return line, at
						}
						return line, at + column - 1
					}
				}}
				t.read()
			case c.NextID() == "1" && !slices.Contains([]string{"opensudoku", "opensudoku2", "level", "name", "author", "description", "comment", "created", "source", "sourceURL"}, name):
				panic(c.errorf(here, "expected <opensudoku>, found <%s>", name))
			}
		}
	}
}

// writeOpenSudoku writes puzzles of 9×9 as openSudoku reads them, in a folder for
// those in a row with one grade. Ids and solutions are lost.
func writeOpenSudoku(w io.Writer, s puzzle.Set) error {
	at, open := 0, ""
	return write(w, s, false, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		if item.P.N() != 9 {
			return "", fmt.Errorf("sudoku %s: this format holds puzzles of 9x9", item.P.ID())
		}
		var b, grade strings.Builder
		_ = xml.EscapeText(&grade, []byte(item.Grade)) // strings.Builder does not fail
		if lost := string(utf8.RuneError); strings.Count(grade.String(), lost) != strings.Count(item.Grade, lost) || !utf8.ValidString(item.Grade) {
			return "", errGrade(item)
		}
		if at == 0 {
			b.WriteString("<opensudoku version=\"2\">\n")
		} else if open != item.Grade {
			b.WriteString("</folder>\n")
		}
		if at == 0 || open != item.Grade {
			b.WriteString(`<folder name="` + grade.String() + "\">\n")
		}
		open = item.Grade
		b.WriteString(`<game data="` + strings.ReplaceAll(sudoku.Signs(9, item.P.Values()), ".", "0") + "\"/>\n")
		if at++; at == s.Len() {
			b.WriteString("</folder>\n</opensudoku>\n")
		}
		return b.String(), nil
	})
}
