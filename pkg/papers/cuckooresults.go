package papers

import (
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/paper"

	"gonum.org/v1/gonum/stat"
)

// cuckooResults are sections 7 and 8.
func cuckooResults() []Row {
	rows := []Row{
		{
			Place: "section 7, parameters", Kind: Parameter,
			Paper: "Nests and three probabilities, best after a tuning phase. Their values are missing from the text at hand.",
			Here:  "sudoku/cuckoo.Solver.Nests, sudoku/cuckoo.Solver.PX, sudoku/cuckoo.Solver.PM, sudoku/cuckoo.Solver.PA",
			Reading: "200 nests, 0.5 for PMX, 1 for mutation and a quarter of the nests abandoned: chosen on puzzles of Mantere and Koljonen " +
				"that are in neither table.",
		},
		{
			Place: "section 7, puzzles", Kind: Parameter,
			Paper: "Three easy, three medium and three hard puzzles of another collection, not printed.",
			Here:  "61-sudoku-cuckoo", Reading: "Inferred: s10, s11 and s12 by Mantere and Koljonen, a to c.",
		},
		{
			Place: "section 7, machine", Kind: Parameter, Paper: "Octave 3.6.3 on a Core2 Duo T5870 of 2.0 GHz with 1 GB, Fedora 17.",
			Untried: "there is no such machine here",
		},
		{
			Place: "section 7, run time", Kind: Claim, Paper: "The run time is greater for hard puzzles.",
			Here: "61-sudoku-cuckoo", Reading: "The time of a solved try on the hard puzzles by that on the easy ones: a factor above 1.", Ours: cuckooSlower,
		},
		{
			Place: "Table 1, solving times", Kind: Table,
			Paper: "Least, mean and greatest solving time of each puzzle, and its standard deviation. The numbers are missing from the text at hand.",
			Here:  "61-sudoku-cuckoo", Incomparable: "the notebook has these columns for our runs, and nothing to put beside them",
		},
		{
			Place: "Figure 6", Kind: Drawing,
			Paper: "Solving times of the puzzles.",
			Here:  "61-sudoku-cuckoo", Reading: "The drawing is missing; the notebook draws ours.",
		},
		{
			Place: "Table 2, unlimited iterations", Kind: Table,
			Paper: "The same tries without a limit. The text has no number of this half alone.",
			Here:  "61-sudoku-cuckoo", Incomparable: "the notebook has ours with three times the limit",
		},
		{
			Place: "section 8, hard puzzles", Kind: Claim,
			Paper: "Of hard puzzles cuckoo search solves a larger share than the genetic algorithm, within 100,000 iterations.",
			Here:  "61-sudoku-cuckoo", Ours: cuckooAgainst("sudoku/genetic"),
			Reading: "Iterations are not alike: one is 199 eggs here and a generation in the genetic algorithm.",
		},
		{
			Place: "abstract, filtering", Kind: Claim,
			Paper: "Filtering first makes the search solve sooner.",
			Here:  "61-sudoku-cuckoo", Ours: cuckooWithout("no filter"),
			Reading: "More puzzles solved within 10,000 iterations than without a filter.",
		},
		{
			Place: "abstract, operators", Kind: Claim,
			Paper: "Geometric operators lead the search to promising regions.",
			Here:  "61-sudoku-cuckoo", Ours: cuckooWithout("Lévy flights"),
			Reading: "More puzzles solved within 10,000 iterations than with Lévy flights in place of crossovers and mutation.",
		},
	}
	rows = append(rows, cuckooFuture()...)
	for i, level := range []string{"easy", "medium", "hard"} {
		for _, letter := range []string{"a", "b", "c"} {
			id := []string{"s10", "s11", "s12"}[i] + letter
			rows = append(rows, Row{
				Place: "Table 1, " + level + " " + letter, Kind: Table, Statement: cuckooSaid(level, letter),
				Paper: "Tries solved within 10,000 iterations: " + cuckooTable1(id).Text + ".",
				Here:  "sudoku/paper.Of1, 61-sudoku-cuckoo", Reading: "The puzzle is " + id + " by Mantere and Koljonen, inferred." + cuckooInferred(id),
				Ours: func() (Finding, error) {
					ours, basis, err := solved("cuckoo-table-1", func(r experiment.Record) bool { return r.Is("sudoku/cuckoo") && r.Puzzle == id })
					return Finding{Paper: cuckooTable1(id), Ours: ours, Basis: basis}, err
				},
			})
		}
		for _, method := range []string{"sudoku/cuckoo", "sudoku/tabu", "sudoku/genetic"} {
			prefix := []string{"s10", "s11", "s12"}[i]
			published, _ := paper.Of2(method, prefix+"a")
			figure := share(published.Rate())
			rows = append(rows, Row{
				Place: "Table 2, " + level + ", " + solver.Label(method, ""), Kind: Table, Statement: cuckooSaid2(level, method),
				Paper: "Tries solved within 100,000 iterations: " + figure.Text + ".",
				Here:  "sudoku/paper.Of2, 61-sudoku-cuckoo", Reading: "The paper has one figure for the level; ours is of all three puzzles.",
				Ours: func() (Finding, error) {
					ours, records, err := cuckooTries(cuckooLimited(method, prefix))
					return Finding{Paper: figure, Ours: ours, Basis: basis("cuckoo-table-2", records)}, err
				},
			})
		}
	}
	return rows
}

// cuckooSaid is the statement of the prose about a puzzle of table 1: one about the easy
// ones, one about medium b and c, and one about each other.
func cuckooSaid(level, letter string) string {
	switch {
	case level == "easy":
		return "Table 1, easy"
	case level == "medium" && letter != "a":
		return "Table 1, medium b and c"
	}
	return ""
}

// cuckooSaid2 is that about a level of table 2: one about all methods on the easy
// puzzles, and on the others one about the genetic algorithm and one about the rest.
func cuckooSaid2(level, method string) string {
	switch {
	case level == "easy":
		return "Table 2, easy"
	case method != "sudoku/genetic":
		return "Table 2, " + level + ", all tries of cuckoo and tabu search"
	}
	return ""
}

// cuckooInferred says what is inferred of a puzzle's share.
func cuckooInferred(id string) string {
	if t, _ := paper.Of1(id); t.Tries > 0 {
		return ""
	}
	return " The paper says of medium b and c only that the share “shortly diminishes”; that it is below all is inferred, too."
}

// cuckooFuture is what section 8 plans.
func cuckooFuture() []Row {
	return []Row{
		{
			Place: "section 8, filtering elsewhere", Kind: Claim, Paper: "Other metaheuristics, such as ants, could filter first.",
			Here: "sudoku/acs.Solver, 62-sudoku-ants-at-scale", Incomparable: "a plan; the ants of 62 filter after each digit, as those of Lloyd and Amos do",
		},
		{
			Place: "section 8, operators elsewhere", Kind: Claim, Paper: "Geometric operators could be tried in other swarms.",
			Untried: "a plan, and no engine here has them but the cuckoo search",
		},
		{
			Place: "section 8, autonomous search", Kind: Claim, Paper: "A search that tunes itself could be tried.",
			Here: "sudoku/cuckoo.NewImproved, 61-sudoku-cuckoo", Incomparable: "a plan; the improved search adapts its rates",
		},
	}
}

// cuckooSlower is how many times as long a solved try takes on the hard puzzles of table 1
// as on the easy ones: the quotient of geometric means, with the interval of other tries.
func cuckooSlower() (Finding, error) {
	records, err := runs("cuckoo-table-1", func(r experiment.Record) bool { return r.Is("sudoku/cuckoo") && r.Solved() && r.CPU > 0 })
	if err != nil {
		return Finding{}, err
	}
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
}

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
	solved := 0
	for _, r := range records {
		if r.Solved() {
			solved++
		}
	}
	return share(analysis.Default.Proportion(solved, len(records))), records, err
}

// cuckooAgainst claims that the cuckoo search solves more tries on the hard
// puzzles of table 2 than another engine.
func cuckooAgainst(other string) func() (Finding, error) {
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
func cuckooWithout(other string) func() (Finding, error) {
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
