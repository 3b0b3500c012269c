package watch

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The colours of a board, as in the drawings of package puzzle: wall dark slate,
// islands light, unset cells in between.
var (
	solid = color.RGBA{0x3a, 0x4a, 0x5a, 0xff}
	paper = color.RGBA{0xff, 0xff, 0xff, 0xff}
	open  = color.RGBA{0xc6, 0xce, 0xd6, 0xff}
	ink   = color.RGBA{0x17, 0x21, 0x2b, 0xff}
	chalk = color.RGBA{0xf4, 0xf7, 0xfa, 0xff}
)

// cell is the look of a cell: its ground, the text on it, and the sign of a cell without
// text where there are no colours.
type cell struct {
	ground, text color.RGBA
	word         string
	sign         rune
}

// frame writes a board as lines, as large as the terminal has room for.
func (s *Screen) frame(board puzzle.Grid, heat []float64) []string {
	cells := s.cells(board, heat)
	wide := 1
	for _, c := range cells {
		wide = max(wide, len([]rune(c.word)))
	}
	wide++
	switch t := s.terminal; {
	case !s.live(), wide*board.Cols <= t.cols && board.Rows+2 <= t.rows:
		return s.letters(cells, board, wide)
	case t.colours != none && board.Cols <= t.cols && (board.Rows+1)/2+2 <= t.rows:
		return s.halves(cells, board)
	}
	return nil
}

// cells gives every cell its look.
func (s *Screen) cells(board puzzle.Grid, numbers []float64) []cell {
	heat := puzzle.View{Heat: numbers}
	scale := heat.HeatScale()
	cells := make([]cell, board.Cells())
	for row, signs := range s.puzzle.Rows(board) {
		for col, sign := range []rune(signs) {
			i := row*board.Cols + col
			c := cell{paper, ink, s.labels(i), sign}
			switch sign {
			case '#', '■':
				c.ground, c.text = solid, chalk
			case '?':
				c.ground = open
			case '.':
				if board.Values[i] == puzzle.Unset {
					c.ground = open
				}
			default:
				c.word = cmp.Or(c.word, string(sign))
			}
			if heat.Heat != nil && c.ground != solid {
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

// heat is one number for each cell, of an event's pheromone: where that is on pairs of
// cells, the most of a cell's pairs. nil without any.
func heat(e solver.Event) []float64 {
	numbers, _ := e.Layout.Heat(e.Pheromone, e.Board.Cells())
	if e.Layout.Pairs == nil || numbers == nil {
		return numbers
	}
	out := make([]float64, e.Board.Cells())
	for i, pair := range e.Layout.Pairs {
		for _, cell := range pair {
			if x := numbers[i]; x > out[cell] {
				out[cell] = x
			}
		}
	}
	return out
}

// letters writes the board in colours, with its words, or in signs where there are none.
func (s *Screen) letters(cells []cell, board puzzle.Grid, wide int) (lines []string) {
	for line := range slices.Chunk(cells, board.Cols) {
		var b strings.Builder
		end := ""
		for _, c := range line {
			if s.terminal.colours != none {
				b.WriteString(s.colour(48, c.ground) + s.colour(38, c.text))
				end = "\x1b[0m"
			} else if c.word == "" {
				c.word = string(c.sign)
			}
			fmt.Fprintf(&b, "%*s", wide, c.word)
		}
		lines = append(lines, b.String()+end)
	}
	return lines
}

// halves writes two rows of the board in one line of half blocks.
func (s *Screen) halves(cells []cell, board puzzle.Grid) (lines []string) {
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
func (s *Screen) colour(code int, c color.RGBA) string {
	if s.terminal.colours == direct {
		return fmt.Sprintf("\x1b[%d;2;%d;%d;%dm", code, c.R, c.G, c.B)
	}
	return fmt.Sprintf("\x1b[%d;5;%dm", code, 16+palette().Index(c))
}

// palette is xterm's from number 16 on: a cube of 6×6×6 colours and 24 greys.
var palette = sync.OnceValue(func() (p color.Palette) {
	levels := [6]uint8{0, 95, 135, 175, 215, 255}
	for i := range 6 * 6 * 6 {
		p = append(p, color.RGBA{levels[i/36], levels[i/6%6], levels[i%6], 0xff})
	}
	for i := range uint8(24) {
		p = append(p, color.RGBA{8 + 10*i, 8 + 10*i, 8 + 10*i, 0xff})
	}
	return p
})

// contrast is the text colour that is legible on a ground.
func contrast(ground color.RGBA) color.RGBA {
	if color.GrayModel.Convert(ground).(color.Gray).Y < 140 {
		return chalk
	}
	return ink
}

// shades are the levels of the heat scale.
var shades = sync.OnceValue(func() (all [puzzle.HeatLevels]color.RGBA) {
	for level := range all {
		c, text := &all[level], puzzle.HeatColour(float64(level)/(puzzle.HeatLevels-1), false)
		if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
			panic("watch: no colour: " + text)
		}
		c.A = 0xff
	}
	return all
})
