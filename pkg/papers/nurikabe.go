package papers

func nurikabe() Paper {
	return Paper{
		Key:       "nurikabe",
		Reference: "M. Amos, M. Crossley and H. Lloyd, “Solving Nurikabe with Ant Colony Optimization (Extended version)”, 2019",
		Rows:      append(nurikabeMethod(), nurikabeResults()...),
	}
}

// nurikabeMethod are the rules, Algorithm 1, the formulas and the schemes.
func nurikabeMethod() []Row {
	return []Row{
		{
			Place: "section 1, rules", Kind: Algorithm,
			Paper: "The wall hangs together; each clue has an island of its size, and islands do not touch; no 2×2 block is black.",
			Here:  "nurikabe.Puzzle.Check, nurikabe.TestCheck",
		},
		{
			Place: "Figure 1", Kind: Drawing,
			Paper:   "A puzzle and its solution.",
			Here:    "nurikabe.Puzzle.Draw, 00-tour",
			Reading: "Drawn of a puzzle of the lab's own set.",
		},
		{
			Place: "Figure 2", Kind: Drawing,
			Paper:   "A wrong board: blocks (A), an island with two clues (B), islands of a wrong size (C), a wall in pieces (D).",
			Here:    "nurikabe.Puzzle.Check, nurikabe.TestCheck, nurikabe.TestDrawGolden",
			Reading: "Check names all four faults; Draw marks them.",
		},
		{
			Place: "section 1, NP-complete", Kind: Claim,
			Paper:   "The problem is NP-complete, also with islands of one or two cells (by others).",
			Untried: theorem,
		},
		{
			Place: "section 3.1", Kind: Algorithm,
			Paper: "A board of n×m cells; those with a clue stay white.",
			Here:  "nurikabe.Puzzle.Clue, nurikabe/acs.newFrame",
		},
		{
			Place: "Algorithm 1, line 2", Kind: Parameter,
			Paper: "One pheromone value a cell; all begin at τ0 = 1/c, c the number of cells.",
			Here:  "colony.Settings.Tau0, nurikabe/acs.problem.Scale, colony.TestUpdatesByHand",
		},
		{
			Place: "Algorithm 1, line 3", Kind: Algorithm,
			Paper:   "Iterations go on until the puzzle is solved.",
			Here:    "colony.Colony.Run, colony.TestRunSolves",
			Reading: "A run also ends with its budget. The iteration that solves updates nothing: 1/f has no value there.",
		},
		{
			Place: "Algorithm 1, lines 4–8", Kind: Algorithm,
			Paper:   "Each ant gets a board of its own, black but for the clues, and a random island to start with.",
			Here:    "nurikabe/acs.ant.Reset, nurikabe/acs.itinerary.begin, nurikabe/acs.TestSchemesOrder",
			Reading: "The order of islands is made anew for each ant in each iteration.",
		},
		{
			Place: "Algorithm 1, lines 9–11 and 20–22", Kind: Algorithm,
			Paper:   "Ants take turns until all have finished; an ant goes on while its islands are not all filled.",
			Here:    "colony.Colony.construct, nurikabe/acs.ant.Step, nurikabe/acs.TestFastAgreesWithOracle",
			Reading: "In a fixed order, one cell a turn. An ant has finished when it has visited each island once: with an island that cannot be filled it never would by line 11. An island with clue 1 is passed over without a turn, for lines 12–15 would add a cell to it.",
		},
		{
			Place: "Algorithm 1, line 12", Kind: Algorithm,
			Paper: "N has the cells around the current island.",
			Here:  "nurikabe/acs.ant.gather, nurikabe/acs.TestFastAgreesWithOracle",
		},
		{
			Place: "Algorithm 1, line 13", Kind: Algorithm,
			Paper:   "Cut cells of the wall leave N; a depth-first search finds them.",
			Here:    "nurikabe/acs.wall.isCut, nurikabe/acs.TestCutCellsEqualDepthFirstSearch",
			Reading: "The same cells are found by a union-find of white cells, and tested when they are chosen. Where the wall begins in pieces a cut cell is one whose removal makes more of them.",
		},
		{
			Place: "Algorithm 1, line 14", Kind: Algorithm,
			Paper:   "Cells beside another island leave N.",
			Here:    "nurikabe/acs.ant.meet, nurikabe/acs.TestFastAgreesWithOracle",
			Reading: "Another island is any other clue with what has grown from it, visited or not.",
		},
		{
			Place: "Algorithm 1, line 15", Kind: Algorithm,
			Paper: "A cell of N is selected if there is one, joins the island, and its pheromone is updated at once.",
			Here:  "nurikabe/acs.ant.take, colony.Trail.Took",
		},
		{
			Place: "Algorithm 1, lines 16–18", Kind: Algorithm,
			Paper:   "The ant moves on when the island has its size, or N is empty.",
			Here:    "nurikabe/acs.ant.nextIsland, nurikabe/acs.TestNoWallLeft",
			Reading: "Moving on from an island without candidates is a turn, and the island is given up for good.",
		},
		{
			Place: "Algorithm 1, line 25", Kind: Algorithm,
			Paper:   "The ant with the lowest cost is the best.",
			Here:    "colony.Colony.bestAnt, colony.TestEqualSolutionIsNotTaken",
			Reading: "Of several the first.",
		},
		{
			Place: "section 3.3, cost", Kind: Formula,
			Paper:   "The sum of the clues less the white cells, and a penalty for each 2×2 block of black ones.",
			Here:    "nurikabe/acs.ant.Cost, nurikabe/acs.TestCostWeights, nurikabe/acs.TestCostOfBoards",
			Reading: "The penalty, of which the paper does not say how large it is, is 1 a block, as much as a missing cell. Clues that touch and pieces of a wall that was never whole cost 1, too, so that 0 is a solution.",
		},
		{
			Place: "equation (1)", Kind: Formula,
			Paper:   "The greedy choice: the candidate with the most pheromone.",
			Here:    "colony.Trail.ChooseGreedy, colony.TestChoiceFollowsPheromone, colony.TestFirstTie, 40-change-one-rule",
			Reading: "Of several one at random; the first instead is an option.",
		},
		{
			Place: "equation (2)", Kind: Formula,
			Paper: "The roulette: in proportion to the pheromone.",
			Here:  "colony.Trail.ChooseRoulette, colony.TestChoiceFollowsPheromone",
		},
		{
			Place: "equation (3)", Kind: Formula,
			Paper: "Greedy where q < q0, q uniform between 0 and 1, otherwise the roulette.",
			Here:  "colony.Trail.Greedy, colony.TestGreedyTurn",
		},
		{
			Place: "equation (4)", Kind: Formula,
			Paper: "The local update: τ ← (1−ξ)τ + ξτ0 on each cell as it is taken.",
			Here:  "colony.Trail.Took, colony.TestUpdatesByHand, colony.TestLocalUpdateKeepsTau0",
		},
		{
			Place: "equation (5)", Kind: Formula,
			Paper:   "The deposit: Δτ = 1/f. It replaces τbest where it is larger.",
			Here:    "colony.Colony.update, colony.TestWorseSolutionIsNotTaken",
			Reading: "τbest begins at 0. With it the best solution is replaced.",
		},
		{
			Place: "equation (6)", Kind: Formula,
			Paper:   "The global update: τ ← (1−ρ)τ + ρτbest on the cells of the best solution only.",
			Here:    "colony.Colony.update, colony.TestUpdatesByHand",
			Reading: "Its cells are those that the ant took; nothing reads the clues' pheromone.",
		},
		{
			Place: "equation (7)", Kind: Formula,
			Paper: "Best-value evaporation: τbest ← (1−fBVE)τbest, after the global update.",
			Here:  "colony.Colony.update, colony.TestEvaporationByHand, 02-pheromone",
		},
		scheme("Scheme 0", "Islands in raster order, from a random one on.", "nurikabe/acs.Raster", ""),
		scheme("Scheme 1", "Islands shuffled.", "nurikabe/acs.Shuffled", "For each ant in each iteration."),
		scheme("Scheme 2", "The largest clue first, from a random place of the list on.", "nurikabe/acs.LargestFirst", "Equal clues stand in raster order."),
		scheme("Scheme 3", "The smallest clue first, from a random place of the list on.", "nurikabe/acs.SmallestFirst", "Equal clues stand in raster order."),
		scheme("Scheme 4", "Next is the remaining island furthest from the clue of the current one, by Manhattan distance.", "nurikabe/acs.Furthest", farNear),
		scheme("Scheme 5", "Next is the remaining island nearest to the clue of the current one, by Manhattan distance.", "nurikabe/acs.Nearest", farNear),
	}
}

// theorem is why no run stands beside one.
const theorem = "a theorem, which runs cannot test"

const farNear = "From clue to clue, the first in raster order of several equally far; islands with clue 1 count as visited. Other readings: study nurikabe-furthest-nearest."

func scheme(place, text, name, reading string) Row {
	return Row{Place: place, Kind: Algorithm, Paper: text, Here: name + ", nurikabe/acs.TestSchemesOrder, 01-nurikabe-table-1", Reading: reading}
}

func gecco() Paper {
	const same, tables = "as the extended version", "01-nurikabe-table-1, 03-nurikabe-table-2"
	return Paper{
		Key: "gecco",
		Reference: "M. Amos, M. Crossley and H. Lloyd, “Solving Nurikabe with Ant Colony Optimization”, " +
			"Genetic and Evolutionary Computation Conference 2019",
		Rows: []Row{
			{Place: "section 1, NP-complete", Kind: Claim, Paper: "The problem is NP-complete (by others).", Untried: theorem},
			{Place: "Figure 1", Kind: Drawing, Paper: "Figures 1 and 2 of the extended version.", Here: "nurikabe.Puzzle.Check, nurikabe.TestCheck"},
			{
				Place: "section 2", Kind: Algorithm,
				Paper:   "Algorithm 1 of the extended version, in words, without formulas and schemes.",
				Here:    "nurikabe/acs.Solver",
				Reading: "As the extended version; the runs are those of its scheme 1, whose figures are the same.",
			},
			{
				Place: "section 3, runs", Kind: Parameter,
				Paper: "908 puzzles, 100 runs of a minute each, m = 10, ρ = 0.2, ξ = 0.1, q0 = 0.9, fBVE = 0.001: as the extended version.",
				Here:  "colony.Defaults, nurikabe/paper.Limit, " + tables,
			},
			{
				Place: "Figure 2", Kind: Drawing,
				Paper:   "Figure 4 of the extended version.",
				Here:    "03-nurikabe-table-2",
				Reading: "Our complete solver for Copris.",
			},
			{Place: "Figure 3", Kind: Drawing, Paper: "Figure 3 of the extended version.", Here: "03-nurikabe-table-2", Reading: "The largest board that our runs solved."},
			{
				Place: "section 3, small boards", Kind: Claim, Paper: "Below 100 cells ants are quicker on 100 puzzles, Copris on 35.",
				Here: tables, Ours: quicker(0), Incomparable: otherSolver,
			},
			{
				Place: "section 3, medium boards", Kind: Claim, Paper: "From 100 to 199 cells ants are quicker on 259 puzzles, Copris on 335.",
				Here: tables, Ours: quicker(1), Incomparable: otherSolver,
			},
			{
				Place: "section 3, other claims", Kind: Claim, Paper: "Copris takes a second or longer, ants milliseconds on small boards; Sudoku is easier for ants.",
				Here: tables, Incomparable: same,
			},
			futureWork("section 4, future work"),
		},
	}
}
