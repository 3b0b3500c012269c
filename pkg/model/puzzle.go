package model

import (
	"formicary/pkg/puzzle"
)

// Puzzle is an instance of a declared kind.
type Puzzle struct {
	kind     *Kind
	id       string
	instance *Instance
	form     *Form
	hash     puzzle.Hash
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

// Check judges a complete board, constraint by constraint.
func (p *Puzzle) Check(board puzzle.Grid) []puzzle.Violation { return p.form.Check(board) }
