package papers

func sudokuACO() Paper {
	return Paper{
		Key:       "sudoku-aco",
		Reference: "N. Torosdagli, “Ant Colony Optimization for Solving Sudoku Puzzles”, University of Central Florida",
		Rows: []Row{
			{
				Place: "section 2, candidates", Kind: Algorithm,
				Paper:   "The candidates of a cell are nine bits of a short, bit 0 for the digit 1.",
				Here:    "sudoku/aco.board",
				Reading: "64 bits, for boards up to 36×36.",
			},
			{
				Place: "Algorithm 1", Kind: Algorithm,
				Paper: "The digits of a row are taken from the candidates of its open cells.",
				Here:  "sudoku/aco.board.clear, sudoku/aco.TestSimplificationEqualsListings",
			},
			{
				Place: "Algorithm 2", Kind: Algorithm,
				Paper: "The same, column by column.",
				Here:  "sudoku/aco.board.clear, sudoku/aco.TestSimplificationEqualsListings",
			},
			{
				Place: "Algorithm 3", Kind: Algorithm,
				Paper: "The same, box by box.",
				Here:  "sudoku/aco.board.clear, sudoku/aco.TestSimplificationEqualsListings",
			},
			{
				Place: "Algorithm 4", Kind: Algorithm,
				Paper:   "The three in turn, until none changes anything.",
				Here:    "sudoku/aco.simplify, sudoku/aco.OneSingle, sudoku/aco.NoSingles, 60-sudoku-aco",
				Reading: "Cells with one candidate are filled, too. No listing does that, but section 2 picks a cell “which has at least 2 candidate numbers” afterwards. NoSingles leaves them open, as printed.",
			},
			{
				Place: "Algorithm 5, lines 1–2", Kind: Parameter,
				Paper: "An award of 1 and a punishment of 0.005.",
				Here:  "sudoku/aco.Solver.Award, sudoku/aco.Solver.Punishment",
			},
			{
				Place: "Algorithm 5, line 4", Kind: Algorithm,
				Paper:   "The initial board is copied whenever the listing is run.",
				Here:    "sudoku/aco.ant.trip",
				Reading: "It is copied once: otherwise going back would lead to the dead end itself.",
			},
			{
				Place: "Algorithm 5, lines 5–10", Kind: Algorithm,
				Paper: "An open cell is picked at random.",
				Here:  "sudoku/aco.ant.trip",
			},
			{
				Place: "Algorithm 5, lines 11–19", Kind: Algorithm,
				Paper:   "Of the cell's candidates the one with the most pheromone is taken, of several the first. A candidate is told by bit[k] & candidates == 1.",
				Here:    "sudoku/aco.ant.choose, sudoku/aco.FirstTie, sudoku/aco.TestChoice",
				Reading: "≠ 0 for == 1, which holds for the digit 1 only.",
			},
			{
				Place: "Algorithm 5, lines 20–23", Kind: Algorithm,
				Paper:   "If assignedNumber is a digit, the cell gets it; if the board is valid, the digit's pheromone grows by the award.",
				Here:    "sudoku/aco.ant.turn, sudoku/aco.ant.reward, sudoku/aco.TestReward",
				Reading: "aNumber for assignedNumber, which nothing sets.",
			},
			{
				Place: "Algorithm 5, lines 24–27", Kind: Algorithm,
				Paper: "If the board is invalid, the pheromone falls by the punishment, to no less than 0, and the candidate is taken away.",
				Here:  "sudoku/aco.ant.turn, sudoku/aco.TestPunishments, 60-sudoku-aco",
			},
			{
				Place: "Algorithm 5, lines 28–32", Kind: Algorithm,
				Paper: "A cell without candidates sends the board back to the givens, with all masks full; the pheromone stays.",
				Here:  "sudoku/aco.ant.trip, sudoku/aco.board.copyFrom",
			},
			{
				Place: "Algorithm 6", Kind: Algorithm,
				Paper:   "Simplification and ant take turns until the board is complete and valid.",
				Here:    "sudoku/aco.Solver.Solve",
				Reading: "A run also ends with its budget; the paper has no rule to stop.",
			},
		},
	}
}
