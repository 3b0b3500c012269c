package aco

// Choice is how a cell's digit is chosen among its candidates.
type Choice uint8

const (
	// FirstTie takes the candidate with the most pheromone, of several the
	// lowest digit: Algorithm 5.
	FirstTie Choice = iota
	// RandomTie takes one of those with the most pheromone at random.
	RandomTie
	// Roulette takes a candidate with probability in proportion to its
	// pheromone; where all have none, any.
	Roulette
)

var choiceNames = []string{"first", "random", "roulette"}

// Singles says how the simplification fills cells with one candidate.
type Singles uint8

const (
	// OneSingle fills one at a time, the first in raster order.
	OneSingle Singles = iota
	// BatchSingles fills each on the spot, while the units are gone through.
	BatchSingles
	// NoSingles leaves them open, as the listings do.
	NoSingles
)

var singlesNames = []string{"one", "batch", "none"}

// Update says when pheromone is updated.
type Update uint8

const (
	// AfterChoice: a choice is awarded where no unit holds a digit twice, else
	// punished and taken back: Algorithm 5.
	AfterChoice Update = iota
	// AfterSimplification: a choice is awarded where the simplification that
	// follows leaves no dead end, else punished.
	AfterSimplification
	// AfterTrip: all choices of a trip are punished when it comes to a dead
	// end, and awarded when it comes to the solution.
	AfterTrip
)

var updateNames = []string{"choice", "simplified", "trip"}
