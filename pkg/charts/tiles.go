package charts

import (
	"fmt"
	"math"

	"github.com/go-echarts/go-echarts/v2/opts"
)

// tiles is a chart of one or more panels of coloured rectangles, with one
// colour scale for all.
type tiles struct {
	x, y   tileAxis
	panels []tilePanel
	scale  tileScale
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
	of    func(x, y int) []subject // nil where tiles stand for nothing that could be opened
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
		return []string{less, "#e39a63", "#e6e6e6", "#6aa5cd", more}
	}
	return heatColours()
}

// The sizes of tiles in pixels.
const (
	tileHigh      = 26  // a row of tiles
	tilesHigh     = 260 // the most of a panel
	tileFoot      = 50  // below a panel: labels and the axis' name
	tileScaleHigh = 50
)

// mostBordered is the number of columns up to which tiles have borders: of
// more tiles the borders would be all that is seen.
const mostBordered = 20

// chart completes a chart with the option and the table of the numbers.
func (t tiles) chart(c Chart, numbers *table) Chart {
	n := len(t.panels)
	var xs, ys, all []any
	of := subjects{}
	border := opts.ItemStyle{BorderColor: named("surface"), BorderWidth: 0.5}
	if len(t.x.labels) > mostBordered {
		border = opts.ItemStyle{}
	}
	for i, p := range t.panels {
		xs, ys = append(xs, t.x.of(i, false)), append(ys, t.y.of(i, true))
		data := []tileItem{}
		for x := range t.x.labels {
			for y := range t.y.labels {
				if value, text := p.at(x, y); finite(value) {
					item := tileItem{HeatMapData: opts.HeatMapData{Name: text, Value: append(pair(float64(x), float64(y)), num(value))}}
					if p.of != nil {
						item.stands = of.stand(p.of(x, y))
					}
					data = append(data, item)
				}
			}
		}
		c.Points += len(data)
		all = append(all, map[string]any{
			"id": fmt.Sprintf("tiles %d", i), "name": p.title, "type": "heatmap", "xAxisIndex": i, "yAxisIndex": i, "data": data,
			"itemStyle": border, "emphasis": opts.Emphasis{ItemStyle: &opts.ItemStyle{BorderColor: named("text"), BorderWidth: 1.5}},
		})
	}
	option := map[string]any{"xAxis": xs, "yAxis": ys, "series": all, "legend": map[string]any{"show": false}}
	frame(option)
	option["visualMap"] = map[string]any{
		"type": "continuous", "min": num(t.scale.lo), "max": num(t.scale.hi), "dimension": 2, "calculable": false, "orient": "horizontal",
		"left": "center", "top": 22, "itemWidth": 12, "itemHeight": 180, "hoverLink": false,
		"text": []string{human(t.scale.hi), human(t.scale.lo)}, "textStyle": opts.TextStyle{Color: named("text"), FontSize: fontSize},
		"inRange": opts.VisualMapInRange{Color: t.scale.colours()},
	}
	c.numbers, c.of = numbers, of.contents()
	usual := t.arrange(columns(n, false), NarrowWidth)
	c.fit(option, usual, usual, t.arrange(1, phone))
	return c
}

// arrange places panels in so many columns of a page of at least a width.
func (t tiles) arrange(columns, width int) layout {
	name, lines := wrapped(t.scale.name, width-20)
	down := (lines - 1) * lineHigh
	s := spacing{top: tileScaleHigh + down, head: 44, inner: max(90, min(tileHigh*len(t.y.labels), tilesHigh)) + lineHigh, foot: tileFoot, gap: 3}
	titles := column(t.panels, func(p tilePanel) string { return p.title })
	l := s.place(titles, columns, false, func(int) (x, y string) { return t.x.name, t.y.name })
	l.titles = append([]any{titled(name, "center", 3, fontSize, "normal")}, l.titles...)
	l.scale = map[string]any{"top": 22 + down}
	return l
}

// of is the axis of a panel.
func (a tileAxis) of(panel int, vertical bool) map[string]any {
	out := axis{name: a.name}.of(panel, vertical)
	out["type"], out["data"] = "category", a.labels
	out["splitLine"] = hidden
	out["nameGap"] = 30
	if vertical {
		out["nameGap"] = 10
	}
	label := out["axisLabel"].(map[string]any)
	if a.sparse {
		label["interval"], out["axisTick"] = 0, hidden
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
	at := axis{name: name}.timed()
	a := tileAxis{name: at.name, labels: make([]string, len(times)), sparse: true}
	if len(times) < 2 {
		return a
	}
	for _, tick := range ticks(times[0], times[len(times)-1], few) {
		nearest := 0
		for i, t := range times {
			if math.Abs(math.Log(t/tick)) < math.Abs(math.Log(times[nearest]/tick)) {
				nearest = i
			}
		}
		a.labels[nearest] = at.tick(tick)
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

// heatColours are enough steps of the scale that all boards share for a
// straight blend between them to follow it.
func heatColours() []string {
	out := make([]string, heatSteps)
	for i := range out {
		out[i] = named(heatName(i))
	}
	return out
}
