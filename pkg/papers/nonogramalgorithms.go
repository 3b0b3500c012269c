package papers

// nonogramAlgorithms are the rows of sections II and III, and of the genetic
// algorithm that section IV outlines.
func nonogramAlgorithms() []Row {
	return []Row{
		{
			Place: "section I, rules", Kind: Algorithm,
			Paper: "Blocks in their order, at least one blank between two; in colour between two of the same colour only.",
			Here:  "nonogram.Puzzle.Check, nonogram.Clue.Gap",
		},
		{Place: "section I, NP-hard", Kind: Claim, Paper: "Japanese puzzles are NP-hard (by others).", Untried: theorem},
		{
			Place: "Figure 1", Kind: Drawing,
			Paper:   "A puzzle, King Kong, and its solution.",
			Here:    "nonogram.Puzzle.Draw",
			Reading: "The picture is a publisher's; others are drawn.",
		},
		{
			Place: "section II-A.1", Kind: Algorithm,
			Paper:   "Complete fill: a block as long as its line fills it. The text gives N for rows and M for columns.",
			Here:    "nonogram/deduction.State.PreprocessLine, nonogram/deduction.TestPreprocess",
			Reading: "M for rows and N for columns, as in equations (1) and (2).",
		},
		{
			Place: "equation (1)", Kind: Formula,
			Paper: "Blocks and the blanks between them take the whole row: then all is known.",
			Here:  "nonogram.Clue.Slack, nonogram/deduction.State.PreprocessLine, nonogram/deduction.TestPreprocess",
		},
		{
			Place: "equation (2)", Kind: Formula,
			Paper: "The same for columns.",
			Here:  "nonogram.Clue.Slack, nonogram/deduction.State.PreprocessLine, nonogram/deduction.TestPreprocess",
		},
		{
			Place: "equation (3)", Kind: Formula,
			Paper: "Of a block longer than the slack of its line n − l squares are filled.",
			Here:  "nonogram/deduction.State.PreprocessLine, nonogram/deduction.TestPreprocess",
		},
		{
			Place: "equation (4)", Kind: Formula,
			Paper: "The last place of a block is its first one and the slack.",
			Here:  "nonogram/deduction.State.PreprocessLine, nonogram/deduction.TestPreprocess",
		},
		{
			Place: "Figure 2", Kind: Drawing,
			Paper: "A block of 15 in a line of 15.",
			Here:  "nonogram/deduction.TestPreprocess",
		},
		{
			Place: "Figure 3", Kind: Drawing,
			Paper:   "A line without slack.",
			Here:    "nonogram/deduction.TestPreprocess",
			Reading: "Its numbers are in the picture only; the test has others.",
		},
		{
			Place: "Figure 4", Kind: Drawing,
			Paper: "A block of 10 in a line of 15 fills the five squares in the middle.",
			Here:  "nonogram/deduction.TestPreprocess",
		},
		{
			Place: "Figure 5", Kind: Drawing,
			Paper: "20 squares and five blocks, the first of 3: squares 2 and 3 are filled.",
			Here:  "nonogram/deduction.TestPreprocess",
		},
		{
			Place: "section II-B", Kind: Algorithm,
			Paper:   "Preprocessing: these rules once on each row and column.",
			Here:    "nonogram/deduction.State.Preprocess, nonogram/deduction.TestPreprocessSound",
			Reading: "An empty clue, of which the paper does not speak, makes the line blank.",
		},
		{
			Place: "section III-1", Kind: Algorithm,
			Paper: "Combinatorial heuristic: of the line with most fixed squares all arrangements are tried; what is the same in all is fixed. " +
				"It stops trying when all squares are unknown.",
			Here: "nonogram/combinatorial.Solver, nonogram/combinatorial.TestFixpoint",
			Reading: "The number of fixed squares, or their share (ByShare). A line without news is not tried again, and a run with no line left is stuck; " +
				"the listing would go on. With and without pruning.",
		},
		{
			Place: "Figure 6", Kind: Drawing,
			Paper:   "Right-most and left-most solution of a line.",
			Here:    "nonogram/deduction.Extremes, nonogram/logic.TestExtremes",
			Reading: "Of all arrangements that agree with what is known each block at its left-most (right-most) place; the paper does not say how they are found.",
		},
		{
			Place: "Sub-procedure 1", Kind: Algorithm,
			Paper: "Squares that the same block covers in both solutions are filled.",
			Here:  "nonogram/logic.One, nonogram/logic.TestRules",
		},
		{
			Place: "Sub-procedure 2", Kind: Algorithm,
			Paper:   "Squares between the end of a block in the right-most and the start of the next in the left-most solution are blank.",
			Here:    "nonogram/logic.Two, nonogram/logic.TestRules",
			Reading: "Also before the first block and behind the last one.",
		},
		{
			Place: "Sub-procedure 3", Kind: Algorithm,
			Paper:   "Beside a blank, a filled square begins or ends a block: as many squares are filled as the smallest block has that may contain it.",
			Here:    "nonogram/logic.Three, nonogram/logic.TestRules",
			Reading: "The smallest that may begin (end) there, which is sound and finds no less; the border counts as a blank.",
		},
		{
			Place: "Sub-procedure 4", Kind: Algorithm,
			Paper:   "A group of unknown squares between blanks that is smaller than a given block is blank.",
			Here:    "nonogram/logic.Four, nonogram/logic.TestRules",
			Reading: "Smaller than every block that may come there.",
		},
		{
			Place: "Sub-procedure 5", Kind: Algorithm,
			Paper:   "A run of filled squares has a blank beside it where every block that it can belong to has one.",
			Here:    "nonogram/logic.Five, nonogram/logic.TestRules",
			Reading: "Where all such blocks are as long as the run. The strong reading looks at both ends one by one.",
		},
		{
			Place: "Figure 7", Kind: Drawing,
			Paper: "Sub-procedure 1 on a line with a blank.",
			Here:  "nonogram/logic.TestRules", Reading: "Its numbers are in the picture only; the test has others.",
		},
		{
			Place: "Figure 8", Kind: Drawing,
			Paper: "Sub-procedure 2 with two filled squares.",
			Here:  "nonogram/logic.TestRules", Reading: "Its numbers are in the picture only; the test has others.",
		},
		{
			Place: "Figure 9", Kind: Drawing,
			Paper: "Sub-procedure 3: a blank and a filled square, the smallest block has 3.",
			Here:  "nonogram/logic.TestRules", Reading: "Its other numbers are in the picture only.",
		},
		{
			Place: "Figure 10", Kind: Drawing,
			Paper: "Sub-procedure 4: square 7 between blanks, the remaining block has 2.",
			Here:  "nonogram/logic.TestRules", Reading: "Its other numbers are in the picture only.",
		},
		{
			Place: "Figure 11", Kind: Drawing,
			Paper: "Sub-procedure 5: blanks beside a filled square.",
			Here:  "nonogram/logic.TestRules", Reading: "Its numbers are in the picture only; the test has others.",
		},
		{
			Place: "section III-2", Kind: Algorithm,
			Paper:   "Logic heuristic: of the line with most modified squares in the previous step, both solutions and then the sub-procedures in their order.",
			Here:    "nonogram/logic.Solver, nonogram/logic.TestNeverWrong, nonogram/logic.TestAgainstLineSolving",
			Reading: "Modified since the line was last taken. A run with no such line is stuck; the listing would go on.",
		},
		{
			Place: "Sub-procedure colour", Kind: Algorithm,
			Paper:   "In colour, over all lines in their order: each square keeps the colours that it can have between both solutions, in place of 1 and 2.",
			Here:    "nonogram/logic.Colour, nonogram/logic.TestNeverWrong, 13-colour",
			Reading: "Again and again until nothing changes. The extra rules for colour, on a page that is gone, are taken to be those of section I.",
		},
		{
			Place: "section IV, GA, encoding", Kind: Algorithm,
			Paper:   "Columns are genes and satisfy their clues; rows are sought. Mutation puts in a new random column; a local search is added.",
			Here:    "nonogram/genetic.Solver, nonogram/genetic.TestPopulation, nonogram/genetic.TestSampleEven",
			Reading: "Cost, sizes, rates and local search are ours: the paper refers to an article on teaching, [15]. See package genetic.",
		},
		{
			Place: "Figure 12", Kind: Drawing,
			Paper:   "Crossover: two boards exchange columns.",
			Here:    "nonogram/genetic.Uniform, nonogram/genetic.OnePoint, nonogram/genetic.TestOperators",
			Reading: "Each column with probability 1/2, or all from one on.",
		},
		{
			Place: "reference [11]", Kind: Algorithm,
			Paper:   "A solver by constraint programming.",
			Here:    "nonogram/pushfit.Solver",
			Reading: "Steve Simpson's: lines by pushing, then completely, then a guess, as its author's pages have it.",
		},
	}
}
