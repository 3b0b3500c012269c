package sudoku

import (
	"math/bits"
	"slices"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Text is the puzzle in one line: its cells, and the size of its boxes where
// these are not what [AssumedBoxes] comes to.
func (p *Puzzle) Text() string { return p.TextWith(puzzle.Grid{}) }

// TextWith is [Puzzle.Text] with a solution behind it, if one is given.
func (p *Puzzle) TextWith(solution puzzle.Grid) string {
	text := Signs(p.layout.N, p.givens)
	if p.SaysBoxes(solution) {
		text += " boxes=" + p.layout.Box.String()
	}
	if ZeroIsUnclear(p.layout.N, slices.Concat(p.givens, solution.Values)) {
		text += " zero=digit"
	}
	if !solution.IsZero() {
		text += " solution=" + Signs(p.layout.N, solution.Values)
	}
	return text
}

// SaysBoxes says whether a text of the puzzle, with its solution if one is given,
// must say the size of boxes: it is not the usual one, or a reader would assume
// another.
func (p *Puzzle) SaysBoxes(solution puzzle.Grid) bool {
	usual, _ := UsualBox(p.layout.N)
	return p.layout.Box != usual || p.layout.Box != AssumedBoxes(p.layout.N, p.givens, solution.Values)[0]
}

// Signs writes digits of a board with n of them in the signs of [Symbols], with
// '.' for unset cells and '?' for values that are no digits.
func Signs(n int, values []uint8) string {
	symbols := Symbols(n)
	var b strings.Builder
	for _, v := range values {
		switch {
		case v == puzzle.Unset:
			b.WriteByte('.')
		case v >= 1 && int(v) <= len(symbols):
			b.WriteByte(symbols[v-1])
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// ZeroIsUnclear says whether a reader would take the sign 0 of a text for an
// open cell although it is a digit: no cell is open, and a row has it twice.
func ZeroIsUnclear(n int, values []uint8) bool {
	zero := strings.IndexByte(Symbols(n), '0') + 1
	if zero == 0 || slices.Contains(values, puzzle.Unset) {
		return false
	}
	for row := range slices.Chunk(values, n) {
		count := lists.Count(row, func(v uint8) bool { return int(v) == zero })
		if count > 1 {
			return true
		}
	}
	return false
}

// Symbols are the signs of the digits 1 to n as this package writes them, one
// byte each: 1 to 9 up to n = 9; 0 to f for n = 16 and a to y for n = 25, as
// the benchmark sets have them; 1 to 9, A to Z and then 0 for every other n.
func Symbols(n int) string {
	switch n {
	case 16:
		return "0123456789abcdef"
	case 25:
		return "abcdefghijklmnopqrstuvwxy"
	}
	return "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"[:n]
}

// AssumedBoxes are the sizes of boxes that a board of n digits may have where its
// text does not say it; the first is what a reader takes. There is one where no
// other is possible, or the solution (nil where there is none) agrees with no
// other. Else the first is the first size that the givens do not contradict at
// once, or the usual one, and the others follow: the usual size, the same lying
// on its side, and the rest. There is none where no board has n digits.
func AssumedBoxes(n int, values, solution []uint8) []puzzle.Size {
	all := shapes(n)
	if len(all) < 2 {
		return all
	}
	if len(solution) > 0 {
		agree := slices.DeleteFunc(slices.Clone(all), func(box puzzle.Size) bool { return Clashes(box, solution) })
		if len(agree) == 1 {
			return agree
		}
	}
	i := max(slices.IndexFunc(all, func(box puzzle.Size) bool { return !contradicted(box, values) }), 0)
	box := all[i]
	return slices.Insert(slices.Delete(all, i, i+1), 0, box)
}

// shapes are the sizes of boxes that a board of n×n cells can have: the usual
// one, the same lying on its side, and others.
func shapes(n int) []puzzle.Size {
	box, ok := UsualBox(n)
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

// Clashes says whether givens have a digit twice in a row, a column or a box.
func Clashes(box puzzle.Size, values []uint8) bool {
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
