package papers

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/paper"
)

// cuckoo are the comparisons of sections 7 and 8.
func cuckoo() map[string]comparison {
	out := map[string]comparison{
		"section 7, run time":     cuckooSlower,
		"section 8, hard puzzles": cuckooAgainst("sudoku/genetic"),
		"abstract, filtering":     cuckooWithout("no filter"),
		"abstract, operators":     cuckooWithout("Lévy flights"),
	}
	for i, level := range []string{"easy", "medium", "hard"} {
		prefix := []string{"s10", "s11", "s12"}[i]
		for _, letter := range []string{"a", "b", "c"} {
			id := prefix + letter
			out["Table 1, "+level+" "+letter] = func() (Finding, error) {
				ours, basis, err := solved("cuckoo-table-1", func(r experiment.Record) bool { return r.Is("sudoku/cuckoo") && r.Puzzle == id })
				return Finding{Paper: cuckooTable1(id), Ours: ours, Basis: basis}, err
			}
		}
		for _, method := range []string{"sudoku/cuckoo", "sudoku/tabu", "sudoku/genetic"} {
			out["Table 2, "+level+", "+solver.Label(method, "")] = func() (Finding, error) {
				theirs, _ := paper.Of2(method, prefix+"a")
				ours, records, err := cuckooTries(cuckooLimited(method, prefix))
				return Finding{Paper: share(theirs.Rate()), Ours: ours, Basis: basis("cuckoo-table-2", records)}, err
			}
		}
	}
	return out
}

// cuckooSlower is how many times as long a solved try takes on the hard puzzles of table 1
// as on the easy ones: the quotient of geometric means, with the interval of other tries.
var cuckooSlower = over("cuckoo-table-1", func(r experiment.Record) bool { return r.Is("sudoku/cuckoo") && r.Solved() && r.CPU > 0 }, func(records []experiment.Record) (Finding, error) {
	logs := map[string][]float64{}
	for _, r := range records {
		logs[r.Puzzle[:3]] = append(logs[r.Puzzle[:3]], math.Log(r.CPU))
	}
	easy, spread := stat.MeanVariance(logs["s10"], nil)
	hard, wide := stat.MeanVariance(logs["s12"], nil)
	half := math.Sqrt2 * math.Erfinv(analysis.Default.Level) * math.Sqrt(spread/float64(len(logs["s10"]))+wide/float64(len(logs["s12"])))
	d := hard - easy
	ours := Figure{"a factor of " + short(math.Exp(d)), math.Exp(d), analysis.Interval{Low: math.Exp(d - half), High: math.Exp(d + half)}}
	return Finding{Paper: above(1, "above 1"), Ours: ours, Ratio: true, Basis: basis("cuckoo-table-1", records)}, nil
})

// cuckooTable1 is the paper's share of a puzzle.
func cuckooTable1(id string) Figure {
	t, _ := paper.Of1(id)
	if t.Tries == 0 {
		return below(1, t.Bound)
	}
	return share(t.Rate())
}

// cuckooLimited are the runs of an engine on a level's puzzles in the half of
// table 2 with 100,000 iterations.
func cuckooLimited(engine, level string) func(experiment.Record) bool {
	return func(r experiment.Record) bool {
		return r.Is(engine) && strings.HasPrefix(r.Puzzle, level) && r.Budget.Iterations == paper.Iterations2
	}
}

// cuckooTries is the share of runs of table 2 that solved. The table is about
// these very puzzles, so that the interval is that of other runs on them.
func cuckooTries(keep func(experiment.Record) bool) (Figure, []experiment.Record, error) {
	records, err := runs("cuckoo-table-2", keep)
	solved := lists.Count(records, experiment.Record.Solved)
	return share(analysis.Default.Proportion(solved, len(records))), records, err
}

// cuckooAgainst claims that the cuckoo search solves more tries on the hard
// puzzles of table 2 than another engine.
func cuckooAgainst(other string) comparison {
	return func() (Finding, error) {
		ours, records, err := cuckooTries(cuckooLimited("sudoku/cuckoo", "s12"))
		if err != nil {
			return Finding{}, err
		}
		others, more, err := cuckooTries(cuckooLimited(other, "s12"))
		d, in := Finding{Paper: others, Ours: ours}.difference()
		return Finding{Paper: above(0, "above 0"), Ours: Figure{signed(d), d, in}, Basis: basis("cuckoo-table-2", append(records, more...))}, err
	}
}

// cuckooWithout claims that the search as documented solves a larger share of
// puzzles than one with something else, of puzzles like those of the study.
func cuckooWithout(other string) comparison {
	return func() (Finding, error) {
		const study, chosen = "cuckoo-readings", "one row, own nest, 200 nests"
		on := map[string]bool{}
		records, err := runs(study, func(r experiment.Record) bool {
			if r.Is(other) {
				on[r.Puzzle] = true
			}
			return r.Budget.Iterations == paper.Iterations1 && (r.Is(chosen) || r.Is(other))
		})
		if err != nil {
			return Finding{}, err
		}
		records = slices.DeleteFunc(records, func(r experiment.Record) bool { return !on[r.Puzzle] })
		c := analysis.Group(records).Compare(analysis.Question{Labels: []string{chosen, other}}).Contrasts[0]
		return Finding{Paper: above(0, "above 0"), Ours: Figure{signed(c.Effect), c.Effect, c.Interval}, Basis: basis(study, records)}, nil
	}
}
