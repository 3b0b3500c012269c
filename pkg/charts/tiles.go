package charts

import (
	"encoding/json"
	"fmt"
	"math"
)

// tiles is a chart of one or more panels of coloured rectangles, with one
// colour scale for all.
type tiles struct {
	x, y   tileAxis
	panels []tilePanel
	scale  tileScale
	points int
}

// tileAxis names the columns or rows of tiles.
type tileAxis struct {
	name   string
	labels []string
	every  int  // so many labels from one to the next that is written; 0 is 1
	sparse bool // most labels are empty, and ticks would only mark tiles
}

// tilePanel is one grid of tiles. Numbers that are not finite leave a hole.
type tilePanel struct {
	title string
	at    func(x, y int) (value float64, text string)
}

// tileScale is the colour scale: from one end to the other in one hue, or
// around zero in two.
type tileScale struct {
	name      string
	lo, hi    float64
	diverging bool
}

// colours are those of the scale, from its low end. A single hue is that of
// the boards' heat; the two are vermilion and blue, with grey between, which
// readers without red or green tell apart, too.
func (s tileScale) colours() []string {
	if s.diverging {
		return []string{Vermilion, "#e39a63", "#e6e6e6", "#6aa5cd", Blue}
	}
	return heatColours()
}

// The sizes of tiles in pixels.
const (
	tileHigh      = 260 // a panel
	tileFoot      = 62  // below a panel: labels and the axis' name
	tileScaleHigh = 50
)

// mostBordered is the number of columns up to which tiles have borders: of
// more tiles the borders would be all that is seen.
const mostBordered = 20

// chart writes the option into a chart.
func (t tiles) chart(c *Chart) {
	n := len(t.panels)
	var xs, ys, all []any
	border := 0.5
	if len(t.x.labels) > mostBordered {
		border = 0
	}
	for i, p := range t.panels {
		xs = append(xs, t.x.option(i, false))
		ys = append(ys, t.y.option(i, true))
		data := []any{}
		for x := range t.x.labels {
			for y := range t.y.labels {
				value, text := p.at(x, y)
				if !finite(value) {
					continue
				}
				data = append(data, map[string]any{"name": text, "value": []json.RawMessage{num(float64(x)), num(float64(y)), num(value)}})
			}
		}
		t.points += len(data)
		all = append(all, map[string]any{
			"id": fmt.Sprintf("tiles %d", i), "name": p.title, "type": "heatmap", "xAxisIndex": i, "yAxisIndex": i, "data": data,
			"itemStyle": map[string]any{"borderColor": named("surface"), "borderWidth": border},
			"emphasis":  map[string]any{"itemStyle": map[string]any{"borderColor": named("text"), "borderWidth": 1.5}},
		})
	}
	option := map[string]any{"xAxis": xs, "yAxis": ys, "series": all, "legend": map[string]any{"show": false}}
	frame(option)
	option["visualMap"] = map[string]any{
		"type": "continuous", "min": num(t.scale.lo), "max": num(t.scale.hi), "dimension": 2, "calculable": false, "orient": "horizontal",
		"left": "center", "top": 22, "itemWidth": 12, "itemHeight": 180, "hoverLink": false,
		"text": []string{human(t.scale.hi), human(t.scale.lo)}, "textStyle": map[string]any{"color": named("text"), "fontSize": fontSize},
		"inRange": map[string]any{"color": t.scale.colours()},
	}
	wide, usual, narrow := t.arrange(n, columns(n, false)), t.arrange(n, columns(n, false)), t.arrange(n, 1)
	c.Height, c.Narrow, c.Points = usual.height, narrow.height, t.points
	c.option = encode(map[string]any{"baseOption": option, "media": []any{
		map[string]any{"query": map[string]any{"maxWidth": NarrowWidth - 1}, "option": narrow.option()},
		map[string]any{"query": map[string]any{"minWidth": wideWidth}, "option": wide.option()},
		map[string]any{"option": usual.option()},
	}})
}

// arrange places panels in so many columns.
func (t tiles) arrange(n, columns int) layout {
	l := layout{titles: []any{map[string]any{
		"text": t.scale.name, "left": "center", "top": 3, "padding": 0,
		"textStyle": map[string]any{"color": named("text"), "fontSize": fontSize, "fontWeight": "normal"},
	}}}
	rows := (n + columns - 1) / max(columns, 1)
	high := tileHigh
	if n == 1 {
		high += 80
	}
	const head = 44
	for i, p := range t.panels {
		row, col := i/columns, i%columns
		share := 100.0 / float64(columns)
		at := tileScaleHigh + row*(head+high+tileFoot)
		l.grids = append(l.grids, map[string]any{
			"left": fmt.Sprintf("%.4g%%", float64(col)*share+1), "width": fmt.Sprintf("%.4g%%", share-3), "top": at + head, "height": high, "containLabel": true,
		})
		xName, yName := t.x.name, t.y.name
		if i+columns < n {
			xName = ""
		}
		if col > 0 {
			yName = ""
		}
		l.xs = append(l.xs, map[string]any{"id": fmt.Sprintf("x%d", i), "name": xName})
		l.ys = append(l.ys, map[string]any{"id": fmt.Sprintf("y%d", i), "name": yName})
		if p.title != "" {
			l.titles = append(l.titles, map[string]any{
				"text": p.title, "left": fmt.Sprintf("%.4g%%", float64(col)*share+1), "top": at, "padding": 0,
				"textStyle": map[string]any{"color": named("text"), "fontSize": fontSize + 1, "fontWeight": "bold"},
			})
		}
	}
	l.height = tileScaleHigh + rows*(head+high+tileFoot)
	return l
}

// option is the axis of a panel.
func (a tileAxis) option(panel int, vertical bool) map[string]any {
	out := axis{name: a.name}.option(vertical)
	out["type"], out["data"], out["gridIndex"] = "category", a.labels, panel
	out["splitLine"] = map[string]any{"show": false}
	out["nameGap"] = 30
	side := "x"
	if vertical {
		side, out["nameGap"] = "y", 10
	}
	out["id"] = fmt.Sprintf("%s%d", side, panel)
	label := out["axisLabel"].(map[string]any)
	if a.sparse {
		label["interval"], out["axisTick"] = 0, map[string]any{"show": false}
	}
	if a.every > 1 {
		label["interval"] = a.every - 1
		out["axisTick"].(map[string]any)["interval"] = a.every - 1
	}
	return out
}

// moments is an axis over times that are evenly spaced on a logarithmic scale:
// round numbers are written at the tiles nearest to them, few where panels are
// narrow.
func moments(name string, times []float64, few bool) tileAxis {
	a := tileAxis{name: name, labels: make([]string, len(times)), sparse: true}
	if len(times) < 2 {
		return a
	}
	for _, tick := range ticks(times[0], times[len(times)-1], few) {
		nearest := 0
		for i, at := range times {
			if math.Abs(math.Log(at/tick)) < math.Abs(math.Log(times[nearest]/tick)) {
				nearest = i
			}
		}
		a.labels[nearest] = human(tick)
	}
	return a
}

// amounts is an axis over numbers, of which at most twelve are written.
func amounts(name string, values []float64) tileAxis {
	a := tileAxis{name: name, every: (len(values) + 11) / 12}
	for _, v := range values {
		a.labels = append(a.labels, human(round(v, 2)))
	}
	return a
}
