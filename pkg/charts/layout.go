package charts

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
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
		"textStyle": map[string]any{"color": named("text"), "fontSize": fontSize, "lineHeight": legendLine - legendGap}, "inactiveColor": named("context"),
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
	height        int
}

func (l layout) option() map[string]any {
	return map[string]any{"grid": l.grids, "title": l.titles, "xAxis": l.xs, "yAxis": l.ys}
}

// columns is how many of n panels stand beside each other.
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

// axes are those of a panel.
func (f *figure) axes(panel int) (x, y axis) {
	if f.own == nil {
		return f.x, f.y
	}
	x, y = f.own[panel][0], f.own[panel][1]
	x.few = true
	return x, y
}

// arrange places the panels for a page of at least a width. Panels say once
// what their axes are, at the left and below.
func (f *figure) arrange(width int) layout {
	var l layout
	n := len(f.panels)
	columns := columns(n, width < NarrowWidth)
	rows := (n + columns - 1) / columns
	top := 6 + f.legendHigh(width)
	inner, head, foot := panelHigh, nameHigh+6, nameHigh+20
	if f.x.labels != nil {
		foot += 14
	}
	if f.y.name != "" || f.own != nil {
		head += nameHigh - 6
	}
	if f.own != nil {
		head -= nameHigh // the panels' axes are their titles
	}
	if n == 1 {
		inner, head = max(onlyHigh, f.high), head-nameHigh
	}
	for i, title := range f.panels {
		row, col := i/columns, i%columns
		width := 100.0 / float64(columns)
		xName, yName := f.x.name, f.y.name
		if i+columns < n {
			xName = ""
		}
		if col > 0 {
			yName = ""
		}
		if f.own != nil {
			xName, yName = f.own[i][0].name, f.own[i][1].name
		}
		l.xs = append(l.xs, map[string]any{"id": fmt.Sprintf("x%d", i), "name": xName})
		l.ys = append(l.ys, map[string]any{"id": fmt.Sprintf("y%d", i), "name": yName})
		at := top + row*(head+inner+foot)
		l.grids = append(l.grids, map[string]any{
			"left": fmt.Sprintf("%.4g%%", float64(col)*width+1), "width": fmt.Sprintf("%.4g%%", width-4),
			"top": at + head, "height": inner, "containLabel": true,
		})
		if n == 1 {
			l.grids[0] = map[string]any{"left": 12, "right": 20 + f.right, "top": at + head, "height": inner, "containLabel": true}
		}
		if title != "" {
			l.titles = append(l.titles, map[string]any{
				"text": title, "left": fmt.Sprintf("%.4g%%", float64(col)*width+1), "top": at, "padding": 0,
				"textStyle": map[string]any{"color": named("text"), "fontSize": fontSize + 1, "fontWeight": "bold"},
			})
		}
	}
	if l.titles == nil {
		l.titles = []any{}
	}
	l.height = top + rows*(head+inner+foot)
	return l
}

// option is the axis in ECharts' words. The name of a y axis stands above it,
// to be read without turning the head.
func (a axis) option(vertical bool) map[string]any {
	label := map[string]any{"show": true, "color": named("muted"), "fontSize": fontSize - 1, "hideOverlap": true}
	out := map[string]any{
		"type": "value", "name": a.name,
		"nameTextStyle": map[string]any{"color": named("text"), "fontSize": fontSize},
		"axisLabel":     label,
		"axisLine":      map[string]any{"show": true, "onZero": false, "lineStyle": map[string]any{"color": named("line")}},
		"axisTick":      map[string]any{"show": true, "lineStyle": map[string]any{"color": named("line")}},
		"splitLine":     map[string]any{"show": true, "lineStyle": map[string]any{"color": named("grid")}},
	}
	if vertical {
		out["nameLocation"], out["nameGap"] = "end", 13
		out["nameTextStyle"].(map[string]any)["align"] = "left"
		out["nameTextStyle"].(map[string]any)["padding"] = []int{0, 0, 0, -8}
	} else {
		out["nameLocation"], out["nameGap"] = "middle", 26
	}
	switch {
	case a.rows != nil:
		return map[string]any{"type": "value", "show": false, "min": 0, "max": len(a.rows)}
	case a.labels != nil:
		return map[string]any{"type": "value", "show": false, "min": 0, "max": len(a.labels)}
	case a.log:
		out["type"] = "log"
		if round := ticks(a.min, a.max, a.few); len(round) > 0 {
			at := make([]json.RawMessage, len(round))
			for i, t := range round {
				at[i] = num(t)
			}
			label["customValues"] = at
			out["axisTick"].(map[string]any)["customValues"] = at
			out["splitLine"].(map[string]any)["show"] = false
		}
	case a.percent:
		out["interval"] = 0.25
	case a.integer:
		out["minInterval"] = 1
	}
	if a.min != 0 || a.max != 0 {
		out["min"], out["max"] = num(a.min), num(a.max)
	}
	return out
}

// slots is the visible axis of a panel whose axis has labels.
func (a axis) slots(panel int) map[string]any {
	labels := a.labels
	a.labels = nil
	out := a.option(false)
	out["id"] = fmt.Sprintf("slots%d", panel)
	out["type"], out["data"], out["gridIndex"], out["position"] = "category", labels, panel, "bottom"
	out["nameGap"] = 40
	label := out["axisLabel"].(map[string]any)
	label["interval"], label["hideOverlap"], label["lineHeight"] = 0, false, fontSize+2
	out["axisTick"].(map[string]any)["alignWithLabel"] = false
	return out
}

// row is where the i-th row of an axis stands: the first is on top.
func (a axis) row(i int) float64 { return float64(len(a.rows)-i) - 0.5 }

// rowSlots is the visible axis of a panel whose y axis has rows.
func (a axis) rowSlots(panel int) map[string]any {
	labels := slices.Clone(a.rows)
	slices.Reverse(labels)
	a.rows = nil
	out := a.option(true)
	out["id"] = fmt.Sprintf("rows%d", panel)
	out["type"], out["data"], out["gridIndex"], out["position"] = "category", labels, panel, "left"
	label := out["axisLabel"].(map[string]any)
	label["interval"], label["hideOverlap"], label["color"] = 0, false, named("text")
	label["width"], label["overflow"] = 230, "break"
	out["axisTick"] = map[string]any{"show": false}
	out["splitLine"] = map[string]any{"show": false}
	return out
}

// span is the least and the greatest finite number, and whether there is one.
func span(lists ...[]float64) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, l := range lists {
		for _, x := range l {
			if finite(x) {
				lo, hi, ok = min(lo, x), max(hi, x), true
			}
		}
	}
	return lo, hi, ok
}

// logarithmic is a logarithmic axis over positive numbers, with a margin as a
// factor on both sides.
func logarithmic(name string, lo, hi, margin float64) axis {
	if !(lo > 0) || !(hi >= lo) || !finite(hi) {
		lo, hi = 1, 10
	}
	return axis{name: name, log: true, min: round(lo/margin, 3), max: round(hi*margin, 3)}
}

// geometric are n numbers from lo to hi, evenly spaced on a logarithmic axis.
func geometric(lo, hi float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = lo * math.Pow(hi/lo, float64(i)/float64(max(n-1, 1)))
	}
	return out
}
