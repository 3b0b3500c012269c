package analysis

import (
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// FixedTarget is what it takes one engine to get a board down to a cost.
type FixedTarget struct {
	Label   string
	Measure Measure
	// Target is the cost, 0 for a solution.
	Target        float64
	Puzzles, Runs int
	// Reached is the share of runs that reached the target, with its
	// interval over runs, which is right for one puzzle only; Across is the
	// interval that About says ([Success.Across]).
	Reached Proportion
	Across  Interval
	// Expected is the expected running time (N. Hansen et al. 2021, as in
	// [TargetCurve]): all that runs took until they reached the target or ended, by the
	// number that reached it; +Inf where none did. Interval is that of
	// [Expected.Interval].
	Expected float64
	Interval Interval
	// Median is the median over all runs of what the target took; +Inf where
	// fewer than half reached it.
	Median float64
	// About is what Across and Interval are about.
	About About
}

// FixedTargets is what targets take, label by label in the order of targets;
// none mean [CostTargets].
func (s Settings) FixedTargets(records []experiment.Record, m Measure, targets ...float64) []FixedTarget {
	return Group(records).FixedTargets(s, m, targets...)
}

// FixedTargets is [Settings.FixedTargets].
func (r *Runs) FixedTargets(s Settings, m Measure, targets ...float64) []FixedTarget {
	s = s.complete()
	if len(targets) == 0 {
		targets = CostTargets
	}
	var out []FixedTarget
	for _, g := range r.groups {
		for _, target := range targets {
			f := FixedTarget{Label: g.label, Measure: m, Target: target, Puzzles: len(g.instances), About: s.about(len(g.instances))}
			var times []float64
			f.Expected, f.Interval = s.perSuccess(g, m, func(u *ratio, in *instance, i int) {
				r := &in.runs[i]
				if at, ok := r.track(m).reach(target); ok {
					u.part += at
					u.whole++
					times = append(times, at)
				} else {
					u.part += r.spent[m]
					times = append(times, math.Inf(1))
				}
			})
			rates := g.units(func(u *ratio, in *instance, i int) {
				r := &in.runs[i]
				u.whole++
				if _, ok := r.track(m).reach(target); ok {
					u.part++
				}
			})
			f.Runs = len(times)
			slices.Sort(times)
			f.Median = stats.Quantile(0.5, times)
			f.Reached = s.Proportion(int(total(rates).part), f.Runs)
			f.Across = s.across(rates)
			out = append(out, f)
		}
	}
	return out
}

// FixedBudget is how far one engine has come by a budget.
type FixedBudget struct {
	Label   string
	Measure Measure
	// Budget is how much of the measure was spent.
	Budget        float64
	Puzzles, Runs int
	// Solved is the share of runs with a solution by then, with its
	// interval over runs, which is right for one puzzle only; Across is the
	// interval that About says ([Success.Across]).
	Solved Proportion
	Across Interval
	// Costs counts the runs that have a cost by then, over which Mean is. A mean has
	// no interval: nothing bounds the cost of a board. The quantiles are over all
	// runs, and +Inf where they fall among those without a cost.
	Costs            int
	Mean             float64
	Q25, Median, Q75 float64
	// Typical is the median over puzzles of the mean cost of their runs, of one
	// puzzle that over its runs; +Inf where runs without a cost make it so. Its
	// interval is between two order statistics, which holds whatever the costs are
	// (as [FeatureBin.Between]).
	Typical         float64
	TypicalInterval Interval
	// About is what Across and TypicalInterval are about.
	About About
	// Beyond counts the runs that had not ended by then and would have gone on;
	// Short those whose own budget ended before this one without a solution:
	// they count as they are, and more budget might have helped them.
	Beyond, Short int
}

// FixedBudgets is how far runs have come by budgets, label by label in the
// order of budgets.
func (s Settings) FixedBudgets(records []experiment.Record, m Measure, budgets ...float64) []FixedBudget {
	return Group(records).FixedBudgets(s, m, budgets...)
}

// FixedBudgets is [Settings.FixedBudgets].
func (r *Runs) FixedBudgets(s Settings, m Measure, budgets ...float64) []FixedBudget {
	s = s.complete()
	var out []FixedBudget
	for _, g := range r.groups {
		for _, budget := range budgets {
			f := FixedBudget{Label: g.label, Measure: m, Budget: budget, Puzzles: len(g.instances), About: s.about(len(g.instances))}
			var costs []float64
			rates := g.units(func(u *ratio, in *instance, i int) {
				r := &in.runs[i]
				u.whole++
				cost := r.track(m).by(budget)
				costs = append(costs, cost)
				switch took := r.spent[m]; {
				case cost == 0:
					u.part++
				case took > budget:
					f.Beyond++
				case took < budget && !r.status.Decided():
					f.Short++
				}
			})
			f.Runs, f.Mean = len(costs), math.NaN()
			sum := 0.0
			for _, cost := range costs {
				if !math.IsInf(cost, 1) {
					sum += cost
					f.Costs++
				}
			}
			if f.Costs > 0 {
				f.Mean = sum / float64(f.Costs)
			}
			var means []float64
			for _, u := range g.units(func(u *ratio, in *instance, i int) {
				u.part += in.runs[i].track(m).by(budget)
				u.whole++
			}) {
				means = append(means, u.part/u.whole)
			}
			slices.Sort(means)
			f.Typical, f.TypicalInterval = stats.Quantile(0.5, means), s.between(means)
			slices.Sort(costs)
			f.Q25, f.Median, f.Q75 = stats.Quantile(0.25, costs), stats.Quantile(0.5, costs), stats.Quantile(0.75, costs)
			f.Solved, f.Across = s.Proportion(int(total(rates).part), f.Runs), s.across(rates)
			out = append(out, f)
		}
	}
	return out
}

// by is the best cost by a time; +Inf where there is none.
func (t track) by(at float64) float64 {
	best := math.Inf(1)
	for _, m := range t {
		if m.at > at {
			break
		}
		best = min(best, m.cost)
	}
	return best
}
