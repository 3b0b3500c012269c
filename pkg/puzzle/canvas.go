package puzzle

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/markup"
)

// Canvas collects the parts of one SVG drawing of a board. A puzzle draws its
// own cells on it, in the order from back to front, and leaves to the canvas
// what all puzzles share: text, lines, heat with its scale, outlines of
// changed cells, marks of broken rules, the two themes, and the frame around
// it all.
//
// Cells are addressed by raster index or by [Cell]; places off the board are
// programmer errors and panic. Lengths are pixels at the natural size.
type Canvas struct {
	size   Size
	side   int // of a cell
	margin Margin
	body   strings.Builder
	rules  []string
	below
	desc   []string
	marked []bool // cells that are hatched; nil for none
	after  bool   // coordinates stand to the right and below
	heated bool   // the drawing needs the colours of heat
}

// below is what stands under the board.
type below struct {
	foot  int // its height
	least int // width that it needs
}

// Margin is room around the board, in pixels at the natural size, such as a
// nonogram needs for its clues.
type Margin struct {
	Left, Top, Right, Bottom int
}

// edge is the room around the board that outlines need.
const edge = 3

// NewCanvas returns an empty canvas for a board. A cell is view.CellSize pixels wide. Without that it
// is 14 to 40 wide, so that the longer side of the board is about 480.
func NewCanvas(size Size, view View, margin Margin) *Canvas {
	side := view.CellSize
	if side <= 0 {
		side = min(max(480/max(size.Rows, size.Cols, 1), 14), 40)
	}
	c := &Canvas{size: size, side: side, margin: margin, after: margin.Left > 0, below: below{foot: margin.Bottom}}
	c.margin.Bottom = 0
	if view.Coordinates {
		wide := digitWide*len(strconv.Itoa(size.Rows)) + edge
		if c.after {
			c.margin.Right += wide
		} else {
			c.margin.Left += wide
			c.margin.Top += digitHigh
		}
	}
	c.margin.Left += edge
	c.margin.Top += edge
	c.margin.Right += edge
	c.margin.Bottom += edge
	if view.Coordinates {
		c.coordinates(margin.Right)
	}
	return c
}

// digitWide and digitHigh are the room of a digit of a coordinate in pixels.
const digitWide, digitHigh = 6, 14

// coordinates numbers rows and columns, all of them or where cells are narrow
// every fifth. beside is the width of what stands to the right of the board.
func (c *Canvas) coordinates(beside int) {
	var rows, cols strings.Builder
	left, top := c.Corner(Cell{})
	right, bottom := c.Corner(Cell{c.size.Rows, c.size.Cols})
	x, y, anchor := left-edge-2, top-edge-2, "end"
	if c.after {
		x, y, anchor = right+beside+edge+2, bottom+c.foot+edge+digitHigh-4, "start"
		c.foot += digitHigh
	}
	every := 1
	if c.side < digitWide*len(strconv.Itoa(c.size.Cols))+2 {
		every = 5
	}
	half := float64(c.side) / 2
	for row := range c.size.Rows {
		fmt.Fprintf(&rows, `<text x="%d" y="%s">%d</text>`, x, number(float64(top+row*c.side)+half+3.5), row+1)
	}
	for col := 0; col < c.size.Cols; col++ {
		if (col+1)%every == 0 || col == 0 {
			fmt.Fprintf(&cols, `<text x="%s" y="%d">%d</text>`, number(float64(left+col*c.side)+half), y, col+1)
		}
	}
	c.Rule("coordinate", "fill:var(--note);font-size:10px")
	c.add(`<g class="%s" text-anchor="%s">%s</g><g class="%s" text-anchor="middle">%s</g>`, classes("coordinate"), anchor, &rows, classes("coordinate"), &cols)
}

// Side is the side of a cell in pixels at the natural size.
func (c *Canvas) Side() int { return c.side }

// Corner is the top left corner of a cell.
func (c *Canvas) Corner(cell Cell) (x, y int) {
	return c.margin.Left + cell.Col*c.side, c.margin.Top + cell.Row*c.side
}

// Rule adds a rule for a class to the style, such as Rule("box",
// "fill:none;stroke:var(--frame)"). It holds for drawings of this kind only.
// The colours of both themes are variables: paper, ink, solid, chalk, open,
// line, frame, note, fault, changed.
func (c *Canvas) Rule(class, declarations string) {
	c.rules = append(c.rules, "."+classPrefix+class+"{"+declarations+"}")
}

// classes is the value of a class attribute.
func classes(names ...string) string {
	return classPrefix + strings.Join(names, " "+classPrefix)
}

// add adds an element as it is.
func (c *Canvas) add(format string, args ...any) { fmt.Fprintf(&c.body, format, args...) }

// Fill fills the cells for which in says true, one piece of a path for each
// run of cells in a row.
func (c *Canvas) Fill(class string, in func(cell int) bool) {
	var b strings.Builder
	for cell, n := range c.runs(in) {
		fmt.Fprintf(&b, "M%d %dh%dv1H%d", cell.Col, cell.Row, n, cell.Col)
	}
	if b.Len() > 0 {
		c.add(`<path class="%s" transform="%s" d="%s"/>`, classes(class), c.cells(1), b.String())
	}
}

// cells is the transformation from lengths in parts of a cell, of which so
// many make a side, with the board's corner at 0 0.
func (c *Canvas) cells(parts int) string {
	x, y := c.Corner(Cell{})
	return fmt.Sprintf("translate(%d %d) scale(%s)", x, y, number(float64(c.side)/float64(parts)))
}

// runs are the first cells and the lengths of all runs of cells in a row.
func (c *Canvas) runs(in func(cell int) bool) iter.Seq2[Cell, int] {
	return func(yield func(Cell, int) bool) {
		for row := range c.size.Rows {
			for col := 0; col < c.size.Cols; col++ {
				from := col
				for col < c.size.Cols && in(row*c.size.Cols+col) {
					col++
				}
				if col > from && !yield(Cell{row, from}, col-from) {
					return
				}
			}
		}
	}
}

// Grid draws the lines between cells, and the border of the board.
func (c *Canvas) Grid() {
	var b strings.Builder
	left, top := c.Corner(Cell{})
	right, bottom := c.Corner(Cell{c.size.Rows, c.size.Cols})
	for row := 1; row < c.size.Rows; row++ {
		fmt.Fprintf(&b, "M%d %dH%d", left, top+row*c.side, right)
	}
	for col := 1; col < c.size.Cols; col++ {
		fmt.Fprintf(&b, "M%d %dV%d", left+col*c.side, top, bottom)
	}
	if b.Len() > 0 && c.heated {
		c.add(`<path class="%s" style="stroke:var(--h0);opacity:.6" d="%s"/>`, classes("grid"), b.String())
	} else if b.Len() > 0 {
		c.add(`<path class="%s" d="%s"/>`, classes("grid"), b.String())
	}
	c.add(`<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, classes("border"), left, top, right-left, bottom-top)
}

// Label is a text in the middle of a cell. Class is one class or several with
// blanks between them.
type Label struct {
	Cell  int
	Text  string
	Class string
}

// Labels writes texts into the middle of cells, each as large as its length
// allows. A text on a hatched cell gets a ring of the ground's colour, so that
// it stays readable: draw labels after [Canvas.Marks].
func (c *Canvas) Labels(labels []Label) {
	type group struct {
		class string
		size  int
	}
	var order []group
	texts := map[group]*strings.Builder{}
	for _, l := range labels {
		names := append([]string{"label"}, strings.Fields(l.Class)...)
		if c.marked != nil && c.marked[l.Cell] {
			names = append(names, "ring")
		}
		class := classes(names...)
		g := group{class, fontSize(c.side, utf8.RuneCountInString(l.Text))}
		if texts[g] == nil {
			order = append(order, g)
			texts[g] = &strings.Builder{}
		}
		x, y := c.Corner(c.size.At(l.Cell))
		half := float64(c.side) / 2
		fmt.Fprintf(texts[g], `<text x="%s" y="%s">%s</text>`, number(float64(x)+half), number(float64(y)+half+0.355*float64(g.size)), markup.HTML(l.Text))
	}
	for _, g := range order {
		c.add(`<g class="%s" font-size="%d">%s</g>`, g.class, g.size, texts[g])
	}
}

// Group adds elements, such as texts, to a group with one class or several with
// blanks between them. size is that of its text in pixels; 0 says nothing of it.
func (c *Canvas) Group(class string, size int, elements string) {
	if elements == "" {
		return
	}
	font := ""
	if size > 0 {
		font = fmt.Sprintf(` font-size="%d"`, size)
	}
	c.add(`<g class="%s"%s>%s</g>`, classes(strings.Fields(class)...), font, elements)
}

// Path draws a path of pixels, such as lines along [Canvas.Corner].
func (c *Canvas) Path(class, path string) {
	c.add(`<path class="%s" d="%s"/>`, classes(class), path)
}

// Notes writes the view's notes: each cell is divided into so many rows and
// columns of places, and sign says in which place a value of a cell stands (in
// raster order; negative for nowhere), what it looks like and of which class
// it is. Notes for another number of cells are a programmer error.
func (c *Canvas) Notes(view View, places Size, sign func(cell int, value uint8) (place int, text, class string)) {
	if len(view.Notes) != c.size.Cells() {
		panic(fmt.Sprintf("puzzle: a view with notes for %d cells for a board of %v", len(view.Notes), c.size))
	}
	type group struct {
		class string
		texts strings.Builder
	}
	var groups []*group
	wide, high := float64(c.side)/float64(places.Cols), float64(c.side)/float64(places.Rows)
	size := max(0.85*min(wide, high), 3)
	for cell, values := range view.Notes {
		for _, v := range values {
			place, text, class := sign(cell, v)
			if place < 0 {
				continue
			}
			if c.marked != nil && c.marked[cell] {
				class += " ring"
			}
			at := slices.IndexFunc(groups, func(g *group) bool { return g.class == class })
			if at < 0 {
				at = len(groups)
				groups = append(groups, &group{class: class})
			}
			x, y := c.Corner(c.size.At(cell))
			in := places.At(place)
			fmt.Fprintf(&groups[at].texts, `<text x="%s" y="%s">%s</text>`, number(float64(x)+wide*(float64(in.Col)+0.5)), number(float64(y)+high*(float64(in.Row)+0.5)+0.355*size), markup.HTML(text))
		}
	}
	c.Rule("pencil", "text-anchor:middle")
	for _, g := range groups {
		c.add(`<g class="%s" font-size="%s">%s</g>`, classes(strings.Fields("pencil "+g.class)...), number(size), &g.texts)
	}
}

// fontSize is the size of a text of so many characters in a cell: about half
// the cell where that is readable, three quarters of a small cell, and less
// where the text is long. A bold digit is about 0.7 of the size wide, and a
// text may take nine tenths of the cell.
func fontSize(side, characters int) int {
	size := max(0.54*float64(side), min(0.75*float64(side), 10))
	if characters > 0 {
		size = min(size, 0.9*float64(side)/(0.7*float64(characters)))
	}
	return max(int(size), 4)
}

// hatchParts is the number of lines of the hatch that cross a side of a cell.
const hatchParts = 3

// number writes a length with at most two digits after the point.
func number(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// maxDescribed is how many broken rules the description of a drawing tells.
const maxDescribed = 12

// SVG completes the drawing. kind names the puzzle's kind and is a class of the
// drawing; title is the text alternative.
func (c *Canvas) SVG(kind, title string) SVG {
	width := c.margin.Left + max(c.size.Cols*c.side, c.least) + c.margin.Right
	height := c.margin.Top + c.size.Rows*c.side + c.foot + c.margin.Bottom
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="%s %s" role="img" viewBox="0 0 %d %d" width="%d" height="%d" style="width:100%%;max-width:%dpx;height:auto;--mark:%spx">`,
		canvasClass, kind, width, height, width, height, width, number(min(max(float64(c.side)/10, 1.5), 3)))
	fmt.Fprintf(&b, "<title>%s</title>", markup.HTML(title))
	if len(c.desc) > 0 {
		desc := slices.Clone(c.desc[:min(len(c.desc), maxDescribed)])
		if more := len(c.desc) - len(desc); more > 0 {
			desc = append(desc, fmt.Sprintf("and %d more", more))
		}
		fmt.Fprintf(&b, "<desc>%s</desc>", markup.HTML(strings.Join(desc, "; ")))
	}
	b.WriteString("<style>" + theme)
	if c.heated {
		b.WriteString(heatTheme)
	}
	for _, rule := range c.rules {
		b.WriteString("." + canvasClass + "." + kind + " " + rule)
	}
	b.WriteString("</style>" + c.body.String() + "</svg>\n")
	return SVG(b.String())
}
