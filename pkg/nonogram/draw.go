package nonogram

import (
	"fmt"

	"formicary/pkg/puzzle"
)

// Draw draws the puzzle: filled cells dark, blank ones light, unset ones in
// between; and the last step, broken rules and heat that the view adds.
//
// A board of another size than the puzzle, heat for another number of cells or
// marked cells off the board are programmer errors and panic.
func (p *Puzzle) Draw(view puzzle.View) puzzle.SVG {
	board := view.Board
	if board.IsZero() {
		board = puzzle.NewGrid(p.Size(), puzzle.Unset)
	}
	if board.Size != p.Size() || len(board.Values) != p.Size().Cells() {
		panic(fmt.Sprintf("nonogram: Draw: a board of %v with %d values for a puzzle of %v", board.Size, len(board.Values), p.Size()))
	}
	c := puzzle.NewCanvas(p.Size(), view, puzzle.Margin{})
	c.Fill("paper", func(i int) bool { return board.Values[i] == Blank })
	c.Fill("open", func(i int) bool { return board.Values[i] == puzzle.Unset })
	c.Fill("solid", func(i int) bool { return board.Values[i] == Filled })
	c.Heat(view, func(i int) bool { return board.Values[i] == Filled })
	c.Grid()
	c.Marks(view)
	title := view.Title
	if title == "" {
		title = fmt.Sprintf("%s %s, %v", Kind, p.id, p.Size())
	}
	return c.SVG(Kind, title)
}
