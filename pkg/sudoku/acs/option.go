package acs

// Greedy says how the probability q0 is read.
type Greedy uint8

const (
	// Text is the paper's text: a choice is greedy with probability q0.
	Text Greedy = iota
	// Program is the authors' program: with probability 1−q0.
	Program
)

var greedyNames = []string{"text", "program"}

// Order is the order in which an ant visits cells.
type Order uint8

const (
	// Raster is the paper's: from a random cell on in raster order, one cell a
	// turn, open or not.
	Raster Order = iota
	// Shuffled visits the cells that are open at the start in random order, one
	// a turn, open by then or not.
	Shuffled
	// Fewest takes an open cell with the fewest digits in every turn; of
	// several, the first from the ant's random cell on.
	Fewest
)

var orderNames = []string{"raster", "shuffled", "fewest"}
