package paper

import (
	"formicary/pkg/analysis"
)

// The conditions of the cuckoo paper's tables (section 7).
const (
	// Iterations1 and Iterations2 are the iterations of a try in table 1 and
	// in the limited half of table 2.
	Iterations1 = 10_000
	Iterations2 = 100_000
	// Tries2 is the number of tries of each method in table 2.
	Tries2 = 30
)

// Tries is how often a method solved a puzzle, or any puzzle of a level.
type Tries struct {
	// Solved and Tries are the counts; both are 0 where the paper only gives
	// Bound.
	Solved, Tries int
	// Bound says what is inferred where the paper gives no counts.
	Bound string
}

// Rate is the share of tries that solved, with its 95 % interval; the whole
// of 0 to 1 where the counts are unknown.
func (t Tries) Rate() analysis.Proportion { return analysis.Default.Proportion(t.Solved, t.Tries) }

// table1 is what section 7 says of table 1, "10000 iterations", tries until 50
// were solved: all easy ones in 50 of 50; medium a in "100%", which is taken for
// 50 of 50; of medium b and c only that the share "shortly diminishes", of which it is
// inferred here that it is below that of all tries; and the hard ones' counts. The solving times of the table are not at hand. The ids
// are those of our set of inferred puzzles: s10 are the easy ones.
var table1 = map[string]Tries{
	"s10a": {50, 50, ""}, "s10b": {50, 50, ""}, "s10c": {50, 50, ""},
	"s11a": {50, 50, ""}, "s11b": {0, 0, inferred}, "s11c": {0, 0, inferred},
	"s12a": {50, 97, ""}, "s12b": {50, 62, ""}, "s12c": {50, 71, ""},
}

// inferred is the bound that the prose suggests and does not state.
const inferred = "below all (inferred)"

// table2 is what section 7 says of table 2: puzzles solved of [Tries2], by the
// cuckoo search, the hybrid tabu search of Soto et al. (2013) and the genetic
// algorithm of Mantere and Koljonen. The prose gives a figure for each level ("a
// medium Sudoku": 10 of 30), not which puzzle of the level it was.
var table2 = map[string]map[string]int{
	"sudoku/cuckoo":  {"s10": 30, "s11": 30, "s12": 30},
	"sudoku/tabu":    {"s10": 30, "s11": 30, "s12": 30},
	"sudoku/genetic": {"s10": 30, "s11": 10, "s12": 2},
}

// Of1 is the figure of table 1 for a puzzle of the set "cuckoo-9-inferred",
// such as "s12c" (hard c). ok is false for any other name.
func Of1(id string) (t Tries, ok bool) {
	t, ok = table1[id]
	return t, ok
}

// Of2 is the figure of table 2 for a method, by the name of our engine, and
// the level of a puzzle of that set.
func Of2(method, id string) (t Tries, ok bool) {
	if _, ok := table1[id]; !ok {
		return t, false
	}
	solved, ok := table2[method][id[:3]]
	return Tries{Solved: solved, Tries: Tries2}, ok
}
