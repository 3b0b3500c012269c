package papers

func nurikabe() Paper {
	return Paper{
		Key:       "nurikabe",
		Reference: "M. Amos, M. Crossley and H. Lloyd, “Solving Nurikabe with Ant Colony Optimization (Extended version)”, 2019",
		Rows: []Row{
			{
				Place: "section 4.2, parameters", Kind: Parameter,
				Paper: "m = 10, ρ = 0.2, ξ = 0.1, q0 = 0.9, fBVE = 0.001.",
				Here:  "colony.Defaults, colony.TestFlags",
			},
			{
				Place: "section 3.3, cost", Kind: Formula,
				Paper:   "The white cells that are missing, and a penalty for each 2×2 block of black ones.",
				Here:    "nurikabe/acs.ant.Cost, nurikabe/acs.TestCostOfBoards",
				Reading: "The penalty, of which the paper does not say how large it is, is 1 a block.",
			},
		},
	}
}

func gecco() Paper {
	return Paper{
		Key: "gecco",
		Reference: "M. Amos, M. Crossley and H. Lloyd, “Solving Nurikabe with Ant Colony Optimization”, " +
			"Genetic and Evolutionary Computation Conference 2019",
		Rows: []Row{
			{
				Place: "section 2", Kind: Algorithm,
				Paper: "The algorithm of the extended version, in words.",
				Here:  "nurikabe/acs.Solver",
			},
		},
	}
}
