package analysis

import (
	"math"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// Expected is what a solution costs on average when a run that finds none is
// followed by another: all that was spent, divided by the solutions found.
// The paper compares solvers by it (Amos, Crossley and Lloyd, 2019, section
// 4.3: "the total run time divided by the number of successful runs").
type Expected struct {
	Label string
	// Class is the class of the puzzles; the zero Class for all, and where the
	// row is about one puzzle.
	Class Class
	// PuzzleKey is the puzzle of a row about one puzzle, otherwise empty.
	PuzzleKey
	// Measure is the measure of Total and Mean.
	Measure         Measure
	Runs, Successes int
	// Total is what all runs took, those that failed included.
	Total float64
	// Mean is Total/Successes; +Inf where no run found a solution.
	Mean float64
	// Interval is a percentile bootstrap: over runs for one puzzle, over
	// puzzles with all their runs for a class. High is +Inf where a share of
	// the draws that matters has no solution in it. Where no run found a
	// solution High is +Inf, and Low is what a run took on average divided by
	// the largest success rate that Wilson's interval still allows. With few
	// runs the bootstrap is too narrow: below 20 do not lean on it.
	Interval Interval
}

// ExpectedBySize is the cost of a solution by label and class, label by
// label, with a row over all sizes (the zero Class) at the end of each
// label.
func (s Settings) ExpectedBySize(records []experiment.Record, m Measure) []Expected {
	s = s.complete()
	var out []Expected
	for _, g := range byLabel(records) {
		for _, c := range append(s.Classes[:len(s.Classes):len(s.Classes)], Class{}) {
			part := g.within(c)
			if len(part.instances) == 0 {
				continue
			}
			units := make([]ratio, len(part.instances))
			for i, in := range part.instances {
				for _, r := range in.runs {
					units[i].add(r, m)
				}
			}
			e := s.expected(part, units, len(part.records()), m)
			e.Class = c
			out = append(out, e)
		}
	}
	return out
}

// ExpectedByPuzzle is the cost of a solution by label and puzzle: label by
// label, puzzles ordered by cells, ID and content.
func (s Settings) ExpectedByPuzzle(records []experiment.Record, m Measure) []Expected {
	s = s.complete()
	var out []Expected
	for _, g := range byLabel(records) {
		for _, in := range g.bySize() {
			units := make([]ratio, len(in.runs))
			for i, r := range in.runs {
				units[i].add(r, m)
			}
			one := group{label: g.label, class: Class{in.Cells, in.Cells}, instances: []instance{in}}
			e := s.expected(one, units, len(in.runs), m)
			e.PuzzleKey = in.PuzzleKey
			out = append(out, e)
		}
	}
	return out
}

func (u *ratio) add(r experiment.Record, m Measure) {
	u.part += m.Of(r)
	if r.Solved() {
		u.whole++
	}
}

func (s Settings) expected(g group, units []ratio, runs int, m Measure) Expected {
	sum := total(units)
	e := Expected{
		Label: g.label, Measure: m, Runs: runs, Successes: int(sum.whole), Total: sum.part, Mean: perSuccess(sum.part, sum.whole),
	}
	if sum.whole == 0 {
		rarest := stats.Wilson(0, float64(len(units)), s.z()).High
		e.Interval = Interval{Low: sum.part / float64(runs) / rarest, High: math.Inf(1)}
	} else {
		e.Interval = s.bootstrap(g.random(s.Seed, "expected "+m.String()+g.instances[0].Puzzle), units, perSuccess)
	}
	return e
}

// perSuccess is the cost of a success; +Inf without one.
func perSuccess(total, successes float64) float64 {
	if successes == 0 {
		return math.Inf(1)
	}
	return total / successes
}
