package paper

import (
	"fmt"

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

// The labels of table 2, which are those of our engines.
const (
	Cuckoo  = "sudoku/cuckoo"
	Tabu    = "sudoku/tabu"
	Genetic = "sudoku/genetic"
)

// levels are the paper's, and the first three letters of our inferred puzzles'
// names.
var levels = map[string]string{"s10": "easy", "s11": "medium", "s12": "hard"}

// Tries is how often a method solved a puzzle, or any puzzle of a level.
type Tries struct {
	// Method is the label of our engine of the same name.
	Method string
	// Level is "easy", "medium" or "hard"; Puzzle is "a", "b" or "c" within it,
	// or empty where the figure is told for the level.
	Level, Puzzle string
	// Solved and Tries are the counts; both are 0 where only Bound is told.
	Solved, Tries int
	// Bound says in words what is told where the counts are not: "below all".
	Bound string
}

// String is "50/97", or the bound.
func (t Tries) String() string {
	if t.Tries == 0 {
		return t.Bound
	}
	return fmt.Sprintf("%d/%d", t.Solved, t.Tries)
}

// Rate is the share of tries that solved, with its 95 % interval; the whole
// of 0 to 1 where the counts are not told.
func (t Tries) Rate() analysis.Proportion { return analysis.Default.Wilson(t.Solved, t.Tries) }

// CuckooTable1 is what section 7 says of table 1, "10000 iterations", tries
// until 50 were solved: all easy ones in 50 of 50; medium a in "100%", which is
// taken for 50 of 50; of medium b and c only that the share "shortly diminishes"; and the hard ones' counts. The
// solving times of the table are not at hand.
func CuckooTable1() []Tries {
	all := func(level, puzzle string) Tries { return Tries{Cuckoo, level, puzzle, 50, 50, ""} }
	return []Tries{
		all("easy", "a"), all("easy", "b"), all("easy", "c"),
		all("medium", "a"),
		{Cuckoo, "medium", "b", 0, 0, "below all"},
		{Cuckoo, "medium", "c", 0, 0, "below all"},
		{Cuckoo, "hard", "a", 50, 97, ""},
		{Cuckoo, "hard", "b", 50, 62, ""},
		{Cuckoo, "hard", "c", 50, 71, ""},
	}
}

// CuckooTable2 is what section 7 says of table 2: puzzles solved in 30 tries of
// up to 100,000 iterations, by the cuckoo search, the hybrid tabu search of Soto
// et al. (2013) and the genetic algorithm of Mantere and Koljonen. The prose
// gives a figure for each level ("a medium Sudoku": 10 of 30), not which
// puzzle of the level it was.
func CuckooTable2() []Tries {
	var out []Tries
	for _, level := range []string{"easy", "medium", "hard"} {
		genetic := map[string]int{"easy": 30, "medium": 10, "hard": 2}[level]
		out = append(out, Tries{Cuckoo, level, "", 30, Tries2, ""}, Tries{Tabu, level, "", 30, Tries2, ""}, Tries{Genetic, level, "", genetic, Tries2, ""})
	}
	return out
}

// Of1 is the figure of table 1 for a puzzle of the set "cuckoo-9-inferred",
// such as "s12c" (hard c). ok is false for any other name.
func Of1(id string) (t Tries, ok bool) {
	if len(id) != 4 {
		return t, false
	}
	for _, t := range CuckooTable1() {
		if t.Level == levels[id[:3]] && t.Puzzle == id[3:] {
			return t, true
		}
	}
	return t, false
}

// Of2 is the figure of table 2 for a method and the level of a puzzle of that
// set.
func Of2(method, id string) (t Tries, ok bool) {
	if len(id) != 4 {
		return t, false
	}
	for _, t := range CuckooTable2() {
		if t.Method == method && t.Level == levels[id[:3]] {
			return t, true
		}
	}
	return t, false
}
