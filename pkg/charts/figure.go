package charts

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/charts/internal/wording"
	"formicary/pkg/lists"
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
	series []series
	x, y   axis
	own    [][2]axis // x and y of each panel, where they differ
	panels []string  // titles; one empty title for the only panel
	legend []entry
	points int
	of     subjects
	room   room
	said   string // of all rows, for the subtitle
	bands  map[int][]*opts.AreaStyle
}

// room is what a figure needs in pixels.
type room struct {
	high    int // of the only panel, where it is to be higher than usual
	rowHigh int // the least height of a row, where panels have rows
	right   int // for labels at the ends of lines
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
	return &figure{x: x, y: y, panels: panels, bands: map[int][]*opts.AreaStyle{}}
}

// newPanels begins a figure whose panels have axes of their own.
func newPanels(axes ...[2]axis) *figure {
	f := newFigure(axis{}, axis{}, make([]string, max(len(axes), 1))...)
	f.own = slices.Concat(axes, make([][2]axis, len(f.panels)-len(axes)))
	return f
}

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

func (s stroke) style() *opts.LineStyle {
	return &opts.LineStyle{Color: s.colour, Width: s.width, Type: s.dash}
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

// add adds a series to a panel. Its id is made of role and name, which must not
// repeat within a panel.
func (f *figure) add(panel int, role, name, kind string, data any, s series) {
	s.ID, s.Name, s.Type, s.Data = fmt.Sprintf("%s %d %s", role, panel, name), name, kind, data
	s.XAxisIndex, s.YAxisIndex = panel, panel
	f.series = append(f.series, s)
}

// band fills between low and high. The ring of points, forward along high and
// back along low, is a line whose filling down to the axis cancels out but for
// what lies between; unlike stacked areas that is right on any axis. It is open
// where a point has no interval.
func (f *figure) band(panel int, role, name, colour string, points []point) {
	open := slices.IndexFunc(points, func(p point) bool { return !scale.Finite(p.low) || !scale.Finite(p.high) })
	if open > 1 {
		f.band(panel, role, name, colour, points[:open])
		role += " on"
	}
	if open >= 0 {
		f.band(panel, role, name, colour, points[open+1:])
		return
	}
	ring := lists.Map(points, func(p point) opts.LineData { return opts.LineData{Value: pair(p.x, p.high)} })
	for _, p := range slices.Backward(points) {
		ring = append(ring, opts.LineData{Value: pair(p.x, p.low)})
	}
	if len(ring) < 4 {
		return
	}
	area := &opts.AreaStyle{Color: colour, Opacity: opts.Float(0.18)}
	if strings.HasPrefix(role+" on", "band on") {
		f.bands[panel] = append(f.bands[panel], area)
		for _, one := range f.bands[panel] { // many would be mud together
			one.Opacity = opts.Float(min(0.18, 0.36/float32(len(f.bands[panel]))))
		}
	}
	f.add(panel, role, name, "line", ring, quiet(1, series{
		ShowSymbol: opts.Bool(false), LineStyle: &opts.LineStyle{Color: colour, Opacity: opts.Float(0)}, ItemStyle: &opts.ItemStyle{Color: colour},
		AreaStyle: area,
	}))
}

// curve draws a line through points, with their tooltips unless it is quiet.
func (f *figure) curve(panel int, role, name string, s stroke, points []point) {
	if len(points) == 0 {
		return
	}
	data := make([]lineItem, len(points))
	for i, p := range points {
		data[i].Value = pair(p.x, p.y)
		if !s.quiet {
			data[i].Name, data[i].stands = p.text, f.of.stand(p.of)
			data[i].moment = p.in
			if scale.Finite(p.y) && (i == 0 || p.x != points[i-1].x) { // corners of a step are one point
				f.points++
			}
		}
	}
	drawn := series{
		LineStyle: s.style(), ShowSymbol: opts.Bool(!s.quiet), Symbol: "circle", SymbolSize: 7, ItemStyle: &opts.ItemStyle{Color: s.colour, Opacity: opts.Float(0)},
	}
	if s.quiet {
		drawn = quiet(2, drawn)
	} else { // unseen marks catch the mouse
		drawn.Z, drawn.Emphasis = 3, &emphasis{Scale: opts.Bool(false), Emphasis: opts.Emphasis{ItemStyle: &opts.ItemStyle{Opacity: opts.Float(1)}}}
	}
	f.add(panel, role, name, "line", data, drawn)
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

// leader is the length in pixels of the thin line from where a line ends to its name.
const leader = 18

// endings writes the names of lines at the right edge of the only panel, as near as they
// come to where the lines end without touching each other: ECharts shifts them in a picture
// of any height and draws a leader. What all names begin with is said once, in the subtitle. Long
// names are broken, so that a phone has room for the lines, too.
func (f *figure) endings(all []ending) {
	const longest = 150
	brief, before, _ := wording.Briefly(lists.Map(all, func(e ending) string { return e.text }))
	f.said = before
	for i, e := range all {
		if !scale.Finite(e.y) {
			continue
		}
		name, _ := wrapped(brief[i], longest)
		f.add(0, "ending", e.text, "scatter", []opts.ScatterData{{Value: pair(f.x.max, e.y)}}, quiet(6, series{
			SymbolSize: 0.01, Clip: opts.Bool(false), ItemStyle: &opts.ItemStyle{Color: e.colour},
			Label:       &label{Label: opts.Label{Show: opts.Bool(true), Formatter: literal(name), Position: "right", Color: named("text"), FontSize: fontSize}, Distance: leader},
			LabelLayout: &opts.LabelLayout{MoveOverlap: "shiftY"},
			LabelLine:   &opts.LabelLine{Show: opts.Bool(true), LineStyle: stroke{colour: e.colour, width: 1.5}.style()},
		}))
		for line := range strings.Lines(name) {
			f.room.right = max(f.room.right, textWidth(strings.TrimSuffix(line, "\n"))+leader)
		}
	}
}

// scatter draws marks.
func (f *figure) scatter(panel int, role, name string, l look, marks []point) {
	var data []scatterItem
	for _, m := range marks {
		if scale.Finite(m.x) && scale.Finite(m.y) {
			of := f.of.stand(m.of)
			of.moment = m.in
			data = append(data, scatterItem{opts.ScatterData{Name: m.text, SymbolSize: m.size, Value: pair(m.x, m.y)}, of})
		}
	}
	if len(data) == 0 {
		return
	}
	style := &opts.ItemStyle{Color: l.colour, Opacity: &l.opacity}
	if !strings.HasPrefix(l.symbol, "path:") {
		style.BorderColor, style.BorderWidth = named("surface"), 1
	}
	if l.hollow {
		style.Color, style.BorderColor, style.BorderWidth = named("surface"), l.colour, 2
	}
	f.add(panel, role, name, "scatter", data, series{Symbol: l.symbol, Z: l.z, ItemStyle: style})
	if !l.again {
		f.points += len(data)
	}
}

// estimates draws marks with their intervals as whiskers.
func (f *figure) estimates(panel int, role, name string, width float32, l look, marks []point) {
	var data []opts.LineData
	for _, p := range marks {
		if scale.Finite(p.x) && scale.Finite(p.low) && scale.Finite(p.high) {
			data = append(data, opts.LineData{Value: pair(p.x, p.low)}, opts.LineData{Value: pair(p.x, p.high)}, opts.LineData{Value: pair(p.x, math.NaN())})
		}
	}
	if len(data) > 0 {
		f.add(panel, role+" interval", name, "line", data, quiet(4, series{
			ShowSymbol: opts.Bool(false), LineStyle: stroke{colour: l.colour, width: width}.style(), ItemStyle: &opts.ItemStyle{Color: l.colour},
		}))
	}
	f.scatter(panel, role, name, l, marks)
}

// rule draws a straight line at x over the whole height, and names it for cards.
func (f *figure) rule(panel int, x float64, name string) {
	f.marker(panel, "rule", name, map[string]any{"xAxis": num(x)}, label{})
}

// level draws a straight line at y over the whole width.
func (f *figure) level(panel int, y float64, name string) {
	f.marker(panel, "level", name, map[string]any{"yAxis": num(y)}, label{})
}

func (f *figure) marker(panel int, role, text string, at map[string]any, l label) {
	l.Show, l.Formatter, l.Color, l.FontSize = opts.Bool(text != "" && l.Position != ""), literal(text), named("muted"), fontSize-1
	l.Ground = named("surface")
	f.add(panel, role, text, "line", []opts.LineData{}, quiet(2, series{MarkLine: &markLine{Label: l, MarkLines: opts.MarkLines{
		Data: []any{at}, MarkLineStyle: opts.MarkLineStyle{Symbol: []string{"none", "none"}, LineStyle: stroke{colour: named("muted"), width: 1, dash: "dashed"}.style()},
	}}}))
}

// borders draws faint upright lines over the only panel.
func (f *figure) borders(at []float64) {
	lines := lists.Map(at, func(x float64) any { return map[string]any{"xAxis": num(x)} })
	f.add(0, "border", "", "line", []opts.LineData{}, quiet(0, series{MarkLine: &markLine{Label: label{Label: opts.Label{Show: opts.Bool(false)}}, MarkLines: opts.MarkLines{
		Data: lines, MarkLineStyle: opts.MarkLineStyle{Symbol: []string{"none", "none"}, LineStyle: stroke{colour: named("grid"), width: 1, dash: "solid"}.style()},
	}}}))
}

// beneath writes texts below the numbers of the x axis, those that there is room for.
func (f *figure) beneath(texts []point) {
	f.x.below = lineHigh
	data := lists.Map(texts, func(p point) opts.ScatterData { return opts.ScatterData{Name: p.text, Value: pair(p.x, f.y.min)} })
	f.add(0, "beneath", "", "scatter", data, quiet(1, series{
		SymbolSize: 0.01, Clip: opts.Bool(false), LabelLayout: &opts.LabelLayout{HideOverlap: opts.Bool(true)},
		Label: &label{Label: opts.Label{Show: opts.Bool(true), Formatter: "{b}", Position: "bottom", Color: named("muted"), FontSize: fontSize - 1}, Distance: 22},
	}))
}

// literal is a text for a template of ECharts, in which braces mean something: an
// invisible joiner behind them keeps them from doing so.
func literal(text string) string { return strings.ReplaceAll(text, "{", "{\u2060") }

// textWidth is about how wide a text is in pixels.
func textWidth(text string) int {
	return int(math.Ceil(float64(len([]rune(text))) * fontSize * 0.6))
}

// wrapped breaks a text at spaces into lines of about a width in pixels, and counts them.
func wrapped(text string, width int) (broken string, lines int) {
	all := wording.Wrapped(text, width*10/(6*fontSize))
	return strings.Join(all, "\n"), len(all)
}

// chart completes a chart: with the option, the heights for wide and for narrow
// pages, and the table of the numbers.
func (f *figure) chart(c Chart, t *table) Chart {
	c.Subtitle = strings.Join(compact(c.Subtitle, f.said), " · ")
	o := option{Series: append([]series{}, f.series...), Legend: f.legendOption()}
	var rows []axisOption
	for i := range f.panels {
		x, y := f.axes(i)
		o.XAxis, o.YAxis = append(o.XAxis, x.of(i, false)), append(o.YAxis, y.of(i, true))
		// The names of rows are an axis of categories of its own, since marks within
		// them need numbers.
		if y.rows != nil {
			rows = append(rows, y.rowSlots(i, f.room.rowHigh > parted))
		}
	}
	o.YAxis = append(o.YAxis, rows...)
	c.Points, c.numbers, c.Notes, c.of = f.points, t, wording.Once(c.Notes), slices.Sorted(maps.Keys(f.of))
	// Each for the least width that it is used for.
	c.fit(o, f.arrange(wideWidth), f.arrange(NarrowWidth), f.arrange(phone))
	return c
}

// fit writes the option of a chart that is laid out by the width of the page.
func (c *Chart) fit(o option, wide, usual, narrow layout) {
	// ECharts merges layouts: a title that only one has would stay in the others.
	titles := max(len(wide.Title), len(usual.Title), len(narrow.Title))
	for _, l := range []*layout{&wide, &usual, &narrow} {
		for len(l.Title) < titles {
			l.Title = append(l.Title, titled("", 0, 0, fontSize, "normal"))
		}
	}
	c.Height, c.Narrow = usual.height, narrow.height
	o.dress()
	c.option = encode(responsive{o, []medium{
		{&query{MaxWidth: NarrowWidth - 1}, narrow}, {&query{MinWidth: wideWidth}, wide}, {nil, usual},
	}})
}

// dress sets what all options share: no animation, texts and tooltips in the
// theme's colours. A tooltip is the name of the point under the mouse.
func (o *option) dress() {
	o.Animation = false
	o.TextStyle = opts.TextStyle{FontFamily: fontFamily, FontSize: fontSize, Color: named("text")}
	o.Tooltip = tooltip{
		Tooltip: opts.Tooltip{Trigger: "item", Formatter: "{b}", BackgroundColor: named("tip"), BorderColor: named("line")},
		Confine: true, TextStyle: opts.TextStyle{Color: named("text"), FontSize: fontSize}, ExtraCSSText: "white-space:pre-line;max-width:22rem",
	}
}

// Names of fonts stand in single quotes: ECharts' SVG puts the list into double ones.
const fontFamily = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`
