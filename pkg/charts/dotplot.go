package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/wording"
	"formicary/pkg/lists"
)

// Estimate is a number with its interval, or a published one.
type Estimate struct {
	// Row names the row that it stands in, Panel its panel; the first of each name
	// says where. Panel may be empty.
	Row, Panel string
	// Series tells numbers of one row apart. It may be empty.
	Series string
	Value  float64
	// Within is the interval; none where both ends are the same.
	Within analysis.Interval
	// Text is what the mark says besides when it is pointed at, such as on how
	// many puzzles and runs the number rests.
	Text string
	// Published numbers are hollow and grey.
	Published bool
	// Of is the puzzle, where the number is about one.
	Of analysis.PuzzleKey

	label string // what was run, where the number is about runs: it has a colour
}

// DotPlot are numbers with their intervals, to be compared by eye: a picture
// instead of a table of numbers.
type DotPlot struct {
	// Title and Subtitle are the chart's. The subtitle says what the numbers rest
	// on; what follows is added to it.
	Title, Subtitle string
	// Axis names what is estimated, with its unit.
	Axis string
	// Log makes the axis logarithmic, Share one from 0 to 1.
	Log, Share bool
	// Scope is what the intervals are about; of level 0, the subtitle says it.
	// Published is what published numbers stand for and where they differ from
	// ours: other puzzles, another budget.
	Scope     analysis.Scope
	Published string
	// Effects says that the numbers are effects: a line stands at none, 0, or 1 on
	// a logarithmic axis.
	Effects bool
	// All are the numbers.
	All []Estimate
	// Notes are written below.
	Notes []string
}

// seriesMarks are the marks of series, so that they can be told apart without
// colour.
var seriesMarks = []string{"circle", "diamond", "triangle", "rect"}

// Chart draws a row for each name, in panels, with a mark and its interval for
// each number. Published numbers are hollow and grey, below ours or, where a row
// has several series or the axis is logarithmic, in the line of theirs. A number
// that is infinite, as what a solution costs that no run found, is a cross at
// the end of the axis. Of many rows, those with the same numbers are one, with their
// widest interval, and a note names them.
func (e DotPlot) Chart() Chart {
	t := numbers.NewTable("panel", "row", "series", "whose", e.Axis, "low", "high", "about")
	for _, n := range e.All {
		t.Add(n.Panel, n.Row, n.Series, map[bool]string{false: "ours", true: published}[n.Published], n.Value, n.Within.Low, n.Within.High, n.Text)
	}
	e = e.folded()
	rows := distinct(lists.Map(e.All, func(n Estimate) string { return n.Row }))
	panels := distinct(lists.Map(e.All, func(n Estimate) string { return n.Panel }))
	series := distinct(lists.Map(e.All, func(n Estimate) string { return n.Series }))
	d := dots{rows: rows}
	for _, p := range panels {
		one := dotPanel{title: p, axis: e.Axis, log: e.Log, share: e.Share, none: math.NaN()}
		if e.Effects {
			one.none = map[bool]float64{true: 1}[e.Log]
		}
		d.panels = append(d.panels, one)
	}
	if len(e.All) == 0 {
		d.panels = []dotPanel{{axis: e.Axis, none: math.NaN()}}
	}
	lanes, looks := e.looks(series)
	labels := compact(distinct(lists.Map(e.All, func(n Estimate) string { return n.label }))...)
	colours := coloursOf(labels)
	for _, n := range e.All {
		key := lane{n.Series, n.Published}
		name := map[bool]string{false: n.Series, true: published}[n.Published]
		low, high := n.Within.Low, n.Within.High
		if low == high {
			low, high = math.NaN(), math.NaN()
		}
		l, at, size := looks[key], slices.Index(lanes, key), 10
		if (len(series) > 1 || e.Log) && n.Published {
			at, size = slices.Index(series, n.Series), 11 // around ours, where both are the same
		} else if len(series) > 1 || e.Log {
			at, size = slices.Index(series, n.Series), 8
		}
		if len(series) == 1 && !n.Published && n.label != "" {
			l.colour = colours[slices.Index(labels, n.label)]
		}
		d.marks = append(d.marks, dot{
			panel: slices.Index(panels, n.Panel), row: slices.Index(rows, n.Row), lane: at, name: name,
			point: point{x: n.Value, size: size, low: low, high: high, text: strings.Join(compact(e.text(n), n.Text), "\n"), of: ofPuzzle(n.Of, n.label)}, look: l,
		})
	}
	f := d.figure()
	f.legend = e.legend(series, looks)
	return f.chart(Chart{Title: e.Title, Subtitle: e.subtitle(), Alt: e.alt(panels), Notes: e.Notes}, t)
}

// folded has three rows or more with the same numbers in all panels and series as one, where the rows are many.
func (e DotPlot) folded() DotPlot {
	same, alike := map[string]string{}, map[string][]string{} // the numbers of a row, the rows of these
	for _, n := range e.All {
		same[n.Row] += fmt.Sprintln(n.Panel, n.Series, n.Published, n.Value+0)
	}
	rows := distinct(lists.Map(e.All, func(n Estimate) string { return n.Row }))
	parameters, _, _ := wording.Numbers(rows) // each has a place of its own on its axis
	for _, row := range rows {
		alike[same[row]] = append(alike[same[row]], row)
	}
	all, place := []Estimate{}, map[Estimate]int{}
	for _, n := range e.All {
		if group := alike[same[n.Row]]; parameters == nil && len(same) > fewNumbers && len(group) > 2 {
			name := fmt.Sprintf("%s and %d alike", group[0], len(group)-1)
			if note := name + ": " + wording.List(group); n.Row == group[0] && !slices.Contains(e.Notes, note) {
				e.Notes = append(slices.Clone(e.Notes), note)
			}
			key := Estimate{Row: name, Panel: n.Panel, Series: n.Series, Published: n.Published}
			if at, ok := place[key]; ok {
				all[at].Within = analysis.Interval{Low: min(all[at].Within.Low, n.Within.Low), High: max(all[at].Within.High, n.Within.High)}
				continue
			}
			place[key], n.Row, n.Text, n.label, n.Of = len(all), name, "", "", analysis.PuzzleKey{}
		}
		all = append(all, n)
	}
	e.All = all
	return e
}

// fewNumbers are as many as a text alternative says one by one.
const fewNumbers = 12

// alt says few numbers one by one, panel by panel, and of many the least and the
// greatest of each panel.
func (e DotPlot) alt(panels []string) string {
	var parts []string
	for _, panel := range panels {
		var said []string
		for _, n := range e.All {
			if n.Panel == panel {
				n.Panel = ""
				said = append(said, e.text(n))
			}
		}
		if len(e.All) > fewNumbers && len(said) > 2 {
			said = e.extremes(panel, len(said))
		}
		parts = append(parts, strings.Join(compact(panel, strings.Join(said, "; ")), ": "))
	}
	return strings.Join(parts, ". ") + "."
}

// extremes say how many numbers a panel has, the least and the greatest.
func (e DotPlot) extremes(panel string, n int) []string {
	all := slices.DeleteFunc(slices.Clone(e.All), func(n Estimate) bool { return n.Panel != panel || math.IsNaN(n.Value) })
	if len(all) == 0 {
		return []string{plural(n, "number")}
	}
	by := func(a, b Estimate) int { return cmp.Compare(a.Value, b.Value) }
	least, most := slices.MinFunc(all, by), slices.MaxFunc(all, by)
	least.Panel, most.Panel = "", ""
	return []string{plural(n, "number"), "least: " + e.text(least), "greatest: " + e.text(most)}
}

// lane is a place in a row.
type lane struct {
	series    string
	published bool
}

// published is what the legend calls published numbers.
const published = "published"

// looks are the lanes of a row, from its top, and how their marks look.
func (e DotPlot) looks(series []string) ([]lane, map[lane]look) {
	var lanes []lane
	looks := map[lane]look{}
	colours := []string{named("text")}
	if len(series) > 1 {
		colours = coloursOfSeries(series)
	}
	for i, s := range series {
		symbol := seriesMarks[i%len(seriesMarks)]
		for _, theirs := range []bool{false, true} {
			if !slices.ContainsFunc(e.All, func(n Estimate) bool { return n.Series == s && n.Published == theirs }) {
				continue
			}
			k := lane{s, theirs}
			lanes = append(lanes, k)
			looks[k] = look{colour: colours[i], symbol: symbol, opacity: 1, z: 5}
			if theirs {
				looks[k] = look{colour: named("paper"), symbol: symbol, hollow: true, opacity: 1, z: 4}
			}
		}
	}
	return lanes, looks
}

// legend names the series, and published numbers.
func (e DotPlot) legend(series []string, looks map[lane]look) (out []entry) {
	for _, s := range series {
		if l, ok := looks[lane{s, false}]; ok && s != "" {
			out = append(out, entry{s, l.colour, l.symbol, false})
		}
	}
	if slices.ContainsFunc(e.All, func(n Estimate) bool { return n.Published }) {
		out = append(out, entry{published, named("paper"), "circle", true})
	}
	return out
}

// text is a number in words.
func (e DotPlot) text(n Estimate) string {
	write := human
	if e.Share {
		write = share
	}
	head := strings.Join(compact(n.Panel, n.Row, n.Series), " · ")
	if n.Published {
		head += ", published"
	}
	if n.Within.Low == n.Within.High {
		return fmt.Sprintf("%s: %s", head, write(n.Value))
	}
	return fmt.Sprintf("%s: %s %s", head, write(n.Value), interval(n.Within.Low, n.Within.High, write))
}

// subtitle is what is said of the numbers.
func (e DotPlot) subtitle() string {
	parts := []string{e.Subtitle}
	if e.Scope.Level > 0 {
		parts = append(parts, "intervals: "+e.Scope.String())
	}
	if e.Published != "" {
		parts = append(parts, "hollow: "+e.Published)
	}
	if slices.ContainsFunc(e.All, func(n Estimate) bool { return math.IsInf(n.Within.High, 1) && !math.IsInf(n.Value, 1) }) {
		parts = append(parts, "line to the right edge: no upper end")
	}
	if e.Log && slices.ContainsFunc(e.All, func(n Estimate) bool { return n.Value == 0 || n.Within.Low == 0 && n.Within.High > 0 }) {
		parts = append(parts, "left edge: 0")
	}
	return strings.Join(compact(parts...), " · ")
}

// Solved are the shares of runs solved, a row for each label, with their
// intervals across puzzles. Rows of [analysis.SuccessTable] about size classes
// stand in the panels of their classes.
func Solved(rows ...analysis.Success) []Estimate {
	return lists.Map(rows, func(s analysis.Success) Estimate {
		return Estimate{
			label: s.Label, Row: s.Label, Panel: classTitle(s.Class), Value: s.Runs.Rate, Within: s.Across,
			Text: fmt.Sprintf("%s of %s solved\n%s of %s solved at least once", thousands(float64(s.Runs.Successes)), plural(s.Runs.Trials, "run"),
				thousands(float64(s.Any.Successes)), plural(s.Instances, "puzzle")),
		}
	})
}

// classTitle is the title of the panel of a size class; all sizes have none.
func classTitle(c analysis.Class) string {
	if c == (analysis.Class{}) {
		return ""
	}
	return c.String() + " cells"
}

// Costs are what solutions cost, as [Solved] are shares.
func Costs(rows ...analysis.ExpectedRunTime) []Estimate {
	return lists.Map(rows, func(x analysis.ExpectedRunTime) Estimate {
		return Estimate{
			label: x.Label, Row: x.Label, Panel: classTitle(x.Class), Value: x.Mean, Within: x.Interval, Of: x.PuzzleKey,
			Text: fmt.Sprintf("%s of %s solved, %s in all", thousands(float64(x.Successes)), plural(x.Runs, "run"), quantity(x.Total, x.Measure)),
		}
	})
}

// In returns the numbers in another panel or series; what is empty stays.
func In(panel, series string, all []Estimate) []Estimate {
	return lists.Map(all, func(n Estimate) Estimate {
		if panel != "" {
			n.Panel = panel
		}
		if series != "" {
			n.Series = series
		}
		return n
	})
}
