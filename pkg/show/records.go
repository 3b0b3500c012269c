package show

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
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

// On returns the runs on some puzzles, by their ids.
func (r Records) On(puzzles ...string) Records {
	return r.Where(func(one experiment.Record) bool { return slices.Contains(puzzles, one.Puzzle) })
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

// Times are, for each label, the median of what its runs take until a solution, from the least to the most, in units
// of which the measure's has so many.
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

// Share is the share of the runs that solved, with its interval as for independent runs.
func (r Records) Share() analysis.Proportion {
	return analysis.Default.Proportion(len(r.Where(experiment.Record.Solved)), len(r))
}

// Total adds up one of the engines' statistics over the runs.
func (r Records) Total(statistic string) (sum float64) {
	for _, one := range r {
		for _, s := range one.Statistics {
			if s.Name == statistic {
				sum += s.Value
			}
		}
	}
	return sum
}

// Success is how often each label solves, by size of board.
func (r Records) Success() analysis.SuccessTable {
	return analysis.Group(r).By(analysis.Size).Success()
}

// SuccessAt draws the share of runs that each label solves within some budgets of
// iterations or evaluations, a series for each; none means the runs' own. A panel tells the runs from others
// of the chart ([Panels]).
func (r Records) SuccessAt(panel string, budgets ...solver.Budget) charts.DotPlot {
	chart := charts.DotPlot{Title: "How many runs are solved", Subtitle: "runs with a solution by then", Axis: "share of runs solved", Share: true}
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

// Panels are charts of one kind as panels of one, under the title of the first.
func Panels(first charts.DotPlot, others ...charts.DotPlot) charts.DotPlot {
	for _, other := range others {
		first.All = append(first.All, other.All...)
	}
	return first
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
