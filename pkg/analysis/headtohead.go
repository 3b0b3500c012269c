package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// HeadToHeadTable compares two engines puzzle by puzzle: table 2 of Amos, Crossley
// and Lloyd (2019) and what its figure 4 draws.
type HeadToHeadTable struct {
	// First and Second are the labels, Measure what times are told in.
	First, Second string
	Measure       Measure
	// Rows has a row for each class with puzzles that both ran on, and at the
	// end one for all of them (the zero Class).
	Rows []HeadToHeadRow
	// Points are these puzzles, ordered by cells, ID and content.
	Points []HeadToHeadPoint
	// Warnings tell of puzzles that only one of the two ran on: they are in no
	// row and no point.
	Warnings []string

	design string // of a run that no plan had fixed in advance, if any
}

// HeadToHeadRow is a row: the counts of table 2.
type HeadToHeadRow struct {
	// Class is the class of the puzzles; the zero Class for all.
	Class Class
	// Instances is the number of puzzles that both ran on.
	Instances int
	// First and Second count the puzzles that each solved in any of its runs,
	// Both those that both solved, OnlyFirst and OnlySecond those that one of
	// the two solved alone.
	First, Second, Both, OnlyFirst, OnlySecond int
	// FasterFirst and FasterSecond count, of those that both solved, the
	// puzzles on which each has the smaller [HeadToHeadTime.Mean]. Equal ones count
	// for neither.
	FasterFirst, FasterSecond int
}

// HeadToHeadPoint is one puzzle.
type HeadToHeadPoint struct {
	PuzzleKey
	First, Second HeadToHeadTime
}

// HeadToHeadTime is one engine on one puzzle.
type HeadToHeadTime struct {
	Runs, Successes int
	// Total is what all runs took.
	Total float64
	// Mean is Total/Successes, the paper's measure (section 4.3): "the total
	// run time divided by the number of successful runs". It is +Inf where no
	// run found a solution.
	Mean float64
	// Limit is what a run was allowed of the measure, the largest where runs
	// differ; 0 where there was no limit.
	Limit float64
	// Status is how the best run ended: a proof before a solution, a solution
	// before none. It is the first such run's where several are as good.
	Status solver.Status
}

// Solved says whether any run found a solution.
func (t HeadToHeadTime) Solved() bool { return t.Successes > 0 }

// SolvedBy says who solved the puzzle: both, one of the two, or none.
func (p HeadToHeadPoint) SolvedBy() (first, second bool) { return p.First.Solved(), p.Second.Solved() }

// HeadToHead compares the labels first and second on the puzzles that both ran on.
// Variants and engines as they were given stand for their labels.
func (s Settings) HeadToHead(records []experiment.Record, first, second string, m Measure) HeadToHeadTable {
	return Group(records).HeadToHead(s, first, second, m)
}

// HeadToHead is [Settings.HeadToHead].
func (r *Runs) HeadToHead(s Settings, first, second string, m Measure) HeadToHeadTable {
	s = s.complete()
	all := r.groups
	names := labelled(all, first, second)
	first, second = names[0], names[1]
	t := HeadToHeadTable{First: first, Second: second, Measure: m}
	times := map[string]map[PuzzleKey]HeadToHeadTime{}
	var groups []group
	for _, g := range all {
		if g.label != first && g.label != second {
			continue
		}
		groups = append(groups, g)
		of := map[PuzzleKey]HeadToHeadTime{}
		for _, in := range g.instances {
			of[in.PuzzleKey] = in.versus(m)
			t.design = cmp.Or(t.design, in.design)
		}
		times[g.label] = of
	}
	alone := map[string]int{}
	for _, g := range groups {
		for _, in := range g.instances {
			a, okA := times[first][in.PuzzleKey]
			b, okB := times[second][in.PuzzleKey]
			switch {
			case !okA || !okB:
				alone[g.label]++
			case g.label == first:
				t.Points = append(t.Points, HeadToHeadPoint{in.PuzzleKey, a, b})
			}
		}
		if n := alone[g.label]; n > 0 {
			t.Warnings = append(t.Warnings, g.label+" alone ran on "+puzzle.Plural(n, "puzzle")+": left out")
		}
	}
	t.Warnings = append(t.Warnings, warnings(groups)...)
	slices.SortFunc(t.Points, func(a, b HeadToHeadPoint) int { return bySize(a.PuzzleKey, b.PuzzleKey) })
	if len(t.Points) == 0 {
		return t
	}
	for _, c := range append(s.Classes[:len(s.Classes):len(s.Classes)], Class{}) {
		if row := t.count(c); row.Instances > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// versus sums the runs on a puzzle up.
func (i *instance) versus(m Measure) HeadToHeadTime {
	t := HeadToHeadTime{Runs: len(i.runs), Mean: math.Inf(1)}
	best := -1
	for at := range i.runs {
		r := &i.runs[at]
		t.Total += r.spent[m]
		if r.solved {
			t.Successes++
		}
		t.Limit = max(t.Limit, r.limits[m])
		if rank := rank(r.status); rank > best {
			best, t.Status = rank, r.status
		}
	}
	if t.Successes > 0 {
		t.Mean = t.Total / float64(t.Successes)
	}
	return t
}

// rank orders how runs end by how much they say.
func rank(s solver.Status) int {
	switch {
	case s == solver.Solved:
		return 2
	case s.Decided():
		return 3
	case s == experiment.Failed:
		return 0
	}
	return 1
}

// count makes the row of a class.
func (t *HeadToHeadTable) count(class Class) HeadToHeadRow {
	row := HeadToHeadRow{Class: class}
	for _, p := range t.Points {
		if class != (Class{}) && !class.Contains(p.Cells) {
			continue
		}
		row.Instances++
		first, second := p.SolvedBy()
		if first {
			row.First++
		}
		if second {
			row.Second++
		}
		switch {
		case first && second:
			row.Both++
			switch {
			case p.First.Mean < p.Second.Mean:
				row.FasterFirst++
			case p.Second.Mean < p.First.Mean:
				row.FasterSecond++
			}
		case first:
			row.OnlyFirst++
		case second:
			row.OnlySecond++
		}
	}
	return row
}

// Get finds the row of a class; the zero Class is all.
func (t *HeadToHeadTable) Get(class Class) (HeadToHeadRow, bool) {
	for _, row := range t.Rows {
		if row.Class == class {
			return row, true
		}
	}
	return HeadToHeadRow{}, false
}

// Alone lists the puzzles that one of the two labels solved and the other did
// not, in the order of the points. It panics when label is neither.
func (t *HeadToHeadTable) Alone(label string) []HeadToHeadPoint {
	first := solver.Means(label, t.First)
	if !first && !solver.Means(label, t.Second) {
		panic(fmt.Sprintf("analysis: %s is not one of the engines compared, %s and %s", label, t.First, t.Second))
	}
	var out []HeadToHeadPoint
	for _, p := range t.Points {
		if a, b := p.SolvedBy(); a != b && a == first {
			out = append(out, p)
		}
	}
	return out
}
