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

// sudokuACO are the comparisons of the claims about rewards, and of table 1.
func sudokuACO() map[string]comparison {
	out := map[string]comparison{
		"section 2, convergence":                  effort("listing, no award", "listing", above(1, "above 1")),
		"section 2.2, values, no punishment":      effort("simplified, no punishment", "simplified", above(1, "above 1")),
		"section 2.2, values, punishment 0.1":     effort("simplified, punishment 0.1", "simplified", above(1, "above 1")),
		"section 2.2, invalid boards, listing":    invalid("listing"),
		"section 2.2, invalid boards, simplified": invalid("simplified"),
		"Table 1, all":                            everyPuzzle,
	}
	for _, label := range []string{"simplified", "simplified, random ties", "simplified, roulette", "simplified, at once", "on the spot", "on the spot, simplified"} {
		out["section 2.2, equal values, "+label] = effort(label+", equal", label, above(2, "above 2"))
	}
	for i := 1; i <= 11; i++ {
		id := fmt.Sprintf("puzzle %d", i)
		out["Table 1, "+id] = duration(id)
	}
	return out
}

// acoStudy is the study about this paper.
const acoStudy = "sudoku-aco"

// everyPuzzle counts the paper's puzzles that the listing solves.
var everyPuzzle = over(acoStudy, func(r experiment.Record) bool { return strings.HasPrefix(r.Puzzle, "puzzle ") && r.Is("listing") }, func(records []experiment.Record) (Finding, error) {
	any, least := 0, 1.0
	for _, p := range analysis.Group(records).By(analysis.EachPuzzle).Success().Rows {
		any, least = any+min(p.Runs.Successes, 1), min(least, p.Runs.Rate)
	}
	ours := number(float64(any), fmt.Sprintf("%d puzzles, each in a share of at least %s of its runs", any, short(least)))
	return Finding{Paper: number(11, "11 puzzles"), Ours: ours, Basis: basis(acoStudy, records)}, nil
})

// effort is the choices of a solution that one label needs by those of another,
// on the puzzles that need any, with the interval across puzzles.
func effort(first, second string, claim Figure) comparison {
	return over(acoStudy, func(r experiment.Record) bool { return r.Evaluations > 0 && (r.Is(first) || r.Is(second)) }, func(records []experiment.Record) (Finding, error) {
		score := analysis.CostOfSolution(analysis.Evaluations)
		c := analysis.Group(records).Compare(analysis.Question{Score: score, Labels: []string{second, first}, AgainstFirst: true}).Contrasts[0]
		ours := Figure{Text: "a factor of " + short(c.Effect), Value: c.Effect, Interval: c.Interval}
		return Finding{Paper: claim, Ours: ours, Ratio: true, Basis: basis(acoStudy, records)}, nil
	})
}

// invalid is the share of choices that were punished, as a mean over puzzles,
// with the widest interval that so many puzzles can have.
func invalid(label string) comparison {
	return over(acoStudy, func(r experiment.Record) bool { return r.Evaluations > 0 && r.Is(label) }, func(records []experiment.Record) (Finding, error) {
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
	})
}

// duration is the paper's time on a puzzle beside ours.
func duration(id string) comparison {
	return over(acoStudy, func(r experiment.Record) bool { return r.Puzzle == id && r.Is("listing") }, func(records []experiment.Record) (Finding, error) {
		seconds, _ := paper.AntSeconds(id)
		e := analysis.Group(records).By(analysis.EachPuzzle).ExpectedRunTime(analysis.CPU).Rows[0]
		ours := Figure{puzzle.Time(e.Mean), 1000 * e.Mean, analysis.Interval{Low: 1000 * e.Interval.Low, High: 1000 * e.Interval.High}}
		return Finding{Paper: number(1000*seconds, puzzle.Time(seconds)), Ours: ours, Ratio: true, Basis: basis(acoStudy, records)}, nil
	})
}
