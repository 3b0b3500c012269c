package charts

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Success is success rate against board size, and what is drawn of it. Every
// part may be left empty.
type Success struct {
	// Table is drawn as a diamond with whiskers for each label and class,
	// Puzzles as circles, Curves as lines with bands.
	Table   analysis.SuccessTable
	Puzzles []analysis.Success
	Curves  []analysis.SuccessCurve
	// References are published rates, drawn hollow and grey.
	References []analysis.Reference
	// Note says with which budget the runs were made, for the subtitle.
	Note string
}

// SuccessBySize makes all of [Success] out of records, with the settings of
// [analysis.Default].
func SuccessBySize(records []experiment.Record) Success { return SuccessOf(analysis.Group(records)) }

// SuccessOf is [SuccessBySize] of runs that were grouped before.
func SuccessOf(runs *analysis.Runs) Success {
	return Success{
		Table:   runs.By(analysis.Size).Success(),
		Puzzles: runs.By(analysis.EachPuzzle).Success().Rows,
		Curves:  runs.SuccessCurves(),
		Note:    budgetText(runs),
	}
}

// budgetText says what each run was allowed, where all were allowed the same.
func budgetText(runs *analysis.Runs) string {
	if runs.Count() == 0 {
		return ""
	}
	b, alike := runs.Budget()
	if !alike {
		return "different budgets"
	}
	var parts []string
	add := func(limited bool, text string) {
		if limited {
			parts = append(parts, text)
		}
	}
	add(b.Wall > 0, puzzle.Time(b.Wall.Seconds()))
	add(b.CPU > 0, puzzle.Time(b.CPU.Seconds())+" of processor time")
	add(b.Iterations > 0, plural(int(b.Iterations), "iteration"))
	add(b.Evaluations > 0, plural(int(b.Evaluations), "evaluation"))
	if len(parts) == 0 {
		return "no limit on a run"
	}
	return "at most " + strings.Join(parts, " or ") + " a run"
}

// labels are those of the table, or of the other parts where it has none.
func (s Success) labels() []string {
	all := slices.Clone(s.Table.Labels)
	for _, p := range s.Puzzles {
		all = append(all, p.Label)
	}
	for _, c := range s.Curves {
		all = append(all, c.Label)
	}
	return distinct(all)
}

// known are the references to labels that are drawn, but for totals.
func (s Success) known() []analysis.Reference {
	labels := s.labels()
	return slices.DeleteFunc(slices.Clone(s.References), func(r analysis.Reference) bool {
		return r.Class == (analysis.Class{}) || !slices.Contains(labels, r.Label)
	})
}

// sources names where the references are from.
func sources(references []analysis.Reference) string {
	all := lists.Map(references, func(r analysis.Reference) string { return r.Source })
	return strings.Join(distinct(all), ", ")
}

// place is where a class stands on the axis of cells: at the geometric mean of
// our puzzles in it, or in the middle of its range.
func (s Success) place(c analysis.Class) float64 {
	sum, n := 0.0, 0
	seen := map[string]bool{}
	for _, p := range s.Puzzles {
		key := p.Puzzle + "\n" + p.Content
		if p.Cells > 0 && c.Contains(p.Cells) && !seen[key] {
			seen[key] = true
			sum += math.Log(float64(p.Cells))
			n++
		}
	}
	if n > 0 {
		return math.Exp(sum / float64(n))
	}
	least, most := float64(c.Least), float64(c.Most)
	switch {
	case most == 0:
		return least * 1.25
	case least == 0:
		return most / 2
	}
	return math.Sqrt(least * most)
}

// mostCurves is the number of labels of which one frame holds a coloured curve against size, mostLines that of all curves.
const mostCurves, mostLines = 6, 16

// focus are the labels that have a colour: all where they are few, otherwise those with published rates, the reader's own,
// the one that solves most, the first, and the two that differ most from it.
func (s Success) focus(labels []string, references []analysis.Reference) []string {
	if len(labels) <= mostCurves {
		return labels
	}
	of := lists.Map(references, func(r analysis.Reference) string { return r.Label })
	for _, label := range labels {
		if role, _ := solver.RoleOf(label); role == solver.Yours {
			of = append(of, label)
		}
	}
	if totals := slices.Clone(s.Table.Totals); len(totals) > 0 {
		first := totals[0].Runs.Rate
		of = append(of, slices.MaxFunc(totals, func(a, b analysis.Success) int { return cmp.Compare(a.Runs.Rate, b.Runs.Rate) }).Label, labels[0])
		slices.SortStableFunc(totals, func(a, b analysis.Success) int {
			return cmp.Compare(math.Abs(b.Runs.Rate-first), math.Abs(a.Runs.Rate-first))
		})
		of = append(of, totals[0].Label, totals[1].Label)
	}
	of = distinct(of)
	return of[:min(len(of), mostCurves)]
}

// Chart draws success rate against board size. One label has circles for the puzzles of one size and rate (their area is the
// number of runs), a diamond with whiskers for each size class, and the fitted curve with its band. Several have a line
// through their classes each, with the band of the intervals and the name where the line ends; of more than six the best,
// the first, the two that differ most from it, those with published rates and the reader's own have a colour, and the others
// are grey. Published rates are hollow, a little to the right of ours: grey beside one label, and otherwise in the colour of
// theirs. Faint lines part the size classes, with their numbers on the axis; below each class stands how many puzzles it
// has. Labels of one size class, and more than sixteen, become [SuccessByClass].
func (s Success) Chart() Chart {
	labels, references := s.labels(), s.known()
	sized := distinct(lists.Map(s.Table.Rows, func(r analysis.Success) analysis.Class { return r.Class }))
	if len(labels) > mostLines || len(labels) > 1 && len(sized) < 2 {
		return s.byClass()
	}
	at := append(lists.Map(sized, s.place), lists.Map(references, func(r analysis.Reference) float64 { return s.place(r.Class) })...)
	if len(labels) == 1 {
		at = append(at, lists.Map(s.Puzzles, func(p analysis.Success) float64 { return float64(p.Cells) })...)
	}
	lo, hi, _ := scale.Span(at)
	f := newFigure(logarithmic("board size (cells)", lo, hi, 1.15), axis{name: "success rate (share of runs)", percent: true, min: 0, max: 1})
	s.parts(f, sized)
	t := numbers.NewTable("part", "label", "cells", "puzzles", "runs", "solved", "rate", "low", "high")
	var ends []ending
	focus := s.focus(labels, references)
	colours := coloursOf(focus)
	labels = append(slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return slices.Contains(focus, l) }), focus...) // on top
	for _, label := range labels {
		marks := s.classes(label, t)
		if len(labels) == 1 {
			if len(references) > 0 {
				f.legend = append(entries(labels, colours, "diamond"), entry{sources(references), named("paper"), "diamond", true})
			}
			s.circles(f, label, colours[0], t)
			s.curve(f, label, colours[0], t)
			s.published(f, label, named("paper"), references, t)
			f.estimates(0, "class", label, 2, look{colour: colours[0], symbol: "diamond", opacity: 1, z: 5}, marks)
			continue
		}
		drawn, colour := f.scatter, named("line")
		if i := slices.Index(focus, label); i >= 0 {
			colour = colours[i]
			f.band(0, "band", label, colour, marks)
			s.published(f, label, colour, references, t)
		}
		if len(marks) == 1 { // no band without a line
			drawn = func(panel int, role, name string, l look, marks []point) {
				f.estimates(panel, role, name, 1.5, l, marks)
			}
		}
		f.curve(0, "line", label, stroke{colour: colour, width: 2, quiet: true}, marks)
		drawn(0, "class", label, look{colour: colour, symbol: "circle", opacity: 1, z: 5}, marks)
		if n := len(marks); n > 0 {
			ends = append(ends, ending{label, colour, marks[n-1].y})
		}
	}
	f.endings(ends)
	return f.chart(Chart{Title: s.title(), Subtitle: s.subtitle(references, len(labels) > 1), Alt: s.alt(references)}, t)
}

// parts draws the borders between size classes, and writes how many puzzles each has.
func (s Success) parts(f *figure, sized []analysis.Class) {
	var borders []float64
	var counts []point
	for _, c := range sized {
		if least := scale.Border(c.Least); least > f.x.min && least < f.x.max {
			borders = append(borders, least)
		}
		n := 0
		for _, r := range s.Table.Rows {
			if r.Class == c {
				n = max(n, r.Instances)
			}
		}
		counts = append(counts, point{x: s.place(c), text: "n " + thousands(float64(n))})
	}
	f.borders(borders)
	f.x.marked = borders
	f.beneath(counts)
}

// circles draws the puzzles of a label, those of one size and rate as one.
func (s Success) circles(f *figure, label, colour string, t *table) {
	type spot struct {
		cells int
		rate  float64
	}
	type heap struct {
		puzzles      []string
		keys         []analysis.PuzzleKey
		runs, solved int
	}
	heaps := map[spot]heap{}
	most := 1
	for _, p := range s.Puzzles {
		most = max(most, p.Runs.Trials)
		if p.Label == label && p.Cells > 0 && p.Runs.Trials > 0 {
			at := spot{p.Cells, p.Runs.Rate}
			h := heaps[at]
			heaps[at] = heap{append(h.puzzles, p.Puzzle), append(h.keys, p.PuzzleKey), h.runs + p.Runs.Trials, h.solved + p.Runs.Successes}
			most = max(most, heaps[at].runs)
		}
	}
	var marks []point
	spots := slices.SortedFunc(maps.Keys(heaps), func(a, b spot) int { return cmp.Or(cmp.Compare(a.cells, b.cells), cmp.Compare(a.rate, b.rate)) })
	for _, at := range spots {
		h := heaps[at]
		marks = append(marks, point{
			x: float64(at.cells), y: at.rate, of: ofPuzzles(label, h.keys...),
			size: int(math.Round(max(20*math.Sqrt(float64(h.runs)/float64(most)), 4))),
			text: fmt.Sprintf("%s · %s of %s: %s\n%s of %s solved: %s", label, plural(len(h.puzzles), "puzzle"), plural(at.cells, "cell"), some(h.puzzles, 6), thousands(float64(h.solved)), plural(h.runs, "run"), share(at.rate)),
		})
		t.Add("puzzles", label, at.cells, len(h.puzzles), h.runs, h.solved, at.rate, "", "")
	}
	f.scatter(0, "puzzles", label, look{colour: colour, symbol: "circle", opacity: 0.4, z: 2}, marks)
}

// some lists the first few of many names.
func some(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:n], ", ") + fmt.Sprintf(" and %d more", len(names)-n)
}

func (s Success) curve(f *figure, label, colour string, t *table) {
	for _, c := range s.Curves {
		if c.Label != label || len(c.Points) < 2 {
			continue
		}
		var points []point
		for _, p := range c.Points {
			points = append(points, fitted(p, fmt.Sprintf("%s · logistic fit at %s cells: %s %s\n%s, %s", label, human(math.Round(p.X)), share(p.Value),
				interval(p.Band.Low, p.Band.High, share), plural(c.Puzzles, "puzzle"), plural(c.Runs, "run"))))
			t.Add("fit", label, p.X, c.Puzzles, c.Runs, "", p.Value, p.Band.Low, p.Band.High)
		}
		f.band(0, "band", label, colour, points)
		f.curve(0, "fit", label, stroke{colour: colour, width: 2}, points)
	}
}

// classes are the marks of a label's size classes.
func (s Success) classes(label string, t *table) (marks []point) {
	for _, row := range s.Table.Rows {
		if row.Label == label {
			at := s.place(row.Class)
			marks = append(marks, point{x: at, y: row.Runs.Rate, low: row.Across.Low, high: row.Across.High, size: []int{13, 7}[min(1, len(s.Table.Labels)-1)], text: successText(row)})
			t.Add("class "+row.Class.String(), label, at, row.Instances, row.Runs.Trials, row.Runs.Successes, row.Runs.Rate, row.Across.Low, row.Across.High)
		}
	}
	for _, c := range s.Table.Rows { // classes of others part the line
		if x := s.place(c.Class); len(marks) > 0 && !slices.ContainsFunc(marks, func(p point) bool { return p.x == x }) {
			marks = append(marks, point{x: x, y: math.NaN(), low: math.NaN(), high: math.NaN()})
		}
	}
	slices.SortFunc(marks, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	for len(marks) > 0 && math.IsNaN(marks[len(marks)-1].y) {
		marks = marks[:len(marks)-1]
	}
	return marks
}

// successText is the tooltip of a class.
func successText(row analysis.Success) string {
	return fmt.Sprintf("%s · %s cells: %s %s\n%s of %s solved\n%s of %s solved at least once",
		row.Label, row.Class, share(row.Runs.Rate), interval(row.Across.Low, row.Across.High, share),
		thousands(float64(row.Runs.Successes)), plural(row.Runs.Trials, "run"),
		thousands(float64(row.Any.Successes)), plural(row.Instances, "puzzle"))
}

// referenceText is the tooltip of a published rate.
func referenceText(r analysis.Reference) string {
	i := r.Interval()
	return fmt.Sprintf("%s · %s, %s cells: %s %s\n%s, %s each\n%s solved at least once",
		r.Source, r.Label, r.Class, share(r.Rate), interval(i.Low, i.High, share), plural(r.Instances, "puzzle"), plural(r.Runs, "run"), thousands(float64(r.Any)))
}

// widest says what the intervals of published rates are.
const widest = "with the widest interval that what is printed allows"

// aside is how far to the right of ours a published rate stands, as a factor.
const aside = 1.09

// published draws the published rates of a label hollow, without intervals beside several.
func (s Success) published(f *figure, label, colour string, references []analysis.Reference, t *table) {
	var marks []point
	for _, r := range references {
		if r.Label == label {
			at, in := s.place(r.Class)*aside, r.Interval()
			m := point{x: at, y: r.Rate, low: in.Low, high: in.High, size: 11, text: referenceText(r)}
			if colour != named("paper") {
				m.low, m.size = math.NaN(), 8
			}
			marks = append(marks, m)
			t.Add("published "+r.Class.String(), label, at, r.Instances, r.Instances*r.Runs, "", r.Rate, in.Low, in.High)
		}
	}
	if colour == named("paper") {
		f.curve(0, "published line "+label, label, stroke{colour: colour, width: 1, dash: "dotted", quiet: true}, marks)
	}
	f.estimates(0, "published", label, 1.5, look{colour: colour, symbol: "diamond", hollow: true, opacity: 1, z: 4}, marks)
}

// title claims that success falls with size where every fitted slope is below
// zero with its whole interval.
func (s Success) title() string {
	stays := func(c analysis.SuccessCurve) bool { return !(c.Interval.High < 0) }
	if len(s.Curves) > 0 && !slices.ContainsFunc(s.Curves, stays) {
		return "Success falls with the size of the board"
	}
	return "Success against the size of the board"
}

func (s Success) subtitle(references []analysis.Reference, lines bool) string {
	marks, hollow := "circle: puzzles of one size and rate, area by runs · diamond: size class", ""
	if lines {
		marks = "mark: size class, n puzzles"
	}
	if len(references) > 0 {
		hollow = " · hollow, to the right of ours: " + sources(references) + ", " + widest
	}
	return strings.Join(compact(s.counts(), s.Note, marks), " · ") + "; intervals: " + s.Table.Scope.String() + hollow
}

// counts says on how many puzzles and runs the chart rests.
func (s Success) counts() string {
	puzzles, runs := 0, 0
	for _, t := range s.Table.Totals {
		puzzles = max(puzzles, t.Instances)
		runs += t.Runs.Trials
	}
	return fmt.Sprintf("%s, %s", plural(puzzles, "puzzle"), plural(runs, "run"))
}

// alt says the rates of all classes.
func (s Success) alt(references []analysis.Reference) string {
	var parts []string
	for _, label := range s.labels() {
		var rates []string
		for _, row := range s.Table.Rows {
			if row.Label == label {
				rates = append(rates, fmt.Sprintf("%s cells %s", row.Class, share(row.Runs.Rate)))
			}
		}
		text := label + ": " + strings.Join(rates, ", ")
		for _, c := range s.Curves {
			if c.Label == label && scale.Finite(c.Half) {
				text += fmt.Sprintf("; half of the runs succeed at %s cells", human(math.Round(c.Half)))
			}
		}
		var published []string
		for _, r := range references {
			if r.Label == label {
				published = append(published, fmt.Sprintf("%s cells %s", r.Class, share(r.Rate)))
			}
		}
		if len(published) > 0 {
			text += "; published: " + strings.Join(published, ", ")
		}
		parts = append(parts, text)
	}
	return "Success rates. " + strings.Join(parts, ". ") + "."
}

// SuccessByClass draws success rates in size classes, ours filled and the published
// ones hollow and grey below them, all with whiskers: a panel for each class, a
// row for each label. References to labels that the table does not have, and
// totals, are not drawn. [SuccessTable.About] is what the intervals are about.
func SuccessByClass(t analysis.SuccessTable, references ...analysis.Reference) Chart {
	return Success{Table: t, References: references}.byClass()
}

func (s Success) byClass() Chart {
	known := s.known()
	rows := slices.Clone(s.Table.Rows)
	slices.SortStableFunc(rows, func(a, b analysis.Success) int { return a.Class.Least - b.Class.Least })
	e := DotPlot{
		Title:    "Success by size class",
		Subtitle: strings.Join(compact(s.counts(), s.Note), " · "),
		Axis:     "success rate (share of runs)", Share: true, Scope: s.Table.Scope,
		All: Solved(rows...), Notes: s.Table.Warnings,
	}
	for _, r := range known {
		e.All = append(e.All, Estimate{
			Row: r.Label, Panel: classTitle(r.Class), Value: r.Rate, Within: r.Interval(), Published: true, Text: referenceText(r),
		})
	}
	if len(known) > 0 {
		e.Title += ", beside the published rates"
		e.Published = sources(known) + ", " + widest
	}
	c := e.Chart()
	c.Alt = s.alt(known)
	return c
}
