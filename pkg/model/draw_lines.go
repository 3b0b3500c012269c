package model

import (
	"fmt"
	"strings"

	"formicary/pkg/puzzle"
)

// borders draws the lines between regions, boxes and areas.
func (d *picture) borders() {
	regions := d.instance.has(Regions)
	if regions && d.kind.Boxes != nil {
		d.cages()
	}
	box := puzzle.Size{}
	if d.kind.Boxes != nil {
		box = d.kind.Boxes(d.size)
	}
	borders := map[[2]int]bool{}
	d.links(Border, func(cell, next int, _ Direction, holds bool) { borders[[2]int{cell, next}] = !holds })
	d.between(func(cell, next int) bool {
		switch a, b := d.size.At(cell), d.size.At(next); {
		case box.Cells() > 0:
			return a.Row/box.Rows != b.Row/box.Rows || a.Col/box.Cols != b.Col/box.Cols
		case regions && d.instance.Sign(Regions, cell) != d.instance.Sign(Regions, next):
			return true
		case d.kind.Groups && d.signs[cell] != "" && d.signs[next] != "":
			return d.signs[cell] != d.signs[next] && d.signs[cell] != unknown && d.signs[next] != unknown
		}
		return borders[[2]int{cell, next}]
	})
}

// first is the first layer with a look; -1 where there is none.
func (p *Puzzle) first(look Look) int {
	for i, l := range p.form.layers {
		if l.look == look {
			return i
		}
	}
	return -1
}

// between draws thick lines between cells side by side, light ones between dark cells.
func (d *picture) between(wall func(cell, next int) bool) {
	links := Links{size: d.size}
	var b, light strings.Builder
	for cell := range d.size.Cells() {
		for _, side := range [2]Direction{East, South} {
			if next, ok := links.Beside(cell, side); ok && wall(cell, next) {
				x, y := d.c.Corner(d.size.At(next))
				path := &b
				if d.shaded(cell) && d.shaded(next) {
					path = &light
				}
				fmt.Fprintf(path, "M%d %d%s%d", x, y, [...]string{East: "v", South: "h"}[side], d.c.Side())
			}
		}
	}
	if b.Len() > 0 && d.heat {
		d.c.Path(d.use("gap"), b.String())
	}
	if light.Len() > 0 {
		d.c.Path(d.use("light"), light.String())
	}
	if b.Len() > 0 {
		d.c.Path(d.use("region"), b.String())
	}
}

// cages draws regions as broken lines a little within their cells.
func (d *picture) cages() {
	links := Links{size: d.size}
	same := func(cell int, way ...Direction) bool {
		at := cell
		for _, side := range way {
			next, ok := links.Beside(at, side)
			if !ok {
				return false
			}
			at = next
		}
		return d.instance.Sign(Regions, cell) == d.instance.Sign(Regions, at)
	}
	gap := 0.09 * d.side
	var b strings.Builder
	for cell := range d.size.Cells() {
		x, y := d.middle(cell)
		for side := North; side <= West; side++ {
			if same(cell, side) {
				continue
			}
			// A side's line ends before that of the next side, or goes on in the next cell, around a corner
			// or straight.
			reach := func(along Direction) float64 {
				switch {
				case !same(cell, along):
					return d.side/2 - gap
				case same(cell, along, side):
					return d.side/2 + gap
				}
				return d.side / 2
			}
			off, from, to := d.side/2-gap, reach((side+3)%4), reach((side+1)%4)
			switch side {
			case North:
				fmt.Fprintf(&b, "M%s %sH%s", px(x-from), px(y-off), px(x+to))
			case East:
				fmt.Fprintf(&b, "M%s %sV%s", px(x+off), px(y-from), px(y+to))
			case South:
				fmt.Fprintf(&b, "M%s %sH%s", px(x+from), px(y+off), px(x-to))
			case West:
				fmt.Fprintf(&b, "M%s %sV%s", px(x-off), px(y+from), px(y-to))
			}
		}
	}
	if d.heat {
		d.c.Path(d.use("ground"), b.String())
	}
	d.c.Path(d.use("cage"), b.String())
}

// lines draws loops, bridges and diagonals.
func (d *picture) lines() {
	if !d.heat {
		d.refuted()
	}
	var b strings.Builder
	d.middles(&b)
	d.bridges(&b)
	for cell := range d.values {
		if rising := d.value(cell, Diagonal); rising >= 0 {
			x, y := d.middle(cell)
			half := d.side / 2
			fmt.Fprintf(&b, "M%s %sl%s %s", px(x-half), px(y-half+float64(rising)*d.side), px(d.side), px(d.side*(1-2*float64(rising))))
		}
	}
	d.around(&b)
	if b.Len() > 0 {
		// On heat, and on the edge of the board on a dark page, dark lines need a light ground.
		if d.heat || d.has(Inside) {
			d.c.Path(d.use("clear"), b.String())
		}
		d.c.Path(d.use("loop"), b.String())
	}
}

// links calls f for the links with a look of which the board says in either of their cells whether they hold. A link
// is to the cell east or south.
func (d *picture) links(look Look, f func(cell, next int, side Direction, holds bool)) {
	first, links := d.first(look), Links{size: d.size}
	if first < 0 {
		return
	}
	for cell := range d.values {
		for _, side := range [2]Direction{East, South} {
			next, ok := links.Beside(cell, side)
			if !ok || d.form.layers[first+int(side)].at[cell].values == 0 {
				continue
			}
			known := -1
			if values := d.values[cell]; values != nil {
				known = values[first+int(side)]
			}
			if values := d.values[next]; known < 0 && values != nil {
				known = values[first+int(side+2)%4]
			}
			if known >= 0 {
				f(cell, next, side, known > 0)
			}
		}
	}
}

// middles draws links with the look [Line] from middle to middle.
func (d *picture) middles(b *strings.Builder) {
	d.links(Line, func(cell, _ int, side Direction, holds bool) {
		if holds {
			x, y := d.middle(cell)
			fmt.Fprintf(b, "M%s %s%s%d", px(x), px(y), [...]string{East: "h", South: "v"}[side], d.c.Side())
		}
	})
}

// refuted draws what is known of links that nothing else shows, at cells of which something is open: a cross where no
// line goes on, a dot where no border is.
func (d *picture) refuted() {
	var crosses, dots strings.Builder
	at := func(cell, next int) (x, y float64, open bool) {
		x, y = d.middle(cell)
		xx, yy := d.middle(next)
		return (x + xx) / 2, (y + yy) / 2, d.open(cell) || d.open(next)
	}
	d.links(Line, func(cell, next int, _ Direction, holds bool) {
		if x, y, open := at(cell, next); open && !holds {
			arm := 0.09 * d.side
			fmt.Fprintf(&crosses, "M%s %sl%s %sm0 -%sl-%s %s", px(x-arm), px(y-arm), px(2*arm), px(2*arm), px(2*arm), px(2*arm), px(2*arm))
		}
	})
	d.links(Border, func(cell, next int, _ Direction, holds bool) {
		if x, y, open := at(cell, next); open && holds {
			fmt.Fprintf(&dots, "M%s %sh0", px(x), px(y))
		}
	})
	if crosses.Len() > 0 {
		d.c.Path(d.use("cross"), crosses.String())
	}
	if dots.Len() > 0 {
		d.c.Path(d.use("dot"), dots.String())
	}
}

// bridges draws a bridge over all of its cells, and on to the middle of the islands at its ends; from an island to the one beside it.
func (d *picture) bridges(b *strings.Builder) {
	layers := 0
	for i, l := range d.form.layers {
		if l.look != Bridge {
			continue
		}
		down := layers > 0
		layers++
		for cell, v := range l.at {
			if v.values == 0 || d.values[cell] == nil {
				continue
			}
			x, y := d.middle(cell)
			n, back, sides := d.values[cell][i], d.side, 2
			if d.clues[cell] != None {
				back, sides = 0, 1
			}
			for k := range n {
				off := 0.16 * d.side * (float64(k) - float64(n-1)/2)
				if down {
					fmt.Fprintf(b, "M%s %sv%d", px(x+off), px(y-back), sides*d.c.Side())
				} else {
					fmt.Fprintf(b, "M%s %sh%d", px(x-back), px(y+off), sides*d.c.Side())
				}
			}
		}
	}
}

// around draws the sides between what is inside a loop and what is not, where both are known.
func (d *picture) around(b *strings.Builder) {
	if !d.has(Inside) {
		return
	}
	inside := func(row, col int) int {
		at := puzzle.Cell{Row: row, Col: col}
		if !d.size.Contains(at) {
			return 0
		}
		return d.value(d.size.Index(at), Inside)
	}
	apart := func(a, b int) bool { return a >= 0 && b >= 0 && a != b }
	for row := range d.size.Rows + 1 {
		for col := range d.size.Cols + 1 {
			x, y := d.c.Corner(puzzle.Cell{Row: row, Col: col})
			if apart(inside(row, col), inside(row-1, col)) {
				fmt.Fprintf(b, "M%d %dh%d", x, y, d.c.Side())
			}
			if apart(inside(row, col), inside(row, col-1)) {
				fmt.Fprintf(b, "M%d %dv%d", x, y, d.c.Side())
			}
		}
	}
}

// triangles fills halves of cells.
func (d *picture) triangles() {
	if !d.has(Triangle) {
		return
	}
	var b strings.Builder
	for cell, sign := range d.signs {
		x, y := d.c.Corner(d.size.At(cell))
		side := d.c.Side()
		switch sign {
		case "nw":
			fmt.Fprintf(&b, "M%d %dh%dl-%d %dz", x, y, side, side, side)
		case "ne":
			fmt.Fprintf(&b, "M%d %dh%dv%dz", x, y, side, side)
		case "se":
			fmt.Fprintf(&b, "M%d %dv%dh-%dz", x+side, y, side, side)
		case "sw":
			fmt.Fprintf(&b, "M%d %dv%dh%dz", x, y, side, side)
		}
	}
	if b.Len() > 0 {
		d.c.Path("solid", b.String())
	}
}
