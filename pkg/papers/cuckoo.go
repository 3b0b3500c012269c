package papers

import (
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/paper"
)

func cuckoo() Paper {
	rows := append(cuckooAlgorithms(), cuckooFilter()...)
	return Paper{
		Key: "cuckoo",
		Reference: "R. Soto, B. Crawford, C. Galleguillos, E. Monfroy and F. Paredes, “A Prefiltered Cuckoo Search Algorithm with Geometric Operators " +
			"for Solving Sudoku Problems”, The Scientific World Journal 2014",
		Rows: append(rows, cuckooResults()...),
	}
}

// cuckooAlgorithms are sections 3, 4 and 6.
func cuckooAlgorithms() []Row {
	return []Row{
		{
			Place: "Figure 1", Kind: Drawing,
			Paper: "A Sudoku with its givens.",
			Here:  "sudoku.Puzzle.Draw", Reading: "An illustration; every puzzle is drawn so.",
		},
		{
			Place: "Algorithm 1", Kind: Algorithm,
			Paper: "Cuckoo search in general: a new solution by a Lévy flight, compared with that of a random nest; the worse nests are abandoned.",
			Here:  "sudoku/cuckoo.Levy, sudoku/cuckoo.Any, sudoku/cuckoo.Solver.Eggs", Reading: "As options of Algorithm 8's engine, with 1 egg in an iteration.",
		},
		{
			Place: "equation (1)", Kind: Formula,
			Paper: "A new solution is a step by a Lévy flight away from the old one.",
			Here:  "sudoku/cuckoo.Levy, sudoku/cuckoo.search.fly", Reading: "The flight is a number of swaps with a heavy tail. It is an option: section 4 puts geometric operators in its place.",
		},
		{
			Place: "Algorithm 2", Kind: Algorithm,
			Paper: "The partially matched crossover: a segment of parent 1, what it displaced put where parent 2 leaves room, the rest of parent 2.",
			Here:  "sudoku/genome.PMX, sudoku/genome.TestPMX", Reading: "Parent 1 is the best board ever, parent 2 the egg: the paper names neither.",
		},
		{
			Place: "Example 1", Kind: Algorithm,
			Paper: "The partially matched crossover of two rows, worked through.",
			Here:  "sudoku/genome.TestPMXExample1",
		},
		{
			Place: "Algorithm 3", Kind: Algorithm,
			Paper: "The multiparental sorting crossover: place by place, two of three parents swap in the digit of the one that the mask names.",
			Here:  "sudoku/genome.Sorting, sudoku/genome.TestSorting",
		},
		{
			Place: "Algorithm 4", Kind: Algorithm,
			Paper: "The swap within that crossover.",
			Here:  "sudoku/genome.Sorting, sudoku/genome.TestSorting",
		},
		{
			Place: "equation (8)", Kind: Formula,
			Paper: "Weights of the three parents. The formula is missing from the text at hand.",
			Here:  "sudoku/genome.Shares", Reading: "Weights are shares of the mask's places, rounded by largest remainders, as Example 2 uses them.",
		},
		{
			Place: "Example 2", Kind: Algorithm,
			Paper: "The sorting crossover of one row, worked through: weights 0.55, 0.33 and 0.12 give five, three and one of nine places.",
			Here:  "sudoku/genome.TestSortingExample2, sudoku/cuckoo.Solver.Ever, sudoku/cuckoo.Solver.Generation, sudoku/cuckoo.Solver.Self",
		},
		{
			Place: "section 4, rows of a crossover", Kind: Parameter,
			Paper: "Examples 1 and 2 cross one row; how many rows of a board an operator crosses is not said.",
			Here:  "sudoku/cuckoo.Solver.CrossedRows, 61-sudoku-cuckoo", Reading: "One random row. Every row is an option, which 61 compares.",
		},
		{
			Place: "Algorithm 5", Kind: Algorithm,
			Paper: "The feasible geometric mutation: in random rows two cells without givens swap.",
			Here:  "sudoku/genome.Space.Mutate, sudoku/cuckoo.Solver.MutatedRows", Reading: "One to three rows; a swap that leaves the filtered domains is drawn again.",
		},
		{
			Place: "Example 3", Kind: Algorithm,
			Paper: "Allowed and forbidden swaps of a row with one given.",
			Here:  "sudoku/genome.TestMutationExample3",
		},
		{
			Place: "Algorithm 8, lines 1–2", Kind: Algorithm,
			Paper: "The domains are filtered once; the first nests are made of what is left.",
			Here:  "sudoku/network.Network.Filter, sudoku/genome.Space.Fill",
		},
		{
			Place: "Algorithm 8, lines 4–5", Kind: Algorithm,
			Paper: "An egg is taken from a random nest and changed by the geometric operators.",
			Here:  "sudoku/cuckoo.Solver.Eggs, sudoku/cuckoo.search.Iterate", Reading: "An egg of every nest but the best, as Algorithm 9 loops; 1 egg is an option.",
		},
		{
			Place: "Algorithm 8, lines 6–9", Kind: Algorithm,
			Paper: "An egg that costs no more than that of a randomly chosen nest replaces it.",
			Here:  "sudoku/cuckoo.Host, sudoku/cuckoo.TestHostsOfEggs, 61-sudoku-cuckoo",
			Reading: "It is compared with the nest that it came from. This departs from the words; the literal choice is an option. " +
				"With eggs of every nest put into random ones, the nests soon become copies of each other.",
		},
		{
			Place: "Algorithm 8, lines 10–12", Kind: Algorithm,
			Paper: "The best is found; the worse nests are abandoned with a probability, and new ones built from the filtered domains.",
			Here:  "sudoku/cuckoo.Abandon, sudoku/cuckoo.search.abandon", Reading: "The probability is the share of nests that are abandoned, the worst ones. One nest with that probability is an option.",
		},
		{
			Place: "Algorithm 9", Kind: Algorithm,
			Paper: "For each egg but the best: one of the two crossovers by a first probability, then a mutation by a second.",
			Here:  "sudoku/cuckoo.search.lay, sudoku/cuckoo.Solver.PX, sudoku/cuckoo.Solver.PM", Reading: "A row of a child that leaves the filtered domains is put back (Keep).",
		},
		{
			Place: "section 6, cost", Kind: Formula,
			Paper: "The number of wrong values in boxes, columns and rows.",
			Here:  "sudoku/genome.Space.Cost, sudoku/genome.TestSpace", Reading: "Rows are always right and count nothing.",
		},
		{
			Place: "Figure 5", Kind: Drawing,
			Paper: "The cost of a board, counted by hand.",
			Here:  "sudoku/genome.Space.Cost, sudoku/genome.TestSpace", Reading: "The drawing is missing from the text at hand; a slow count on other boards stands for it.",
		},
	}
}

// cuckooFilter is section 5.
func cuckooFilter() []Row {
	return []Row{
		{
			Place: "Definition 4", Kind: Formula,
			Paper: "A constraint is a relation on a sequence of variables, its scheme.",
			Here:  "sudoku/network.Network.Constraints", Reading: "Only constraints that all differ.",
		},
		{
			Place: "Definition 5", Kind: Formula,
			Paper: "A constraint network: variables, domains, constraints.",
			Here:  "sudoku/network.Network",
		},
		{
			Place: "Example 6", Kind: Formula,
			Paper: "Sudoku as a constraint network.",
			Here:  "sudoku/network.New",
		},
		{
			Place: "Definition 7", Kind: Formula,
			Paper: "The projection of a constraint on part of its scheme.",
			Here:  "sudoku/network.Network.Revise", Reading: "On one variable: its values that some valid tuple has.",
		},
		{
			Place: "Definition 8", Kind: Formula,
			Paper: "Generalized arc consistency: each value of a domain is in a valid tuple.",
			Here:  "sudoku/network.GAC, sudoku/cuckoo.NewGAC", Reading: "A filter of its own name: Example 9 filters less, and with this one most of the nine puzzles need no search.",
		},
		{
			Place: "Algorithm 6", Kind: Algorithm,
			Paper: "Revise: values without support on a constraint leave the domain.",
			Here:  "sudoku/network.Network.Revise", Reading: "By default support is what Example 9 shows: a value goes when another cell has it.",
		},
		{
			Place: "Algorithm 7", Kind: Algorithm,
			Paper: "Filtering: a queue of pairs of a variable and a constraint, until nothing changes.",
			Here:  "sudoku/network.Network.Filter", Reading: "Under the weak filter pairs of the same constraint return to the queue, too.",
		},
		{
			Place: "Example 9", Kind: Algorithm,
			Paper: "The filter on a box, a row and a column: six, five and four values go.",
			Here:  "sudoku/network.TestExample9, sudoku/network.AC3",
		},
		{
			Place: "Figure 2", Kind: Drawing,
			Paper: "Example 9 on a box.",
			Here:  "sudoku/network.TestExample9", Reading: "A board that fits the numbers of the text: the drawing is missing.",
		},
		{
			Place: "Figure 3", Kind: Drawing,
			Paper: "Example 9 on a row.",
			Here:  "sudoku/network.TestExample9", Reading: "As Figure 2.",
		},
		{
			Place: "Figure 4", Kind: Drawing,
			Paper: "Example 9 on a column.",
			Here:  "sudoku/network.TestExample9", Reading: "As Figure 2.",
		},
	}
}

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
	for i, level := range []string{"easy", "medium", "hard"} {
		for _, letter := range []string{"a", "b", "c"} {
			id := []string{"s10", "s11", "s12"}[i] + letter
			rows = append(rows, Row{
				Place: "Table 1, " + level + " " + letter, Kind: Table,
				Paper: "Tries solved within 10,000 iterations: " + cuckooTable1(id).Text + ".",
				Here:  "sudoku/paper.Of1, 61-sudoku-cuckoo", Reading: "The puzzle is " + id + " by Mantere and Koljonen, inferred.",
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
				Place: "Table 2, " + level + ", " + solver.Label(method, ""), Kind: Table,
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
	return share(analysis.Default.Wilson(solved, len(records))), records, err
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
		c := analysis.Default.Compare(records, analysis.Question{Labels: []string{chosen, other}}).Contrasts[0]
		return Finding{Paper: above(0, "above 0"), Ours: Figure{signed(c.Effect), c.Effect, c.Interval}, Basis: basis(study, records)}, nil
	}
}
