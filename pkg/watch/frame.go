package watch

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/puzzle"
)

// rgb is a colour.
type rgb [3]uint8

// The colours of a board, as the drawings of package puzzle have them: wall
// dark slate, islands light, unset cells in between.
var (
	solid = rgb{0x3a, 0x4a, 0x5a}
	paper = rgb{0xff, 0xff, 0xff}
	open  = rgb{0xc6, 0xce, 0xd6}
	ink   = rgb{0x17, 0x21, 0x2b}
	chalk = rgb{0xf4, 0xf7, 0xfa}
)

// cell is what a cell looks like: its ground, and the text on it.
type cell struct {
	ground, text rgb
	word         string
}

// frame writes a board as lines, at the size that the terminal has room for.
func (s *Screen) frame(board puzzle.Grid, pheromone []float64) []string {
	cells := s.cells(board, pheromone)
	wide := 1
	for _, c := range cells {
		wide = max(wide, len([]rune(c.word)))
	}
	wide++
	switch t := s.terminal; {
	case !s.live():
		return s.plain(cells, board, wide)
	case wide*board.Cols <= t.Cols && board.Rows+2 <= t.Rows:
		if t.Colours == None {
			return s.plain(cells, board, wide)
		}
		return s.letters(cells, board, wide)
	case t.Colours != None && board.Cols <= t.Cols && (board.Rows+1)/2+2 <= t.Rows:
		return s.halves(cells, board)
	}
	return nil
}

// cells gives every cell its looks.
func (s *Screen) cells(board puzzle.Grid, pheromone []float64) []cell {
	heat := puzzle.View{Heat: perCell(pheromone, board.Cells())}
	scale := heat.HeatScale()
	cells := make([]cell, board.Cells())
	for row, signs := range s.puzzle.Rows(board) {
		for col, sign := range []byte(signs) {
			i := row*board.Cols + col
			c := cell{paper, ink, s.labels(i)}
			switch sign {
			case '#':
				c.ground, c.text = solid, chalk
			case '?':
				c.ground = open
			case '.':
				if board.Values[i] == puzzle.Unset {
					c.ground = open
				}
			default:
				if c.word == "" {
					c.word = string(sign)
				}
			}
			if heat.Heat != nil && sign != '#' {
				if level := scale.Level(heat.Heat[i]); level >= 0 && scale.Max > scale.Min {
					c.ground = shades()[level]
					c.text = contrast(c.ground)
				}
			}
			cells[i] = c
		}
	}
	return cells
}

// perCell makes one number a cell of pheromone that has several (a Sudoku's
// has one for each digit): the largest. It is nil where the numbers do not
// divide by the cells.
func perCell(pheromone []float64, cells int) []float64 {
	if len(pheromone) == 0 || cells == 0 || len(pheromone)%cells != 0 {
		return nil
	}
	each := len(pheromone) / cells
	out := make([]float64, 0, cells)
	for group := range slices.Chunk(pheromone, each) {
		out = append(out, slices.Max(group))
	}
	return out
}

// plain writes the board in signs: for outputs without colour.
func (s *Screen) plain(cells []cell, board puzzle.Grid, wide int) []string {
	var lines []string
	for row, signs := range s.puzzle.Rows(board) {
		var b strings.Builder
		for col := range board.Cols {
			word := cells[row*board.Cols+col].word
			if word == "" {
				word = signs[col : col+1]
			}
			fmt.Fprintf(&b, "%*s", wide, word)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// letters writes the board in colours, with its words.
func (s *Screen) letters(cells []cell, board puzzle.Grid, wide int) []string {
	var lines []string
	for line := range slices.Chunk(cells, board.Cols) {
		var b strings.Builder
		for _, c := range line {
			b.WriteString(s.colour(48, c.ground) + s.colour(38, c.text))
			fmt.Fprintf(&b, "%*s", wide, c.word)
		}
		lines = append(lines, b.String()+"\x1b[0m")
	}
	return lines
}

// halves writes two rows of the board in one line of half blocks.
func (s *Screen) halves(cells []cell, board puzzle.Grid) []string {
	var lines []string
	for row := 0; row < board.Rows; row += 2 {
		var b strings.Builder
		for col := range board.Cols {
			b.WriteString(s.colour(38, cells[row*board.Cols+col].ground))
			if row+1 < board.Rows {
				b.WriteString(s.colour(48, cells[(row+1)*board.Cols+col].ground))
			} else {
				b.WriteString("\x1b[49m")
			}
			b.WriteString("▀")
		}
		lines = append(lines, b.String()+"\x1b[0m")
	}
	return lines
}

// colour is the sequence that sets a colour: code is 38 for text and 48 for
// the ground (ECMA-48, and xterm's extension).
func (s *Screen) colour(code int, c rgb) string {
	if s.terminal.Colours == Direct {
		return fmt.Sprintf("\x1b[%d;2;%d;%d;%dm", code, c[0], c[1], c[2])
	}
	return fmt.Sprintf("\x1b[%d;5;%dm", code, nearest(c))
}

// nearest is the number of the colour in xterm's palette: its cube of 6×6×6
// (levels 0, 95, 135, 175, 215, 255, from 16) or its 24 greys (8, 18, …, 238,
// from 232).
func nearest(c rgb) int {
	levels := [6]int{0, 95, 135, 175, 215, 255}
	index, cube := 16, rgb{}
	for i, v := range c {
		best := 0
		for k, level := range levels {
			if abs(level-int(v)) < abs(levels[best]-int(v)) {
				best = k
			}
		}
		index += best * [3]int{36, 6, 1}[i]
		cube[i] = uint8(levels[best])
	}
	grey := min(max((int(c[0])+int(c[1])+int(c[2])-24+15)/30, 0), 23)
	g := uint8(8 + 10*grey)
	if distance(c, rgb{g, g, g}) < distance(c, cube) {
		return 232 + grey
	}
	return index
}

func distance(a, b rgb) int {
	sum := 0
	for i := range a {
		d := int(a[i]) - int(b[i])
		sum += d * d
	}
	return sum
}

func abs(x int) int { return max(x, -x) }

// contrast is the text colour that stands out on a ground: by its luma (ITU-R
// BT.601).
func contrast(ground rgb) rgb {
	if 299*int(ground[0])+587*int(ground[1])+114*int(ground[2]) < 140_000 {
		return chalk
	}
	return ink
}

// shades are the levels of the heat scale.
var shades = sync.OnceValue(func() [puzzle.HeatLevels]rgb {
	var all [puzzle.HeatLevels]rgb
	for level := range all {
		c, text := &all[level], puzzle.HeatColour(float64(level)/(puzzle.HeatLevels-1))
		if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil {
			panic("watch: no colour: " + text)
		}
	}
	return all
})
