package papers

func cuckoo() Paper {
	return Paper{
		Key: "cuckoo",
		Reference: "R. Soto, B. Crawford, C. Galleguillos, E. Monfroy and F. Paredes, “A Prefiltered Cuckoo Search Algorithm with Geometric Operators " +
			"for Solving Sudoku Problems”, The Scientific World Journal 2014",
		Rows: []Row{
			{
				Place: "equation (1)", Kind: Formula,
				Paper:   "A new solution is a step by a Lévy flight away from the old one.",
				Here:    "sudoku/cuckoo.Levy",
				Reading: "The flight is a number of swaps with a heavy tail. It is an option: section 4 puts geometric operators in its place.",
			},
			{
				Place: "Example 1", Kind: Algorithm,
				Paper: "The partially matched crossover of two rows, worked through.",
				Here:  "sudoku/genome.PMX, sudoku/genome.TestPMXExample1",
			},
		},
	}
}
