package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/charts/internal/wording"
	"formicary/pkg/lists"
)

// dots is a chart of estimates with their intervals: a row for each name, a
// panel for each quantity or group. Panels share their rows; those that stand
// side by side share their names.
type dots struct {
	rows   []string
	panels []dotPanel
	marks  []dot
}

// dotPanel is a panel. None is where a line stands, such as that of no effect;
// NaN for none.
type dotPanel struct {
	title, axis string
	log, share  bool
	none        float64
}

// dot is an estimate. Lane is its place in its row, from the top.
type dot struct {
	panel, row, lane int
	point
	look look
	name string // of its series: what the legend shows and hides
}

// of is the axis of a panel, with room for its marks and, on a linear axis, for the
// line at none. Intervals without an end reach as far as the axis.
func (p dotPanel) of(marks []dot) axis {
	all := []float64{p.none}
	for _, m := range marks {
		all = append(all, m.x, m.low, m.high)
	}
	switch {
	case p.share:
		return axis{name: p.axis, percent: true, min: 0, max: 1}
	case p.log:
		lo, hi := scale.Positive(all)
		return logarithmic(p.axis, lo, hi, 1.25)
	}
	lo, hi, _ := scale.Span(all)
	least, most := scale.Roomy(lo, hi)
	return axis{name: p.axis, min: least, max: most}
}

// inside is a mark within an axis: what lies beyond its end stands there, as a
// cross where it is the estimate itself, such as the cost of a solution that no
// run found.
func (a axis) inside(m dot) dot {
	clamp := func(v float64) float64 { return min(max(v, a.min), a.max) } // NaN stays
	if math.IsInf(m.x, 1) {
		m.x, m.look.symbol, m.look.hollow = a.max, cross, false
	}
	m.x, m.low, m.high = clamp(m.x), clamp(m.low), clamp(m.high)
	return m
}

// along draws rows that are numbers of parameters, at least three of each, along an axis of each: a panel for each parameter
// and quantity, a curve for each of some lanes. Of others, and of effects, it
// draws nothing. Marks of several lanes stand beside each other where panels are of several parameters, or lanes are many.
func (d dots) along(rows []string, lanes int) *figure {
	names, of, value := wording.Numbers(rows)
	at := make([][]float64, len(names))
	for i, name := range of {
		at[name] = append(at[name], value[i])
	}
	if len(names) == 0 || slices.ContainsFunc(d.marks, func(m dot) bool { return m.look.hollow || math.IsInf(m.x, 1) || !math.IsNaN(d.panels[m.panel].none) }) {
		return nil
	}
	var axes [][2]axis
	for k, name := range names {
		for i, p := range d.panels {
			y := p.of(slices.DeleteFunc(slices.Clone(d.marks), func(m dot) bool { return m.panel != i }))
			y.name = strings.Join(compact(p.axis, p.title), ", ")
			axes = append(axes, [2]axis{parameter(name, at[k]), y})
		}
	}
	f := newPanels(axes...)
	for k := range len(axes) * lanes {
		panel, lane, all := k/lanes, k%lanes, []point{}
		x, y, name, l := axes[panel][0], axes[panel][1], names[panel/len(d.panels)], look{colour: colourOf(d.rows[0]), symbol: "circle", opacity: 1, z: 5}
		for _, m := range d.marks {
			if of[m.row]*len(d.panels)+m.panel == panel && m.lane == lane {
				if lanes > 1 {
					name, l = m.name, m.look
				}
				m = y.inside(m)
				if m.y, m.x, m.size = m.x, max(value[m.row], x.zero), 9; len(names) > 1 || lanes > 2 {
					m.x = x.aside(m.x, lane, lanes)
				}
				all = append(all, m.point)
			}
		}
		slices.SortFunc(all, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		f.curve(panel, "line", name, stroke{colour: l.colour, width: 1, dash: "dotted", quiet: true}, all)
		f.estimates(panel, "estimate", name, 2, l, all)
	}
	return f
}

// parameter is the axis of a parameter, marked at its numbers: logarithmic where they lie far apart, with 0 at its left end.
func parameter(name string, at []float64) axis {
	lo, hi, _ := scale.Span(at)
	x := axis{name: name}
	x.min, x.max = scale.Roomy(lo, hi)
	if least, most := scale.Positive(at); lo == 0 && most >= 15*least {
		x = logarithmic(name+", 0 at the left end", least/4, most, 1.4)
		x.zero = least / 4
	} else if most >= 15*least {
		x = logarithmic(name, least, most, 1.4)
	}
	x.marked = slices.DeleteFunc(distinct(slices.Sorted(slices.Values(at))), func(t float64) bool { return x.log && t == 0 })
	return x
}

// figure draws the marks.
func (d dots) figure() *figure {
	alike := d.alike()
	rows, before, after := wording.Briefly(d.rows)
	lanes := 1
	for _, m := range d.marks {
		lanes = max(lanes, m.lane+1)
	}
	if f := d.along(rows, lanes); f != nil {
		f.said = before
		return f
	}
	if _, than, ok := strings.Cut(after, " "); ok {
		for i := range d.panels {
			d.panels[i].axis += ", against “" + than + "”"
		}
	}
	var own [][2]axis
	for i, p := range d.panels {
		seen := slices.DeleteFunc(slices.Clone(d.marks), func(m dot) bool { return m.panel != i && !alike })
		own = append(own, [2]axis{p.of(seen), {rows: rows}})
	}
	f := newFigure(own[0][0], own[0][1], lists.Map(d.panels, func(p dotPanel) string { return p.title })...)
	if !alike {
		f.own = own
	}
	f.room.rowHigh = 12 + 13*lanes
	f.said = before
	for i, p := range d.panels {
		if scale.Finite(p.none) {
			f.rule(i, p.none, "no difference")
		}
	}
	f.placed(d.marks, own, lanes)
	return f
}

// placed draws marks in their rows and lanes, the marks of one look together.
func (f *figure) placed(all []dot, own [][2]axis, lanes int) {
	type key struct {
		panel int
		name  string
		look  look
	}
	var order []key
	groups := map[key][]point{}
	for _, m := range all {
		x, y := own[m.panel][0], own[m.panel][1]
		m = x.inside(m)
		m.y = y.row(m.row) + (float64(lanes-1)/2-float64(m.lane))*0.66/float64(max(lanes, 1))
		m.size = cmp.Or(m.size, 10)
		k := key{m.panel, m.name, m.look}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], m.point)
	}
	for i, k := range order {
		f.intervals(k.panel, fmt.Sprint("estimate ", i), k.name, k.look, groups[k])
	}
}

// intervals draws marks with their intervals along rows.
func (f *figure) intervals(panel int, role, name string, l look, marks []point) {
	var ends []point
	for _, p := range marks {
		if scale.Finite(p.x) && scale.Finite(p.low) && scale.Finite(p.high) && p.low < p.high {
			ends = append(ends, point{x: p.low, y: p.y}, point{x: p.high, y: p.y}, point{x: math.NaN(), y: math.NaN()})
		}
	}
	f.curve(panel, role+" interval", name, stroke{colour: l.colour, width: 2, quiet: true}, ends)
	f.scatter(panel, role, name, l, marks)
}

// effect adds an effect to the last panel, in the row of its name: filled where its
// interval or the test excludes no effect.
func (d *dots) effect(row, colour string, settled bool, value float64, within analysis.Interval, text string) {
	i := slices.Index(d.rows, row)
	if i < 0 {
		i, d.rows = len(d.rows), append(d.rows, row)
	}
	d.marks = append(d.marks, dot{
		panel: len(d.panels) - 1, row: i, name: row, point: point{x: value, low: within.Low, high: within.High, text: text},
		look: look{colour: colour, symbol: "circle", hollow: !settled, opacity: 1, z: 5},
	})
}

// alike says whether all panels have the same axis.
func (d dots) alike() bool {
	first := d.panels[0]
	first.title = ""
	return !slices.ContainsFunc(d.panels, func(p dotPanel) bool {
		p.title = ""
		return p.axis != first.axis || p.log != first.log || p.share != first.share || cmp.Compare(p.none, first.none) != 0
	})
}

// panelsFrom is the number of labels from which a chart of lines draws what its
// lines come to instead, a row for each label: so many lines in one frame, or so
// many frames, are not compared by eye.
const panelsFrom = 5

// mostBands is the number of bands that one frame holds; more would be mud.
const mostBands = 2

// byLabel begins dots with a row for each label and the given panels.
func byLabel(labels []string, panels ...dotPanel) *dots {
	for i := range panels {
		panels[i].none = math.NaN()
	}
	return &dots{rows: labels, panels: panels}
}

// add adds the mark of the i-th label to a panel. What is no number, such as the
// median of runs of which fewer than half have a solution, is beyond the axis.
func (d *dots) add(panel, i int, value float64, within analysis.Interval, text string) {
	if math.IsNaN(value) {
		value = math.Inf(1)
	}
	if math.IsNaN(within.High) {
		within.High = math.Inf(1)
	}
	d.marks = append(d.marks, dot{
		panel: panel, row: i, name: d.rows[i], point: point{x: value, low: within.Low, high: within.High, text: text},
		look: look{colour: coloursOf(d.rows)[i], symbol: "circle", opacity: 1, z: 5},
	})
}

// halves draws by when half of the runs of each label have a solution, and the
// share that has one in the end, and says what a cross is, if there is one.
func halves(times []analysis.RunTime, m analysis.Measure) (f *figure, reading string) {
	d := byLabel(lists.Map(times, func(t analysis.RunTime) string { return t.Label }),
		dotPanel{axis: measured(m, "median %s to a solution"), log: true},
		dotPanel{axis: "runs with a solution (share)", share: true})
	for i, t := range times {
		text := fmt.Sprintf("%s · %s of %s with a solution", t.Label, thousands(float64(t.Solved)), plural(t.Runs, "run"))
		if !scale.Finite(t.Median) {
			reading = "cross: fewer than half have one"
		}
		d.add(0, i, t.Median, t.MedianInterval, fmt.Sprintf("%s\nhalf by %s %s", text, quantity(t.Median, m), interval(t.MedianInterval.Low, t.MedianInterval.High, human)))
		if n := len(t.Steps); n > 0 {
			last := t.Steps[n-1]
			d.add(1, i, last.Solved, analysis.Interval{Low: last.Low, High: last.High}, fmt.Sprintf("%s\n%s %s by %s", text, share(last.Solved), interval(last.Low, last.High, share), quantity(last.Time, m)))
		}
	}
	return d.figure(), reading
}

// stages draws the cost that runs have come to by three moments, with the middle
// half of the runs.
func stages(curves []analysis.Anytime, m analysis.Measure, lo, hi float64) *figure {
	labels := lists.Map(curves, func(c analysis.Anytime) string { return c.Label })
	var moments []float64
	var panels []dotPanel
	for k := 1; k <= 3; k++ {
		at := hi
		if k < 3 {
			at = scale.Round(lo*math.Pow(hi/lo, float64(k)/3), 1)
		}
		moments = append(moments, at)
		panels = append(panels, dotPanel{title: "after " + quantity(at, m), axis: "lowest cost so far (0 is a solution)"})
	}
	d := byLabel(labels, panels...)
	for i, c := range curves {
		for k, at := range moments {
			var last analysis.AnytimePoint
			for _, p := range c.Points {
				if p.At <= at {
					last = p
				}
			}
			if last.Runs > 0 {
				d.add(k, i, last.Median, analysis.Interval{Low: last.Q25, High: last.Q75}, fmt.Sprintf("%s · after %s: median cost %s, middle half %s\n%s of %s solved", c.Label, quantity(at, m),
					human(last.Median), interval(last.Q25, last.Q75, human), share(last.Solved), plural(c.Runs, "run")))
			}
		}
	}
	return d.figure()
}

// solvedSoon draws what half of the puzzles take, with the middle half of all
// puzzles, and the share that is solved.
func solvedSoon(curves []analysis.Cactus, m analysis.Measure) *figure {
	d := byLabel(lists.Map(curves, func(c analysis.Cactus) string { return c.Label }),
		dotPanel{axis: measured(m, "%s within which half of the puzzles are solved"), log: true},
		dotPanel{axis: "puzzles solved (share)", share: true})
	for i, c := range curves {
		at := func(share float64) float64 {
			if k := int(math.Ceil(share*float64(c.Puzzles))) - 1; k >= 0 && k < len(c.Points) {
				return c.Points[k].At
			}
			return math.Inf(1)
		}
		p := analysis.Default.Proportion(c.Solved, c.Puzzles)
		text := fmt.Sprintf("%s · %s of %s solved", c.Label, thousands(float64(c.Solved)), plural(c.Puzzles, "puzzle"))
		d.add(0, i, at(0.5), analysis.Interval{Low: at(0.25), High: at(0.75)}, fmt.Sprintf("%s\na quarter within %s each, half within %s, three quarters within %s", text, quantity(at(0.25), m), quantity(at(0.5), m), quantity(at(0.75), m)))
		d.add(1, i, p.Rate, p.Interval, fmt.Sprintf("%s: %s %s", text, share(p.Rate), interval(p.Low, p.High, share)))
	}
	return d.figure()
}

// areas draws the area under each curve of targets.
func areas(curves []analysis.TargetCurve) *figure {
	d := byLabel(lists.Map(curves, func(c analysis.TargetCurve) string { return c.Label }),
		dotPanel{axis: "runs × targets reached, mean over the axis of times (share)", share: true})
	for i, c := range curves {
		d.add(0, i, c.Area, c.Interval, fmt.Sprintf("%s · area %s %s", c.Label, share(c.Area), interval(c.Interval.Low, c.Interval.High, share)))
	}
	return d.figure()
}
