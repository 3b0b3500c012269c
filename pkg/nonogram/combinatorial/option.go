package combinatorial

import "formicary/pkg/solver"

// Select says what "most fixed squares" means. It is a [flag.Value].
type Select uint8

const (
	// ByCount takes the line with the largest number of fixed cells.
	ByCount Select = iota
	// ByShare takes the line with the largest share of fixed cells.
	ByShare
)

var selectNames = []string{"count", "share"}

// String is the name.
func (s Select) String() string { return solver.OptionName(selectNames, int(s)) }

// Set reads a name.
func (s *Select) Set(text string) error { return solver.SetOption(s, selectNames, text) }
