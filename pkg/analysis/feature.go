package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/solver"
)

// FeatureTable is success and time by ranges of features.
type FeatureTable struct {
	// Labels are in the records' order, Features in the given one.
	Labels   []string
	Features []string
	Measure  Measure
	// Bins has, feature by feature and label by label, the ranges in rising
	// order.
	Bins []FeatureBin
	// Scope is what the bins' intervals are about: a puzzle is one unit in them,
	// also where there is only one.
	Scope    Scope
	Warnings []string
}

// FeatureBin is one engine on the puzzles of one part.
type FeatureBin struct {
	Part
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

// Features is how many puzzles of each part are solved, and in which time: of parts by
// [Ranges] of features as a rule.
func (g Groups) Features(m Measure) FeatureTable {
	t := FeatureTable{Measure: m, Labels: g.runs.Labels(), Scope: Scope{Level: g.runs.settings.Level}, Warnings: g.warnings}
	for _, part := range g.parts {
		t.Bins = append(t.Bins, g.runs.settings.bin(part, m))
		if !slices.Contains(t.Features, part.Feature) {
			t.Features = append(t.Features, part.Feature)
		}
	}
	return t
}

func (s Settings) bin(g group, m Measure) FeatureBin {
	n, solved := len(g.instances), 0
	times := make([]float64, n)
	for i := range g.instances {
		t := g.instances[i].versus(m)
		if times[i] = t.Mean; t.Solved() {
			solved++
		}
	}
	slices.Sort(times)
	return FeatureBin{Part: g.Part, Any: s.Proportion(solved, n), Median: stats.Quantile(0.5, times), Between: s.between(times)}
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
