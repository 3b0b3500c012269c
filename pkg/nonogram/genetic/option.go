package genetic

// Selection is how parents are chosen.
type Selection uint8

const (
	// ByTournament: the best of some individuals drawn at random.
	ByTournament Selection = iota
	// Roulette: with a probability that is proportional to what the worst
	// individual's cost is above its own, plus 1 (Goldberg, "Genetic Algorithms
	// in Search, Optimization and Machine Learning", 1989, for a quantity that
	// is to be small).
	Roulette
)

var selections = []string{"tournament", "roulette"}

// Exchange says which columns parents exchange.
type Exchange uint8

const (
	// Uniform: each column with probability 1/2.
	Uniform Exchange = iota
	// OnePoint: all from a random column on.
	OnePoint
)

var exchanges = []string{"uniform", "one-point"}

// Cost is how wrong a row is. All are 0 for a row that satisfies its clue and
// for no other.
type Cost uint8

const (
	// Runs: Σ|aᵢ−nᵢ| over the row's runs a and the clue's blocks n, the first
	// with the first and so on; one without partner counts with its length.
	Runs Cost = iota
	// Edit: the least sum over all alignments of runs with blocks that keep
	// their order, again with the length of what has no partner.
	Edit
	// Rows: 1 for a row that does not satisfy its clue.
	Rows
)

var costs = []string{"runs", "edit", "rows"}
