package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"
)

// The sizes of a figure's parts in pixels.
const (
	fontSize  = 12
	panelHigh = 210 // one of several panels, without names
	onlyHigh  = 330 // the only panel
	nameHigh  = 24  // the name of an axis, a panel's title, the legend
	wideWidth = 840 // of pages from which the legend has more room
)

// axis is one axis of a figure.
type axis struct {
	name     string
	log      bool
	min, max float64  // both zero: ECharts chooses
	labels   []string // slots instead of numbers: the i-th is from i to i+1
	rows     []string // of a y axis: slots from the top, see row
	percent  bool     // numbers between 0 and 1
	integer  bool     // no ticks between whole numbers
	few      bool     // there is room for few ticks
}

// series is one series of a chart, in the option types of go-echarts.
type series struct {
	ID         string          `json:"id"`
	Name       string          `json:"name,omitempty"`
	Type       string          `json:"type"`
	XAxisIndex int             `json:"xAxisIndex,omitempty"`
	YAxisIndex int             `json:"yAxisIndex,omitempty"`
	ShowSymbol types.Bool      `json:"showSymbol,omitempty"`
	Symbol     string          `json:"symbol,omitempty"`
	SymbolSize int             `json:"symbolSize,omitempty"`
	Data       any             `json:"data"`
	LineStyle  *opts.LineStyle `json:"lineStyle,omitempty"`
	ItemStyle  *opts.ItemStyle `json:"itemStyle,omitempty"`
	AreaStyle  *opts.AreaStyle `json:"areaStyle,omitempty"`
}

// figure is a chart of one or more panels that share what their axes mean.
// Amends add to the series what go-echarts has no words for.
type figure struct {
	series []series
	x, y   axis
	own    [][2]axis // x and y of each panel, where they differ
	panels []string  // titles; one empty title for the only panel
	legend []entry
	amends map[string]map[string]any // by the series' id
	points int
	high   int // of the only panel, where it is to be higher than usual
	right  int // room for labels at the ends of lines
}

// entry is a line of the legend. It shows and hides all series of its name.
type entry struct {
	name, colour, symbol string
	hollow               bool
}

// newFigure begins a figure of panels with the given titles; none means one
// panel without a title.
func newFigure(x, y axis, panels ...string) *figure {
	if len(panels) == 0 {
		panels = []string{""}
	}
	return &figure{x: x, y: y, panels: panels, amends: map[string]map[string]any{}}
}

// add adds a series to a panel. Its id is made of role and name, which must
// not repeat within a panel.
func (f *figure) add(panel int, role string, s series, amend map[string]any) {
	s.ID = fmt.Sprintf("%s %d %s", role, panel, s.Name)
	s.XAxisIndex, s.YAxisIndex = panel, panel
	f.series = append(f.series, s)
	if amend == nil {
		amend = map[string]any{}
	}
	f.amends[s.ID] = amend
}

// quiet is what a series has that only accompanies another: nothing happens
// under the mouse.
func quiet(z int) map[string]any {
	return map[string]any{"silent": true, "z": z, "emphasis": map[string]any{"disabled": true}, "tooltip": map[string]any{"show": false}}
}

// band fills between lo and hi. The ring of points, forward along hi and back
// along lo, is a line whose filling down to the axis cancels out but for what
// lies between; unlike stacked areas that is right on any axis.
func (f *figure) band(panel int, name, colour string, x, lo, hi []float64) {
	var ring []opts.LineData
	for i := range x {
		if finite(lo[i]) && finite(hi[i]) {
			ring = append(ring, opts.LineData{Value: pair(x[i], hi[i])})
		}
	}
	for i := len(x) - 1; i >= 0; i-- {
		if finite(lo[i]) && finite(hi[i]) {
			ring = append(ring, opts.LineData{Value: pair(x[i], lo[i])})
		}
	}
	if len(ring) < 4 {
		return
	}
	f.add(panel, "band", series{
		Name: name, Type: "line", Data: ring, ShowSymbol: opts.Bool(false),
		LineStyle: &opts.LineStyle{Color: colour, Opacity: opts.Float(0)},
		ItemStyle: &opts.ItemStyle{Color: colour},
		AreaStyle: &opts.AreaStyle{Color: colour, Opacity: opts.Float(0.18)},
	}, quiet(1))
}

// stroke is how a line is drawn.
type stroke struct {
	colour string
	width  float32
	dash   string // "dashed", "dotted"; empty is solid
	quiet  bool
}

// curve draws a line through points; texts are what the tooltip says at each
// of them, nil for nothing. Points that are not finite interrupt the line.
func (f *figure) curve(panel int, role, name string, s stroke, x, y []float64, texts []string) {
	data := make([]opts.LineData, len(x))
	for i := range x {
		data[i] = opts.LineData{Value: pair(x[i], y[i])}
		if texts != nil {
			data[i].Name = texts[i]
		}
	}
	style := &opts.LineStyle{Color: s.colour, Width: s.width, Type: s.dash}
	amend := map[string]any{"z": 3}
	if s.quiet || texts == nil {
		amend = quiet(2)
	} else {
		// Unseen marks catch the mouse.
		amend["emphasis"] = map[string]any{"itemStyle": map[string]any{"opacity": 1}, "scale": false}
	}
	f.add(panel, role, series{
		Name: name, Type: "line", Data: data, LineStyle: style, ShowSymbol: opts.Bool(texts != nil && !s.quiet),
		Symbol: "circle", SymbolSize: 7, ItemStyle: &opts.ItemStyle{Color: s.colour, Opacity: opts.Float(0)},
	}, amend)
}

// ending is the name of a line, to be written where the line ends.
type ending struct {
	text, colour string
	y            float64
}

// endings writes the names of lines at the right edge of the only panel, as
// near as they come to where the lines end without touching each other.
func (f *figure) endings(all []ending) {
	const gap = fontSize + 3
	all = slices.DeleteFunc(slices.Clone(all), func(e ending) bool { return !finite(e.y) })
	slices.SortStableFunc(all, func(a, b ending) int { return cmp.Compare(a.y, b.y) })
	scale := onlyHigh / (f.y.max - f.y.min) // pixels
	at := make([]float64, len(all))
	for i, e := range all {
		at[i] = (e.y - f.y.min) * scale
		if i > 0 {
			at[i] = max(at[i], at[i-1]+gap)
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		limit := float64(onlyHigh)
		if i < len(all)-1 {
			limit = at[i+1] - gap
		}
		at[i] = min(at[i], limit)
	}
	for i, e := range all {
		amend := quiet(6)
		amend["symbolSize"] = 0.01
		amend["clip"] = false
		amend["itemStyle"] = map[string]any{"opacity": 1}
		amend["label"] = map[string]any{
			"show": true, "formatter": "{line|━} " + e.text, "position": "right", "distance": 6, "color": named("text"), "fontSize": fontSize,
			"rich": map[string]any{"line": map[string]any{"color": e.colour, "fontWeight": "bold"}},
		}
		f.add(0, "ending", series{Name: e.text, Type: "scatter", Data: []opts.ScatterData{{Value: pair(f.x.max, f.y.min+at[i]/scale)}}}, amend)
		f.right = max(f.right, textWidth(e.text)+28)
	}
}

// mark is one point of a scatter.
type mark struct {
	x, y float64
	size int    // the diameter in pixels
	text string // the tooltip
}

// look is how marks are drawn.
type look struct {
	colour  string
	symbol  string
	hollow  bool
	opacity float32
	z       int
}

// scatter draws marks.
func (f *figure) scatter(panel int, role, name string, l look, marks []mark) {
	var data []opts.ScatterData
	for _, m := range marks {
		if finite(m.x) && finite(m.y) {
			data = append(data, opts.ScatterData{Name: m.text, Value: pair(m.x, m.y), SymbolSize: m.size})
		}
	}
	style := map[string]any{"color": l.colour, "opacity": l.opacity, "borderColor": named("surface"), "borderWidth": 1}
	if strings.HasPrefix(l.symbol, "path:") {
		style["borderWidth"] = 0
	}
	if l.hollow {
		style = map[string]any{"color": named("surface"), "borderColor": l.colour, "borderWidth": 2, "opacity": l.opacity}
	}
	f.add(panel, role, series{Name: name, Type: "scatter", Data: data, Symbol: l.symbol}, map[string]any{"z": l.z, "itemStyle": style})
	f.points += len(data)
}

// whiskers draws an interval at each x.
func (f *figure) whiskers(panel int, role, name string, s stroke, x, lo, hi []float64) {
	var data []opts.LineData
	for i := range x {
		if finite(x[i]) && finite(lo[i]) && finite(hi[i]) {
			data = append(data, opts.LineData{Value: pair(x[i], lo[i])}, opts.LineData{Value: pair(x[i], hi[i])}, opts.LineData{Value: pair(x[i], math.NaN())})
		}
	}
	if len(data) == 0 {
		return
	}
	f.add(panel, role, series{
		Name: name, Type: "line", Data: data, ShowSymbol: opts.Bool(false),
		LineStyle: &opts.LineStyle{Color: s.colour, Width: s.width, Type: s.dash}, ItemStyle: &opts.ItemStyle{Color: s.colour},
	}, quiet(4))
}

// rule draws a straight line at x over the whole height, with a text at its
// head.
func (f *figure) rule(panel int, x float64, text string) {
	label := map[string]any{"show": text != "", "formatter": text, "position": "insideEndTop", "color": named("muted"), "fontSize": fontSize - 1, "rotate": 90}
	amend := quiet(2)
	amend["markLine"] = map[string]any{
		"silent": true, "symbol": []string{"none", "none"}, "label": label, "animation": false,
		"lineStyle": map[string]any{"color": named("muted"), "type": "dashed", "width": 1},
		"data":      []any{map[string]any{"xAxis": num(x)}},
	}
	f.add(panel, "rule", series{Name: text, Type: "line", Data: []opts.LineData{}}, amend)
}

// textWidth is about how wide a text is in pixels.
func textWidth(text string) int {
	return int(math.Ceil(float64(len([]rune(text))) * fontSize * 0.56))
}

// finish writes the option and the heights for wide and for narrow pages.
func (f *figure) finish(c *Chart) {
	n := len(f.panels)
	// Each for the least width that it is used for.
	wide, usual, narrow := f.arrange(wideWidth), f.arrange(NarrowWidth), f.arrange(NarrowWidth*2/3)
	var axes struct {
		X      []opts.XAxis `json:"xAxis"`
		Y      []opts.YAxis `json:"yAxis"`
		Series []series     `json:"series"`
	}
	axes.Series = f.series
	if axes.Series == nil {
		axes.Series = []series{}
	}
	for i := range n {
		axes.X = append(axes.X, opts.XAxis{GridIndex: i})
		axes.Y = append(axes.Y, opts.YAxis{GridIndex: i})
	}
	option, err := generic(axes)
	if err != nil {
		panic("charts: " + err.Error())
	}
	for _, s := range list(option["series"]) {
		series := s.(map[string]any)
		for key, value := range f.amends[series["id"].(string)] {
			series[key] = value
		}
	}
	xs, ys := list(option["xAxis"]), list(option["yAxis"])
	f.x.few = n > 1
	for i := range n {
		// Without ids ECharts would tell axes apart by their names.
		xs[i].(map[string]any)["id"], ys[i].(map[string]any)["id"] = fmt.Sprintf("x%d", i), fmt.Sprintf("y%d", i)
		x, y := f.axes(i)
		for key, value := range x.option(false) {
			xs[i].(map[string]any)[key] = value
		}
		for key, value := range y.option(true) {
			ys[i].(map[string]any)[key] = value
		}
	}
	if f.x.labels != nil {
		// The slots' names are an axis of categories of its own, since marks
		// within a slot need numbers.
		for i := range n {
			option["xAxis"] = append(list(option["xAxis"]), f.x.slots(i))
		}
	}
	for i := range n {
		if _, y := f.axes(i); y.rows != nil {
			option["yAxis"] = append(list(option["yAxis"]), y.rowSlots(i))
		}
	}
	frame(option)
	option["legend"] = f.legendOption()
	c.Height, c.Narrow, c.Points = usual.height, narrow.height, f.points
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
	option["textStyle"] = map[string]any{"fontFamily": fontFamily, "fontSize": fontSize, "color": named("text")}
	option["tooltip"] = map[string]any{
		"trigger": "item", "confine": true, "formatter": "{b}", "backgroundColor": named("tip"), "borderColor": named("line"),
		"textStyle":    map[string]any{"color": named("text"), "fontSize": fontSize},
		"extraCssText": "white-space:pre-line;max-width:22rem",
	}
}

// Names of fonts stand in single quotes: ECharts' SVG puts the list into double ones.
const fontFamily = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`

func list(v any) []any {
	l, _ := v.([]any)
	return l
}
