package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// HeadToHead compares two engines puzzle by puzzle: table 2 of Amos, Crossley
// and Lloyd (2019) and what its figure 4 draws.
type HeadToHead struct {
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
	// First and Second count the puzzles that each solved in any of its runs. Both counts those that both
	// solved, OnlyFirst and OnlySecond those that one of the two solved alone.
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
func (r *Runs) HeadToHead(first, second string, m Measure) HeadToHead {
	s := r.settings
	all := r.groups
	names := labelled(all, first, second)
	first, second = names[0], names[1]
	t := HeadToHead{First: first, Second: second, Measure: m}
	times := map[string]map[PuzzleKey]HeadToHeadTime{}
	var groups []group
	for _, g := range all {
		if g.Label != first && g.Label != second {
			continue
		}
		groups = append(groups, g)
		of := map[PuzzleKey]HeadToHeadTime{}
		for _, in := range g.instances {
			of[in.PuzzleKey] = versus(in.runs(), m)
			t.design = cmp.Or(t.design, in.design)
		}
		times[g.Label] = of
	}
	alone := map[string]int{}
	for _, g := range groups {
		for _, in := range g.instances {
			a, okA := times[first][in.PuzzleKey]
			b, okB := times[second][in.PuzzleKey]
			switch {
			case !okA || !okB:
				alone[g.Label]++
			case g.Label == first:
				t.Points = append(t.Points, HeadToHeadPoint{in.PuzzleKey, a, b})
			}
		}
		if n := alone[g.Label]; n > 0 {
			t.Warnings = append(t.Warnings, g.Label+" alone ran on "+puzzle.Plural(n, "puzzle")+": left out")
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
func versus(runs []run, m Measure) HeadToHeadTime {
	t := HeadToHeadTime{Runs: len(runs), Mean: math.Inf(1)}
	best := -1
	for at := range runs {
		r := &runs[at]
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

func (t *HeadToHead) count(class Class) HeadToHeadRow {
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
func (t *HeadToHead) Get(class Class) (row HeadToHeadRow, ok bool) {
	if i := slices.IndexFunc(t.Rows, func(r HeadToHeadRow) bool { return r.Class == class }); i >= 0 {
		return t.Rows[i], true
	}
	return row, false
}

// Alone lists the puzzles that one of the two labels solved and the other did
// not, in the order of the points. It panics when label is neither.
func (t *HeadToHead) Alone(label string) []HeadToHeadPoint {
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

// Firsts say for each table which of the two engines has a solution first on more
// puzzles, in the table's measure ([HeadToHeadTime.Mean]): of the puzzles on which one
// does, the share of its first engine less that of its second. A puzzle that only one
// of them solves is that one's. The test is the sign test, and the
// interval that of Clopper and Pearson ([stats.ClopperPearson]); both are exact at any
// number of puzzles, and corrected for the number of tables by Bonferroni. Firsts panics for records of a race
// or a tuner, as [Runs.Compare] does.
func (s Settings) Firsts(tables ...HeadToHead) []Claim {
	s = s.complete()
	k := float64(len(tables))
	var out []Claim
	for _, t := range tables {
		mustBeFixed("Firsts", t.design)
		row := t.count(Class{})
		first, second := row.FasterFirst+row.OnlyFirst, row.FasterSecond+row.OnlySecond
		e := Effect{
			Wording:    Wording{Subject: "“" + t.First + "”", Than: "“" + t.Second + "”", More: "has a solution first on more puzzles", Less: "has a solution first on fewer puzzles"},
			Difference: Difference{Interval: Interval{Low: -1, High: 1}}, Evidence: Evidence{P: 1, Level: s.Level, Rule: "Bonferroni", Tests: len(tables)},
			Basis: fmt.Sprintf("%s with a first, by %v", counted(first+second, row.Instances), t.Measure), Puzzles: row.Instances,
		}
		if n := float64(first + second); n > 0 {
			a, b := float64(first), float64(second)
			in := stats.ClopperPearson(a, n, 1-(1-s.Level)/k)
			e.Interval = Interval{Low: 2*in.Low - 1, High: 2*in.High - 1}
			e.Each, e.Unit, e.Value = []float64{a / n, b / n}, "of puzzles", (a-b)/n
			e.P = min(1, k*stats.McNemar(first, second).P)
		}
		out = append(out, e)
	}
	return out
}
