package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Part is what a row of a result is about: the runs of a label on some puzzles.
type Part struct {
	Label string
	// Class is the range of sizes of the puzzles; the zero Class for all.
	Class Class
	// PuzzleKey is the puzzle of a row about one puzzle ([EachPuzzle]), otherwise empty.
	PuzzleKey
	// Range is the range of a feature ([Ranges]), otherwise empty.
	Range
}

// Sample is the runs that a curve is of.
type Sample struct {
	Label   string
	Measure Measure
	// Puzzles and Runs are their numbers.
	Puzzles, Runs int
	// Limit is the budget in the measure, the largest where runs differ; 0 where it
	// has no limit.
	Limit float64
}

// sample is the group's runs as those of a curve.
func (g group) sample(m Measure) Sample {
	s := Sample{Label: g.Label, Measure: m, Puzzles: len(g.instances), Runs: g.runs()}
	for r := range g.all() {
		s.Limit = max(s.Limit, r.limits[m])
	}
	return s
}

// Range is the puzzles of one range of a feature.
type Range struct {
	Feature string
	// Least and Most are the extreme values in the range, Middle the median
	// ([stats.Quantile]).
	Least, Most, Middle float64
	// Of are the puzzles, by rising value.
	Of []PuzzleKey
}

// Grouping is what the puzzles of each label are grouped by ([Runs.By]): [Size],
// [EachPuzzle], or [Ranges] of features.
type Grouping struct {
	parts func(r *Runs) (parts []group, warnings []string)
}

// Class is a range of board sizes in cells, both ends included. Most 0 means
// no upper end; the zero Class is all sizes.
type Class struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// SizeClasses are those of Amos, Crossley and Lloyd, "Solving Nurikabe with
// Ant Colony Optimization (Extended version)", 2019, table 1. The paper calls
// the last one ">400", but its 21 instances have 400 cells and more.
var SizeClasses = []Class{{0, 99}, {100, 199}, {200, 299}, {300, 399}, {400, 0}}

// Contains says whether a board with this number of cells belongs to the class.
func (c Class) Contains(cells int) bool {
	return cells >= c.Least && (c.Most == 0 || cells <= c.Most)
}

// String writes "100–199", "≥400", "all", or "144" for a class of one size.
func (c Class) String() string {
	switch {
	case c == Class{}:
		return "all"
	case c.Most == 0:
		return fmt.Sprintf("≥%d", c.Least)
	case c.Most == c.Least:
		return strconv.Itoa(c.Least)
	}
	return fmt.Sprintf("%d–%d", c.Least, c.Most)
}

// Size groups puzzles by the size classes of the settings, label by label. Puzzles in
// no class are in totals only.
var Size = Grouping{func(r *Runs) (parts []group, _ []string) {
	for _, g := range r.groups {
		for _, c := range r.settings.Classes {
			if part := g.within(c); len(part.instances) > 0 {
				parts = append(parts, part)
			}
		}
	}
	return parts, nil
}}

// EachPuzzle takes each puzzle for itself, label by label, puzzles ordered by cells, ID ([Natural])
// and content.
var EachPuzzle = Grouping{func(r *Runs) (parts []group, _ []string) {
	for _, g := range r.groups {
		for _, in := range g.bySize() {
			parts = append(parts, g.only(*in))
		}
	}
	return parts, nil
}}

// Ranges groups puzzles by ranges of each feature, feature by feature and label by
// label, in rising order: ranges of as equal numbers of puzzles as equal values allow,
// the same for all labels. Puzzles without a value are left out, with a warning. It
// panics when bins is below 1.
func Ranges(bins int, features ...Feature) Grouping {
	if bins < 1 {
		panic("analysis: features need at least one bin")
	}
	return Grouping{func(r *Runs) (parts []group, warnings []string) {
		for _, f := range features {
			ends, missing := f.ends(r.groups, bins)
			if missing > 0 {
				warnings = append(warnings, f.Name+": "+puzzle.Plural(missing, "puzzle without a value is", "puzzles without a value are")+" left out")
			}
			for _, g := range r.groups {
				rest := slices.DeleteFunc(slices.Clone(g.instances), func(i instance) bool { return !f.has(i.Puzzle) })
				slices.SortStableFunc(rest, func(a, b instance) int { return cmp.Compare(f.Values[a.Puzzle], f.Values[b.Puzzle]) })
				for _, end := range ends {
					n := slices.IndexFunc(rest, func(i instance) bool { return f.Values[i.Puzzle] > end })
					if n < 0 {
						n = len(rest)
					}
					if n > 0 {
						parts = append(parts, g.between(f, rest[:n]))
					}
					rest = rest[n:]
				}
			}
		}
		return parts, warnings
	}}
}

// between is the group's runs on puzzles of a range, ordered by value.
func (g group) between(f Feature, puzzles []instance) group {
	in := Range{Feature: f.Name}
	var values []float64
	for i := range puzzles {
		values, in.Of = append(values, f.Values[puzzles[i].Puzzle]), append(in.Of, puzzles[i].PuzzleKey)
	}
	in.Least, in.Most, in.Middle = values[0], values[len(values)-1], stats.Quantile(0.5, values)
	return group{Part: Part{Label: g.Label, Range: in}, name: g.name, instances: puzzles}
}

// Feature is a number that every puzzle has, such as how many islands: what
// success may depend on besides the size of the board.
type Feature struct {
	// Name is what an axis is called, with the values' unit in brackets: "size (cells)".
	Name string
	// Values are by the puzzles' IDs. Puzzles without a value are left out.
	Values map[string]float64
}

// FeaturesOf are features of the puzzles of a set, such as those that
// nurikabe.Features lists.
func FeaturesOf(set puzzle.Set, features ...puzzle.Feature) []Feature {
	return lists.Map(features, func(f puzzle.Feature) Feature { return Feature{f.Name, set.Values(f.Of)} })
}

// has says whether a puzzle has a value that can be compared.
func (f Feature) has(id string) bool {
	v, ok := f.Values[id]
	return ok && !math.IsNaN(v)
}

// ends are the last values of the ranges, rising, and the number of puzzles
// without a value.
func (f Feature) ends(groups []group, bins int) (ends []float64, missing int) {
	var values []float64
	for in := range puzzlesOf(groups) {
		if f.has(in.Puzzle) {
			values = append(values, f.Values[in.Puzzle])
		} else {
			missing++
		}
	}
	slices.Sort(values)
	for b := 1; b <= bins && len(values) > 0; b++ {
		at := max((b*len(values)+bins-1)/bins, 1)
		ends = append(ends, values[at-1])
	}
	return slices.Compact(ends), missing
}

// Groups are the runs of each label, by parts of the puzzles.
type Groups struct {
	runs     *Runs
	parts    []group
	warnings []string
}

// By groups the puzzles of each label.
func (r *Runs) By(g Grouping) Groups {
	parts, warned := g.parts(r)
	return Groups{r, parts, append(warnings(r.groups), warned...)}
}
