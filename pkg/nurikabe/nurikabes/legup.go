package nurikabes

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readLegup reads the puzzle of a file of LEGUP, a program that checks proofs
// (github.com/Bram-Hub/Legup, class NurikabeImporter):
//
//	<Legup version="2.0.0"><puzzle name="Nurikabe"><board height="7" width="7"><cells>
//	<cell value="1" x="3" y="0"/>
//	</cells></board></puzzle></Legup>
//
// Columns (x) and rows (y) count from zero. A value above zero is a clue; -2 is an
// empty cell, -1 a wall and 0 an island that somebody marked, which are left out,
// with a warning, and so is all behind the board. The puzzle's id is 1.
func readLegup(source string, r io.Reader) puzzle.Set {
	x, c := sets.NewXML(source, sets.Must(sets.ReadAll(source, r))), sets.Collect(source)
	var size puzzle.Size
	var clues []int
	fail := func(format string, args ...any) *puzzle.ParseError { return x.Errorf(x.At, format, args...) }
	marked := false
	for {
		token := x.Token()
		if token == nil {
			return c.Done("a <board> of <Legup>")
		}
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "board" {
			p, err := nurikabe.New(c.NextID(), size, clues)
			if err == nil {
				err = c.Add(puzzle.Item{Puzzle: p})
			}
			x.Check(x.At, err)
			return c.Done("")
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attribute := func(name string) string { return sets.Attribute(element.Attr, name) }
		switch name := element.Name.Local; {
		case name == "puzzle" && !strings.EqualFold(attribute("name"), kind):
			panic(fail("expected a puzzle of the name Nurikabe, found %s", puzzle.Quote(attribute("name"))))
		case name == "board":
			size = puzzle.Size{Rows: puzzle.ParseCount(attribute("height"), nurikabe.MaxCells), Cols: puzzle.ParseCount(attribute("width"), nurikabe.MaxCells)}
			if clues != nil || size.Cells() == 0 || size.Cells() > nurikabe.MaxCells {
				panic(fail("expected one board with height and width, of at most %d cells, found %s and %s", nurikabe.MaxCells, puzzle.Quote(attribute("height")), puzzle.Quote(attribute("width"))))
			}
			clues = make([]int, size.Cells())
		case name == "cell" && clues != nil:
			x, wrongX := strconv.Atoi(attribute("x"))
			y, wrongY := strconv.Atoi(attribute("y"))
			at := puzzle.Cell{Row: y, Col: x}
			if wrongX != nil || wrongY != nil || at.Col < 0 || at.Row < 0 || at.Col >= size.Cols || at.Row >= size.Rows {
				panic(fail("expected x and y of a cell of a board of %v, found %s and %s", size, puzzle.Quote(attribute("x")), puzzle.Quote(attribute("y"))))
			}
			switch value := attribute("value"); {
			case parseNumber(value) > 0:
				clues[size.Index(at)] = parseNumber(value)
			case value == "-1" || value == "0":
				if !marked {
					c.Warn(fail("cells that are marked as wall or island are left out"))
				}
				marked = true
			case value != "-2":
				panic(fail("expected a value from -2 to %d, found %s", nurikabe.MaxClue, puzzle.Quote(value)))
			}
		case name != "Legup" && name != "puzzle" && name != "cells":
			panic(fail("expected <Legup> with a <board>, found <%s>", name))
		}
	}
}

// writeLegup writes the one puzzle of a set as readLegup reads it. Ids, solutions
// and grades are lost; clues of any size are errors.
func writeLegup(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*nurikabe.Puzzle]) error {
		if s.Len() > 1 || item.P.HasUnknown() {
			return fmt.Errorf("nurikabe %s: this format holds one puzzle without clues of any size", item.P.ID())
		}
		fmt.Fprintf(b, "<Legup version=\"2.0.0\"><puzzle name=\"Nurikabe\"><board height=\"%d\" width=\"%d\"><cells>\n", item.P.Size().Rows, item.P.Size().Cols)
		for _, cell := range item.P.ClueCells() {
			at := item.P.Size().At(cell)
			fmt.Fprintf(b, "<cell value=\"%d\" x=\"%d\" y=\"%d\"/>\n", item.P.Clue(cell), at.Col, at.Row)
		}
		b.WriteString("</cells></board></puzzle></Legup>\n")
		return nil
	})
}
