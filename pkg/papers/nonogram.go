package papers

import (
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"

	"gonum.org/v1/gonum/stat"
)

func nonogram() Paper {
	return Paper{
		Key: "nonogram",
		Reference: "S. Salcedo-Sanz, E. G. Ortiz-García, A. M. Pérez-Bellido, A. Portilla-Figueras and X. Yao, " +
			"“Solving Japanese Puzzles with Heuristics”, IEEE Symposium on Computational Intelligence and Games 2007",
		Rows: append(nonogramAlgorithms(), nonogramResults()...),
	}
}

// samples is why figures of the tables are not compared.
const samples = "other puzzles of the same sizes, since the publisher's samples are no longer available, on another machine"

// byConstruction is why it is no result that logic solves the set table-1.
const byConstruction = "the puzzles that take the place of the paper's were generated to be solved by logic"

// nonogramResults are the rows of section IV.
func nonogramResults() []Row {
	return []Row{
		{
			Place: "section IV, machine", Kind: Parameter,
			Paper: "A Pentium IV of 3 GHz with “1Mb of RAM memory”.",
			Here:  "nonogram/paper.LimitNow",
			Reading: "There is no such machine here. One core of today is taken to be 8 times as fast, at least 4 and at most 16 times: an estimate, " +
				"whose sources are in package paper. 1 Mb must be another number.",
		},
		{
			Place: "section IV, limit", Kind: Parameter,
			Paper: "A run ends with the solution, or after an hour.",
			Here:  "nonogram/paper.Limit, nonogram/paper.LimitNow, 10-nonogram-tables",
			Reading: "The study limits arrangements and boards instead of time, so that its runs are the same everywhere. " +
				"Runs without a solution end sooner than the hour.",
		},
		{
			Place: "Table I", Kind: Table,
			Paper:        "Sizes and kinds of 20 puzzles: 12 in black and white from 15×15 to 60×145, 8 in colour from 20×20 to 35×35.",
			Here:         "nonogram/paper.Tables, nonogram/paper.TestWords, 10-nonogram-tables",
			Incomparable: "data; the set table-1 has a generated picture for each row, of its size and kind",
		},
		{
			Place: "Table II, GA", Kind: Table,
			Paper:        "100.9 s and 297.8 s on the two smallest puzzles, N/A on the ten others.",
			Here:         "nonogram/paper.Tables, nonogram/genetic.Solver, 10-nonogram-tables",
			Ours:         tableTwo("nonogram/genetic", 2),
			Incomparable: samples,
		},
		{
			Place: "Table II, combinatorial", Kind: Table,
			Paper:        "0.03 s to 116 s on nine puzzles, N/A on the three of 50×70, 60×75 and 60×145.",
			Here:         "nonogram/paper.Tables, nonogram/combinatorial.Solver, 10-nonogram-tables",
			Ours:         tableTwo("nonogram/combinatorial", 9),
			Incomparable: samples,
		},
		{
			Place: "Table II, combinatorial, without pruning", Kind: Table,
			Paper:        "The same column. The paper does not say whether arrangements that contradict known squares are built.",
			Here:         "nonogram/combinatorial.Solver.Prune, nonogram/combinatorial.TestPruning, 10-nonogram-tables",
			Reading:      "All arrangements of a line are built and then compared with the known squares.",
			Ours:         tableTwo("combinatorial, no pruning", 9),
			Incomparable: samples,
		},
		{
			Place: "Table II, logic", Kind: Table,
			Paper:        "0.01 s to 1 s, every puzzle.",
			Here:         "nonogram/paper.Tables, nonogram/logic.Solver, 10-nonogram-tables",
			Ours:         tableTwo("nonogram/logic", 12),
			Incomparable: byConstruction,
		},
		{
			Place: "Table II, solver in [11]", Kind: Table,
			Paper: "0.02 s to 18.1 s on eleven puzzles, N/A on the one of 50×70.",
			Here:  "nonogram/paper.Tables, nonogram/pushfit.Solver, 10-nonogram-tables",
			Reading: "Lines are done completely by dynamic programming, and cells are guessed when no line has more to tell. " +
				"The paper calls the solver one of constraint programming and says no more.",
			Ours:         tableTwo("nonogram/pushfit", 11),
			Incomparable: samples + "; table-1 needs no guess",
		},
		{
			Place: "Table II, solver in [11], all arrangements", Kind: Table,
			Paper: "The same column.",
			Here:  "nonogram/pushfit.Enumerate, nonogram/pushfit.TestEnumerateStops, 10-nonogram-tables",
			Reading: "Lines are done completely by going through their arrangements, as the solver's author writes of his first version " +
				"(stevocity.me.uk/nonogram/theory).",
			Ours:         tableTwo("pushfit, all arrangements", 11),
			Incomparable: samples,
		},
		{
			Place: "Table II, colour", Kind: Table,
			Paper:        "Logic takes 0.031 s to 0.359 s on eight puzzles; for the other columns N/A, which here means that they take no colours.",
			Here:         "nonogram/paper.Tables, 13-colour",
			Incomparable: byConstruction,
		},
		{
			Place: "section IV, the GA solves the smallest only", Kind: Claim,
			Paper:        "The genetic algorithm solves the two smallest puzzles only.",
			Here:         "10-nonogram-tables",
			Incomparable: "what it reaches depends on the picture as much as on the size: 10 lists the runs with their boards judged",
		},
		{
			Place: "section IV, logic against combinatorial", Kind: Claim,
			Paper: "Logic is much faster than the combinatorial heuristic on all the black-and-white puzzles.",
			Here:  "10-nonogram-tables",
			Ours:  faster("nonogram/logic", "nonogram/combinatorial"),
		},
		{
			Place: "section IV, logic against [11]", Kind: Claim,
			Paper: "The solver of [11] takes longer than logic on all the puzzles.",
			Here:  "10-nonogram-tables",
			Ours:  faster("nonogram/logic", "nonogram/pushfit"),
		},
		{
			Place: "section IV, [11] on fishing", Kind: Claim,
			Paper:        "The solver of [11] “fails to finish” the puzzle of 50×70; the paper gives no reason.",
			Here:         "nonogram/pushfit.Solver, 10-nonogram-tables",
			Incomparable: "the puzzle is not available; the one of its size in table-1 is finished in both readings of [11]",
		},
		{
			Place: "section IV, combinatorial", Kind: Claim,
			Paper:        "The combinatorial heuristic fails where the preprocessing has not fixed enough squares, since there are too many arrangements.",
			Here:         "nonogram/deduction.Arrangements, 10-nonogram-tables",
			Incomparable: "10 counts the arrangements of each puzzle, those tried and those left on the line in hand",
		},
		{
			Place: "section IV, combinatorial, where it works well", Kind: Claim,
			Paper:   "It works well in small puzzles and where the preprocessing fixes many squares.",
			Here:    "nonogram/combinatorial.Solver, 10-nonogram-tables",
			Reading: "Then it tries fewer arrangements where a larger share of the squares is fixed: a rank correlation below 0.",
			Ours:    preprocessing,
		},
		{
			Place: "section V, every puzzle", Kind: Claim,
			Paper:        "Logic finds a solution to every black-and-white puzzle: 12 of 12.",
			Here:         "12-what-each-rule-buys",
			Ours:         elsewhere("nonogram-subprocedures", "1 2 3 4 5", 12, "survey", "assorted", "janko"),
			Incomparable: "other published puzzles, many of which need more than single lines",
		},
		{
			Place: "section V, every colour puzzle", Kind: Claim,
			Paper:        "Logic finds a solution to every colour puzzle: 8 of 8.",
			Here:         "13-colour, nonogram/logic.TestColourSet",
			Ours:         elsewhere("nonogram-colour", "c 3 4 5", 8, "colour"),
			Incomparable: "other published puzzles",
		},
		{
			Place: "Figure 13", Kind: Drawing,
			Paper: "The best individual of the genetic algorithm every 10 generations, on charlie.",
			Here:  "11-how-a-picture-appears", Reading: "Six boards of the median of several runs, on a puzzle of the same size.",
		},
		{
			Place: "Figure 14", Kind: Drawing,
			Paper: "Six stages of the combinatorial heuristic on charlie.",
			Here:  "11-how-a-picture-appears", Reading: "On a puzzle of the same size.",
		},
		{
			Place: "Figure 15", Kind: Drawing,
			Paper: "Six stages of logic on charlie. Both start from the same board, that of the preprocessing.",
			Here:  "11-how-a-picture-appears", Reading: "On a puzzle of the same size.",
		},
	}
}

// blackAndWhite are the runs of a variant on the puzzles of table-1 without
// colours.
func blackAndWhite(label string) ([]experiment.Record, error) {
	return runs("nonogram-tables", func(r experiment.Record) bool {
		return r.Is(label) && !strings.Contains(r.Puzzle, "colour")
	})
}

// reached is how many puzzles some runs solve, each at least once, beside how
// many of the paper's were solved.
func reached(study string, records []experiment.Record, theirs, of int) Finding {
	s := analysis.Group(records).By(analysis.Size).Success().Totals[0]
	return Finding{Paper: share(analysis.Default.Proportion(theirs, of)), Ours: share(s.Any), Basis: basis(study, records)}
}

// tableTwo is how many of the twelve puzzles a variant solves.
func tableTwo(label string, theirs int) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := blackAndWhite(label)
		if err != nil {
			return Finding{}, err
		}
		return reached("nonogram-tables", records, theirs, 12), nil
	}
}

// elsewhere is how many puzzles of some sets a variant of logic solves, where
// the paper's solves all.
func elsewhere(study, label string, theirs int, sets ...string) func() (Finding, error) {
	return func() (Finding, error) {
		records, err := published(study, sets...)
		if err != nil {
			return Finding{}, err
		}
		records = slices.DeleteFunc(records, func(r experiment.Record) bool { return !r.Is(label) })
		return reached(study, records, theirs, theirs), nil
	}
}

// preprocessing is the rank correlation, over the puzzles, of the share of cells that the
// preprocessing settles with the arrangements that the combinatorial heuristic tries.
func preprocessing() (Finding, error) {
	records, err := runs("nonogram-tables", func(r experiment.Record) bool {
		return r.Is("nonogram/combinatorial") && r.Budget.Evaluations > 0
	})
	if err != nil {
		return Finding{}, err
	}
	var shares, tried []float64
	for _, r := range records {
		for _, s := range r.Statistics {
			if s.Name == "preprocessed" {
				shares, tried = append(shares, s.Value/float64(r.Cells())), append(tried, float64(r.Evaluations))
			}
		}
	}
	a, _ := stats.Ranks(shares)
	b, _ := stats.Ranks(tried)
	rank := stat.Correlation(a, b, nil)
	// The interval of D. G. Bonett and T. A. Wright (Psychometrika 65, 2000).
	wide := math.Sqrt2 * math.Erfinv(analysis.Default.Level) * math.Sqrt((1+rank*rank/2)/float64(len(a)-3))
	ours := Figure{"a rank correlation of " + signed(rank), rank, analysis.Interval{Low: math.Tanh(math.Atanh(rank) - wide), High: math.Tanh(math.Atanh(rank) + wide)}}
	return Finding{Paper: below(0, "below 0"), Ours: ours, Basis: basis("nonogram-tables", records)}, nil
}

// faster is on how many of the puzzles that both solve one variant's median
// time is below the other's; in the paper it is on all.
func faster(label, than string) func() (Finding, error) {
	return func() (Finding, error) {
		first, err := blackAndWhite(label)
		if err != nil {
			return Finding{}, err
		}
		second, err := blackAndWhite(than)
		if err != nil {
			return Finding{}, err
		}
		mine, theirs := medians(first), medians(second)
		below, both := 0, 0
		for id, time := range theirs {
			if mine[id] > 0 {
				both++
			}
			if mine[id] > 0 && mine[id] < time {
				below++
			}
		}
		return Finding{
			Paper: share(analysis.Default.Proportion(both, both)), Ours: share(analysis.Default.Proportion(below, both)),
			Basis: basis("nonogram-tables", append(first, second...)),
		}, nil
	}
}

// medians are the median times of the runs that solved, by puzzle.
func medians(records []experiment.Record) map[string]float64 {
	times := map[string][]float64{}
	for _, r := range records {
		if r.Solved() {
			times[r.Puzzle] = append(times[r.Puzzle], r.CPU)
		}
	}
	out := map[string]float64{}
	for id, all := range times {
		slices.Sort(all)
		out[id] = all[len(all)/2]
	}
	return out
}
