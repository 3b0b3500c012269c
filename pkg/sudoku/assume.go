package sudoku

import (
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
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
func (c *collector) boxes(said puzzle.Size, n int, values, solution []uint8, at place) (puzzle.Size, error) {
	switch {
	case c.asked == puzzle.Size{}:
	case c.asked.Cells() != n:
		return said, c.errorf(at, "expected a board of %d×%d cells, as boxes of %v make, found %d×%d", c.asked.Cells(), c.asked.Cells(), c.asked, n, n)
	case said != puzzle.Size{} && said != c.asked:
		return said, c.errorf(at, "expected boxes of %v, which were asked for, found %v", c.asked, said)
	default:
		return c.asked, nil
	}
	if said != (puzzle.Size{}) {
		return said, nil
	}
	box, sure := assume(n, values, solution)
	switch other := shapes(n); {
	case sure:
	case box != usual(n):
		c.once(fmt.Sprint("other boxes of ", n), at, "the input does not say the size of boxes; boxes of %v are assumed for a board of %d×%d, because its givens contradict boxes of %v", box, n, n, usual(n))
	case len(other) > 1:
		c.once(fmt.Sprint("boxes of ", n), at, "the input does not say the size of boxes; boxes of %v (rows x columns) are assumed for boards of %d×%d (--boxes %v asks for others)", box, n, n, other[1])
	}
	return box, nil
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

// add adds a puzzle to the set.
func (c *collector) add(f found) error {
	n := sideOf(len(f.givens))
	box, err := c.boxes(f.said, n, f.givens, f.solution, f.place)
	if err != nil {
		return err
	}
	p, err := New(f.id, box, f.givens)
	if err != nil {
		return c.errorf(f.place, "%v", err)
	}
	item := puzzle.Item{Puzzle: p, Grade: f.grade}
	if f.solution != nil {
		item.Solution = puzzle.Grid{Size: p.Size(), Values: f.solution}
	}
	if err := c.Add(item); err != nil {
		return c.errorf(f.idPlace, "%v", err)
	}
	return nil
}

// sideOf is the side of a board of so many cells; 0 where there is none.
func sideOf(cells int) int {
	for n := minBox * minBox; n <= MaxN; n++ {
		if n*n == cells && isBoard(n) {
			return n
		}
	}
	return 0
}

// isBoard says whether boards of n×n cells have boxes.
func isBoard(n int) bool {
	_, ok := usualBox(n)
	return ok
}

// shapes are the sizes of boxes that a board of n×n cells can have: the usual
// one, the same lying on its side, and others.
func shapes(n int) []puzzle.Size {
	box, ok := usualBox(n)
	if !ok {
		return nil
	}
	out := []puzzle.Size{box}
	add := func(box puzzle.Size) {
		if box.Cells() == n && CheckBox(box) == nil && !slices.Contains(out, box) {
			out = append(out, box)
		}
	}
	add(puzzle.Size{Rows: box.Cols, Cols: box.Rows})
	for rows := minBox; rows <= MaxBox; rows++ {
		add(puzzle.Size{Rows: rows, Cols: n / rows})
	}
	return out
}

// assume is the size of boxes that a reader takes for a board of n digits: the
// one that a solution agrees with, the first of shapes that the givens do not
// contradict at once, or the usual one. sure says that there is no other, or that
// the solution agrees with no other.
func assume(n int, values, solution []uint8) (box puzzle.Size, sure bool) {
	all := shapes(n)
	if len(all) < 2 {
		return usual(n), true
	}
	if len(solution) > 0 {
		agree := slices.DeleteFunc(slices.Clone(all), func(box puzzle.Size) bool { return clashes(box, solution) })
		if len(agree) == 1 {
			return agree[0], true
		}
	}
	for _, box := range all {
		if !contradicted(box, values) {
			return box, false
		}
	}
	return usual(n), false
}

// saysBoxes says whether a text of the puzzle, with its solution if one is given,
// must say the size of boxes: it is not the usual one, or a reader would assume
// another.
func (p *Puzzle) saysBoxes(solution puzzle.Grid) bool {
	box, _ := assume(p.layout.N, p.givens, solution.Values)
	return p.layout.Box != usual(p.layout.N) || p.layout.Box != box
}

// contradicted says whether givens leave a cell without a digit, or a unit
// without a cell for a digit, when every cell with one digit left and every
// digit with one cell left in a unit is filled, again and again.
func contradicted(box puzzle.Size, values []uint8) bool {
	l := LayoutOf(box)
	can, done := make([]uint64, len(values)), make([]bool, len(values))
	var fill []int
	for cell, v := range values {
		if can[cell] = 1<<l.N - 1; v != puzzle.Unset {
			can[cell] = 1 << (v - 1)
			fill = append(fill, cell)
		}
	}
	for len(fill) > 0 {
		for len(fill) > 0 {
			cell := fill[len(fill)-1]
			if fill = fill[:len(fill)-1]; done[cell] {
				continue
			}
			done[cell] = true
			for _, peer := range l.Peers[cell] {
				if can[peer]&can[cell] == 0 {
					continue
				}
				if can[peer] &^= can[cell]; can[peer] == 0 {
					return true
				}
				if bits.OnesCount64(can[peer]) == 1 {
					fill = append(fill, int(peer))
				}
			}
		}
		for _, unit := range l.Units {
			var once, twice uint64
			for _, cell := range unit {
				twice |= once & can[cell]
				once |= can[cell]
			}
			if once != 1<<l.N-1 {
				return true
			}
			for _, cell := range unit {
				if alone := can[cell] & once &^ twice; alone != 0 && !done[cell] {
					if alone&(alone-1) != 0 {
						return true
					}
					can[cell] = alone
					fill = append(fill, int(cell))
				}
			}
		}
	}
	return false
}

// clashes says whether givens have a digit twice in a row, a column or a box.
func clashes(box puzzle.Size, values []uint8) bool {
	for _, unit := range LayoutOf(box).Units {
		var met uint64
		for _, cell := range unit {
			if v := values[cell]; v != puzzle.Unset {
				if met>>(v-1)&1 == 1 {
					return true
				}
				met |= 1 << (v - 1)
			}
		}
	}
	return false
}
