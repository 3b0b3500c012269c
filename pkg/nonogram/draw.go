package nonogram

import (
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
)

const (
	// manyLines is the length of the longer side from which on a board is drawn
	// as a picture: without clues and lines, and with cells of a few pixels.
	manyLines = 160
	// pictureSide is about the longer side of such a picture in pixels.
	pictureSide = 960
	// clueSide is the least side of a cell, in pixels, with clues beside the
	// board, gridSide that with lines between cells.
	clueSide, gridSide = 10, 8
	// colourSide is the least side of a cell of a colour puzzle where the view
	// does not say one: its clues are numbers and letters.
	colourSide = 20
)

// Draw draws the puzzle: the clues beside the board, filled cells dark or in
// their colours, known blank cells light, unset ones in between, thick lines
// after every five cells; and the last step, broken rules and heat that the
// view adds.
//
// A colour puzzle's clues stand on their colours and have the letters of
// [Puzzle.Rows] behind them; a letter also stands in the first cell of each run
// in a row, so that nothing is told by colour alone. The view's notes are
// squares of the colours that an unset cell may still have, each colour at the
// same place in every cell; a cell that may have all of them has none.
//
// Boards of more than 160 rows or columns, and cells smaller than 10 pixels,
// are drawn without clues.
//
// A board of another size than the puzzle, heat or notes for another number of
// cells or marked cells off the board are programmer errors and panic.
func (p *Puzzle) Draw(view puzzle.View) puzzle.SVG {
	size, board := p.Size(), view.Board
	if board.IsZero() {
		board = puzzle.NewGrid(size, Blank)
	}
	if board.Size != size || len(board.Values) != size.Cells() {
		panic(fmt.Sprintf("nonogram: Draw: a board of %v with %d values for a puzzle of %v", board.Size, len(board.Values), size))
	}
	if view.Notes != nil && len(view.Notes) != size.Cells() {
		panic(fmt.Sprintf("nonogram: Draw: notes for %d cells for a puzzle of %v", len(view.Notes), size))
	}
	if longer := max(size.Rows, size.Cols); view.CellSize <= 0 && longer > manyLines {
		view.CellSize = max(pictureSide/longer, 2)
	} else if view.CellSize <= 0 && p.Colours() > 1 {
		view.CellSize = max(puzzle.NewCanvas(size, view, puzzle.Margin{}).Side(), colourSide)
	}
	side := puzzle.NewCanvas(size, view, puzzle.Margin{}).Side()
	var clues clueLayout
	if side >= clueSide {
		clues = p.layout(side)
	}
	c := puzzle.NewCanvas(size, view, clues.margin)
	p.fill(c, board)
	p.notes(c, view, board)
	c.Heat(view, p.insets(board)...)
	if side >= gridSide {
		c.Grid()
		fives(c, size)
	} else {
		c.Path("border", frame(c, size))
	}
	c.Marks(view)
	if p.Colours() > 1 && side >= clueSide {
		p.letters(c, board)
	}
	clues.draw(c)
	title := view.Title
	if title == "" {
		title = fmt.Sprintf("%s %s, %s", kindName, p.id, size.Words())
		if p.title != "" {
			title = fmt.Sprintf("%s %s, %s, %s", kindName, p.id, p.title, size.Words())
		}
	}
	if p.Colours() > 1 {
		title += ", in the colours " + p.legend()
	}
	return c.SVG(kindName, title)
}

// legend names the colours: "r red, g green".
func (p *Puzzle) legend() string {
	var words []string
	signs := p.Signs()
	for i, ink := range p.palette[1:] {
		word := string(signs[i+1])
		if ink.Name != "" && ink.Name != word {
			word += " " + ink.Name
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// fill fills the cells.
func (p *Puzzle) fill(c *puzzle.Canvas, board puzzle.Grid) {
	everywhere := func(int) bool { return true }
	c.Fill("paper", everywhere)
	if p.palette[0].RGB != white {
		p.rule(c, 0)
		c.Fill(p.inkClass(0), everywhere)
	}
	c.Fill("open", func(i int) bool { return int(board.Values[i]) >= len(p.palette) })
	if !p.IsColour() {
		c.Fill("solid", func(i int) bool { return board.Values[i] == Filled })
		return
	}
	used := make([]bool, 256)
	for _, v := range board.Values {
		used[v] = true
	}
	for v := 1; v < len(p.palette); v++ {
		p.rule(c, v)
		if used[v] {
			c.Fill(p.inkClass(v), func(i int) bool { return int(board.Values[i]) == v })
		}
	}
}

// insets say on heat what is on the board.
func (p *Puzzle) insets(board puzzle.Grid) []puzzle.Inset {
	all := []puzzle.Inset{{Class: "open", Name: "open", Of: func(i int) bool { return int(board.Values[i]) >= len(p.palette) }}}
	for v := 1; v < len(p.palette); v++ {
		in := puzzle.Inset{Class: "solid", Name: "filled", Of: func(i int) bool { return int(board.Values[i]) == v }}
		if p.IsColour() {
			in.Class, in.Name = p.inkClass(v), p.palette[v].Name
		}
		all = append(all, in)
	}
	return all
}

// inkClass is the class of what has a colour of the palette. It is named after
// the colour: rules hold for all drawings of a page.
func (p *Puzzle) inkClass(v int) string { return "ink-" + p.palette[v].Hex()[1:] }

// rule says what a colour looks like; in the dark theme it is dimmed as paper
// is.
func (p *Puzzle) rule(c *puzzle.Canvas, v int) {
	c.Rule(p.inkClass(v), "fill:"+p.palette[v].Hex()+";color:"+p.palette[v].Hex()+";shape-rendering:crispEdges;filter:var(--dim)")
}

// textOn is the class of text on a colour: dark on light ones. The limit is
// where both have the same contrast (WCAG 2.1, relative luminance).
func textOn(ink Ink) string {
	var luminance float64
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		x := float64(ink.RGB[i]) / 255
		// The exact curve of sRGB would not change which text is put where by
		// more than a shade.
		luminance += share * x * x
	}
	if luminance > 0.18 {
		return "ink"
	}
	return "chalk"
}

// letters writes the sign of its colour into the first cell of each run of a
// row.
func (p *Puzzle) letters(c *puzzle.Canvas, board puzzle.Grid) {
	signs := p.Signs()
	c.Rule("letter", "font-weight:400;opacity:.75")
	var labels []puzzle.Label
	for i, v := range board.Values {
		if v == Blank || int(v) >= len(p.palette) || i%board.Cols > 0 && board.Values[i-1] == v {
			continue
		}
		labels = append(labels, puzzle.Label{Cell: i, Text: string(signs[v]), Class: textOn(p.palette[v]) + " letter"})
	}
	c.Labels(labels)
}

// notes draws the colours that unset cells may still have.
func (p *Puzzle) notes(c *puzzle.Canvas, view puzzle.View, board puzzle.Grid) {
	if view.Notes == nil {
		return
	}
	wide := 1 // places in a row of a cell
	for wide*wide < len(p.palette) {
		wide++
	}
	high := (len(p.palette) + wide - 1) / wide
	paths := make([]strings.Builder, len(p.palette))
	side := float64(c.Side())
	w, h := 0.8*side/float64(wide), 0.8*side/float64(high)
	s := 0.8 * min(w, h)
	for cell, values := range view.Notes {
		if len(values) >= len(p.palette) || int(board.Values[cell]) < len(p.palette) {
			continue
		}
		x, y := c.Corner(board.At(cell))
		for _, v := range values {
			if int(v) >= len(p.palette) {
				continue
			}
			left := float64(x) + 0.1*side + w*float64(int(v)%wide) + (w-s)/2
			top := float64(y) + 0.1*side + h*float64(int(v)/wide) + (h-s)/2
			fmt.Fprintf(&paths[v], "M%.1f %.1fh%.1fv%.1fh-%.1fz", left, top, s, s, s)
		}
	}
	for v := range paths {
		if paths[v].Len() == 0 {
			continue
		}
		class := p.inkClass(v)
		switch {
		case v == 0 && p.palette[0].RGB == white:
			class = "paper"
		case !p.IsColour():
			class = "solid"
		}
		c.Path(class, paths[v].String())
	}
}

// fives draws thick lines after every five cells.
func fives(c *puzzle.Canvas, size puzzle.Size) {
	var b strings.Builder
	left, top := c.Corner(puzzle.Cell{})
	right, bottom := c.Corner(puzzle.Cell{Row: size.Rows, Col: size.Cols})
	for row := 5; row < size.Rows; row += 5 {
		fmt.Fprintf(&b, "M%d %dH%d", left, top+row*c.Side(), right)
	}
	for col := 5; col < size.Cols; col += 5 {
		fmt.Fprintf(&b, "M%d %dV%d", left+col*c.Side(), top, bottom)
	}
	if b.Len() > 0 {
		c.Rule("five", "fill:none;stroke:var(--solid);stroke-width:2;shape-rendering:crispEdges")
		c.Path("five", b.String())
	}
}

// frame is the path around the board.
func frame(c *puzzle.Canvas, size puzzle.Size) string {
	left, top := c.Corner(puzzle.Cell{})
	right, bottom := c.Corner(puzzle.Cell{Row: size.Rows, Col: size.Cols})
	return fmt.Sprintf("M%d %dH%dV%dH%dz", left, top, right, bottom, left)
}
