package papers

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
		{Place: "abstract, NP-complete", Kind: Claim, Paper: "Sudoku is NP-complete (by others).", Untried: theorem},
		{
			Place: "section 1, givens", Kind: Claim, Paper: "The number of givens has little or no impact on the difficulty; their places have.",
			Here: "62-sudoku-ants-at-scale", Incomparable: "62 has the share of given cells at which Sudokus of three sizes are hard, for other engines",
		},
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
