package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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
		lo, hi := positive(all)
		return logarithmic(p.axis, lo, hi, 1.25)
	}
	lo, hi, _ := span(all)
	x := axis{name: p.axis}
	x.min, x.max = roomy(lo, hi)
	return x
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

// figure draws the marks.
func (d dots) figure() *figure {
	alike := d.alike()
	var own [][2]axis
	for i, p := range d.panels {
		seen := slices.DeleteFunc(slices.Clone(d.marks), func(m dot) bool { return m.panel != i && !alike })
		own = append(own, [2]axis{p.of(seen), {rows: d.rows}})
	}
	f := newFigure(own[0][0], own[0][1], column(d.panels, func(p dotPanel) string { return p.title })...)
	if !alike {
		f.own = own
	}
	lanes := 1
	for _, m := range d.marks {
		lanes = max(lanes, m.lane+1)
	}
	f.rowHigh = 12 + 13*lanes
	for i, p := range d.panels {
		if finite(p.none) {
			f.rule(i, p.none, "", "")
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
		at := y.row(m.row) + (float64(lanes-1)/2-float64(m.lane))*0.66/float64(max(lanes, 1))
		k := key{m.panel, m.name, m.look}
		if groups[k] == nil {
			order = append(order, k)
		}
		p := m.point
		p.y = at
		if p.size == 0 {
			p.size = 10
		}
		groups[k] = append(groups[k], p)
	}
	for i, k := range order {
		f.intervals(k.panel, fmt.Sprint("estimate ", i), k.name, k.look, groups[k])
	}
}

// intervals draws marks with their intervals along rows.
func (f *figure) intervals(panel int, role, name string, l look, marks []point) {
	var ends []point
	for _, p := range marks {
		if finite(p.x) && finite(p.low) && finite(p.high) && p.low < p.high {
			ends = append(ends, point{x: p.low, y: p.y}, point{x: p.high, y: p.y}, point{x: math.NaN(), y: math.NaN()})
		}
	}
	f.curve(panel, role+" interval", name, stroke{colour: l.colour, width: 2, quiet: true}, ends)
	f.scatter(panel, role, name, l, marks)
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
