// Package paper holds the published figures that the lab's experiments on
// Sudoku are compared with:
//
//   - N. Torosdagli, "Ant Colony Optimization for Solving Sudoku Puzzles"
//     (University of Central Florida): [AntSeconds];
//   - R. Soto, B. Crawford, C. Galleguillos, E. Monfroy and F. Paredes, "A
//     Prefiltered Cuckoo Search Algorithm with Geometric Operators for Solving
//     Sudoku Problems", The Scientific World Journal 2014: [Of1], [Of2].
//
// Its opinion: a published figure is data, typed in once, with its source; what
// a paper does not say is reported as unknown, not guessed.
//
// Its limits: the bodies of the cuckoo paper's tables are not at hand, so its
// figures are those that the prose of its section 7 repeats. Times come from
// the papers' machines and languages: compare only their order.
package paper

// antSeconds is table 1 of the ants' paper, "Puzzle Performances", by the
// puzzles' names in its appendix: one run on a 2.6 GHz Intel Core i5, in C++
// (section 3). The paper does not say how many runs there were, or whether any
// failed. Times are printed with two decimals: 0 is less than 0.005 s.
var antSeconds = map[string]float64{
	"puzzle 1":  0,
	"puzzle 2":  0.25,
	"puzzle 3":  7.45,
	"puzzle 4":  0.77,
	"puzzle 5":  0,
	"puzzle 6":  4.03,
	"puzzle 7":  1.1,
	"puzzle 8":  6.8,
	"puzzle 9":  1.72,
	"puzzle 10": 0,
	"puzzle 11": 1092.11,
}

// AntSeconds is the printed duration of a puzzle, such as "puzzle 1"; ok is
// false where the paper does not have it.
func AntSeconds(puzzle string) (seconds float64, ok bool) {
	seconds, ok = antSeconds[puzzle]
	return seconds, ok
}
