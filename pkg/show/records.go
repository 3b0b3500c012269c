package show

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Records are runs, to be chosen from without a loop in a cell. Each method returns
// others and leaves these as they are. They are a slice of records wherever one is asked for.
type Records []experiment.Record

// Where returns the runs for which takes is true.
func (r Records) Where(takes func(experiment.Record) bool) Records {
	return slices.DeleteFunc(slices.Clone(r), func(one experiment.Record) bool { return !takes(one) })
}

// Only returns the runs under some labels ([experiment.Record.Is]).
func (r Records) Only(labels ...string) Records {
	return r.Where(func(one experiment.Record) bool { return slices.ContainsFunc(labels, one.Is) })
}

// Cells returns the runs on boards of least to most cells, both included; most 0 means no upper end.
func (r Records) Cells(least, most int) Records {
	return r.Where(func(one experiment.Record) bool {
		return analysis.Class{Least: least, Most: most}.Contains(one.Cells())
	})
}

// Within returns what the runs would have come to with a smaller budget ([analysis.Within]).
func (r Records) Within(budget solver.Budget) Records { return analysis.Within(r, budget) }

// Named returns the runs under other labels, each under what name says of it; those
// without a name are left out.
func (r Records) Named(name func(experiment.Record) string) Records {
	out := r.Where(func(one experiment.Record) bool { return name(one) != "" })
	for i, one := range out {
		out[i].Engine, out[i].Variant = "", name(one)
	}
	return out
}

// ByParam returns the runs under the values of one of their engines' parameters, in a format such as "q0 = %s"; those
// whose engine has no such parameter are left out. It knows the engines of what a cell ran or loaded.
func (r Records) ByParam(parameter, format string) Records {
	return r.Named(func(one experiment.Record) string {
		if value, ok := cited.parameter(one.ConfigHash, parameter); ok {
			return fmt.Sprintf(format, value)
		}
		return ""
	})
}

// On returns the runs on some puzzles, by their ids.
func (r Records) On(puzzles ...string) Records {
	return r.Where(func(one experiment.Record) bool { return slices.Contains(puzzles, one.Puzzle) })
}

// In returns the runs on the puzzles of a set.
func (r Records) In(set puzzle.Set) Records {
	contents := lists.Set(set.Items, func(item puzzle.Item) string { return item.Hash().String() })
	return r.Where(func(one experiment.Record) bool { return contents[one.Content] })
}

// By returns the runs apart, by what of says of each.
func (r Records) By(of func(experiment.Record) string) map[string]Records {
	out := map[string]Records{}
	for _, one := range r {
		out[of(one)] = append(out[of(one)], one)
	}
	return out
}

// Count says how many puzzles some run solves.
func (r Records) Count(what, of string) analysis.Count {
	solved := r.Named(func(experiment.Record) string { return what }).Success().Totals[0]
	return analysis.Count{What: what, Of: of, Proportion: solved.Any}
}

// Times are, for each label, the median of what its runs take until a solution, with the least and the most. The
// unit of the measure has so many of theirs.
func (r Records) Times(m analysis.Measure, units float64) (out []charts.Estimate) {
	for _, t := range analysis.Group(r).RunTimes(m) {
		e := charts.Estimate{Row: t.Label, Value: units * t.Median, Text: fmt.Sprintf("%d of %d runs solved", t.Solved, t.Runs)}
		if last := len(t.Steps) - 1; last >= 0 {
			e.Within = analysis.Interval{Low: units * t.Steps[0].Time, High: units * t.Steps[last].Time}
		}
		out = append(out, e)
	}
	return out
}

// Middle are, for each label, the median of what its runs took, solved or not, with the middle half of them. The unit
// of the measure has so many of theirs.
func (r Records) Middle(panel string, m analysis.Measure, units float64) (out []charts.Estimate) {
	runs := r.By(experiment.Record.Label)
	for _, label := range analysis.Group(r).Labels() {
		took := []float64{}
		for _, one := range runs[label] {
			took = append(took, units*m.Of(one))
		}
		slices.Sort(took)
		at := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, took, nil) }
		out = append(out, charts.Estimate{Row: label, Panel: panel, Value: at(0.5), Within: analysis.Interval{Low: at(0.25), High: at(0.75)}, Text: puzzle.Number(at(0.5))})
	}
	return out
}

// Agreement says whether two engines find the same puzzles hard, size for size: it is Spearman's correlation of what their
// runs took, each over the median of its engine on the boards with as many cells ([stats.Spearman]). An engine has one run
// on each puzzle.
func (r Records) Agreement(other Records, m analysis.Measure, s analysis.Settings) (rank float64, within analysis.Interval) {
	one, two := r.sizeForSize(m), other.sizeForSize(m)
	var x, y []float64
	for _, content := range slices.Sorted(maps.Keys(one)) {
		if v, ok := two[content]; ok {
			x, y = append(x, one[content]), append(y, v)
		}
	}
	return stats.Spearman(x, y, s.Level)
}

func (r Records) sizeForSize(m analysis.Measure) map[string]float64 {
	sizes, out := map[int]float64{}, map[string]float64{}
	for _, one := range r {
		cells := one.Cells()
		if _, known := sizes[cells]; !known {
			sizes[cells] = r.Cells(cells, cells).Named(func(experiment.Record) string { return "all" }).Middle("", m, 1)[0].Value
		}
		out[one.Content] = m.Of(one) / sizes[cells]
	}
	return out
}

// Share is the share of the runs that solved, with its interval as for independent runs.
func (r Records) Share() analysis.Proportion {
	return analysis.Default.Proportion(len(r.Where(experiment.Record.Solved)), len(r))
}

// Shares are the shares of runs that solved, for each label in the order of the runs. Their intervals are for other
// runs on these puzzles.
func (r Records) Shares(panel, series string) (out []charts.Estimate) {
	runs := r.By(experiment.Record.Label)
	for _, label := range analysis.Group(r).Labels() {
		p, first := runs[label].Share(), runs[label][0]
		e := charts.Estimate{Row: label, Panel: panel, Series: series, Value: p.Rate, Within: p.Interval, Text: fmt.Sprintf("%d of %d runs", p.Successes, p.Trials)}
		if len(runs[label].Where(func(one experiment.Record) bool { return one.Content != first.Content })) == 0 {
			e.Of = analysis.PuzzleKey{Puzzle: first.Puzzle, Content: first.Content, Cells: first.Cells()}
		}
		out = append(out, e)
	}
	return out
}

// Kinds says in how many kinds of puzzles at least such a share of the runs solved, and how many kinds there are.
func (r Records) Kinds(share float64) (n, all int) {
	kinds := r.By(func(one experiment.Record) string { return one.Kind })
	for _, some := range kinds {
		if some.Share().Rate >= share {
			n++
		}
	}
	return n, len(kinds)
}

// Total adds up some of the engines' statistics over the runs.
func (r Records) Total(statistics ...string) float64 {
	sum, _ := r.sum(statistics...)
	return sum
}

// Mean is that of one of the engines' statistics over the runs that have it, NaN of none, and how many these are.
func (r Records) Mean(statistic string) (mean float64, runs int) {
	sum, runs := r.sum(statistic)
	return sum / float64(runs), runs
}

func (r Records) sum(statistics ...string) (sum float64, runs int) {
	for _, one := range r {
		for _, s := range one.Statistics {
			if slices.Contains(statistics, s.Name) {
				sum, runs = sum+s.Value, runs+1
			}
		}
	}
	return sum, runs
}

// Success is how often each label solves, by size of board.
func (r Records) Success() analysis.SuccessTable {
	return analysis.Group(r).By(analysis.Size).Success()
}

// RunTimes draws how soon the runs of each label find a solution.
func (r Records) RunTimes(m analysis.Measure) charts.Chart {
	return charts.RunTimes(analysis.Group(r).RunTimes(m))
}

// SuccessAt draws the share of runs that each label solves within some budgets of
// iterations or evaluations, a series for each; none means the runs' own. A panel tells the runs from others
// of the chart ([Panels]).
func (r Records) SuccessAt(panel string, budgets ...solver.Budget) charts.DotPlot {
	all := analysis.Group(r) // counts copies once
	chart := charts.DotPlot{Title: "How many runs are solved", Subtitle: puzzle.Plural(all.Puzzles(), "puzzle") + ", " + puzzle.Plural(all.Count(), "run"), Axis: "share of runs solved", Share: true}
	if panel != "" {
		chart.Subtitle += " of " + panel
	}
	add := func(series string, runs Records) {
		t := runs.Success()
		chart.Scope, chart.All = t.Scope, append(chart.All, charts.In(panel, series, charts.Solved(t.Totals...))...)
	}
	for _, b := range budgets {
		within := "within " + puzzle.Plural(int(b.Iterations), "iteration")
		if b.Iterations == 0 {
			within = "within " + puzzle.Plural(int(b.Evaluations), "evaluation")
		}
		add(within, r.Within(b))
	}
	if len(budgets) == 0 {
		add("", r)
	}
	return chart
}

// Ask asks whether each label differs from the first one by a score, for [Together]; no
// labels mean all, in the runs' order.
func (r Records) Ask(score analysis.Score, labels ...string) Ask {
	return func(s analysis.Settings) []analysis.Claim {
		return s.Group(r).Compare(analysis.Question{Score: score, Labels: labels, AgainstFirst: true}).Effects()
	}
}

// Factor asks what a choice does in runs that combine several, whose variants name theirs between
// commas: whether runs with this one solve more than those without. Claims call it name, and all of them who.
func (r Records) Factor(who, choice, name string) Ask {
	with, without := who+", with "+name, who+", without "+name
	return r.Named(func(one experiment.Record) string {
		if slices.Contains(strings.Split(one.Variant, ", "), choice) {
			return with
		}
		return without
	}).Ask(analysis.SuccessRate(), without, with)
}

// Panels are charts of one kind as panels of one, under the title of the first and the subtitles of all.
func Panels(first charts.DotPlot, others ...charts.DotPlot) charts.DotPlot {
	for _, other := range others {
		first.All = append(first.All, other.All...)
		if other.Subtitle != first.Subtitle {
			first.Subtitle += " · " + other.Subtitle
		}
	}
	return first
}

// Ranked is a chart with its rows in the order of the means of their values in the first panel, the greatest on top.
func Ranked(c charts.DotPlot) charts.DotPlot {
	values, panels := map[string][]float64{}, map[string]int{}
	for i, e := range slices.Backward(c.All) {
		panels[e.Panel] = i // they stay in their order
		if e.Panel == c.All[0].Panel {
			values[e.Row] = append(values[e.Row], e.Value)
		}
	}
	c.All = slices.Clone(c.All)
	slices.SortStableFunc(c.All, func(a, b charts.Estimate) int {
		return cmp.Or(cmp.Compare(panels[a.Panel], panels[b.Panel]), cmp.Compare(stat.Mean(values[b.Row], nil), stat.Mean(values[a.Row], nil)))
	})
	return c
}

// Beside puts the paper's value beside each of our estimates that has one: a hollow mark in the same row.
func Beside(ours []charts.Estimate, theirs func(ours charts.Estimate) (value float64, within analysis.Interval, ok bool)) []charts.Estimate {
	out := slices.Clone(ours)
	for _, e := range ours {
		if value, within, ok := theirs(e); ok {
			e.Value, e.Within, e.Text, e.Of, e.Published = value, within, "", analysis.PuzzleKey{}, true
			out = append(out, e)
		}
	}
	return out
}

// Count is how many of some things a condition holds for.
func Count[T any](all []T, holds func(T) bool) int {
	return lists.Count(all, holds)
}

// With is an engine after a change, such as of a field.
func With[S any](engine S, change func(S)) S {
	change(engine)
	return engine
}

// Explain is what an engine's Explain says of how it solves a puzzle, in at most 20 seconds of processor time.
func Explain[P puzzle.Puzzle, T any](explain func(context.Context, P, solver.Budget) (T, error), item puzzle.Item) T {
	return Must(explain(context.Background(), item.Puzzle.(P), solver.CPU(20*time.Second)))
}

// Must is the value, and panics with the error if there is one: a cell has no caller to return it to.
func Must[T any](value T, err error) T {
	check(err)
	return value
}
