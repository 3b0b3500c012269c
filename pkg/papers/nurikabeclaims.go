package papers

import (
	"fmt"

	"formicary/pkg/analysis"
)

// nurikabeClaims are the claims about the algorithm and about table 1, and Figure 3.
func nurikabeClaims() []Row {
	const here = "01-nurikabe-table-1"
	rows := []Row{
		{
			Place: "section 3.3, best-value evaporation", Kind: Claim, Paper: "It prevents stagnation and early convergence to a local minimum.",
			Here: "02-pheromone", Reading: "More runs then succeed with fBVE = 0.001 than with 0, within 5,000 iterations.",
			Ours: more("nurikabe-bve", "BVE 0.001", "BVE 0"),
		},
		{
			Place: "section 3.3, local update", Kind: Claim, Paper: "It makes ants less likely to follow each other, and so prevents early convergence.",
			Untried: "no study leaves the local update out",
		},
		{
			Place: "section 4.2, all runs", Kind: Claim, Paper: "Scheme 1 succeeds in 69.9 % of the runs; the table has 0.700.",
			Here: here, Incomparable: "the row of table 1 for all sizes",
		},
		{
			Place: "section 4.2, solved at least once", Kind: Claim, Statement: anyRun, Paper: "88.2 % of the puzzles.",
			Here: "nurikabe/paper.AnyOfHundred, 03-nurikabe-table-2", Incomparable: "the row of table 1 for all sizes",
		},
		{
			Place: "section 4.2, solved at least once, below 200 cells", Kind: Claim, Statement: anyRun, Paper: "97.7 % of the puzzles.",
			Here: "nurikabe/paper.AnyOfHundred, 03-nurikabe-table-2", Incomparable: fiveRuns,
		},
		{
			Place: "section 4.2, solved at least once, larger boards", Kind: Claim, Statement: anyRun,
			Paper: "42.6 % of the puzzles; by Table 1 it is 67 of 157, which is 42.7 %.",
			Here:  "nurikabe/paper.AnyOfHundred, 03-nurikabe-table-2", Incomparable: fiveRuns,
		},
		{
			Place: "section 4.2, large boards", Kind: Claim, Statement: anyRun, Paper: "None of the 21 puzzles “with more than 400 cells” is solved; the 21 have 400 cells and more.",
			Here: here, Incomparable: "the row of table 1 for this class",
		},
		{
			Place: "Table 1, schemes 4 and 5", Kind: Claim, Statement: exchange,
			Paper: "The furthest island next is better than the nearest: 0.606 against 0.489 of runs. It is in each class below 300 cells, it is not from 300 to 399, and from 400 on both are 0.",
			Here:  here, Reading: "From clue to clue. Of six other readings of the distance four settle the opposite, and two settle nothing.", Ours: gap(orderOf(4), orderOf(5)),
		},
		{
			Place: exchange, Kind: Claim, Paper: "Row 4 is the furthest, row 5 the nearest.",
			Here: "nurikabe/paper.Exchanged, " + here, Ours: exchanged,
		},
		{
			Place: "section 4.2, why scheme 1", Kind: Claim, Paper: "A random order gives ants better chances of a favourable one.",
			Untried: "an explanation; no experiment separates it from others",
		},
		{
			Place: "Figure 3", Kind: Drawing, Paper: "The largest solution that ants found, of 336 cells.",
			Here: "03-nurikabe-table-2", Reading: "The largest board that our runs solved.", Ours: largest,
		},
	}
	for _, other := range []int{0, 2, 3, 4, 5} {
		rows = append(rows, Row{
			Place: fmt.Sprintf("section 4.2, %s against %s", rowOf(1), rowOf(other)), Kind: Claim, Statement: bestScheme,
			Paper: "Scheme 1 succeeds most.", Here: here, Ours: gap(best, orderOf(other)),
		})
	}
	return append(rows, Row{
		Place: "section 4.2, scheme 1 in each class", Kind: Claim, Statement: bestScheme,
		Paper: "Scheme 1 succeeds most in all classes. From 400 cells on no scheme solves anything.",
		Here:  here, Reading: "In each class below 400 cells.", Ours: inEveryClass,
	})
}

// nurikabeLast are Figure 4 and the claims about table 2 and in the conclusions.
func nurikabeLast() []Row {
	const here = "03-nurikabe-table-2"
	return []Row{
		{
			Place: "section 4.3, time", Kind: Parameter, Paper: "The ants' time is that of all runs by the number of successes; Copris runs once.",
			Here: "analysis.HeadToHeadTime, " + here,
		},
		{Place: "Figure 4, left", Kind: Drawing, Paper: "Time against time, a mark a puzzle.", Here: here, Reading: "Our complete solver for Copris."},
		{
			Place: "Figure 4, right", Kind: Drawing, Paper: "Success against size: of Copris in its run, of the ants in any of 100 runs.",
			Here: "nurikabe/paper.AnyOfHundred, " + here, Reading: "Our complete solver for Copris. Below 100 cells ants have 100 runs on the puzzles that five do not solve, on larger boards five.",
		},
		{
			Place: "section 4.3, small and large boards", Kind: Claim, Paper: "Ants are quicker on the smallest boards. Above 200 cells Copris is the better one.",
			Here: here, Incomparable: otherSolver,
		},
		{
			Place: "section 4.3, medium boards", Kind: Claim, Paper: "From 100 cells on Copris is better in time and in success.",
			Here: here, Incomparable: otherSolver,
		},
		{
			Place: "section 4.3, milliseconds", Kind: Claim, Paper: "Copris takes a second or longer, ants often milliseconds on small boards.",
			Here: here, Incomparable: otherSolver,
		},
		{
			Place: "section 4.3, interactive games", Kind: Claim, Paper: "In a game that must answer at once ants would have a significant advantage.",
			Here: here, Incomparable: otherSolver,
		},
		{
			Place: "section 4.3, Sudoku", Kind: Claim, Paper: "On Sudoku ants do better than complete solvers on hard boards (by others), on Nurikabe not.",
			Here: here + ", 62-sudoku-ants-at-scale", Incomparable: "other complete solvers; 62 has ants and a complete solver on large Sudokus",
		},
		{
			Place: "section 5, no heuristic", Kind: Claim, Paper: "The ants know the rules only.",
			Here: "nurikabe/acs.Solver, 00-tour", Incomparable: "a property of the algorithm; ours has it, too",
		},
		futureWork("section 5, future work"),
	}
}

// futureWork is the plan that ends both versions of the paper.
func futureWork(place string) Row {
	return Row{
		Place: place, Kind: Claim, Paper: "A general solver of pencil puzzles may follow, with such puzzles as benchmarks for nature-inspired optimization.",
		Here: "model/acs.Solver, 53-do-ants-generalise", Incomparable: "a plan; 53 has ants that know the declared rules of 34 kinds and nothing else",
	}
}

// cells is a size class in words.
func cells(c analysis.Class) string {
	if c == (analysis.Class{}) {
		return "all sizes"
	}
	return fmt.Sprintf("%v cells", c)
}
