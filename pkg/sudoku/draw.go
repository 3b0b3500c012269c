package sudoku

import (
	"cmp"
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
)

// noteSide is the least width in pixels of a candidate's sign, where the view
// does not fix the size of cells.
const noteSide = 9

// Draw draws the puzzle: givens in bold, other digits of the board in regular
// weight, candidates ([puzzle.View.Notes]) small in open cells, thick lines
// around boxes; and the last step, broken rules and heat that the view adds.
// Signs are those of [Symbols], in capitals.
//
// A given is drawn as the board has it, in bold where that is the given. A
// board of another size than the puzzle, heat or candidates for another number
// of cells, or marked cells off the board are programmer errors and panic.
func (p *Puzzle) Draw(view puzzle.View) puzzle.SVG {
	board := view.Board
	if board.IsZero() {
		board = p.Board()
	}
	if board.Size != p.Size() || len(board.Values) != p.Size().Cells() {
		panic(fmt.Sprintf("sudoku: Draw: a board of %v with %d values for a puzzle of %v", board.Size, len(board.Values), p.Size()))
	}
	if view.Notes != nil && view.CellSize <= 0 {
		view.CellSize = max(40, noteSide*p.layout.Box.Cols)
	}
	c := puzzle.NewCanvas(p.Size(), view, puzzle.Margin{})
	c.Rule("digit", "font-weight:400")
	c.Rule("box", "fill:none;stroke:var(--solid);stroke-width:2;shape-rendering:crispEdges")
	c.Fill("paper", func(int) bool { return true })
	levels := c.Heat(view)
	c.Grid()
	p.drawBoxes(c)
	c.Marks(view)
	symbols := strings.ToUpper(Symbols(p.layout.N))
	ink := func(cell int) string {
		if levels != nil && levels[cell] >= 0 {
			return puzzle.HeatInk(levels[cell])
		}
		return "ink"
	}
	var givens, digits []puzzle.Label
	for cell, v := range board.Values {
		if v == puzzle.Unset {
			continue
		}
		text := "?"
		if v >= 1 && int(v) <= p.layout.N {
			text = symbols[v-1 : v]
		}
		if v == p.givens[cell] {
			givens = append(givens, puzzle.Label{Cell: cell, Text: text, Class: ink(cell)})
		} else {
			digits = append(digits, puzzle.Label{Cell: cell, Text: text, Class: ink(cell) + " digit"})
		}
	}
	c.Labels(givens)
	c.Labels(digits)
	if view.Notes != nil {
		c.Notes(view, p.layout.Box, func(cell int, v uint8) (place int, text, class string) {
			if board.Values[cell] != puzzle.Unset || v < 1 || int(v) > p.layout.N {
				return -1, "", ""
			}
			return int(v) - 1, symbols[v-1 : v], ink(cell)
		})
	}
	title := view.Title
	title = cmp.Or(title, fmt.Sprintf("%s %s, %s", kindName, p.id, p.Size().Words()))
	return c.SVG(kindName, title)
}

// drawBoxes draws the lines between boxes.
func (p *Puzzle) drawBoxes(c *puzzle.Canvas) {
	var b strings.Builder
	n, box := p.layout.N, p.layout.Box
	left, top := c.Corner(puzzle.Cell{})
	right, bottom := c.Corner(puzzle.Cell{Row: n, Col: n})
	for row := box.Rows; row < n; row += box.Rows {
		fmt.Fprintf(&b, "M%d %dH%d", left, top+row*c.Side(), right)
	}
	for col := box.Cols; col < n; col += box.Cols {
		fmt.Fprintf(&b, "M%d %dV%d", left+col*c.Side(), top, bottom)
	}
	c.Path("box", b.String())
}
