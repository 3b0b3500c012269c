package analysis

import "formicary/pkg/experiment"

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
	// Interval is that of a ratio of sums ([stats.BoundedRatio]): over runs for one
	// puzzle, over puzzles with all their runs for several. High is +Inf where no run
	// found a solution, and where runs have no limit in the measure.
	Interval Interval
	// About is what Interval is about.
	About About
}

// ExpectedBySize is the cost of a solution by label and class, label by
// label, with a row over all sizes (the zero Class) at the end of each
// label.
func (s Settings) ExpectedBySize(records []experiment.Record, m Measure) []Expected {
	return Group(records).ExpectedBySize(s, m)
}

// ExpectedBySize is [Settings.ExpectedBySize].
func (r *Runs) ExpectedBySize(s Settings, m Measure) []Expected {
	s = s.complete()
	var out []Expected
	for _, g := range r.groups {
		for _, c := range append(s.Classes[:len(s.Classes):len(s.Classes)], Class{}) {
			part := g.within(c)
			if len(part.instances) == 0 {
				continue
			}
			e := s.expected(part, m)
			e.Class = c
			out = append(out, e)
		}
	}
	return out
}

// ExpectedByPuzzle is the cost of a solution by label and puzzle: label by
// label, puzzles ordered by cells, ID and content.
func (s Settings) ExpectedByPuzzle(records []experiment.Record, m Measure) []Expected {
	return Group(records).ExpectedByPuzzle(s, m)
}

// ExpectedByPuzzle is [Settings.ExpectedByPuzzle].
func (r *Runs) ExpectedByPuzzle(s Settings, m Measure) []Expected {
	s = s.complete()
	var out []Expected
	for _, g := range r.groups {
		for _, in := range g.bySize() {
			e := s.expected(group{label: g.label, name: g.name, instances: []instance{*in}}, m)
			e.PuzzleKey = in.PuzzleKey
			out = append(out, e)
		}
	}
	return out
}

func (s Settings) expected(g group, m Measure) Expected {
	e := Expected{Label: g.label, Measure: m, Runs: g.runs(), About: s.about(len(g.instances))}
	e.Mean, e.Interval = s.perSuccess(g, m, func(u *ratio, in *instance, i int) {
		r := &in.runs[i]
		u.part += r.spent[m]
		e.Total += r.spent[m]
		if r.solved {
			u.whole++
			e.Successes++
		}
	})
	return e
}
