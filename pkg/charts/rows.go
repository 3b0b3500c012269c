package charts

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/go-echarts/go-echarts/v2/opts"
)

// rowWide is the most room in pixels for the names of rows on a page of a width.
func rowWide(width int) int {
	if width < NarrowWidth {
		return 120
	}
	return 250
}

// namesWide is the room in pixels for the names of rows, and of how many lines
// the longest is.
func (a axis) namesWide(width int) (wide, lines int) {
	lines = 1
	for _, name := range a.rows {
		// A word that is too long is broken, too.
		_, broken := wrapped(name, rowWide(width))
		lines = max(lines, broken, (textWidth(name)+rowWide(width)-1)/rowWide(width))
		wide = max(wide, textWidth(name))
	}
	return min(wide, rowWide(width)), lines
}

// brokenRows are the names of rows, from the foot, broken at spaces where they are too
// long: ECharts would break them before a comma, too.
func (a axis) brokenRows(width int) []string {
	out := column(a.rows, func(name string) string {
		broken, _ := wrapped(name, rowWide(width)*fontSize/(fontSize-1)) // the letters of rows are smaller
		return broken
	})
	slices.Reverse(out)
	return out
}

// plotWide is the least width in pixels of a panel of rows beside others.
const plotWide = 110

// arrangeRows places panels of rows for a page of at least a width: side by side
// with the names of the rows at the left, as many as there is room for on any
// page that is not narrow, so that all such pages need one height. Every column
// has the same width for marks.
func (f *figure) arrangeRows(width int) layout {
	n := len(f.panels)
	x, y := f.axes(0)
	names, lines := y.namesWide(width)
	names += 14
	side := 1
	if width >= NarrowWidth {
		side = max(1, min(n, (NarrowWidth-names)/plotWide))
		deep := (n + side - 1) / side
		side = (n + deep - 1) / deep // rows of panels are equally long
	}
	const gap = 2.5 // between panels, in percent
	left := 100 * float64(names) / float64(width)
	share := (98 - left) / float64(side)
	inside := int(float64(width)*share/100) - 10

	s := spacing{top: 6 + f.legendHigh(width), head: 8, inner: len(y.rows) * max(f.rowHigh, lines*lineHigh+8), foot: 2*nameHigh - 2}
	panels, below := make([]string, n), make([]string, n)
	deepest := 1
	for i, title := range f.panels {
		x, _ := f.axes(i)
		var lines, deep int
		panels[i], lines = wrapped(title, inside)
		below[i], deep = wrapped(x.name, inside)
		s.head = max(s.head, lines*(lineHigh+1)+8)
		deepest = max(deepest, deep)
	}
	shared := f.own == nil && side > 1 // one name below all panels
	if shared {
		below[0], deepest = wrapped(x.name, width-names)
	}
	s.foot += (deepest - 1) * lineHigh
	high := s.head + s.inner + s.foot
	l := layout{titles: []any{}, height: s.top + (n+side-1)/side*high}
	for i, title := range panels {
		col, top := i%side, s.top+i/side*high
		at := fmt.Sprintf("%.4g%%", left+float64(col)*share)
		name := below[i]
		if shared || f.own == nil && i+side < n {
			name = ""
		}
		panel := map[string]any{"id": fmt.Sprintf("x%d", i), "name": name}
		if x, _ := f.axes(i); x.log {
			fitting := encoded(x.legible(inside))
			panel["axisLabel"], panel["axisTick"] = map[string]any{"customValues": fitting}, map[string]any{"customValues": fitting}
		}
		l.xs = append(l.xs, panel)
		l.ys = append(l.ys,
			map[string]any{"id": fmt.Sprintf("y%d", i), "name": ""},
			map[string]any{"id": fmt.Sprintf("rows%d", i), "data": y.brokenRows(width), "axisLabel": map[string]any{"show": col == 0, "width": names - 12}})
		grid := map[string]any{"left": at, "width": fmt.Sprintf("%.4g%%", share-gap), "top": top + s.head, "height": s.inner, "containLabel": false}
		if n == 1 {
			grid["left"], grid["width"], grid["right"] = names, "auto", 20
		}
		l.grids = append(l.grids, grid)
		if title != "" {
			l.titles = append(l.titles, titled(title, at, top, fontSize+1, "bold"))
		}
	}
	if shared {
		l.titles = append(l.titles, titled(below[0], fmt.Sprintf("%.4g%%", left), l.height-deepest*lineHigh-6, fontSize, "normal"))
	}
	return l
}

// legible are the ticks of a logarithmic axis whose numbers stand apart where it
// is so many pixels long.
func (a axis) legible(long int) []float64 {
	at := func(t float64) float64 { return float64(long) * math.Log(t/a.min) / math.Log(a.max/a.min) }
	wide := func(t float64) float64 { return float64(textWidth(a.tick(t))) }
	for fit := 9; ; fit-- {
		all := ticksFit(a.min, a.max, fit)
		close := false
		for i := 1; i < len(all); i++ {
			close = close || at(all[i])-at(all[i-1]) < (wide(all[i])+wide(all[i-1]))/2+6
		}
		if !close || fit == 2 {
			return all
		}
	}
}

// encoded are numbers of an option.
func encoded(all []float64) []json.RawMessage { return column(all, num) }

// row is where the i-th row of an axis stands: the first is on top.
func (a axis) row(i int) float64 { return float64(len(a.rows)-i) - 0.5 }

// parted is the height of rows above which lines stand between them.
const parted = 30

// rowSlots is the visible axis of a panel whose y axis has rows, with lines
// between them or without.
func (a axis) rowSlots(panel int, lines bool) map[string]any {
	labels := slices.Clone(a.rows)
	slices.Reverse(labels)
	a.rows = nil
	out := a.option(true)
	out["id"] = fmt.Sprintf("rows%d", panel)
	out["type"], out["data"], out["gridIndex"], out["position"] = "category", labels, panel, "left"
	label := out["axisLabel"].(map[string]any)
	label["interval"], label["hideOverlap"], label["color"] = 0, false, named("text")
	label["width"], label["overflow"] = rowWide(wideWidth), "break"
	out["axisTick"] = hidden
	out["splitLine"] = opts.SplitLine{Show: opts.Bool(lines), LineStyle: &opts.LineStyle{Color: named("grid")}}
	return out
}
