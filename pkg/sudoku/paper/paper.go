// Package paper holds the published figures that the lab's experiments on
// Sudoku stand beside:
//
//   - N. Torosdagli, "Ant Colony Optimization for Solving Sudoku Puzzles"
//     (University of Central Florida): [AntTable1];
//   - R. Soto, B. Crawford, C. Galleguillos, E. Monfroy and F. Paredes, "A
//     Prefiltered Cuckoo Search Algorithm with Geometric Operators for Solving
//     Sudoku Problems", The Scientific World Journal 2014: [CuckooTable1],
//     [CuckooTable2];
//   - programs of others on the hardest boards of H. Lloyd and M. Amos,
//     "Solving Sudoku with Ant Colony Optimization" (2018, arXiv 1805.03545):
//     [Hardest].
//
// Its opinion: a published figure is data, typed in once, with the place it
// stands at; what a paper does not tell is said to be unknown, and not guessed.
//
// Its limits: the bodies of the cuckoo paper's tables are not at hand, so its
// figures are those that the prose of its section 7 repeats. Times come from
// the papers' machines and languages: to be compared in their order only.
package paper

// Duration is a row of table 1 of the ants' paper: one run on one puzzle.
type Duration struct {
	// Puzzle is the puzzle's name in the paper's appendix, such as "puzzle 1".
	Puzzle string
	// Seconds is the time as printed: two decimals, where 0 is less than 0.005 s.
	Seconds float64
}

// AntMachine is what the durations of [AntTable1] were measured on, and in
// which language (section 3).
const AntMachine = "2.6 GHz Intel Core i5, C++"

// AntTable1 is table 1, "Puzzle Performances", in the order of the appendix. It
// does not say how many runs there were, or whether any failed.
func AntTable1() []Duration {
	return []Duration{
		{"puzzle 1", 0},
		{"puzzle 2", 0.25},
		{"puzzle 3", 7.45},
		{"puzzle 4", 0.77},
		{"puzzle 5", 0},
		{"puzzle 6", 4.03},
		{"puzzle 7", 1.1},
		{"puzzle 8", 6.8},
		{"puzzle 9", 1.72},
		{"puzzle 10", 0},
		{"puzzle 11", 1092.11},
	}
}

// AntSeconds is the printed duration of a puzzle; ok is false where the paper
// does not have it.
func AntSeconds(puzzle string) (seconds float64, ok bool) {
	for _, d := range AntTable1() {
		if d.Puzzle == puzzle {
			return d.Seconds, true
		}
	}
	return 0, false
}
