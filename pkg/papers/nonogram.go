package papers

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// nonogram are the comparisons of tables I and II.
func nonogram() map[string]comparison {
	return map[string]comparison{
		"Table II, GA":                                   tableTwo("nonogram/genetic", 2),
		"Table II, combinatorial":                        tableTwo("nonogram/combinatorial", 9),
		"Table II, combinatorial, without pruning":       tableTwo("combinatorial, no pruning", 9),
		"Table II, logic":                                tableTwo("nonogram/logic", 12),
		"Table II, solver in [11]":                       tableTwo("nonogram/pushfit", 11),
		"Table II, solver in [11], all arrangements":     tableTwo("pushfit, all arrangements", 11),
		"section IV, logic against combinatorial":        faster("nonogram/logic", "nonogram/combinatorial"),
		"section IV, logic against [11]":                 faster("nonogram/logic", "nonogram/pushfit"),
		"section IV, combinatorial, where it works well": preprocessing,
		"section V, every puzzle":                        elsewhere("nonogram-subprocedures", "1 2 3 4 5", 12, "survey", "assorted", "janko"),
		"section V, every colour puzzle":                 elsewhere("nonogram-colour", "c 3 4 5", 8, "colour"),
	}
}

// blackAndWhite are the runs of a variant on the puzzles of table-1 without
// colours.
func blackAndWhite(label string) func(experiment.Record) bool {
	return func(r experiment.Record) bool { return r.Is(label) && !strings.Contains(r.Puzzle, "colour") }
}

// reached is how many puzzles some runs solve, each at least once, beside how
// many of the paper's were solved.
func reached(study string, records []experiment.Record, theirs, of int) Finding {
	s := analysis.Group(records).By(analysis.Size).Success().Totals[0]
	return Finding{Paper: share(analysis.Default.Proportion(theirs, of)), Ours: share(s.Any), Basis: basis(study, records)}
}

// tableTwo is how many of the twelve puzzles a variant solves.
func tableTwo(label string, theirs int) comparison {
	return over("nonogram-tables", blackAndWhite(label), func(records []experiment.Record) (Finding, error) {
		return reached("nonogram-tables", records, theirs, 12), nil
	})
}

// elsewhere is how many puzzles of some sets a variant of logic solves, where
// the paper's solves all.
func elsewhere(study, label string, theirs int, sets ...string) comparison {
	return over(study, labelled(label), func(records []experiment.Record) (Finding, error) {
		return reached(study, records, theirs, theirs), nil
	}, sets...)
}

// preprocessing is the rank correlation, over the puzzles, of the share of cells that the
// preprocessing settles with the arrangements that the combinatorial heuristic tries.
var preprocessing = over("nonogram-tables", func(r experiment.Record) bool { return r.Is("nonogram/combinatorial") && r.Budget.Evaluations > 0 }, func(records []experiment.Record) (Finding, error) {
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
})

// faster is on how many of the puzzles that both solve one variant's median
// time is below the other's; in the paper it is on all.
func faster(label, than string) comparison {
	return over("nonogram-tables", blackAndWhite(label), func(first []experiment.Record) (Finding, error) {
		second, err := runs("nonogram-tables", blackAndWhite(than))
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
	})
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
