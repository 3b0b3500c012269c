package papers

func nonogram() Paper {
	return Paper{
		Key: "nonogram",
		Reference: "S. Salcedo-Sanz, E. G. Ortiz-García, A. M. Pérez-Bellido, A. Portilla-Figueras and X. Yao, " +
			"“Solving Japanese Puzzles with Heuristics”, IEEE Symposium on Computational Intelligence and Games 2007",
		Rows: []Row{
			{
				Place: "equation (3)", Kind: Formula,
				Paper: "Of a block longer than the slack of its line the middle squares are filled.",
				Here:  "nonogram/deduction.TestPreprocess",
			},
			{
				Place: "section IV, machine", Kind: Parameter,
				Paper:   "A Pentium IV of 3 GHz.",
				Untried: "there is no such machine here",
			},
		},
	}
}
