package analysis

import (
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Success is how often one engine solved the puzzles of one class.
type Success struct {
	Label string
	Class Class
	// Instances is the number of puzzles, counted by ID and content.
	Instances int
	// Runs is the share of runs that found a solution. Its Rate is the paper's
	// f. Its interval is that over runs: it asks how far the rate might be off
	// on these very puzzles, and is somewhat too wide for that, since part of
	// the differences between runs is between puzzles, which stay.
	Runs Proportion
	// Across is the interval of the same rate across puzzles: where it might
	// lie on other puzzles like these. It is [stats.BoundedShare] with
	// each puzzle a unit, which holds its level with any number of puzzles, also
	// where a rare kind of them is not among those seen. It is never of width zero,
	// and is Runs' interval when each puzzle has one run, or the whole experiment has
	// one puzzle ([SuccessTable.About]).
	// This is the interval to show: a table or chart invites a conclusion about
	// puzzles of a size, not about these.
	Across Interval
	// Any is the share of puzzles solved at least once, with its interval.
	// More runs a puzzle make it larger: compare it at equal numbers of runs only.
	Any Proportion
	// Failed counts the runs whose engine failed; they are trials of Runs.
	Failed int
}

// SuccessTable is success by label and class.
type SuccessTable struct {
	// Labels are in the records' order, Classes in the settings' order; both
	// only as far as there are records.
	Labels  []string
	Classes []Class
	// Rows has a row for each label and class with records, label by label.
	Rows []Success
	// Totals has a row for each label over all sizes, with the zero Class.
	Totals []Success
	// About is what the rows' Across are about: puzzles like these, also in a
	// class of one puzzle, which tells little of others; runs where all records
	// are on one puzzle.
	About    About
	Warnings []string
}

// Get finds the row of a label ([solver.Means]) and class, among the totals for the zero Class.
func (t *SuccessTable) Get(label string, class Class) (Success, bool) {
	rows := t.Rows
	if class == (Class{}) {
		rows = t.Totals
	}
	for _, row := range rows {
		if solver.Means(label, row.Label) && row.Class == class {
			return row, true
		}
	}
	return Success{}, false
}

// SuccessBySize is how often each label solved the puzzles of each size
// class. Puzzles in no class are in the totals only.
func (s Settings) SuccessBySize(records []experiment.Record) SuccessTable {
	return Group(records).SuccessBySize(s)
}

// SuccessBySize is [Settings.SuccessBySize].
func (r *Runs) SuccessBySize(s Settings) SuccessTable {
	s = s.complete()
	groups := r.groups
	puzzles := map[PuzzleKey]bool{}
	for _, g := range groups {
		for i := range g.instances {
			puzzles[g.instances[i].PuzzleKey] = true
		}
	}
	t := SuccessTable{Warnings: warnings(groups), About: s.about(len(puzzles))}
	used := make([]bool, len(s.Classes))
	for _, g := range groups {
		t.Labels = append(t.Labels, g.label)
		t.Totals = append(t.Totals, s.success(g, t.About))
		for i, c := range s.Classes {
			if part := g.within(c); len(part.instances) > 0 {
				t.Rows = append(t.Rows, s.success(part, t.About))
				used[i] = true
			}
		}
	}
	for i, c := range s.Classes {
		if used[i] {
			t.Classes = append(t.Classes, c)
		}
	}
	return t
}

func (s Settings) success(g group, about About) Success {
	out := Success{Label: g.label, Class: g.class, Instances: len(g.instances)}
	units := make([]ratio, len(g.instances))
	solved, runs, any := 0, 0, 0
	for i := range g.instances {
		in := &g.instances[i]
		n := in.wins
		units[i] = ratio{float64(n), float64(len(in.runs))}
		solved += n
		runs += len(in.runs)
		if n > 0 {
			any++
		}
		out.Failed += in.failures
	}
	out.Runs, out.Any, out.Across = s.Proportion(solved, runs), s.Proportion(any, len(g.instances)), s.across(units)
	if about.Runs {
		out.Across = out.Runs.Interval
	}
	return out
}

// PuzzleSuccess is how often one engine solved one puzzle.
type PuzzleSuccess struct {
	Label string
	PuzzleKey
	// Runs is the share of runs that found a solution, with its interval;
	// runs on one puzzle are independent of each other, so that it holds.
	Runs Proportion
}

// SuccessByPuzzle is how often each label solved each puzzle: label by
// label, puzzles ordered by cells, ID and content.
func (s Settings) SuccessByPuzzle(records []experiment.Record) []PuzzleSuccess {
	return Group(records).SuccessByPuzzle(s)
}

// SuccessByPuzzle is [Settings.SuccessByPuzzle].
func (r *Runs) SuccessByPuzzle(s Settings) []PuzzleSuccess {
	var out []PuzzleSuccess
	for _, g := range r.groups {
		for _, in := range g.bySize() {
			out = append(out, PuzzleSuccess{g.label, in.PuzzleKey, s.Proportion(in.wins, len(in.runs))})
		}
	}
	return out
}
