package nurikabe

import (
	"cmp"
	"fmt"

	"formicary/pkg/puzzle"
)

// Draw draws the puzzle: clues in bold, walls dark, islands light, unset cells
// in between; and the last step, broken rules and heat that the view adds.
//
// With heat the cells are filled by it. If there is a board as well, lines cross its walls
// and its unset cells have dots, as in films.
//
// A board of another size than the puzzle, heat for another number of cells or
// marked cells off the board are programmer errors and panic.
func (p *Puzzle) Draw(view puzzle.View) puzzle.SVG {
	board := view.Board
	if !board.IsZero() && (board.Size != p.size || len(board.Values) != p.size.Cells()) {
		panic(fmt.Sprintf("nurikabe: Draw: a board of %v with %d values for a puzzle of %v", board.Size, len(board.Values), p.size))
	}
	value := func(cell int) uint8 {
		if board.IsZero() {
			return Island
		}
		return board.Values[cell]
	}
	c := puzzle.NewCanvas(p.size, view, puzzle.Margin{})
	c.Fill("paper", func(int) bool { return true })
	c.Fill("open", func(i int) bool { return value(i) > Wall })
	c.Fill("solid", func(i int) bool { return value(i) == Wall })
	levels := c.Heat(view,
		puzzle.Inset{Class: "solid", Name: "wall", Of: func(i int) bool { return value(i) == Wall }},
		puzzle.Inset{Class: "open", Name: "open", Of: func(i int) bool { return value(i) > Wall }})
	c.Grid()
	labels := make([]puzzle.Label, 0, len(p.clueCells))
	for _, cell := range p.clueCells {
		class := "ink"
		switch {
		case levels != nil && levels[cell] >= 0:
			class = puzzle.HeatInk(levels[cell])
		case value(cell) == Wall:
			class = "chalk"
		}
		labels = append(labels, puzzle.Label{Cell: cell, Text: p.clueText(cell), Class: class})
	}
	c.Marks(view)
	c.Labels(labels)
	title := view.Title
	title = cmp.Or(title, fmt.Sprintf("%s %s, %s", kindName, p.id, p.size.Words()))
	return c.SVG(kindName, title)
}
