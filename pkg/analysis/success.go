package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/solver"
)

// Success is how often one engine solved some puzzles.
type Success struct {
	Part
	// Instances is the number of puzzles, counted by ID and content.
	Instances int
	// Runs is the share of runs that found a solution. Its Rate is the paper's f. Its interval is that
	// over runs: it asks how far the rate might be off on these very puzzles. It is somewhat too wide for
	// that, since part of the differences between runs is between puzzles, which stay.
	Runs Proportion
	// Across is the interval of the same rate across puzzles: where it might lie on other puzzles like
	// these. It is [stats.BoundedShare] with each puzzle a unit. That holds its level with any number of
	// puzzles, even if a rare kind of them is not among those seen. It is never of width zero. It is Runs'
	// interval if each puzzle has one run, the row is about one puzzle, or the whole experiment has one
	// ([SuccessTable.Scope]). This is the interval to show: a table or chart invites a conclusion about
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
func (t *SuccessTable) Get(label string, class Class) (row Success, ok bool) {
	rows := t.Rows
	if class == (Class{}) {
		rows = t.Totals
	}
	if at := slices.IndexFunc(rows, func(row Success) bool { return solver.Means(label, row.Label) && row.Class == class }); at >= 0 {
		return rows[at], true
	}
	return row, false
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
		units[i] = ratio{float64(in.wins), float64(in.count)}
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

// ExpectedRunTime is what a solution costs on average when a run that finds none is
// followed by another: all that was spent, divided by the solutions found.
// The paper compares solvers by it (Amos, Crossley and Lloyd, 2019, section
// 4.3: "the total run time divided by the number of successful runs").
type ExpectedRunTime struct {
	Part
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
	// Scope is what Interval is about.
	Scope Scope
}

// ExpectedRunTimes is what solutions cost by label and part.
type ExpectedRunTimes struct {
	// Rows has a row for each part with records, in the order of the [Grouping],
	// Totals one for each label over all its puzzles.
	Rows, Totals []ExpectedRunTime
}

// ExpectedRunTime is the cost of a solution by label and part.
func (g Groups) ExpectedRunTime(m Measure) (t ExpectedRunTimes) {
	for _, part := range g.parts {
		t.Rows = append(t.Rows, g.runs.settings.expected(part, m))
	}
	for _, all := range g.runs.groups {
		t.Totals = append(t.Totals, g.runs.settings.expected(all, m))
	}
	return t
}

func (s Settings) expected(g group, m Measure) ExpectedRunTime {
	e := ExpectedRunTime{Part: g.Part, Measure: m, Runs: g.runs(), Scope: s.scope(len(g.instances))}
	e.Mean, e.Interval = s.perSuccess(g, m, func(u *ratio, r *run) {
		u.part += r.spent[m]
		e.Total += r.spent[m]
		if r.solved {
			u.whole++
			e.Successes++
		}
	})
	return e
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
		t := versus(g.instances[i].runs(), m)
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

// Reference is a published figure to compare one's own with.
type Reference struct {
	// Label is the one that our runs of the same method have.
	Label string
	// Class is the size class; the zero Class for all sizes.
	Class Class
	// Instances is the number of puzzles, Any those solved at least once.
	Instances, Any int
	// Rate is the share of runs that found a solution, as printed.
	Rate float64
	// Runs is the number of runs on each puzzle.
	Runs int
	// Source says where it is printed, such as "Amos et al. 2019, table 1".
	Source string
}

// Interval is the interval of the published rate at 95 % for puzzles like those. How much they differ
// is not printed: it is the widest that they can make it, as if all runs on a puzzle ended alike: that
// of Clopper and Pearson with the puzzles for trials; the whole of 0 to 1 where their number is
// unknown. It ignores the rounding of the printed rate.
func (r Reference) Interval() Interval {
	n := float64(r.Instances)
	return stats.ClopperPearson(r.Rate*n, n, Default.Level)
}
