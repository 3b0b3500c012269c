package nonogram

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// clueLayout is where the clues stand beside a board.
type clueLayout struct {
	p      *Puzzle
	margin puzzle.Margin
	side   int
	font   int // size of text in pixels
	line   int // height of a block of a column
	colour bool
}

const (
	// digitWidth is the width of a digit in parts of the size of text, with
	// room to spare.
	digitWidth = 0.65
	// clueGap is the room between the board and the clues in pixels.
	clueGap = 4
	// chipGap is the room between the blocks of a row.
	chipGap = 2
)

// layout measures the clues of a puzzle for cells of a side.
func (p *Puzzle) layout(side int) clueLayout {
	l := clueLayout{p: p, side: side, font: min(max(side*6/10, 9), 14), colour: p.Colours() > 1}
	l.line = l.font + 2
	if l.colour {
		l.line += 2
	}
	for _, clue := range p.rows {
		width := lists.Sum(l.texts(clue), l.width)
		l.margin.Left = max(l.margin.Left, int(width)+1+clueGap)
	}
	for _, clue := range p.cols {
		l.margin.Top = max(l.margin.Top, max(len(clue), 1)*l.line+clueGap)
	}
	return l
}

// texts are what stands for the blocks of a clue: lengths, in colour puzzles
// with the colour's letter, and 0 for an empty clue.
func (l *clueLayout) texts(clue Clue) []string {
	if len(clue) == 0 {
		return []string{"0"}
	}
	out := make([]string, len(clue))
	var letters []rune
	if l.colour {
		letters = l.p.Signs()
	}
	for i, block := range clue {
		out[i] = strconv.Itoa(block.Length)
		if l.colour {
			out[i] += string(letters[block.Colour])
		}
	}
	return out
}

// width is the room for a block of a row, with that between blocks.
func (l *clueLayout) width(text string) float64 {
	width := float64(digitWidth * float64(l.font*len([]rune(text))))
	if !l.colour {
		return width + float64(0.5*float64(l.font))
	}
	return math.Ceil(width) + 4 + chipGap
}

// draw draws the clues.
func (l *clueLayout) draw(c *puzzle.Canvas) {
	if l.p == nil {
		return
	}
	c.Rule("clue", "fill:var(--note);font-weight:600;font-variant-numeric:tabular-nums")
	c.Rule("row", "text-anchor:end;word-spacing:.1em")
	c.Rule("col", "text-anchor:middle")
	if l.colour {
		l.chips(c)
		return
	}
	var b strings.Builder
	baseline := l.side/2 + l.font*36/100
	for row, clue := range l.p.rows {
		x, y := c.Corner(puzzle.Cell{Row: row})
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, x-clueGap, y+baseline, strings.Join(l.texts(clue), " "))
	}
	c.Group("clue row", l.font, b.String())
	b.Reset()
	for level := range (l.margin.Top - clueGap) / l.line {
		var places, texts strings.Builder
		_, y := c.Corner(puzzle.Cell{})
		for col, clue := range l.p.cols {
			all := l.texts(clue)
			if level >= len(all) {
				continue
			}
			text := all[len(all)-1-level]
			x, _ := c.Corner(puzzle.Cell{Col: col})
			l.spread(&places, 2*x+l.side, len(text))
			texts.WriteString(text)
		}
		fmt.Fprintf(&b, `<text x="%s" y="%d">%s</text>`, strings.TrimSpace(places.String()), y-clueGap-level*l.line-l.line+l.font, texts.String())
	}
	c.Group("clue col", l.font, b.String())
}

// spread writes the places of so many characters around the middle, which is
// given in half pixels: one text of a whole level is much shorter than one for
// each of its numbers.
func (l *clueLayout) spread(places *strings.Builder, middle, characters int) {
	step := min(2*digitWidth*float64(l.font), float64(2*l.side-2)/float64(characters))
	for i := range characters {
		fmt.Fprintf(places, "%d ", int(float64(middle)+step*(float64(i)-float64(characters-1)/2)+0.5)/2)
	}
}

// chips draws the clues of a colour puzzle, each number on its colour.
func (l *clueLayout) chips(c *puzzle.Canvas) {
	p := l.p
	grounds := make([]strings.Builder, len(p.palette))
	texts := map[string]*strings.Builder{"ink": {}, "chalk": {}, "note": {}}
	put := func(colour uint8, x, y, w int, text string) {
		class := "note"
		if colour != Blank {
			class = textOn(p.palette[colour])
			fmt.Fprintf(&grounds[colour], "M%d %dh%dv%dh-%dz", x, y, w, l.line-1, w)
		}
		long := ""
		if digitWidth*float64(l.font*len([]rune(text))) > float64(w) {
			long = fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, w-2)
		}
		fmt.Fprintf(texts[class], `<text x="%d" y="%d"%s>%s</text>`, x+w/2, y+l.font-1, long, text)
	}
	colour := func(clue Clue, i int) uint8 {
		if len(clue) == 0 {
			return Blank
		}
		return clue[i].Colour
	}
	for row, clue := range p.rows {
		x, y := c.Corner(puzzle.Cell{Row: row})
		x -= clueGap
		all := l.texts(clue)
		for i := len(all) - 1; i >= 0; i-- {
			w := int(l.width(all[i])) - chipGap
			put(colour(clue, i), x-w, y+(l.side-l.line+1)/2, w, all[i])
			x -= w + chipGap
		}
	}
	for col, clue := range p.cols {
		x, y := c.Corner(puzzle.Cell{Col: col})
		all := l.texts(clue)
		for i, text := range all {
			put(colour(clue, i), x+1, y-clueGap-(len(all)-i)*l.line, l.side-2, text)
		}
	}
	for v := range grounds {
		if grounds[v].Len() > 0 {
			c.Path(p.inkClass(v), grounds[v].String())
		}
	}
	c.Rule("chip", "font-weight:600;text-anchor:middle")
	for _, class := range []string{"ink", "chalk", "note"} {
		c.Group(class+" chip", l.font, texts[class].String())
	}
}
