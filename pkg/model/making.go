package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// Making says what a generator needs to know of a kind beside its rules: what a puzzle has
// besides clues, and which clues there are. The generator finds a solution first, then gives every
// clue that fits it, and takes away what is not needed.
type Making struct {
	// Sizes says what is wrong with the first line's rows and columns; nil: nothing is.
	Sizes func(said puzzle.Size) error
	// Size is the size of boards where nobody says one.
	Size puzzle.Size
	// Header are the words of the first line behind rows and columns; nil: none.
	Header func(said puzzle.Size) []string
	// Base writes what there is besides clues into a text of nothing. It returns false where it
	// found nothing good. Nil: random regions, where the kind has them.
	Base func(in *Instance, r *rand.Rand) bool
	// Plant, unless it is nil, writes the base of a large board instead, together with a solution of it: it returns the values of each
	// cell, one for each layer of the board. Nil: it found nothing good, or the context ended.
	Plant func(ctx context.Context, in *Instance, r *rand.Rand) [][]int
	// Move, unless it is nil, changes base and solution near some cells of a large board: at has the values of a cell in it, as for Clues.
	// It returns those of each cell in another one. Nil: the solution stays one, or almost. If Move is nil another base is drawn there, and
	// another solution.
	Move func(in *Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int
	// Regions are the least and most cells of random regions.
	Regions [2]int
	// Repair says to move borders of regions until the solution is the only one: for kinds that
	// have next to no clues.
	Repair bool
	// Climb says to go on to another solution of all clues, which may allow more, where the solution is
	// not the only one: for kinds that have clues in few places only.
	Climb bool
	// Large is the number of cells above which a board takes the means of large ones; 0: 400.
	Large int
	// Dense is how often a condition that decides the solution is tried as true first, from 0 to 1; 0:
	// in half of the cases.
	Dense float64
	// From is another kind, whose solutions of a board with nothing on it are solutions; nil: none.
	From *Kind
	// Places are the tables with clues that may be taken away, those of later tables first. Clues
	// stand only where the base has Blank; "" is [None].
	Places []*Part
	Blank  string
	// Signs are tried as clues in each place; the first that the solution obeys stays.
	Signs func(in *Instance) []string
	// First says that a clue belongs to a region and stands in its first cell.
	First bool
	// Clues, unless it is nil, writes all clues instead: at has the values of a cell in the solution,
	// one for each layer of the board. It returns false where the solution is good for none.
	Clues func(in *Instance, at func(cell int) []int, r *rand.Rand) bool
	// Lesser is a sign that a clue may become instead of being taken away: one that says
	// less; "": none.
	Lesser string
}

// Numbers are the signs of numbers from least to most.
func Numbers(least, most int) (out []string) {
	for n := least; n <= most; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// Blank is a text of the kind with nothing in its tables.
func (k *Kind) Blank(said puzzle.Size, header ...string) (*Instance, error) {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(append(Numbers(said.Rows, said.Rows), append(Numbers(said.Cols, said.Cols), header...)...), " "))
	size := said
	if k.Board != nil {
		size = k.Board(said)
	}
	for _, part := range k.Parts {
		rows, cols := part.Of(size)
		for range rows {
			b.WriteString(strings.TrimSuffix(strings.Repeat(None+" ", cols), " ") + "\n")
		}
	}
	return k.read(puzzle.NewWords(k.Name, []byte(b.String())))
}

// Put writes a sign at a place of a table.
func (in *Instance) Put(part *Part, index int, sign string) {
	line, word := in.place(part, index)
	in.words.Lines[line][word] = sign
}

// Text is the instance as text.
func (in *Instance) Text() string { return in.text() }

// Has says whether the instance has a table.
func (in *Instance) Has(part *Part) bool {
	return slices.Contains(in.parts, part)
}

// BoardOf is the board with some values of each cell, one for each layer: the opposite of [Puzzle.Digits].
func (p *Puzzle) BoardOf(values [][]int) puzzle.Grid {
	g := puzzle.NewGrid(p.form.Size, 0)
	for cell, digits := range values {
		stride := 1
		for i, l := range p.form.layers {
			g.Values[cell] += uint8(stride * digits[i])
			stride *= l.radix
		}
	}
	return g
}

// Digits are the values of a cell on a board, one for each layer.
func (p *Puzzle) Digits(board puzzle.Grid, cell int) []int {
	digits, _ := p.form.digits(board.Values[cell])
	return digits
}
