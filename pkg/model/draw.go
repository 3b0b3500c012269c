package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
)

// Draw draws the puzzle: its tables as the kind's marks say, regions by thick lines, and the board
// by how each variable looks; and the last step, broken rules and heat that the view adds.
//
// A board of another size than the puzzle is a programmer error and panics.
func (p *Puzzle) Draw(view puzzle.View) puzzle.SVG {
	board, size := view.Board, p.form.Size
	if !board.IsZero() && (board.Size != size || len(board.Values) != size.Cells()) {
		panic(fmt.Sprintf("model: Draw: a board of %v with %d values for a puzzle of %v", board.Size, len(board.Values), size))
	}
	values := make([][]int, size.Cells())
	if !board.IsZero() {
		for cell, code := range board.Values {
			if digits, ok := p.form.digits(code); ok && code != puzzle.Unset {
				values[cell] = digits
			}
		}
	}
	return p.draw(view, values, !board.IsZero())
}

// DrawKnown draws the puzzle with what conditions say of the board, where only some are known: of a cell with
// several variables, such as its links, each stands for itself. The view's Board is not used.
func (p *Puzzle) DrawKnown(holds []Lit, view puzzle.View) puzzle.SVG {
	known := make([]int8, len(p.form.Atoms)) // 1 true, -1 false
	known[0] = 1
	for _, l := range holds {
		known[l.Atom()] = 1 - 2*int8(l&1)
	}
	values := make([][]int, p.form.Size.Cells())
	for cell := range values {
		for _, l := range p.form.layers {
			values[cell] = append(values[cell], l.at[cell].known(known))
		}
	}
	return p.draw(view, values, true)
}

// draw draws values of cells in each layer, -1 for one that is not known; nil for a cell of which nothing is known.
func (p *Puzzle) draw(view puzzle.View, values [][]int, given bool) puzzle.SVG {
	d := p.picture(view, values, given)
	c := d.c
	c.Fill("paper", func(int) bool { return true })
	c.Fill("open", d.open)
	if d.has(Bulb) {
		c.Fill(d.use("lit"), d.lights())
	}
	if d.has(Inside) {
		c.Fill(d.use("within"), func(cell int) bool { return d.value(cell, Inside) == 1 })
	}
	c.Fill("solid", d.shaded)
	var insets []puzzle.Inset
	if d.has(Shade) {
		insets = append(insets, puzzle.Inset{Class: "solid", Name: "shaded", Of: d.shaded})
	}
	if slices.ContainsFunc([]Look{Shade, Inside, Star, Tent, Bulb}, d.has) { // cells with nothing may be decided
		insets = append(insets, puzzle.Inset{Class: "open", Name: "open", Of: d.open})
	}
	d.levels = c.Heat(view, insets...)
	c.Fill("solid", d.wall)
	d.triangles()
	c.Grid()
	d.borders()
	c.Marks(view)
	d.lines()
	d.glyphs()
	d.texts()
	d.points()
	d.outside()
	title := view.Title
	title = cmp.Or(title, fmt.Sprintf("%s %s, %s", p.kind.Title, p.id, d.size.Words()))
	return c.SVG(p.kind.Name, title)
}

// picture is a drawing in the making.
type picture struct {
	*Puzzle
	c      *puzzle.Canvas
	size   puzzle.Size
	side   float64 // of a cell
	given  bool    // there is a board
	values [][]int // of a cell in each layer, -1 where it is not known; nil where none is
	signs  []string
	clues  []string // given in cells
	marked []bool   // cells that are hatched
	warmth
	used map[string]bool
}

// warmth is the heat that is drawn.
type warmth struct {
	heat   bool
	pairs  bool  // it is of pairs of cells
	levels []int // of cells
}

// rules are the styles of what is drawn, by class. The colour of light is yellow of Okabe and Ito, as is that of bulbs;
// crowns are their green, and what is inside a loop has a tint of their blue.
var rules = map[string]string{
	"within":  "fill:#0072b2;fill-opacity:.12;shape-rendering:crispEdges",
	"value":   "font-weight:400",
	"lit":     "fill:#f0e442;fill-opacity:.35;shape-rendering:crispEdges",
	"region":  "fill:none;stroke:var(--solid);stroke-width:calc(var(--mark)*.8);stroke-linecap:square",
	"gap":     "fill:none;stroke:var(--paper);stroke-width:calc(var(--mark)*1.6)",
	"ground":  "fill:none;stroke:var(--paper);stroke-width:2.5",
	"cross":   "fill:none;stroke:var(--ink);stroke-width:1.2",
	"dot":     "fill:none;stroke:var(--ink);stroke-width:calc(var(--mark)*1.4);stroke-linecap:round",
	"light":   "fill:none;stroke:var(--chalk);stroke-width:calc(var(--mark)*.8)",
	"cage":    "fill:none;stroke:var(--ink);stroke-width:1;stroke-dasharray:3 2",
	"loop":    "fill:none;stroke:var(--ink);stroke-width:calc(var(--mark)*1.2);stroke-linecap:round;stroke-linejoin:round",
	"clear":   "fill:none;stroke:var(--paper);stroke-width:calc(var(--mark)*2.2);stroke-linecap:round;stroke-linejoin:round",
	"white":   "fill:var(--paper);stroke:var(--ink);stroke-width:calc(var(--mark)*.5)",
	"black":   "fill:var(--ink);stroke:var(--paper);stroke-width:calc(var(--mark)*.4)",
	"split":   "fill:none;stroke:var(--line);stroke-width:1",
	"crown":   "fill:#009e73;stroke:var(--ink);stroke-width:1",
	"bulb":    "fill:#f0e442;stroke:var(--ink);stroke-width:calc(var(--mark)*.6)",
	"outside": "fill:var(--note);text-anchor:middle;font-weight:700",
	"corner":  "fill:var(--ink);font-weight:700;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round",
	"point":   "fill:var(--paper);stroke:var(--ink);stroke-width:1",
}

// use adds the rules of classes to the style.
func (d *picture) use(classes string) string {
	for class := range strings.FieldsSeq(classes) {
		if rule, ok := rules[class]; ok && !d.used[class] {
			d.used[class] = true
			d.c.Rule(class, rule)
		}
	}
	return classes
}

// group is a list of elements by class and size of text.
type group struct {
	class string
	size  int
}

// groups are elements, in the order in which their groups were met.
type groups struct {
	order []group
	parts map[group]*strings.Builder
}

func (g *groups) add(class string, size int, element string) {
	key := group{class, size}
	if g.parts[key] == nil {
		if g.parts == nil {
			g.parts = map[group]*strings.Builder{}
		}
		g.order = append(g.order, key)
		g.parts[key] = &strings.Builder{}
	}
	g.parts[key].WriteString(element)
}

// draw draws all groups.
func (d *picture) draw(g *groups) {
	for _, key := range g.order {
		d.c.Group(d.use(key.class), key.size, g.parts[key].String())
	}
}

func (p *Puzzle) picture(view puzzle.View, values [][]int, given bool) *picture {
	d := &picture{Puzzle: p, size: p.form.Size, values: values, given: given, warmth: warmth{heat: view.Heat != nil, pairs: view.Pairs != nil}, used: map[string]bool{}}
	side := puzzle.NewCanvas(d.size, view, puzzle.Margin{}).Side()
	d.c, d.side = puzzle.NewCanvas(d.size, view, p.margin(side)), float64(side)
	d.signs, d.clues = make([]string, d.size.Cells()), make([]string, d.size.Cells())
	d.marked = make([]bool, d.size.Cells())
	for _, v := range view.Violations {
		for _, cell := range v.Cells {
			d.marked[d.size.Index(cell)] = true
		}
	}
	for cell := range d.values {
		d.clues[cell] = None
		if p.instance.has(Clues) {
			d.clues[cell] = p.instance.Sign(Clues, cell)
		}
		if !p.variable(cell) || !slices.ContainsFunc(d.values[cell], func(x int) bool { return x >= 0 }) {
			d.values[cell] = nil
			continue
		}
		d.signs[cell] = p.drawn(cell, d.values[cell])
	}
	return d
}

// drawn is the sign of a cell whose values are known in some layers.
func (p *Puzzle) drawn(cell int, values []int) string {
	if p.kind.Areas {
		return unknown
	}
	rest := make([]int, len(values))
	for i, x := range values {
		if x >= max(p.form.layers[i].at[cell].values, 1) {
			return unknown
		}
		rest[i] = max(x, 0)
	}
	return cmp.Or(p.kind.Sign(p.instance, cell, rest), unknown)
}

// margin is the room for clues outside the board, with cells of a side.
func (p *Puzzle) margin(side int) (m puzzle.Margin) {
	for _, part := range p.instance.parts {
		if p.instance.blank(part) {
			continue
		}
		switch part.At {
		case OnTop:
			m.Top = side * 4 / 5
		case Below:
			m.Bottom = side * 4 / 5
		case OnLeft:
			m.Left = side * 4 / 5
		case OnRight:
			m.Right = side * 4 / 5
		case AtCorners:
			m.Top, m.Left, m.Right, m.Bottom = side*3/10, side*3/10, side*3/10, side*3/10
		}
	}
	return m
}

// has says whether a variable of the board has a look.
func (d *picture) has(look Look) bool {
	return slices.ContainsFunc(d.form.layers, func(l layer) bool { return l.look == look })
}

// variable says whether the board says anything of a cell.
func (p *Puzzle) variable(cell int) bool {
	return slices.ContainsFunc(p.form.layers, func(l layer) bool { return l.at[cell].values > 0 })
}

// value is the value of a cell in the first layer with a look; -1 where there is none.
func (d *picture) value(cell int, look Look) int {
	for i, l := range d.form.layers {
		if l.look == look && l.at[cell].values > 0 && d.values[cell] != nil {
			return d.values[cell][i]
		}
	}
	return -1
}

func (d *picture) open(cell int) bool {
	if !d.given || !d.variable(cell) {
		return false
	}
	for i, x := range d.values[cell] {
		if x < 0 && d.form.layers[i].at[cell].values > 0 {
			return true
		}
	}
	return d.values[cell] == nil
}

func (d *picture) shaded(cell int) bool { return d.value(cell, Shade) > 0 }

func (d *picture) mark(cell int) Mark { return d.kind.mark(d.clues[cell]) }

func (d *picture) wall(cell int) bool { return d.mark(cell) == Wall || d.mark(cell) == Sums }

// lights says which cells bulbs light.
func (d *picture) lights() func(cell int) bool {
	lit := make([]bool, d.size.Cells())
	links := Links{size: d.size}
	for cell := range lit {
		if d.value(cell, Bulb) <= 0 {
			continue
		}
		lit[cell] = true
		for side := North; side <= West; side++ {
			for next, ok := links.Beside(cell, side); ok && !d.wall(next); next, ok = links.Beside(next, side) {
				lit[next] = true
			}
		}
	}
	return func(cell int) bool { return lit[cell] }
}

// ink is the class of what is drawn on a cell, with a ring of the ground's colour on hatched ones.
func (d *picture) ink(cell int) string {
	if d.marked[cell] {
		return d.colour(cell) + " ring"
	}
	return d.colour(cell)
}

func (d *picture) colour(cell int) string {
	switch {
	case d.wall(cell):
		return "chalk"
	case d.pairs:
		return puzzle.HeatInk(0) + " ring"
	case d.levels != nil && d.levels[cell] >= 0:
		return puzzle.HeatInk(d.levels[cell])
	case d.shaded(cell):
		return "chalk"
	}
	return "ink"
}

// middle is the middle of a cell.
func (d *picture) middle(cell int) (x, y float64) {
	left, top := d.c.Corner(d.size.At(cell))
	return float64(left) + d.side/2, float64(top) + d.side/2
}
