package puzzle

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"formicary/pkg/markup"
)

// Inset is what is on the board on some cells that have heat, such as its wall: quiet slanted
// lines across them, or a dot in each that is open, so that the heat is what one sees first.
type Inset struct {
	// Class is that of the cells' colour, Name what the legend calls it.
	Class, Name string
	// Of says which cells have it.
	Of func(cell int) bool
}

// Heat fills cells by the view's heat, draws insets on them, the outline of the view's solution and
// the cells that are misled, and under the board the scale and what all these are. It returns each
// cell's level. A view without heat draws nothing and returns nil. Where the heat is of pairs of cells,
// it draws a line for each and returns nil.
func (c *Canvas) Heat(view View, insets ...Inset) []int {
	if view.Heat == nil {
		return nil
	}
	if view.Pairs != nil {
		c.lines(view)
		return nil
	}
	if len(view.Heat) != c.size.Cells() {
		panic(fmt.Sprintf("puzzle: a view with %d numbers of heat for a board of %v", len(view.Heat), c.size))
	}
	scale := view.HeatScale()
	levels := make([]int, len(view.Heat))
	paths := [HeatLevels]strings.Builder{}
	for i, x := range view.Heat {
		levels[i] = scale.Level(x)
	}
	for level := range paths {
		for cell, n := range c.runs(func(i int) bool { return levels[i] == level }) {
			fmt.Fprintf(&paths[level], "M%d %dh%dv1H%d", cell.Col, cell.Row, n, cell.Col)
		}
	}
	c.heated = true
	c.add(`<g class="%s" transform="%s">`, classes("heat"), c.cells(1))
	for level := range paths {
		if paths[level].Len() > 0 {
			c.add(`<path style="fill:var(--h%d)" d="%s"/>`, level, paths[level].String())
		}
	}
	c.add("</g>")
	var keys []key
	for _, in := range insets {
		if c.inset(in, levels) {
			style, sign := "stroke-width:1.2", "M11 0l-11 11M5.5 0l-5.5 5.5M11 5.5l-5.5 5.5"
			if in.Class == "open" {
				style, sign = "stroke-width:3", "M5.5 5.5h0"
			}
			keys = append(keys, key{in.Name, `<path style="fill:var(--h6)" d="M0 0h11v11h-11"/>` + in.path("low", style, sign)})
		}
	}
	if len(keys) > 0 {
		c.Rule("inset", "fill:none;stroke:currentColor;stroke-opacity:.34")
		c.Rule("open.fb-inset", "stroke-opacity:.6;stroke-linecap:round")
		for _, ink := range []string{"low", "high"} {
			c.Rule(ink+".fb-solid", "color:var(--"+ink+")")
			c.Rule(ink+".fb-open", "color:var(--"+ink+")")
		}
	}
	c.legend(view, scale, append(keys, c.solved(view)...))
	return levels
}

// path is a path in the inset's colour on heat of an ink ([HeatInk]). Its own style is that of one drawing: a rule would
// hold for all drawings of a page.
func (in Inset) path(ink, style, d string) string {
	return fmt.Sprintf(`<path class="%s" style="%s" d="%s"/>`, classes(ink, in.Class, "inset"), style, d)
}

// inset draws an inset in the ink that is seen on the heat of its cells, and says whether there are any: a line from
// corner to corner of each, which goes on through the next, or a dot.
func (c *Canvas) inset(in Inset, levels []int) bool {
	drawn := false
	style := "stroke-width:" + number(1.3/float64(c.side))
	if in.Class == "open" {
		style = "stroke-width:.16"
	}
	for _, ink := range []string{"low", "high"} {
		has := func(cell Cell) bool {
			i := c.size.Index(cell)
			return c.size.Contains(cell) && levels[i] >= 0 && HeatInk(levels[i]) == ink && in.Of(i)
		}
		var b strings.Builder
		for i := range levels {
			switch cell := c.size.At(i); {
			case !has(cell):
			case in.Class == "open":
				fmt.Fprintf(&b, "M%d.5 %d.5h0", cell.Col, cell.Row)
			case !has(Cell{cell.Row - 1, cell.Col + 1}):
				n := 1
				for has(Cell{cell.Row + n, cell.Col - n}) {
					n++
				}
				fmt.Fprintf(&b, "M%d %dl-%d %d", cell.Col+1, cell.Row, n, n)
			}
		}
		if b.Len() > 0 {
			c.add(`<g transform="%s">%s</g>`, c.cells(1), in.path(ink, style, b.String()))
			drawn = true
		}
	}
	return drawn
}

// solved outlines the view's solution where its cells have two values, and crosses out the cells that are
// misled; it returns their keys, which a view with a solution always has, so that a film does not jump.
func (c *Canvas) solved(view View) (keys []key) {
	if view.Solution.IsZero() {
		return nil
	}
	sides := map[uint8][]Cell{}
	least := view.Solution.Values[0]
	for i, v := range view.Solution.Values {
		sides[v] = append(sides[v], c.size.At(i))
		least = min(least, v)
	}
	if len(sides) == 2 {
		c.Rule("under", "fill:none;stroke:var(--high);stroke-opacity:.55;stroke-width:calc(var(--mark)*1.3)")
		c.Rule("outlined", "fill:none;stroke:var(--low);stroke-opacity:.75;stroke-width:calc(var(--mark)*.55)")
		path := c.boundary(sides[least])
		c.Path("under", path)
		c.Path("outlined", path)
		keys = append(keys, key{"solution", fmt.Sprintf(`<path class="%s" d="M.5 .5h10v10h-10z"/>`, classes("outlined"))})
	}
	var b strings.Builder
	for _, cell := range view.Misled {
		fmt.Fprintf(&b, "M%d %dl8 8m0-8l-8 8", 24*cell.Col+8, 24*cell.Row+8)
	}
	c.Rule("ground", "fill:none;stroke:var(--halo);stroke-width:4.4;stroke-linecap:round")
	c.Rule("misled", "fill:none;stroke:var(--fault);stroke-width:2.4;stroke-linecap:round")
	c.Rule("note .fb-misled", "stroke-width:2")
	if b.Len() > 0 {
		c.add(`<g transform="%s"><path class="%s" d="%s"/><path class="%s" d="%s"/></g>`, c.cells(24), classes("ground"), b.String(), classes("misled"), b.String())
	}
	return append(keys, key{fmt.Sprintf("pulled the wrong way: %d", len(view.Misled)), fmt.Sprintf(`<path class="%s" d="M2 2l7 7m0-7l-7 7"/>`, classes("misled"))})
}

// lines draws the heat of pairs of cells: lines in the colours of the scale, wider where
// there is more, those with most on top. The ground has the colour of the low end, so that
// strong lines stand out on light and on dark pages.
func (c *Canvas) lines(view View) {
	if len(view.Heat) != len(view.Pairs) {
		panic(fmt.Sprintf("puzzle: a view with %d numbers of heat for %d pairs of cells", len(view.Heat), len(view.Pairs)))
	}
	scale := view.HeatScale()
	paths := [HeatLevels]strings.Builder{}
	for i, pair := range view.Pairs {
		if level := scale.Level(view.Heat[i]); level >= 0 {
			from, to := c.size.At(int(pair[0])), c.size.At(int(pair[1]))
			fmt.Fprintf(&paths[level], "M%d %dL%d %d", 2*from.Col+1, 2*from.Row+1, 2*to.Col+1, 2*to.Row+1)
		}
	}
	c.heated = true
	c.add(`<g class="%s" transform="%s"><path style="fill:var(--h0)" d="M0 0H%dV%dH0"/>`, classes("heat"), c.cells(2), 2*c.size.Cols, 2*c.size.Rows)
	for level := range paths {
		if paths[level].Len() > 0 {
			c.add(`<path style="fill:none;stroke:var(--h%d);stroke-width:%.2g" d="%s"/>`, level, 0.1+0.5*float64(level)/(HeatLevels-1), paths[level].String())
		}
	}
	c.add("</g>")
	c.legend(view, scale, nil)
}

// key is a sign of the legend, 11 pixels wide and high, and what it stands for.
type key struct{ name, sign string }

// legend draws under the board the name of what is measured with its range, the scale as wide as the board, round
// numbers beneath it at their places, and what the signs on the board are.
func (c *Canvas) legend(view View, scale HeatScale, keys []key) {
	if view.Unkeyed {
		return
	}
	const (
		height, line = 11, 17
		letter       = 6.9 // a generous width of a letter of 12 pixels
	)
	width := func(text string) int { return int(letter * float64(utf8.RuneCountInString(text))) }
	left, y := c.Corner(Cell{c.size.Rows, 0})
	y += c.foot + line // below coordinates
	ends := Number(scale.Min) + " to " + Number(scale.Max)
	if scale.Log {
		ends += ", logarithmic"
	}
	name := strings.TrimPrefix(view.HeatName+", "+ends, ", ")
	wide := max(c.size.Cols*c.side, 180)
	c.least = max(c.least, width(name), wide)
	c.add(`<g class="%s"><text x="%d" y="%d">%s</text></g><g class="%s" transform="translate(%d %d) scale(%s %d)">`,
		classes("note"), left, y, markup.HTML(name), classes("heat"), left, y+5, number(float64(wide)/HeatLevels), height)
	for level := range HeatLevels {
		c.add(`<path style="fill:var(--h%d)" d="M%d 0h1v1h-1"/>`, level, level)
	}
	y += 5 + height
	c.add(`</g><g class="%s" text-anchor="middle">`, classes("note"))
	free := left - edge
	for _, tick := range scale.ticks() {
		text := Number(tick)
		half := width(text)/2 + 1
		x := left + int(float64(scale.Share(tick)*float64(wide))+0.5)
		c.add(`<path class="%s" d="M%d %dv4"/>`, classes("grid"), x, y)
		if at := min(max(x, left+half-edge), left+wide-half+edge); at-half >= free {
			c.add(`<text x="%d" y="%d">%s</text>`, at, y+line-2, text)
			free = at + half + 4
		}
	}
	c.add("</g>")
	y += line
	x := left
	for _, k := range keys {
		if end := x + height + 5 + width(k.name); x == left || end > left+c.least {
			x, y = left, y+line
		}
		c.add(`<g class="%s" transform="translate(%d %d)">%s<text x="%d" y="%d">%s</text></g>`, classes("note"), x, y-height+1, k.sign, height+5, height-1, markup.HTML(k.name))
		x += height + 5 + width(k.name) + 10
		c.least = max(c.least, x-10-left)
	}
	_, bottom := c.Corner(Cell{c.size.Rows, 0})
	c.foot = y - bottom + 2
}
