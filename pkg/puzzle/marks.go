package puzzle

import (
	"fmt"
	"strings"
)

// outline draws a line around a set of cells, along the lines of the grid.
func (c *Canvas) outline(class string, cells []Cell) {
	if path := c.boundary(cells); path != "" {
		c.add(`<path class="%s" d="%s"/>`, classes(class), path)
	}
}

// boundary is the path along all sides that a set of cells shares with others.
func (c *Canvas) boundary(cells []Cell) string {
	in := c.set(cells)
	has := func(row, col int) bool {
		return c.size.Contains(Cell{row, col}) && in[row*c.size.Cols+col]
	}
	var b strings.Builder
	for row := range c.size.Rows + 1 {
		for col := 0; col < c.size.Cols; col++ {
			from := col
			for col < c.size.Cols && has(row-1, col) != has(row, col) {
				col++
			}
			if col > from {
				x, y := c.Corner(Cell{row, from})
				fmt.Fprintf(&b, "M%d %dh%d", x, y, (col-from)*c.side)
			}
		}
	}
	for col := range c.size.Cols + 1 {
		for row := 0; row < c.size.Rows; row++ {
			from := row
			for row < c.size.Rows && has(row, col-1) != has(row, col) {
				row++
			}
			if row > from {
				x, y := c.Corner(Cell{from, col})
				fmt.Fprintf(&b, "M%d %dv%d", x, y, (row-from)*c.side)
			}
		}
	}
	return b.String()
}

// set marks cells; one off the board is a programmer error.
func (c *Canvas) set(cells []Cell) []bool {
	in := make([]bool, c.size.Cells())
	for _, cell := range cells {
		if !c.size.Contains(cell) {
			panic(fmt.Sprintf("puzzle: a drawing marks the cell %v off the %v board", cell, c.size))
		}
		in[c.size.Index(cell)] = true
	}
	return in
}

// Marks draws what a view adds on top of every puzzle: broken rules as hatched
// and outlined cells, above them the broken outline of the cells that a step
// rests on and the outline of changed cells. The rules' texts go into the
// drawing's description.
func (c *Canvas) Marks(view View) {
	c.faults(view.Violations)
	if len(view.Because) > 0 {
		// Orange of Okabe and Ito, which stands out on paper and on solid.
		c.Rule("because", "fill:none;stroke:#e69f00;stroke-width:2.5;stroke-dasharray:5 3")
		c.outline("because", view.Because)
	}
	if len(view.Changed) > 0 {
		c.outline("halo", view.Changed)
		c.outline("changed", view.Changed)
	}
}

// faults marks broken rules. Each rule has its own outline, so that
// neighbouring faults stay apart.
func (c *Canvas) faults(violations []Violation) {
	var cells []Cell
	for _, v := range violations {
		c.desc = append(c.desc, v.String())
		cells = append(cells, v.Cells...)
	}
	if len(cells) == 0 {
		return
	}
	c.marked = c.set(cells)
	var b strings.Builder
	for cell, n := range c.runs(func(i int) bool { return c.marked[i] }) {
		c.hatch(&b, cell, n)
	}
	c.add(`<path class="%s" transform="%s" d="%s"/>`, classes("hatch"), c.cells(hatchParts), b.String())
	drawn := map[string]bool{}
	for _, v := range violations {
		if path := c.boundary(v.Cells); path != "" && !drawn[path] {
			drawn[path] = true
			c.add(`<path class="%s" d="%s"/>`, classes("fault"), path)
		}
	}
}

// hatch draws slanted lines over a run of cells, in units of a line's
// distance. The lines of neighbouring rows meet. (A pattern would be shorter,
// but a pattern needs an id, and a page may show a drawing twice.)
func (c *Canvas) hatch(b *strings.Builder, cell Cell, n int) {
	x, y, width := hatchParts*cell.Col, hatchParts*cell.Row, hatchParts*n
	for k := range width + hatchParts {
		// The line on which the distances from the left and the top add up to
		// k and a half: from its upper right end down to its lower left.
		t := float64(k) + 0.5
		right, down := min(t, float64(width)), max(t-float64(width), 0)
		left := max(t-hatchParts, 0)
		fmt.Fprintf(b, "M%s %sl%s %s", number(float64(x)+right), number(float64(y)+down), number(left-right), number(right-left))
	}
}
