package papers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku/paper"
)

func sudokuACO() Paper {
	p := Paper{
		Key:       "sudoku-aco",
		Reference: "N. Torosdagli, “Ant Colony Optimization for Solving Sudoku Puzzles”, University of Central Florida",
		Rows: []Row{
			{Place: "abstract, NP-complete", Kind: Claim, Paper: "Sudoku is NP-complete (by others).", Untried: theorem},
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
			{
				Place: "abstract, trip", Kind: Algorithm,
				Paper:   "Pheromone is updated at the end of the trip, by its validity.",
				Here:    "sudoku/aco.AfterTrip, sudoku/aco.TestTripRewardsNothing, 60-sudoku-aco",
				Reading: "An option. The listing updates after each choice. Where all choices of a trip are rewarded together, nothing is awarded before the solution, and pheromone stays 0. Where a trip is one choice with the simplification that follows, it is AfterSimplification.",
			},
			{
				Place: "section 2, probability", Kind: Algorithm,
				Paper:   "A probability of selection is computed from the pheromone; the candidate with the greatest one is taken.",
				Here:    "sudoku/aco.FirstTie, sudoku/aco.RandomTie, sudoku/aco.Roulette",
				Reading: "The greatest pheromone has the greatest probability, so that the listing is followed. Random ties and a roulette are options.",
			},
			{
				Place: "section 2, initial pheromone", Kind: Parameter,
				Paper: "All candidates begin with a pheromone of 0.",
				Here:  "sudoku/aco.newAnt",
			},
			{
				Place: "section 2, evaporation", Kind: Parameter,
				Paper: "None, unlike in her reference [5].",
				Here:  "sudoku/aco.ant.reward",
			},
			{
				Place: "section 2, convergence", Kind: Claim,
				Paper: "The search converges because the pheromone of valid candidates grows.",
				Here:  "60-sudoku-aco", Reading: "Then a solution takes more choices where nothing is awarded: a factor above 1.",
				Ours: effort("listing, no award", "listing", above(1, "above 1")),
			},
			{
				Place: "section 2.2, values, no punishment", Kind: Claim, Statement: "section 2.2, values",
				Paper: "An award of 1 and a punishment of 0.005 are the optimum for the puzzles tested.",
				Here:  "60-sudoku-aco", Reading: judged + " Then a punishment of 0 takes more choices: a factor above 1.",
				Ours: effort("simplified, no punishment", "simplified", above(1, "above 1")),
			},
			{
				Place: "section 2.2, values, punishment 0.1", Kind: Claim, Statement: "section 2.2, values",
				Paper: "The same.",
				Here:  "60-sudoku-aco", Reading: judged + " Then a punishment of 0.1 takes more choices: a factor above 1.",
				Ours: effort("simplified, punishment 0.1", "simplified", above(1, "above 1")),
			},
			{
				Place: "section 2.2, invalid boards, listing", Kind: Claim, Statement: "section 2.2, invalid boards",
				Paper: "A choice makes the board invalid with a much higher probability than it leaves it valid.",
				Here:  "60-sudoku-aco, sudoku/aco.TestPunishments",
				Ours:  invalid("listing"),
			},
			{
				Place: "section 2.2, invalid boards, simplified", Kind: Claim, Statement: "section 2.2, invalid boards",
				Paper: "The same.",
				Here:  "60-sudoku-aco", Reading: judged,
				Ours: invalid("simplified"),
			},
		},
	}
	for _, reading := range []struct{ label, says string }{
		{"simplified", judged + " “Much longer” is taken for more than twice the choices: a factor above 2. As listed no choice is punished, and the two are the same run."},
		{"simplified, random ties", "As before, with random ties."},
		{"simplified, roulette", "As before; the digit is drawn in proportion to pheromone."},
		{"simplified, at once", "As before; any cell without candidates ends a trip, whether it is picked or not."},
		{"on the spot", "Single candidates are filled while a unit is gone through, so that a unit can get a digit twice and a choice is invalid."},
		{"on the spot, simplified", "Both: filled on the spot, and judged after the simplification."},
	} {
		p.Rows = append(p.Rows, Row{
			Place: "section 2.2, equal values, " + reading.label, Kind: Claim, Statement: "section 2.2, equal values",
			Paper: "With award and punishment the same, convergence takes much longer.",
			Here:  "60-sudoku-aco", Reading: reading.says,
			Ours: effort(reading.label+", equal", reading.label, above(2, "above 2")),
		})
	}
	p.Rows = append(p.Rows, Row{
		Place: "Table 1, all", Kind: Table,
		Paper: "All eleven puzzles have a duration; of failures nothing is said.",
		Here:  "60-sudoku-aco, sudoku/aco.TestPaperPuzzles", Reading: "Each is solved in some run; the paper's runs had no limit.",
		Ours: everyPuzzle,
	})
	for i := 1; i <= 11; i++ {
		p.Rows = append(p.Rows, duration(fmt.Sprintf("puzzle %d", i)))
	}
	p.Rows = append(p.Rows, Row{
		Place: "section 3, machine", Kind: Parameter,
		Paper:   "C++ on a MacBook Pro, 2.6 GHz Intel Core i5, 8 GB.",
		Untried: "there is no such machine here",
	}, Row{
		Place: "section 4, strength", Kind: Claim,
		Paper: "The strength of ant colonies on Sudoku is proved.",
		Here:  "60-sudoku-aco, 63-exact", Incomparable: "the paper compares with no other method",
	}, Row{
		Place: "section 4, future work", Kind: Claim,
		Paper:   "To observe on which types of Sudoku the ant is quick and on which slow would improve it.",
		Untried: "no study classifies Sudokus by what makes them slow for this ant",
	}, Row{
		Place: "appendices A and B", Kind: Parameter,
		Paper:   "Eleven puzzles, the last by Inkala.",
		Here:    "60-sudoku-aco, sudoku/exact.Count, sudoku/paper.TestNames",
		Reading: "The ı in puzzle 7 is a blank. Puzzle 3 as printed has 74 solutions, of which any counts; the others have one.",
	})
	return p
}

// acoStudy is the study about this paper.
const acoStudy = "sudoku-aco"

// judged is the reading in which most of her claims about rewards can be tried.
const judged = "A choice is judged after the simplification that follows; judged before it, as listed, none is invalid."

// everyPuzzle counts the paper's puzzles that the listing solves.
func everyPuzzle() (Finding, error) {
	records, err := runs(acoStudy, func(r experiment.Record) bool {
		return strings.HasPrefix(r.Puzzle, "puzzle ") && r.Is("listing")
	})
	if err != nil {
		return Finding{}, err
	}
	any, least := 0, 1.0
	for _, p := range analysis.Group(records).By(analysis.EachPuzzle).Success().Rows {
		any, least = any+min(p.Runs.Successes, 1), min(least, p.Runs.Rate)
	}
	ours := number(float64(any), fmt.Sprintf("%d puzzles, each in a share of at least %s of its runs", any, short(least)))
	return Finding{Paper: number(11, "11 puzzles"), Ours: ours, Basis: basis(acoStudy, records)}, nil
}

// effort is the choices of a solution that one label needs by those of another,
// on the puzzles that need any, with the interval across puzzles.
func effort(first, second string, claim Figure) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := runs(acoStudy, func(r experiment.Record) bool {
			return r.Evaluations > 0 && (r.Is(first) || r.Is(second))
		})
		if err != nil {
			return Finding{}, err
		}
		score := analysis.CostOfSolution(analysis.Evaluations)
		c := analysis.Group(records).Compare(analysis.Question{Score: score, Labels: []string{second, first}, AgainstFirst: true}).Contrasts[0]
		ours := Figure{Text: "a factor of " + short(c.Effect), Value: c.Effect, Interval: c.Interval}
		return Finding{Paper: claim, Ours: ours, Ratio: true, Basis: basis(acoStudy, records)}, nil
	}
}

// invalid is the share of choices that were punished, as a mean over puzzles,
// with the widest interval that so many puzzles can have.
func invalid(label string) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := runs(acoStudy, func(r experiment.Record) bool { return r.Evaluations > 0 && r.Is(label) })
		if err != nil {
			return Finding{}, err
		}
		punished, choices := map[string]float64{}, map[string]float64{}
		for _, r := range records {
			choices[r.Content] += float64(r.Evaluations)
			for _, s := range r.Statistics {
				if s.Name == "punishments" {
					punished[r.Content] += s.Value
				}
			}
		}
		mean := 0.0
		for _, puzzle := range slices.Sorted(maps.Keys(choices)) {
			mean += punished[puzzle] / choices[puzzle] / float64(len(choices))
		}
		ours := Figure{Text: short(mean) + " of choices", Value: mean, Interval: analysis.Reference{Rate: mean, Instances: len(choices)}.Interval()}
		return Finding{Paper: above(0.5, "more than half"), Ours: ours, Basis: basis(acoStudy, records)}, nil
	}
}

// duration is the paper's time on a puzzle beside ours.
func duration(id string) Row {
	seconds, _ := paper.AntSeconds(id)
	return Row{
		Place: "Table 1, " + id, Kind: Table, Statement: "Table 1, durations",
		Paper: puzzle.Time(seconds) + ".",
		Here:  "60-sudoku-aco", Incomparable: "another machine and program, one run there",
		Ours: func() (Finding, error) {
			records, err := runs(acoStudy, func(r experiment.Record) bool { return r.Puzzle == id && r.Is("listing") })
			if err != nil {
				return Finding{}, err
			}
			e := analysis.Group(records).By(analysis.EachPuzzle).ExpectedRunTime(analysis.CPU).Rows[0]
			ours := Figure{puzzle.Time(e.Mean), 1000 * e.Mean, analysis.Interval{Low: 1000 * e.Interval.Low, High: 1000 * e.Interval.High}}
			return Finding{Paper: number(1000*seconds, puzzle.Time(seconds)), Ours: ours, Ratio: true, Basis: basis(acoStudy, records)}, nil
		},
	}
}
