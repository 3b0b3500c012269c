package formats

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// legup are board files of LEGUP (github.com/Bram-Hub/Legup), of Nurikabe:
//
//	<Legup version="2.0.0"><puzzle name="Nurikabe"><board height="7" width="7">
//	<cells><cell value="1" x="3" y="0"/></cells></board></puzzle></Legup>
//
// A value from 1 on is a clue. -2 is an undecided cell, and 0 and -1 are cells that somebody decided (NurikabeType).
var legup = &foreign{
	name: "legup", extension: ".legup", doc: "board files of LEGUP: puzzles only; only read",
	many: "LEGUP",
	starts: func(text string) bool {
		text = strings.TrimSpace(text)
		return strings.HasPrefix(text, "<") && strings.Contains(text[:min(len(text), 1<<10)], "<Legup")
	},
	reads: func(kind string) bool { return kind == "nurikabe" },
	read:  readLegup,
	names: func(text string) string {
		name := ""
		_ = walkXML(text, func(e xml.StartElement, _ place) error {
			if e.Name.Local == "puzzle" {
				name = strings.ToLower(attribute(e, "name"))
			}
			return nil
		})
		return name
	},
}

// walkXML gives the elements of a text and their places to see, which may end the walk by an error.
func walkXML(text string, see func(e xml.StartElement, at place) error) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		line, column := d.InputPos()
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok {
			if err := see(e, place{line, column}); err != nil {
				return err
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func readLegup(in *input) error {
	var s *sheet
	var decided place
	err := walkXML(in.text, func(e xml.StartElement, at place) error {
		// coordinate is an attribute that is a number from 0 to most.
		coordinate := func(name string, most int) (int, error) {
			n, err := strconv.Atoi(attribute(e, name))
			if err != nil || n < 0 || n > most {
				return 0, in.errorf(at, "expected %s with %s from 0 to %d, found %s", e.Name.Local, name, most, puzzle.Quote(attribute(e, name)))
			}
			return n, nil
		}
		switch e.Name.Local {
		case "puzzle":
			if name := attribute(e, "name"); !strings.EqualFold(name, in.kind.Name) {
				return in.otherKind(at, name, strings.ToLower(name))
			}
		case "board":
			rows, err := coordinate("height", mostCells)
			if err != nil {
				return err
			}
			cols, err := coordinate("width", mostCells)
			if err != nil {
				return err
			}
			if size := (puzzle.Size{Rows: rows, Cols: cols}); s != nil || size.Cells() < 1 || size.Cells() > mostCells {
				return in.errorf(at, "expected one board of at most %d cells, found %v", mostCells, size)
			}
			s = newSheet(puzzle.Size{Rows: rows, Cols: cols}, at)
		case "cell":
			if s == nil {
				return in.errorf(at, "expected a board before its cells")
			}
			x, err := coordinate("x", s.size.Cols-1)
			if err != nil {
				return err
			}
			y, err := coordinate("y", s.size.Rows-1)
			if err != nil {
				return err
			}
			switch value := attribute(e, "value"); {
			case value == "0" || value == "-1":
				if decided == (place{}) {
					decided = at
				}
			case value != "-2":
				s.put(clues, y*s.size.Cols+x, value, at)
			}
		}
		return nil
	})
	var syntax *xml.SyntaxError
	var wrong *puzzle.ParseError
	switch {
	case errors.As(err, &syntax):
		return in.errorf(place{syntax.Line, 1}, "expected XML: %s", syntax.Msg)
	case err != nil && !errors.As(err, &wrong):
		return in.errorf(place{1, 1}, "expected XML: %v", err)
	case err != nil:
		return err
	case s == nil:
		return in.errorf(place{1, 1}, "expected a board of LEGUP, found none")
	}
	if decided != (place{}) {
		in.warn(decided, "what somebody filled in is left out")
	}
	return in.add(s)
}
