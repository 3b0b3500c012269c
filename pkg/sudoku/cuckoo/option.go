package cuckoo

// Walk says how an egg differs from the nest it comes from.
type Walk int

const (
	// Geometric: crossover and mutation, the paper's.
	Geometric Walk = iota
	// Levy: a number of swaps from a Lévy distribution.
	Levy
)

var walkNames = []string{"geometric", "levy"}

// Abandon says which nests are abandoned.
type Abandon int

const (
	// Worst: the worst nest, with probability PA.
	Worst Abandon = iota
	// Fraction: the share PA of the nests, the worst ones, always.
	Fraction
)

var abandonNames = []string{"worst", "fraction"}

// Host says which nest an egg is compared with.
type Host int

const (
	// Any: a random nest, also the one that the egg comes from.
	Any Host = iota
	// Own: the nest that the egg comes from.
	Own
)

var hostNames = []string{"any", "own"}
