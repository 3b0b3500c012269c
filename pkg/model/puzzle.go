package model

import (
	"slices"

	"formicary/pkg/puzzle"
)

// Puzzle is an instance of a declared kind. A typed search starts from [Puzzle.Board], changes variables that are
// [Puzzle.Open], and follows [Puzzle.Cost] or [Puzzle.Broken]; clues and regions are in [Puzzle.Sign], [Puzzle.Number] and
// [Puzzle.Areas]. Neighbours of a cell are Size().Neighbours(cell); rays, rows and blocks those of a [NewModel] of the size.
type Puzzle struct {
	kind     *Kind
	id       string
	instance *Instance
	form     *Form
	hash     puzzle.Hash
	tallies  *tallies
}

var _ puzzle.Puzzle = (*Puzzle)(nil)

// Form is what the declaration came to. It is shared, and to be read only.
func (p *Puzzle) Form() *Form { return p.form }

// Declaration is the kind.
func (p *Puzzle) Declaration() *Kind { return p.kind }

// Kind is the kind's name.
func (p *Puzzle) Kind() string { return p.kind.Name }

// ID is the instance's name in its set.
func (p *Puzzle) ID() string { return p.id }

// Size is the size of the board.
func (p *Puzzle) Size() puzzle.Size { return p.form.Size }

// Hash identifies the text.
func (p *Puzzle) Hash() puzzle.Hash { return p.hash }

// Text is the puzzle's text.
func (p *Puzzle) Text() string { return p.instance.text() }

// Renamed is the puzzle under another name in its set.
func (p *Puzzle) Renamed(id string) *Puzzle {
	q := *p
	q.id = id
	return &q
}

// Check judges a complete board, constraint by constraint.
func (p *Puzzle) Check(board puzzle.Grid) []puzzle.Violation { return p.form.Check(board) }

// Sign is the sign at a place of a table of the kind, such as [Clues], in raster order; [None] where nothing is.
// Another table than the kind has is a programmer error and panics, as with Number.
func (p *Puzzle) Sign(part *Part, index int) string { return p.instance.Sign(part, index) }

// Number is the number at a place of a table; ok is false for every sign that is none.
func (p *Puzzle) Number(part *Part, index int) (n int, ok bool) {
	return puzzle.ParseNatural(p.Sign(part, index))
}

// Areas are the regions of a kind that has [Regions], as [Instance.Areas] has them.
func (p *Puzzle) Areas(numbers *Part) (areas []Area, of []int) {
	in := *p.instance // which may note an error
	return in.Areas(numbers)
}

// Open are the variables that the puzzle leaves open, in the order of [Form.Variables], with the values that they can
// have ([Variable.Can]): those that no rule of one condition rules out, such as that a given number stays. A variable
// with one value left is not open.
func (p *Puzzle) Open() []Variable {
	p.tallies.once.Do(p.tallies.wire)
	return slices.Clone(p.tallies.open)
}

// Board is a complete board to begin with: what is not open has its value, each open variable the least that it can
// have. The board is the caller's.
func (p *Puzzle) Board() puzzle.Grid {
	p.tallies.once.Do(p.tallies.wire)
	return p.tallies.start.Clone()
}
