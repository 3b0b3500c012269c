package charts

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"
)

// The sizes of a figure's parts in pixels.
const (
	fontSize  = 12
	panelHigh = 160 // one of several panels, without names
	onlyHigh  = 280 // the only panel
	nameHigh  = 24  // the name of an axis, a panel's title, the legend
	wideWidth = 840 // of pages from which the legend has more room
	phone     = 320 // the narrowest page
	lineHigh  = 15  // a further line of a name
)

// figure is a chart of one or more panels that share what their axes mean.
type figure struct {
	series  []map[string]any
	x, y    axis
	own     [][2]axis // x and y of each panel, where they differ
	panels  []string  // titles; one empty title for the only panel
	legend  []entry
	points  int
	of      subjects
	high    int // of the only panel, where it is to be higher than usual
	rowHigh int // the least height of a row, where panels have rows
	right   int // room for labels at the ends of lines
}

// entry is a line of the legend. It shows and hides all series of its name.
type entry struct {
	name, colour, symbol string
	hollow               bool
}

// entries is a legend of labels.
func entries(labels, colours []string, symbol string) []entry {
	out := make([]entry, len(labels))
	for i, label := range labels {
		out[i] = entry{label, colours[i], symbol, false}
	}
	return out
}

// tellApart gives a figure of several labels a legend.
func (f *figure) tellApart(labels, colours []string) {
	if len(labels) > 1 {
		f.legend = entries(labels, colours, "circle")
	}
}

// newFigure begins a figure of panels with the given titles; none means one
// panel without a title.
func newFigure(x, y axis, panels ...string) *figure {
	if len(panels) == 0 {
		panels = []string{""}
	}
	return &figure{x: x, y: y, panels: panels}
}

// newPanels begins a figure whose panels have axes of their own.
func newPanels(axes ...[2]axis) *figure {
	f := newFigure(axis{}, axis{}, make([]string, max(len(axes), 1))...)
	f.own = slices.Concat(axes, make([][2]axis, len(f.panels)-len(axes)))
	return f
}

// panel is that of the i-th label.
func (f *figure) panel(i int) int { return min(i, len(f.panels)-1) }

// point is a place in a panel: a mark, a corner of a line, a place of a band
// or an interval from low to high. What is not finite is not drawn.
type point struct {
	x, y      float64
	low, high float64
	size      int       // a mark's diameter in pixels
	text      string    // the tooltip
	of        []subject // what it stands for, if anything
	in        moment    // of a run, if it is one
}

// stroke is how a line is drawn.
type stroke struct {
	colour string
	width  float32
	dash   string // "dashed", "dotted"; empty is solid
	quiet  bool   // it only accompanies another line
}

func (s stroke) style() opts.LineStyle {
	return opts.LineStyle{Color: s.colour, Width: s.width, Type: s.dash}
}

// look is how marks are drawn.
type look struct {
	colour  string
	symbol  string
	hollow  bool
	opacity float32
	z       int
	again   bool // the marks are of points that were counted before
}

// add adds a series to a panel, made of parts in the words of ECharts: the types
// of go-echarts, and maps for what it has no words for. Its id is made of role and name, which must not repeat within a panel.
func (f *figure) add(panel int, role, name, kind string, data any, parts ...map[string]any) {
	s := map[string]any{"id": fmt.Sprintf("%s %d %s", role, panel, name), "type": kind, "data": data}
	if name != "" {
		s["name"] = name
	}
	if panel > 0 {
		s["xAxisIndex"], s["yAxisIndex"] = panel, panel
	}
	for _, part := range parts {
		maps.Copy(s, part)
	}
	f.series = append(f.series, s)
}

// quiet is what a series has that only accompanies another: nothing happens
// under the mouse.
func quiet(z int) map[string]any {
	return map[string]any{"silent": true, "z": z, "emphasis": map[string]any{"disabled": true}, "tooltip": map[string]any{"show": false}}
}

// band fills between low and high. The ring of points, forward along high and
// back along low, is a line whose filling down to the axis cancels out but for
// what lies between; unlike stacked areas that is right on any axis.
func (f *figure) band(panel int, role, name, colour string, points []point) {
	var ring []opts.LineData
	for _, p := range points {
		if finite(p.low) && finite(p.high) {
			ring = append(ring, opts.LineData{Value: pair(p.x, p.high)})
		}
	}
	for _, p := range slices.Backward(points) {
		if finite(p.low) && finite(p.high) {
			ring = append(ring, opts.LineData{Value: pair(p.x, p.low)})
		}
	}
	if len(ring) < 4 {
		return
	}
	f.add(panel, role, name, "line", ring, quiet(1), map[string]any{
		"showSymbol": false, "lineStyle": opts.LineStyle{Color: colour, Opacity: opts.Float(0)}, "itemStyle": opts.ItemStyle{Color: colour},
		"areaStyle": opts.AreaStyle{Color: colour, Opacity: opts.Float(0.18)},
	})
}

// curve draws a line through points, with their tooltips unless it is quiet.
func (f *figure) curve(panel int, role, name string, s stroke, points []point) {
	if len(points) == 0 {
		return
	}
	if !s.quiet && s.dash == "" {
		s.dash = dashOf(s.colour)
	}
	data := make([]lineItem, len(points))
	part := quiet(2)
	for i, p := range points {
		data[i].Value = pair(p.x, p.y)
		if !s.quiet {
			data[i].Name, data[i].stands = p.text, f.of.stand(p.of)
			data[i].moment = p.in
			if finite(p.y) && (i == 0 || p.x != points[i-1].x) { // corners of a step are one point
				f.points++
			}
		}
	}
	if !s.quiet {
		// Unseen marks catch the mouse.
		part = map[string]any{"z": 3, "emphasis": map[string]any{"itemStyle": opts.ItemStyle{Opacity: opts.Float(1)}, "scale": false}}
	}
	f.add(panel, role, name, "line", data, part, map[string]any{
		"lineStyle": s.style(), "showSymbol": !s.quiet, "symbol": "circle", "symbolSize": 7, "itemStyle": opts.ItemStyle{Color: s.colour, Opacity: opts.Float(0)},
	})
}

// segment draws a straight line that says nothing under the mouse.
func (f *figure) segment(panel int, role, name string, s stroke, x0, y0, x1, y1 float64) {
	s.quiet = true
	f.curve(panel, role, name, s, []point{{x: x0, y: y0}, {x: x1, y: y1}})
}

// ending is the name of a line, to be written where the line ends.
type ending struct {
	text, colour string
	y            float64
}

// endings writes the names of lines at the right edge of the only panel, as
// near as they come to where the lines end without touching each other. Long names
// are broken, so that a phone has room for the lines, too.
func (f *figure) endings(all []ending) {
	const gap, longest = fontSize + 3, 150
	all = slices.DeleteFunc(slices.Clone(all), func(e ending) bool { return !finite(e.y) })
	slices.SortStableFunc(all, func(a, b ending) int { return cmp.Compare(a.y, b.y) })
	scale := onlyHigh / (f.y.max - f.y.min) // pixels
	at, high, names := make([]float64, len(all)), make([]float64, len(all)), make([]string, len(all))
	for i, e := range all {
		var lines int
		names[i], lines = wrapped(e.text, longest)
		high[i] = float64(lines * gap)
		at[i] = (e.y - f.y.min) * scale
		if i > 0 {
			at[i] = max(at[i], at[i-1]+(high[i-1]+high[i])/2)
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		limit := float64(onlyHigh)
		if i < len(all)-1 {
			limit = at[i+1] - (high[i]+high[i+1])/2
		}
		at[i] = min(at[i], limit)
	}
	for i, e := range all {
		f.add(0, "ending", e.text, "scatter", []opts.ScatterData{{Value: pair(f.x.max, f.y.min+at[i]/scale)}}, quiet(6), map[string]any{
			"symbolSize": 0.01, "clip": false, "itemStyle": opts.ItemStyle{Opacity: opts.Float(1)},
			"label": map[string]any{
				"show": true, "formatter": "{line|" + strokes[dashOf(e.colour)] + "} " + literal(names[i]), "position": "right", "distance": 6, "color": named("text"), "fontSize": fontSize,
				"rich": map[string]any{"line": opts.TextStyle{Color: e.colour, FontWeight: "bold"}},
			},
		})
		for line := range strings.Lines(names[i]) {
			f.right = max(f.right, textWidth(strings.TrimSuffix(line, "\n"))+28)
		}
	}
}

// scatter draws marks.
func (f *figure) scatter(panel int, role, name string, l look, marks []point) {
	var data []scatterItem
	for _, m := range marks {
		if finite(m.x) && finite(m.y) {
			of := f.of.stand(m.of)
			of.moment = m.in
			data = append(data, scatterItem{opts.ScatterData{Name: m.text, SymbolSize: m.size, Value: pair(m.x, m.y)}, of})
		}
	}
	if len(data) == 0 {
		return
	}
	style := opts.ItemStyle{Color: l.colour, Opacity: &l.opacity}
	if !strings.HasPrefix(l.symbol, "path:") {
		style.BorderColor, style.BorderWidth = named("surface"), 1
	}
	if l.hollow {
		style.Color, style.BorderColor, style.BorderWidth = named("surface"), l.colour, 2
	}
	f.add(panel, role, name, "scatter", data, map[string]any{"symbol": l.symbol, "z": l.z, "itemStyle": style})
	if !l.again {
		f.points += len(data)
	}
}

// estimates draws marks with their intervals as whiskers.
func (f *figure) estimates(panel int, role, name string, width float32, l look, marks []point) {
	var data []opts.LineData
	for _, p := range marks {
		if finite(p.x) && finite(p.low) && finite(p.high) {
			data = append(data, opts.LineData{Value: pair(p.x, p.low)}, opts.LineData{Value: pair(p.x, p.high)}, opts.LineData{Value: pair(p.x, math.NaN())})
		}
	}
	if len(data) > 0 {
		f.add(panel, role+" interval", name, "line", data, quiet(4), map[string]any{
			"showSymbol": false, "lineStyle": stroke{colour: l.colour, width: width}.style(), "itemStyle": opts.ItemStyle{Color: l.colour},
		})
	}
	f.scatter(panel, role, name, l, marks)
}

// rule draws a straight line at x over the whole height.
func (f *figure) rule(panel int, x float64) {
	f.marker(panel, "rule", "xAxis", x, "", map[string]any{})
}

// level draws a straight line at y over the whole width, with a text at its
// left end.
func (f *figure) level(panel int, y float64, text string) {
	f.marker(panel, "level", "yAxis", y, text, map[string]any{"position": "insideStartTop"})
}

func (f *figure) marker(panel int, role, axis string, at float64, text string, label map[string]any) {
	maps.Copy(label, map[string]any{"show": text != "", "formatter": literal(text), "color": named("muted"), "fontSize": fontSize - 1})
	f.add(panel, role, text, "line", []opts.LineData{}, quiet(2), map[string]any{"markLine": map[string]any{
		"silent": true, "symbol": []string{"none", "none"}, "label": label, "animation": false,
		"lineStyle": opts.LineStyle{Color: named("muted"), Type: "dashed", Width: 1},
		"data":      []any{map[string]any{axis: num(at)}},
	}})
}

// literal is a text for a template of ECharts, in which braces mean something: an
// invisible joiner behind them keeps them from doing so.
func literal(text string) string { return strings.ReplaceAll(text, "{", "{\u2060") }

// textWidth is about how wide a text is in pixels.
func textWidth(text string) int {
	return int(math.Ceil(float64(len([]rune(text))) * fontSize * 0.6))
}

// wrapped breaks a text at spaces into lines of about a width in pixels, and
// counts them.
func wrapped(text string, width int) (broken string, lines int) {
	var all []string
	for _, word := range strings.Fields(text) {
		last := len(all) - 1
		if last >= 0 && textWidth(all[last]+" "+word) <= width {
			all[last] += " " + word
		} else {
			all = append(all, word)
		}
	}
	return strings.Join(all, "\n"), len(all)
}

// chart completes a chart: with the option, the heights for wide and for narrow
// pages, and the table of the numbers.
func (f *figure) chart(c Chart, t *table) Chart {
	f.x.few = len(f.panels) > 1
	var xs, ys, rows []any
	for i := range f.panels {
		x, y := f.axes(i)
		xs, ys = append(xs, x.of(i, false)), append(ys, y.of(i, true))
		// The names of rows are an axis of categories of its own, since marks within
		// them need numbers.
		if y.rows != nil {
			rows = append(rows, y.rowSlots(i, f.rowHigh > parted))
		}
	}
	series := f.series
	if series == nil {
		series = []map[string]any{}
	}
	option := map[string]any{"xAxis": xs, "yAxis": append(ys, rows...), "series": series, "legend": f.legendOption()}
	frame(option)
	c.Points, c.numbers, c.Notes, c.of = f.points, t, once(c.Notes), f.of.contents()
	// Each for the least width that it is used for.
	c.fit(option, f.arrange(wideWidth), f.arrange(NarrowWidth), f.arrange(phone))
	return c
}

// fit writes the option of a chart that is laid out by the width of the page.
func (c *Chart) fit(option map[string]any, wide, usual, narrow layout) {
	// ECharts merges layouts: a title that only one has would stay in the others.
	titles := max(len(wide.titles), len(usual.titles), len(narrow.titles))
	for _, l := range []*layout{&wide, &usual, &narrow} {
		for len(l.titles) < titles {
			l.titles = append(l.titles, titled("", 0, 0, fontSize, "normal"))
		}
	}
	c.Height, c.Narrow = usual.height, narrow.height
	c.option = encode(map[string]any{"baseOption": option, "media": []any{
		map[string]any{"query": map[string]any{"maxWidth": NarrowWidth - 1}, "option": narrow.option()},
		map[string]any{"query": map[string]any{"minWidth": wideWidth}, "option": wide.option()},
		map[string]any{"option": usual.option()},
	}})
}

// frame sets what all options share: no animation, texts and tooltips in the
// theme's colours. A tooltip is the name of the point under the mouse.
func frame(option map[string]any) {
	option["animation"] = false
	option["textStyle"] = opts.TextStyle{FontFamily: fontFamily, FontSize: fontSize, Color: named("text")}
	option["tooltip"] = map[string]any{
		"trigger": "item", "confine": true, "formatter": "{b}", "backgroundColor": named("tip"), "borderColor": named("line"),
		"textStyle":    opts.TextStyle{Color: named("text"), FontSize: fontSize},
		"extraCssText": "white-space:pre-line;max-width:22rem",
	}
}

// Names of fonts stand in single quotes: ECharts' SVG puts the list into double ones.
const fontFamily = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`
