package model

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// px writes a length.
func px(x float64) string { return strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64) }

// glyphs draws discs, stars, tents, trees and bulbs, and what is given in circles.
func (d *picture) glyphs() {
	var all groups
	add := func(class, format string, args ...any) { all.add(class, 0, fmt.Sprintf(format, args...)) }
	circle := func(class string, x, y, radius float64) {
		add(class, `<circle cx="%s" cy="%s" r="%s"/>`, px(x), px(y), px(radius*d.side))
	}
	for cell := range d.values {
		x, y := d.middle(cell)
		if disc := d.value(cell, Disc); disc >= 0 {
			circle([]string{"white", "black"}[disc], x, y, 0.3)
		}
		if d.value(cell, Star) == 1 {
			add(d.ink(cell), `<path d="%s"/>`, star(x, y, 0.36*d.side))
		}
		if d.value(cell, Tent) == 1 {
			add(d.ink(cell), `<path d="%s"/>`, tent(x, y, d.side))
		}
		if d.value(cell, Bulb) == 1 {
			circle("bulb", x, y, 0.28)
		}
		switch d.mark(cell) {
		case White:
			circle("white", x, y, 0.38)
		case Black:
			circle("black", x, y, 0.38)
		case Circled:
			circle("white", x, y, 0.42)
		case Tree:
			add("ink", `<path d="M%s %sh%sv%sh-%sz"/>`, px(x-0.05*d.side), px(y), px(0.1*d.side), px(0.36*d.side), px(0.1*d.side))
			circle("crown", x, y-0.1*d.side, 0.25)
		case Centre:
			across, down := 0.0, 0.0
			switch d.clues[cell] {
			case "1":
				across = d.side / 2
			case "2":
				down = d.side / 2
			case "3":
				across, down = d.side/2, d.side/2
			}
			circle("white", x+across, y+down, 0.16)
		case Arrow:
			if side := strings.IndexByte("nesw", d.clues[cell][len(d.clues[cell])-1]); side >= 0 {
				add(d.ink(cell), `<path d="%s"/>`, arrow(x, y, d.side, Direction(side)))
			}
		case Sums:
			add("split", `<path d="M%s %sl%s %s"/>`, px(x-d.side/2), px(y-d.side/2), px(d.side), px(d.side))
		}
	}
	d.draw(&all)
}

// star is the path of a star with five points on a circle.
func star(x, y, radius float64) string {
	var b strings.Builder
	for i := range 10 {
		r := radius
		if i%2 == 1 {
			r = 0.42 * radius
		}
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], px(x+r*sin), px(y-r*cos))
	}
	return b.String() + "z"
}

// tent is the path of a tent with its entrance.
func tent(x, y, side float64) string {
	wide, high := 0.34*side, 0.3*side
	return fmt.Sprintf("M%s %sL%s %sH%sL%s %sL%s %sH%sz", px(x), px(y-high), px(x+wide), px(y+high),
		px(x+0.4*wide), px(x), px(y), px(x-0.4*wide), px(y+high), px(x-wide))
}

// arrow is the path of an arrow beside a number: above it where it points across, else to its right.
func arrow(x, y, side float64, to Direction) string {
	turn := [...][2]float64{North: {0, -1}, East: {1, 0}, South: {0, 1}, West: {-1, 0}}[to]
	if to == North || to == South {
		x += 0.28 * side
	} else {
		y -= 0.28 * side
	}
	var b strings.Builder
	// Along the arrow and across it, as parts of a cell.
	for i, at := range [][2]float64{{-0.3, -0.025}, {0.12, -0.025}, {0.12, -0.11}, {0.32, 0}, {0.12, 0.11}, {0.12, 0.025}, {-0.3, 0.025}} {
		along, across := at[0]*side, at[1]*side
		fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], px(x+float64(along*turn[0])-float64(across*turn[1])), px(y+float64(along*turn[1])+float64(across*turn[0])))
	}
	return b.String() + "z"
}

// text is a text with its middle at a place.
func text(x, y, size float64, what string) string {
	return fmt.Sprintf(`<text x="%s" y="%s">%s</text>`, px(x), px(y+0.355*size), markup.HTML(what))
}

// fit is the size of a text that may be so wide and so high, in pixels.
func fit(wide, high float64, what string) int {
	return max(int(min(high, wide/(0.64*float64(max(utf8.RuneCountInString(what), 1))))), 5)
}

// texts writes what is given in cells, and numbers and letters of the board.
func (d *picture) texts() {
	var labels []puzzle.Label
	var all groups
	write := func(class string, cell int, across, down, wide, high float64, what string) {
		if what == "" {
			return
		}
		size := fit(wide*d.side, high*d.side, what)
		x, y := d.middle(cell)
		all.add("label "+class, size, text(x+across*d.side, y+down*d.side, float64(size), what))
	}
	corner := func(cell int, what string) {
		size := fit(0.8*d.side, max(0.3*d.side, 6), what)
		x, y := d.middle(cell)
		all.add("corner", size, fmt.Sprintf(`<text x="%s" y="%s">%s</text>`, px(x-0.44*d.side), px(y-0.46*d.side+0.8*float64(size)), markup.HTML(what)))
	}
	ring := ""
	if d.has(Line) {
		ring = " ring"
	}
	for cell, clue := range d.clues {
		number := strings.Trim(clue, "0123456789") == ""
		given := d.mark(cell) == Plain
		switch d.mark(cell) {
		case Plain:
			if value := d.value(cell, Number); value >= 0 && d.signs[cell] != clue {
				given = false // the board has something else
				break
			}
			labels = append(labels, puzzle.Label{Cell: cell, Text: clue, Class: d.ink(cell) + ring})
		case Wall:
			if number {
				labels = append(labels, puzzle.Label{Cell: cell, Text: clue, Class: "chalk"})
			}
		case Circled:
			if number {
				write("ink", cell, 0, 0, 0.7, 0.5, clue)
			}
		case Cornered:
			corner(cell, clue)
		case Arrow:
			switch number, to := clue[:len(clue)-1], clue[len(clue)-1]; to {
			case 'n', 's':
				write(d.ink(cell), cell, -0.12, 0, 0.6, 0.5, number)
			default:
				write(d.ink(cell), cell, 0, 0.12, 0.8, 0.5, number)
			}
		case Sums:
			down, right, _ := strings.Cut(clue, ",")
			write(d.ink(cell), cell, -0.21, 0.24, 0.54, 0.36, down)
			write(d.ink(cell), cell, 0.21, -0.22, 0.54, 0.36, right)
		}
		if given {
			continue
		}
		several := d.shaded(cell) && d.form.layers[d.first(Shade)].radix > 2
		if d.signs[cell] != None && (d.value(cell, Number) >= 0 || several) {
			if d.kind.Marks[""] == Cornered {
				write(d.ink(cell)+" value", cell, 0, 0.12, 0.8, 0.48, d.signs[cell])
				continue
			}
			labels = append(labels, puzzle.Label{Cell: cell, Text: d.signs[cell], Class: d.ink(cell) + " value"})
		}
	}
	for i := range labels {
		d.use(labels[i].Class)
	}
	d.c.Labels(labels)
	d.draw(&all)
}

// points draws the clues where lines of the grid meet, in circles.
func (d *picture) points() {
	for _, part := range d.instance.parts {
		if part.At != AtCorners {
			continue
		}
		var all groups
		size := max(0.4*d.side, 7)
		for _, numbers := range []bool{false, true} {
			for i := range (d.size.Rows + 1) * (d.size.Cols + 1) {
				sign := d.instance.Sign(part, i)
				if sign == None {
					continue
				}
				x, y := d.c.Corner(puzzle.Cell{Row: i / (d.size.Cols + 1), Col: i % (d.size.Cols + 1)})
				if numbers {
					all.add("label ink", int(size), text(float64(x), float64(y), size, sign))
				} else {
					all.add("point", 0, fmt.Sprintf(`<circle cx="%d" cy="%d" r="%s"/>`, x, y, px(0.27*d.side)))
				}
			}
		}
		d.draw(&all)
	}
}

// outside writes the clues beside the board.
func (d *picture) outside() {
	var all groups
	for _, part := range d.instance.parts {
		rows, cols := part.Of(d.size)
		for i := range rows * cols {
			sign := d.instance.Sign(part, i)
			if part.At < OnTop || sign == None {
				continue
			}
			at, across, down := puzzle.Cell{Col: i}, 0.0, -0.9
			switch part.At {
			case Below:
				at, down = puzzle.Cell{Row: d.size.Rows - 1, Col: i}, 0.9
			case OnLeft:
				at, across, down = puzzle.Cell{Row: i}, -0.9, 0
			case OnRight:
				at, across, down = puzzle.Cell{Row: i, Col: d.size.Cols - 1}, 0.9, 0
			}
			x, y := d.middle(d.size.Index(at))
			size := fit(0.75*d.side, max(0.45*d.side, 8), sign)
			all.add("outside", size, text(x+across*d.side, y+down*d.side, float64(size), sign))
		}
	}
	d.draw(&all)
}
