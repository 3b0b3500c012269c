package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

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
	var out []Feature
	for _, f := range features {
		out = append(out, Feature{f.Name, set.Values(f.Of)})
	}
	return out
}

// FeatureTable is success and time by ranges of features.
type FeatureTable struct {
	// Labels are in the records' order, Features in the given one.
	Labels   []string
	Features []string
	Measure  Measure
	// Bins has, feature by feature and label by label, the ranges in rising
	// order.
	Bins []FeatureBin
	// About is what the bins' intervals are about: a puzzle is one unit in them,
	// also where there is only one.
	About    About
	Warnings []string
}

// FeatureBin is one engine on the puzzles of one range of a feature.
type FeatureBin struct {
	Feature, Label string
	// Least and Most are the extreme values in the range, Middle the median
	// ([stats.Quantile]).
	Least, Most, Middle float64
	// Puzzles is the number of puzzles, Of are the puzzles, by rising value.
	Puzzles int
	Of      []PuzzleKey
	// Any is the share of puzzles solved in any run, with its interval.
	Any Proportion
	// Median is the median over puzzles of the time of a solution
	// ([HeadToHeadTime.Mean]); +Inf where fewer than half are solved.
	Median float64
	// Between is the interval of the median between two order statistics,
	// which holds whatever the distribution (David and Nagaraja, Order
	// Statistics, 3rd edition, 2003, section 7.1). An end is +Inf where it lies
	// among the puzzles that were not solved. It is 0 to +Inf where there are too
	// few puzzles for the level: fewer than six for 95 %.
	Between Interval
}

// ByFeature groups puzzles into ranges of each feature, of as equal numbers of
// puzzles as equal values allow, the same ranges for all labels. It panics
// when bins is below 1.
func (s Settings) ByFeature(records []experiment.Record, m Measure, bins int, features ...Feature) FeatureTable {
	return Group(records).ByFeature(s, m, bins, features...)
}

// ByFeature is [Settings.ByFeature].
func (r *Runs) ByFeature(s Settings, m Measure, bins int, features ...Feature) FeatureTable {
	if bins < 1 {
		panic("analysis: features need at least one bin")
	}
	s = s.complete()
	groups := r.groups
	t := FeatureTable{Measure: m, About: About{Level: s.Level}, Warnings: warnings(groups)}
	for _, g := range groups {
		t.Labels = append(t.Labels, g.label)
	}
	for _, f := range features {
		t.Features = append(t.Features, f.Name)
		ends, missing := f.ends(groups, bins)
		if missing > 0 {
			t.Warnings = append(t.Warnings, f.leftOut(missing))
		}
		for _, g := range groups {
			rest := slices.DeleteFunc(slices.Clone(g.instances), func(i instance) bool { return !f.has(i.Puzzle) })
			slices.SortStableFunc(rest, func(a, b instance) int { return cmp.Compare(f.Values[a.Puzzle], f.Values[b.Puzzle]) })
			for _, end := range ends {
				n, _ := slices.BinarySearchFunc(rest, end, func(i instance, end float64) int {
					if f.Values[i.Puzzle] <= end {
						return -1
					}
					return 1
				})
				if n > 0 {
					t.Bins = append(t.Bins, s.bin(f, g.label, rest[:n], m))
				}
				rest = rest[n:]
			}
		}
	}
	return t
}

// leftOut warns of puzzles without a value.
func (f Feature) leftOut(missing int) string {
	return f.Name + ": " + puzzle.Plural(missing, "puzzle without a value is", "puzzles without a value are") + " left out"
}

// has says whether a puzzle has a value that can be compared.
func (f Feature) has(id string) bool {
	v, ok := f.Values[id]
	return ok && !math.IsNaN(v)
}

// ends are the last values of the ranges, rising, and the number of puzzles
// without a value.
func (f Feature) ends(groups []group, bins int) (ends []float64, missing int) {
	seen := map[PuzzleKey]bool{}
	var values []float64
	for _, g := range groups {
		for _, i := range g.instances {
			if seen[i.PuzzleKey] {
				continue
			}
			seen[i.PuzzleKey] = true
			if f.has(i.Puzzle) {
				values = append(values, f.Values[i.Puzzle])
			} else {
				missing++
			}
		}
	}
	slices.Sort(values)
	for b := 1; b <= bins && len(values) > 0; b++ {
		at := max((b*len(values)+bins-1)/bins, 1)
		ends = append(ends, values[at-1])
	}
	return slices.Compact(ends), missing
}

// bin sums the puzzles of a range up; they are ordered by value.
func (s Settings) bin(f Feature, label string, puzzles []instance, m Measure) FeatureBin {
	n := len(puzzles)
	values, times, of := make([]float64, n), make([]float64, n), make([]PuzzleKey, n)
	solved := 0
	for i, p := range puzzles {
		t := p.versus(m)
		values[i], times[i], of[i] = f.Values[p.Puzzle], t.Mean, p.PuzzleKey
		if t.Solved() {
			solved++
		}
	}
	slices.Sort(times)
	b := FeatureBin{
		Feature: f.Name, Label: label, Least: values[0], Most: values[n-1], Middle: stats.Quantile(0.5, values), Puzzles: n, Of: of,
		Any: s.Proportion(solved, n), Median: stats.Quantile(0.5, times),
	}
	b.Between = s.between(times)
	return b
}

// between is the interval of the median of rising values above 0: the largest i for
// which the i-th smallest and i-th largest (from 0) hold it between them with the
// level, for fewer than i+1 of n tosses of a coin are heads with half of what the
// level leaves. It is 0 to +Inf where not even the extremes do.
func (s Settings) between(rising []float64) Interval {
	n, out := len(rising), Interval{Low: 0, High: math.Inf(1)}
	tosses := distuv.Binomial{N: float64(n), P: 0.5}
	for i := 0; i < (n+1)/2 && tosses.CDF(float64(i)) <= (1-s.Level)/2; i++ {
		out = Interval{Low: rising[i], High: rising[n-1-i]}
	}
	return out
}

// Get lists the bins of a feature and label, in rising order.
func (t *FeatureTable) Get(feature, label string) []FeatureBin {
	return slices.DeleteFunc(slices.Clone(t.Bins), func(b FeatureBin) bool { return b.Feature != feature || !solver.Means(label, b.Label) })
}
