// Package explore answers the questions of a reader who chooses by clicks: which
// runs, and which statistic of them.
//
//  1. A [Question] is what was chosen. [Question.Chart] is the chart, and
//     [Question.Cell] the Go statements that make the same chart in a notebook.
//  2. [New] takes records in columns and groups them once, for whoever asks many
//     questions of them, and [Data.Ask] answers them.
//
// Its opinion: a click makes what a cell makes. The statistics are those of package analysis and the
// charts those of package charts. An explorer computes everything as the notebooks do.
//
// Its limits: half a million records take some hundred megabytes while they are
// computed with. Statistics over features of puzzles need more than records and
// stay with the notebooks.
package explore

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The statistics that can be asked for.
const (
	Success    = "success" // the success rate by board size
	Times      = "times"   // the distribution of run times
	Cost       = "cost"    // the expected cost of a solution, by size class
	PAR        = "par"     // the penalised average run time, as it is spread over puzzles
	HeadToHead = "versus"  // two engines against each other, puzzle by puzzle
)

// Question is what a reader has chosen. The zero value of a field is all.
type Question struct {
	// Source is the name of a study or a journal.
	Source string `json:"source"`
	Kind   string `json:"kind"`
	// Class is a range of board sizes.
	Class analysis.Class `json:"class"`
	// Labels are those of [experiment.Record.Label]; the first two are those that
	// HeadToHead compares.
	Labels []string `json:"labels"`
	// Puzzles are contents of puzzles.
	Puzzles []string `json:"puzzles"`
	// Statistic is one of the constants; "" is Success.
	Statistic string `json:"statistic"`
	// Measure is what times and costs are told in, by its name ([analysis.Measure]);
	// "" is that of the budgets, or processor time.
	Measure string `json:"measure"`
	// Factor is that of PAR; 0 is 10.
	Factor float64 `json:"factor"`
	// Iterations and Evaluations are where runs are cut off ([analysis.Within]), one
	// of the two; 0 is nowhere.
	Iterations  int64 `json:"iterations"`
	Evaluations int64 `json:"evaluations"`
}

// Source is a part of the records: those of a study or of a journal.
type Source struct {
	Name string `json:"name"`
	// Count is the number of its records.
	Count int `json:"count"`
	// Cell is the expression that has them in a cell; "" where there is none.
	Cell string `json:"cell"`
}

// takes says whether a question is about runs of a label on a puzzle.
func (q *Question) takes() func(label, kind string, p analysis.PuzzleKey) bool {
	contents := lists.Set(q.Puzzles, func(content string) string { return content })
	return func(label, kind string, p analysis.PuzzleKey) bool {
		return (q.Kind == "" || kind == q.Kind) && q.Class.Contains(p.Cells) &&
			(len(q.Labels) == 0 || slices.Contains(q.Labels, label)) && (len(q.Puzzles) == 0 || contents[p.Content])
	}
}

// cut is where runs are cut off.
func (q *Question) cut() (b solver.Budget, any bool) {
	b = solver.Budget{Iterations: q.Iterations, Evaluations: q.Evaluations}
	return b, b != solver.Budget{}
}

// measures are those that can be chosen.
var measures = []analysis.Measure{analysis.CPU, analysis.Seconds, analysis.Iterations, analysis.Evaluations}

// measure is the one that was chosen, or else the first that limits runs.
func (q *Question) measure(of *analysis.Runs) (analysis.Measure, error) {
	first, _ := of.Budget()
	for _, m := range measures {
		switch {
		case q.Measure == m.String():
			return m, nil
		case q.Measure == "" && m.Limit(first) > 0:
			return m, nil
		}
	}
	if q.Measure == "" {
		return analysis.CPU, nil
	}
	return 0, fmt.Errorf("explore: no measure %q", q.Measure)
}

// errNothing is the error of a question that no record is about.
var errNothing = errors.New("explore: there are no such runs")

// of is the runs that a question is about, cut off as it says.
func (q Question) of(all *analysis.Runs) (of *analysis.Runs, err error) {
	of = all.Where(q.takes())
	if of.Count() == 0 {
		return nil, errNothing
	}
	budget, any := q.cut()
	if !any {
		return of, nil
	}
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("explore: %v", reason)
		}
	}()
	return of.Within(budget), nil
}

// Chart answers the question by the runs that it is about, of which there is one at
// least.
func (q Question) Chart(of *analysis.Runs) (charts.Chart, error) {
	m, err := q.measure(of)
	if err != nil {
		return charts.Chart{}, err
	}
	switch q.Statistic {
	case "", Success:
		return charts.SuccessOf(of).Chart(), nil
	case Times:
		return charts.RunTimes(of.RunTimes(m)), nil
	case Cost:
		return costs(of, m).Chart(), nil
	case PAR:
		return charts.Violins(of.Scores(analysis.PAR(m, q.factor()))), nil
	case HeadToHead:
		first, second, err := q.pair(of)
		if err != nil {
			return charts.Chart{}, err
		}
		return charts.HeadToHead(of.HeadToHead(first, second, m)), nil
	}
	return charts.Chart{}, fmt.Errorf("explore: no statistic %q", q.Statistic)
}

// costs are what solutions cost by size class.
func costs(of *analysis.Runs, m analysis.Measure) charts.DotPlot {
	all := of.By(analysis.Size).ExpectedRunTime(m)
	return charts.DotPlot{Title: costTitle, Subtitle: counts(of), Axis: costAxis(m), Log: true, Scope: all.Totals[0].Scope, All: charts.Costs(all.Rows...)}
}

const costTitle = "What a solution costs"

func costAxis(m analysis.Measure) string {
	if m.Unit() == "" {
		return m.String() + " of a solution"
	}
	return m.String() + " of a solution (" + m.Unit() + ")"
}

// counts says on what a chart rests.
func counts(of *analysis.Runs) string {
	return puzzle.Plural(of.Puzzles(), "puzzle") + ", " + puzzle.Plural(of.Count(), "run")
}

func (q *Question) factor() float64 {
	if q.Factor == 0 {
		return 10
	}
	return q.Factor
}

// pair are the two labels to compare: the first two that were chosen, or that the
// records have.
func (q *Question) pair(of *analysis.Runs) (first, second string, err error) {
	labels := slices.Clone(q.Labels)
	for _, label := range of.Labels() {
		if len(labels) < 2 && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	if len(labels) < 2 {
		return "", "", errors.New("explore: two engines are needed to be compared")
	}
	return labels[0], labels[1], nil
}

// Cell is the Go statements that make the chart of [Question.Chart] in a notebook,
// with the expression that has the records.
func (q Question) Cell(source string, of *analysis.Runs) (string, error) {
	m, err := q.measure(of)
	if err != nil {
		return "", err
	}
	measure := map[analysis.Measure]string{analysis.Seconds: "analysis.Seconds", analysis.CPU: "analysis.CPU", analysis.Iterations: "analysis.Iterations", analysis.Evaluations: "analysis.Evaluations"}[m]
	var body strings.Builder
	if source == "" {
		source = "[]experiment.Record{} // the records that show.Explore was given"
	}
	fmt.Fprintf(&body, "runs := %s\n", source)
	if tests := q.tests(); len(tests) > 0 {
		fmt.Fprintf(&body, "runs = slices.DeleteFunc(runs, func(r experiment.Record) bool {\n\treturn %s\n})\n", strings.Join(tests, " ||\n\t\t"))
	}
	if budget, any := q.cut(); any {
		limit := fmt.Sprintf("solver.Iterations(%d)", budget.Iterations)
		if budget.Iterations == 0 {
			limit = fmt.Sprintf("solver.Evaluations(%d)", budget.Evaluations)
		}
		fmt.Fprintf(&body, "runs = analysis.Within(runs, %s)\n", limit)
	}
	chart := ""
	switch q.Statistic {
	case "", Success:
		chart = "charts.SuccessBySize(runs)"
	case Times:
		chart = "charts.RunTimes(analysis.Group(runs).RunTimes(" + measure + "))"
	case Cost:
		fmt.Fprintf(&body, "costs := analysis.Group(runs).By(analysis.Size).ExpectedRunTime(%s)\n", measure)
		chart = fmt.Sprintf("charts.DotPlot{Title: %q, Subtitle: %q,\n\tAxis: %q, Log: true, Scope: costs.Totals[0].Scope, All: charts.Costs(costs.Rows...)}", costTitle, counts(of), costAxis(m))
	case PAR:
		chart = fmt.Sprintf("charts.Violins(analysis.Group(runs).Scores(analysis.PAR(%s, %g)))", measure, q.factor())
	case HeadToHead:
		first, second, err := q.pair(of)
		if err != nil {
			return "", err
		}
		chart = fmt.Sprintf("charts.HeadToHead(analysis.Group(runs).HeadToHead(%q, %q, %s))", first, second, measure)
	default:
		return "", fmt.Errorf("explore: no statistic %q", q.Statistic)
	}
	fmt.Fprintf(&body, "show.Chart(%s)\n", chart)
	var groups [2]string
	for _, path := range []string{"slices", "strings", "formicary/pkg/analysis", "formicary/pkg/charts", "formicary/pkg/experiment", "formicary/pkg/show", "formicary/pkg/solver"} {
		if strings.Contains(body.String(), path[strings.LastIndexByte(path, '/')+1:]+".") {
			groups[strings.Count(path, "/")/2] += fmt.Sprintf("\t%q\n", path)
		}
	}
	if groups[0] != "" {
		groups[0] += "\n"
	}
	return "import (\n" + groups[0] + groups[1] + ")\n\n%%\n" + body.String(), nil
}

// tests are the conditions in Go under which a record is left out.
func (q *Question) tests() (out []string) {
	list := func(all []string) string { return strings.TrimPrefix(fmt.Sprintf("%#v", all), "[]string") }
	if q.Kind != "" {
		out = append(out, fmt.Sprintf("r.Kind != %q", q.Kind))
	}
	if q.Class != (analysis.Class{}) {
		out = append(out, fmt.Sprintf("!analysis.Class{Least: %d, Most: %d}.Contains(r.Cells())", q.Class.Least, q.Class.Most))
	}
	if len(q.Labels) > 0 {
		out = append(out, "!slices.Contains([]string"+list(q.Labels)+", r.Label())")
	}
	if len(q.Puzzles) > 0 {
		out = append(out, fmt.Sprintf("!strings.Contains(%q, r.Content)", strings.Join(q.Puzzles, " ")))
	}
	return out
}
