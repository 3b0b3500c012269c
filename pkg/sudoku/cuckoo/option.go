package cuckoo

import "formicary/pkg/solver"

// Walk says how an egg differs from the nest it comes from. It is a
// [flag.Value].
type Walk int

const (
	// Geometric: crossover and mutation, the paper's.
	Geometric Walk = iota
	// Levy: a number of swaps from a Lévy distribution.
	Levy
)

var walkNames = []string{"geometric", "levy"}

// String is the name.
func (w Walk) String() string { return solver.OptionName(walkNames, int(w)) }

// Set reads a name.
func (w *Walk) Set(text string) error { return solver.SetOption(w, walkNames, text) }

// Abandon says which nests are abandoned. It is a [flag.Value].
type Abandon int

const (
	// Worst: the worst nest, with probability PA.
	Worst Abandon = iota
	// Fraction: the share PA of the nests, the worst ones, always.
	Fraction
)

var abandonNames = []string{"worst", "fraction"}

// String is the name.
func (a Abandon) String() string { return solver.OptionName(abandonNames, int(a)) }

// Set reads a name.
func (a *Abandon) Set(text string) error { return solver.SetOption(a, abandonNames, text) }
