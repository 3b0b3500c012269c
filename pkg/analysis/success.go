package analysis

import (
	"slices"

	"formicary/pkg/solver"
)

// Success is how often one engine solved some puzzles.
type Success struct {
	Part
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
	// and is Runs' interval when each puzzle has one run, the row is about one puzzle,
	// or the whole experiment has one ([SuccessTable.Scope]).
	// This is the interval to show: a table or chart invites a conclusion about
	// puzzles of a size, not about these.
	Across Interval
	// Any is the share of puzzles solved at least once, with its interval.
	// More runs a puzzle make it larger: compare it at equal numbers of runs only.
	Any Proportion
	// Failed counts the runs whose engine failed; they are trials of Runs.
	Failed int
}

// SuccessTable is success by label and part.
type SuccessTable struct {
	// Labels are in the records' order, Classes in the settings' order; both
	// only as far as there are records.
	Labels  []string
	Classes []Class
	// Rows has a row for each part with records, in the order of the [Grouping].
	Rows []Success
	// Totals has a row for each label over all sizes, with the zero Class.
	Totals []Success
	// Scope is what the Across of classes and totals is about: puzzles like these, also
	// in a class of one puzzle, which tells little of others; runs where all records
	// are on one puzzle.
	Scope    Scope
	Warnings []string
}

// Get finds the row of a label ([solver.Means]) and class, among the totals for the zero Class.
func (t *SuccessTable) Get(label string, class Class) (Success, bool) {
	rows := t.Rows
	if class == (Class{}) {
		rows = t.Totals
	}
	at := slices.IndexFunc(rows, func(row Success) bool { return solver.Means(label, row.Label) && row.Class == class })
	if at < 0 {
		return Success{}, false
	}
	return rows[at], true
}

// Success is how often each label solved the puzzles of each part.
func (g Groups) Success() SuccessTable {
	s, all := g.runs.settings, 0
	for range puzzlesOf(g.runs.groups) {
		all++
	}
	t := SuccessTable{Warnings: g.warnings, Scope: s.scope(all)}
	for _, of := range g.runs.groups {
		t.Labels = append(t.Labels, of.Label)
		t.Totals = append(t.Totals, s.success(of, t.Scope))
	}
	for _, part := range g.parts {
		t.Rows = append(t.Rows, s.success(part, t.Scope))
	}
	for _, c := range s.Classes {
		if slices.ContainsFunc(t.Rows, func(row Success) bool { return row.Class == c }) {
			t.Classes = append(t.Classes, c)
		}
	}
	return t
}

func (s Settings) success(g group, scope Scope) Success {
	out := Success{Part: g.Part, Instances: len(g.instances)}
	units := make([]ratio, len(g.instances))
	solved, any := 0, 0
	for i := range g.instances {
		in := &g.instances[i]
		units[i] = ratio{float64(in.wins), float64(len(in.runs))}
		solved += in.wins
		if in.wins > 0 {
			any++
		}
		out.Failed += in.failures
	}
	out.Runs, out.Any = s.Proportion(solved, g.runs()), s.Proportion(any, len(g.instances))
	if out.Across = out.Runs.Interval; !scope.Runs && g.PuzzleKey == (PuzzleKey{}) {
		out.Across = s.across(units)
	}
	return out
}
