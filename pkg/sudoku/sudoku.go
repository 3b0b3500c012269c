// Package sudoku is the puzzle: instances, the rules and their judge, the one
// canonical text, and drawing. Engines live in its sub-packages and are not
// known here.
//
// The rules: a board of n×n cells is divided into boxes of rows×cols cells
// with rows·cols = n; every row, every column and every box holds each of the
// digits 1 to n once. Boxes of 3×3 make the usual 9×9 board.
//
// A board's cells hold the digits themselves, 1 to n, and [puzzle.Unset] where
// nothing is known; what a digit above 9 looks like as text is the business of
// [Symbols].
//
// # Design
//
// Every engine imports this package, and its sources are part of the identity of
// their records. So readers and writers of sets are in package sudokus, which no
// engine imports.
//
// # Limits
//
// Boxes from 2×2 to 6×6, square or not, so boards from 4×4 to
// 36×36; no further rules (diagonals, cages) and no irregular boxes.
package sudoku

import (
	"fmt"
	"slices"

	"formicary/pkg/puzzle"
)

// kindName is the name of the kind.
const kindName = "sudoku"

// Puzzle is one immutable instance.
type Puzzle struct {
	id     string
	layout *Layout
	givens []uint8
	count  int // of the givens
	hash   puzzle.Hash
}

var _ puzzle.Puzzle = (*Puzzle)(nil)

// New makes an instance with boxes of a size from the givens in raster order:
// a digit from 1 to n, or [puzzle.Unset] for an open cell. It copies givens.
// Instances that cannot be solved (two equal digits in a row, say) are
// instances all the same; sizes and digits out of range are errors.
func New(id string, box puzzle.Size, givens []uint8) (*Puzzle, error) {
	if err := CheckBox(box); err != nil {
		return nil, fmt.Errorf("sudoku %s: %w", id, err)
	}
	p := &Puzzle{id: id, layout: LayoutOf(box), givens: slices.Clone(givens)}
	n := p.layout.N
	if len(givens) != n*n {
		return nil, fmt.Errorf("sudoku %s: %d cells given for a board of %v", id, len(givens), p.Size())
	}
	for i, v := range givens {
		if v == puzzle.Unset {
			continue
		}
		if v < 1 || int(v) > n {
			return nil, fmt.Errorf("sudoku %s: the digit %d at %v: expected 1 to %d", id, v, p.Size().At(i), n)
		}
		p.count++
	}
	p.hash = puzzle.HashOf(kindName, fmt.Sprintf("%v %x", box, givens))
	return p, nil
}

// Kind is "sudoku".
func (p *Puzzle) Kind() string { return kindName }

// ID is the instance's name in its set.
func (p *Puzzle) ID() string { return p.id }

// Size is the size of the board, n×n.
func (p *Puzzle) Size() puzzle.Size { return p.layout.Size() }

// Hash identifies the size of boxes and the givens.
func (p *Puzzle) Hash() puzzle.Hash { return p.hash }

// N is the side of the board, and the number of digits.
func (p *Puzzle) N() int { return p.layout.N }

// Box is the size of a box.
func (p *Puzzle) Box() puzzle.Size { return p.layout.Box }

// Layout tells units and peers. It is shared by all puzzles with such boxes.
func (p *Puzzle) Layout() *Layout { return p.layout }

// Given is the digit given in a cell, by raster index, or [puzzle.Unset].
func (p *Puzzle) Given(cell int) uint8 { return p.givens[cell] }

// Values are the givens of all cells in raster order, as New took them. It is
// the puzzle's own memory: read it only.
func (p *Puzzle) Values() []uint8 { return p.givens }

// Givens is the number of cells with a given digit.
func (p *Puzzle) Givens() int { return p.count }

// Board is a new board with the givens, everything else [puzzle.Unset].
func (p *Puzzle) Board() puzzle.Grid {
	return puzzle.Grid{Size: p.Size(), Values: slices.Clone(p.givens)}
}

// Rows writes a board in the signs of [Symbols], with '.' for unset cells and
// '?' for values that are no digits.
func (p *Puzzle) Rows(board puzzle.Grid) []string {
	rows := make([]string, 0, board.Rows)
	for line := range slices.Chunk(board.Values, max(board.Cols, 1)) {
		rows = append(rows, Signs(p.layout.N, line))
	}
	return rows
}
