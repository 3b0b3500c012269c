package sudokus

import (
	"fmt"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// assumption is what a reader takes for the size of boxes where the input does
// not say it; the zero value is assume's.
type assumption struct{ asked puzzle.Size }

// collector gathers puzzles for a reader that may have to assume the size of
// boxes.
type collector struct {
	*sets.Collector
	source string
	asked  puzzle.Size
	warned map[string]bool
	signs  []string // of the last text that was split
}

// split is a text as one string a sign; the next call takes its place, since sets have a million lines.
func (c *collector) split(text string) []string {
	c.signs = c.signs[:0]
	for len(text) > 0 {
		_, n := utf8.DecodeRuneInString(text)
		c.signs, text = append(c.signs, text[:n]), text[n:]
	}
	return c.signs
}

func (a assumption) collect(source string) *collector {
	return &collector{Collector: sets.Collect(source), source: source, asked: a.asked, warned: map[string]bool{}}
}

// once adds a warning unless the input has given rise to one of this subject before.
func (c *collector) once(subject string, at place, format string, args ...any) {
	if !c.warned[subject] && c.Warns() {
		c.warned[subject] = true
		line, column := at()
		c.Warn(puzzle.Errorf(c.source, line, column, format, args...))
	}
}

// boxes is the size of boxes of a board of n digits at a place: what the input
// says (zero where it does not), what was asked for, what the solution tells
// (nil where there is none), or else what is assumed, with a warning where there
// are several sizes.
func (c *collector) boxes(said puzzle.Size, n int, values, solution []uint8, at place) puzzle.Size {
	switch {
	case c.asked == puzzle.Size{}:
	case c.asked.Cells() != n:
		panic(c.errorf(at, "expected a board of %d×%d cells, as boxes of %v make, found %d×%d", c.asked.Cells(), c.asked.Cells(), c.asked, n, n))
	case said != puzzle.Size{} && said != c.asked:
		panic(c.errorf(at, "expected boxes of %v, which were asked for, found %v", c.asked, said))
	default:
		return c.asked
	}
	if said != (puzzle.Size{}) {
		return said
	}
	all := sudoku.AssumedBoxes(n, values, solution)
	box := all[0]
	switch {
	case len(all) == 1:
	case box != usual(n):
		c.once(fmt.Sprint("other boxes of ", n), at, "the input does not say the size of boxes; boxes of %v are assumed for a board of %d×%d, because its givens contradict boxes of %v", box, n, n, usual(n))
	default:
		c.once(fmt.Sprint("boxes of ", n), at, "the input does not say the size of boxes; boxes of %v (rows x columns) are assumed for boards of %d×%d (--boxes %v asks for others)", box, n, n, all[1])
	}
	return box
}

// found is a puzzle that a reader has found, and where.
type found struct {
	id               string
	said             puzzle.Size // of boxes; zero where the input does not say it
	givens, solution []uint8     // no solution is nil
	grade            string
	place, idPlace   place
}

// place tells the line and the column of something when an error or a warning
// needs them: to count lines takes time.
type place func() (line, column int)

// placeAt is a place that is known.
func placeAt(line, column int) place { return func() (int, int) { return line, column } }

// errorf is an error at a place.
func (c *collector) errorf(at place, format string, args ...any) error {
	line, column := at()
	return puzzle.Errorf(c.source, line, column, format, args...)
}

// check ends the reading at a place with an error, if there is one.
func (c *collector) check(at place, err error) {
	if err != nil {
		panic(c.errorf(at, "%v", err))
	}
}

// add adds a puzzle to the set.
func (c *collector) add(f found) {
	n := sideOf(len(f.givens))
	box := c.boxes(f.said, n, f.givens, f.solution, f.place)
	p, err := sudoku.New(f.id, box, f.givens)
	c.check(f.place, err)
	item := puzzle.Item{Puzzle: p, Grade: f.grade}
	if f.solution != nil {
		item.Solution = puzzle.Grid{Size: p.Size(), Values: f.solution}
	}
	c.check(f.idPlace, c.Add(item))
}

// sideOf is the side of a board of so many cells; 0 where there is none.
func sideOf(cells int) int {
	for n := leastN; n <= sudoku.MaxN; n++ {
		if n*n == cells && isBoard(n) {
			return n
		}
	}
	return 0
}

// isBoard says whether boards of n×n cells have boxes.
func isBoard(n int) bool {
	_, ok := sudoku.UsualBox(n)
	return ok
}
