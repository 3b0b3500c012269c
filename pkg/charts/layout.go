package charts

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/puzzle"
)

// legendOption lists the entries; they wrap where the page is narrow.
func (f *figure) legendOption() map[string]any {
	if len(f.legend) == 0 {
		return map[string]any{"show": false}
	}
	data := make([]any, len(f.legend))
	for i, e := range f.legend {
		style := map[string]any{"color": e.colour, "borderColor": e.colour, "borderWidth": 0, "opacity": 1}
		if e.hollow {
			style = map[string]any{"color": named("surface"), "borderColor": e.colour, "borderWidth": 2, "opacity": 1}
		}
		data[i] = map[string]any{"name": e.name, "icon": e.symbol, "itemStyle": style}
	}
	return map[string]any{
		"show": true, "type": "plain", "data": data, "left": 8, "right": 8, "top": 0, "padding": 0, "align": "left",
		"itemWidth": 11, "itemHeight": 11, "itemGap": legendGap,
		"textStyle": opts.TextStyle{Color: named("text"), FontSize: fontSize, LineHeight: legendLine - legendGap}, "inactiveColor": named("context"),
	}
}

// The legend's lines and gaps in pixels.
const legendLine, legendGap = 24, 12

// legendHigh is how high the legend becomes on a page of a width.
func (f *figure) legendHigh(width int) int {
	if len(f.legend) == 0 {
		return 0
	}
	lines, used := 1, 0
	for _, e := range f.legend {
		w := 11 + 5 + textWidth(e.name) + legendGap
		if used > 0 && used+w > width-16 {
			lines, used = lines+1, 0
		}
		used += w
	}
	return lines * legendLine
}

// layout is where the panels are.
type layout struct {
	grids, titles []any
	xs, ys        []any // the names of the axes
	scale         any   // where the scale of colours is, if any
	height        int
}

func (l layout) option() map[string]any {
	out := map[string]any{"grid": l.grids, "title": l.titles, "xAxis": l.xs, "yAxis": l.ys}
	if l.scale != nil {
		out["visualMap"] = l.scale
	}
	return out
}

// columns is how many of n panels stand side by side.
func columns(n int, narrow bool) int {
	most := 3
	if narrow {
		most = 2
	}
	if n == 4 {
		most = 2
	}
	return min(n, most)
}

// spacing is the room for panels in pixels: above all of them, and for each
// its head (title and name of the y axis), its inside and its foot. Gap is the
// percentage of the width between columns.
type spacing struct{ top, head, inner, foot, gap int }

// place arranges panels in columns. The names of axes are written once, at the
// left and below, unless the panels have axes of their own.
func (s spacing) place(titles []string, columns int, own bool, axes func(panel int) (x, y string)) layout {
	l := layout{titles: []any{}}
	n := len(titles)
	rows := (n + columns - 1) / max(columns, 1)
	for i, title := range titles {
		row, col, share := i/columns, i%columns, 100.0/float64(columns)
		x, y := axes(i)
		if i+columns < n && !own {
			x = ""
		}
		if col > 0 && !own {
			y = ""
		}
		l.xs = append(l.xs, map[string]any{"id": fmt.Sprintf("x%d", i), "name": x})
		l.ys = append(l.ys, map[string]any{"id": fmt.Sprintf("y%d", i), "name": y})
		left, top := fmt.Sprintf("%.4g%%", float64(col)*share+1), s.top+row*(s.head+s.inner+s.foot)
		l.grids = append(l.grids, map[string]any{
			"left": left, "width": fmt.Sprintf("%.4g%%", share-float64(s.gap)), "top": top + s.head, "height": s.inner, "containLabel": true,
		})
		if title != "" {
			l.titles = append(l.titles, titled(title, left, top, fontSize+1, "bold"))
		}
	}
	l.height = s.top + rows*(s.head+s.inner+s.foot)
	return l
}

// titled is a text in a chart.
func titled(text string, left any, top, size int, weight string) map[string]any {
	return map[string]any{
		"text": text, "left": left, "top": top, "padding": 0,
		"textStyle": opts.TextStyle{Color: named("text"), FontSize: size, FontWeight: weight},
	}
}

// axes are those of a panel.
func (f *figure) axes(panel int) (x, y axis) {
	if f.own == nil {
		return f.x.timed(), f.y.timed()
	}
	x, y = f.own[panel][0].timed(), f.own[panel][1].timed()
	x.few = true
	return x, y
}

// arrange places the panels for a page of at least a width.
func (f *figure) arrange(width int) layout {
	n := len(f.panels)
	if _, first := f.axes(0); first.rows != nil {
		return f.arrangeRows(width)
	}
	side := columns(n, width < NarrowWidth)
	s := spacing{top: 6 + f.legendHigh(width), head: nameHigh + 6, inner: panelHigh, foot: nameHigh + 10, gap: 4}
	if width < NarrowWidth {
		s.gap = 7
	}
	if f.y.name != "" || f.own != nil {
		s.head += nameHigh - 6
	}
	if f.own != nil || n == 1 {
		s.head -= nameHigh // no titles: of panels with axes of their own the axes say what they are
	}
	if n == 1 {
		s.inner = max(onlyHigh, f.high)
	}
	// Titles and names of axes that are too long for a panel are broken.
	titles, names := make([]string, n), make([][2]string, n)
	tallest, deepest, highest := 1, 1, 1
	for i, title := range f.panels {
		var lines int
		titles[i], lines = wrapped(title, width/side-20)
		tallest = max(tallest, lines)
		x, y := f.axes(i)
		room := width/side - 45
		if n == 1 {
			room -= f.right // the name is in the middle of what is left
		}
		var below, above int
		names[i][0], below = wrapped(x.name, room)
		if f.own == nil {
			room = width - 45 // none stands beside it
		}
		names[i][1], above = wrapped(y.name, room)
		deepest, highest = max(deepest, below), max(highest, above)
	}
	s.foot += (deepest - 1) * lineHigh
	s.head += (highest-1)*lineHigh + (tallest-1)*(lineHigh+1)
	l := s.place(titles, side, f.own != nil, func(panel int) (string, string) { return names[panel][0], names[panel][1] })
	if n == 1 {
		l.grids[0] = map[string]any{"left": 12, "right": 20 + f.right, "top": s.top + s.head, "height": s.inner, "containLabel": true}
	}
	return l
}

// axis is one axis of a figure.
type axis struct {
	name     string
	log      bool
	min, max float64  // both zero: ECharts chooses
	rows     []string // of a y axis: slots from the top, see row
	percent  bool     // numbers between 0 and 1
	integer  bool     // no ticks between whole numbers
	few      bool     // there is room for few ticks
	time     bool     // of seconds, which are written with the unit that fits
}

// timed is the axis with times written as such, where its name says that it is of
// seconds.
func (a axis) timed() axis {
	if name, ok := strings.CutSuffix(a.name, " (s)"); ok {
		a.name, a.time = name, true
	}
	return a
}

// formatter is how the numbers of an axis are written, as page and static twin know it.
func (a axis) formatter() string {
	if a.time {
		return "@time"
	}
	return "@number"
}

// tick is a number of the axis as it is written.
func (a axis) tick(x float64) string {
	switch {
	case !a.time || x == 0:
		return human(x)
	case x >= 1:
		return human(x) + " s"
	}
	return puzzle.Time(x)
}

// of is the axis of a panel. Without ids ECharts would tell axes apart by
// their names.
func (a axis) of(panel int, vertical bool) map[string]any {
	out := a.option(vertical)
	out["id"] = fmt.Sprintf("x%d", panel)
	if vertical {
		out["id"] = fmt.Sprintf("y%d", panel)
	}
	if panel > 0 {
		out["gridIndex"] = panel
	}
	return out
}

// option is the axis in ECharts' words. The name of a y axis stands above it,
// to be read without turning the head.
func (a axis) option(vertical bool) map[string]any {
	label := map[string]any{"show": true, "color": named("muted"), "fontSize": fontSize - 1, "hideOverlap": true, "formatter": a.formatter()}
	names := opts.TextStyle{Color: named("text"), FontSize: fontSize}
	split := &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: named("grid")}}
	out := map[string]any{
		"type": "value", "name": a.name,
		"nameTextStyle": &names,
		"axisLabel":     label,
		"axisLine":      &opts.AxisLine{Show: opts.Bool(true), OnZero: opts.Bool(false), LineStyle: &opts.LineStyle{Color: named("line")}},
		"axisTick":      map[string]any{"show": true, "lineStyle": opts.LineStyle{Color: named("line")}},
		"splitLine":     split,
	}
	if vertical {
		out["nameLocation"], out["nameGap"] = "end", 13
		names.Align, names.Padding = "left", []int{0, 0, 0, -8}
	} else {
		out["nameLocation"], out["nameGap"] = "middle", 26
	}
	switch {
	case a.rows != nil:
		return map[string]any{"type": "value", "show": false, "min": 0, "max": len(a.rows)}
	case a.log:
		out["type"] = "log"
		if round := ticks(a.min, a.max, a.few); len(round) > 0 {
			at := make([]json.RawMessage, len(round))
			for i, t := range round {
				at[i] = num(t)
			}
			label["customValues"] = at
			out["axisTick"].(map[string]any)["customValues"] = at
			split.Show = opts.Bool(false)
		}
	case a.percent:
		out["interval"] = 0.25
		if a.few {
			out["interval"] = 0.5
		}
	case a.integer:
		out["minInterval"] = 1
	}
	if a.min != 0 || a.max != 0 {
		out["min"], out["max"] = num(a.min), num(a.max)
		if !a.log && !a.percent {
			// ECharts would also write the ends, beside the round number next to them.
			fit, most := 7, []json.RawMessage{}
			if a.few {
				fit = 4
			}
			for _, t := range even(a.min, a.max, fit) {
				if !a.integer || t == math.Trunc(t) {
					most = append(most, num(t))
				}
			}
			label["customValues"] = most
			out["axisTick"].(map[string]any)["customValues"] = most
		}
	}
	return out
}

// hidden is a part of an axis that is not shown, whichever it is.
var hidden = opts.SplitLine{Show: opts.Bool(false)}
