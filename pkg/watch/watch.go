// Package watch draws a run into a plain terminal while it goes on: the board
// with its clues, the pheromone as shades, and one line about how far it is.
//
//  1. A [Screen] is an observer of the run. It draws each improvement and, some
//     times a second, the newest iteration over the frame before.
//  2. Where the board is too wide or too high for letters, a cell becomes half
//     a character; where that does not fit either, the line alone is drawn.
//  3. Where the output is no terminal (a file, a pipe), every improvement is
//     written below the one before, without colours.
//
// Its opinion: a terminal is where long runs live, on machines that have no
// browser, so what a notebook shows of a run must be visible there, too. It
// follows what terminals say of themselves: COLORTERM for 24-bit colour, else
// the 256 of xterm; NO_COLOR for none.
//
// Its limits: terminals that know ANSI sequences. Drawing takes time from a run
// whose limit is the clock.
package watch

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Colours is how many a terminal has.
type Colours int

// What terminals have.
const (
	None   Colours = iota
	Xterm          // the 256 of xterm
	Direct         // 24 bits
)

// Terminal is where a run is drawn.
type Terminal struct {
	// Cols and Rows are its size in characters. Where one is zero, frames are
	// written below each other and only improvements are drawn.
	Cols, Rows int
	// Colours is what it can show.
	Colours Colours
}

// Of finds out about an output: what is no terminal is the zero Terminal.
func Of(w io.Writer) Terminal {
	f, ok := w.(*os.File)
	if !ok {
		return Terminal{}
	}
	cols, rows, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return Terminal{}
	}
	t := Terminal{Cols: cols, Rows: rows, Colours: Xterm}
	switch colour := os.Getenv("COLORTERM"); {
	case os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb":
		t.Colours = None
	case colour == "truecolor" || colour == "24bit":
		t.Colours = Direct
	}
	return t
}

// tempo is the least time between two frames that are no improvements.
const tempo = 80 * time.Millisecond

// Screen draws one run. Its Observe method is the run's observer.
type Screen struct {
	w        io.Writer
	terminal Terminal
	puzzle   puzzle.Puzzle
	delay    time.Duration
	labels   func(cell int) string

	last  time.Time
	lines int // of the frame that stands there
	err   error
}

// Labelled is a puzzle whose givens have words: Nurikabe's clues, say.
type Labelled interface {
	// Label is what stands in a cell from the start, or empty.
	Label(cell int) string
}

// New returns a screen for a run on a puzzle. It waits for the delay after
// each frame, so that an eye can follow; zero waits for nothing.
func New(w io.Writer, t Terminal, p puzzle.Puzzle, delay time.Duration) *Screen {
	s := &Screen{w: w, terminal: t, puzzle: p, delay: delay, labels: func(int) string { return "" }}
	bare := p
	if item, ok := p.(puzzle.Item); ok {
		bare = item.Puzzle
	}
	if l, ok := bare.(Labelled); ok {
		s.labels = l.Label
	}
	return s
}

// Observe draws an event of the run.
func (s *Screen) Observe(e solver.Event) {
	if s.err != nil || e.Board.IsZero() {
		return
	}
	if !e.Improved && (!s.live() || time.Since(s.last) < max(tempo, s.delay)) {
		return
	}
	iteration := e.Iterations
	if e.Improved {
		iteration++ // it comes before its round is counted
	}
	status := fmt.Sprintf("iteration %d · cost %g, lowest %g", iteration, e.Cost, e.Best)
	s.draw(e.Board, e.Pheromone, status)
	s.last = time.Now()
	if s.delay > 0 {
		time.Sleep(s.delay)
	}
}

// End draws the best board of the outcome, which stays, and returns the first
// error of the writer.
func (s *Screen) End(out solver.Outcome) error {
	if s.live() && s.err == nil && !out.Best.IsZero() {
		s.draw(out.Best, nil, fmt.Sprintf("%v · %d iterations", out.Status, out.Iterations))
	}
	return s.err
}

func (s *Screen) live() bool { return s.terminal.Cols > 0 && s.terminal.Rows > 0 }

// draw writes a frame, over the one before on a terminal.
func (s *Screen) draw(board puzzle.Grid, pheromone []float64, status string) {
	var b strings.Builder
	if s.live() && s.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", s.lines) // up to the first line
	}
	lines := s.frame(board, pheromone)
	lines = append(lines, status)
	for _, line := range lines {
		b.WriteString(line)
		if s.live() {
			b.WriteString("\x1b[K") // nothing is left of a longer line
		}
		b.WriteByte('\n')
	}
	s.lines = len(lines)
	_, s.err = io.WriteString(s.w, b.String())
}
