// Package watch draws a run in a plain terminal while it goes on: the board with
// its clues, the pheromone as shades, and one line with the iteration and the
// cost.
//
//  1. A [Screen] is an observer of the run. It draws each improvement and, a few
//     times a second, the newest iteration over the previous frame.
//  2. Where the board is too wide or too high for letters, a cell becomes half
//     a character; where that does not fit either, only the line is drawn.
//  3. Where the output is not a terminal (a file, a pipe), improvements are
//     written below each other, without colours.
//
// Its opinion: long runs live in terminals, on machines without a browser, so
// what a notebook shows of a run must be visible there, too. Environment
// variables choose the colours: COLORTERM for 24 bits, else the 256 of xterm;
// NO_COLOR for none.
//
// Its limits: terminals that know ANSI sequences. Drawing takes time from a run
// with a time limit.
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

// terminal is what the output can show.
type terminal struct {
	// cols and rows are its size in characters. Where one is zero, the output is
	// no terminal.
	cols, rows int
	colours    colours
}

// colours is the range of colours that a terminal has.
type colours int

const (
	none   colours = iota
	xterm          // the 256 of xterm
	direct         // 24 bits
)

// terminalOf describes an output.
func terminalOf(w io.Writer) terminal {
	f, ok := w.(*os.File)
	if !ok {
		return terminal{}
	}
	cols, rows, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return terminal{}
	}
	t := terminal{cols, rows, xterm}
	switch colour := os.Getenv("COLORTERM"); {
	case os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb":
		t.colours = none
	case colour == "truecolor" || colour == "24bit":
		t.colours = direct
	}
	return t
}

// tempo is the least time between two frames that are not improvements.
const tempo = 80 * time.Millisecond

// Screen draws one run. Its Observe method is the run's observer.
type Screen struct {
	w        io.Writer
	terminal terminal
	puzzle   puzzle.Puzzle
	delay    time.Duration
	labels   func(cell int) string

	last  time.Time
	lines int // of the frame on the screen
	err   error
}

// labelled is a puzzle whose clues are text, such as Nurikabe's numbers.
type labelled interface {
	Label(cell int) string // empty where there is no clue
}

// New returns a screen for a run on a puzzle. After each frame the run waits
// for the delay, so that an eye can follow.
func New(w io.Writer, p puzzle.Puzzle, delay time.Duration) *Screen {
	return newScreen(w, terminalOf(w), p, delay)
}

func newScreen(w io.Writer, t terminal, p puzzle.Puzzle, delay time.Duration) *Screen {
	s := &Screen{w: w, terminal: t, puzzle: p, delay: delay, labels: func(int) string { return "" }}
	if item, ok := p.(puzzle.Item); ok {
		p = item.Puzzle
	}
	if l, ok := p.(labelled); ok {
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
	s.draw(e.Board, heat(e), status)
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

func (s *Screen) live() bool { return s.terminal.cols > 0 && s.terminal.rows > 0 }

// draw writes a frame, over the one before on a terminal.
func (s *Screen) draw(board puzzle.Grid, heat []float64, status string) {
	var b strings.Builder
	if s.live() && s.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", s.lines) // up to the first line
	}
	lines := s.frame(board, heat)
	lines = append(lines, status)
	for _, line := range lines {
		b.WriteString(line)
		if s.live() {
			b.WriteString("\x1b[K") // clears the rest of a longer line
		}
		b.WriteByte('\n')
	}
	s.lines = len(lines)
	_, s.err = io.WriteString(s.w, b.String())
}
