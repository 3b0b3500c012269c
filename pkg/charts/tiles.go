package charts

import (
	"fmt"
	"math"
	"slices"

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
	o := option{Series: []series{}, Legend: legend{Legend: opts.Legend{Show: opts.Bool(false)}}}
	of := subjects{}
	border := &opts.ItemStyle{BorderColor: named("surface"), BorderWidth: 0.5}
	if len(t.x.labels) > mostBordered {
		border = nil
	}
	for i, p := range t.panels {
		o.XAxis, o.YAxis = append(o.XAxis, t.x.of(i, false)), append(o.YAxis, t.y.of(i, true))
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
		o.Series = append(o.Series, series{
			ID: fmt.Sprint("tiles ", i), Name: p.title, Type: "heatmap", XAxisIndex: i, YAxisIndex: i, Data: data,
			ItemStyle: border, Emphasis: &emphasis{Emphasis: opts.Emphasis{ItemStyle: &opts.ItemStyle{BorderColor: named("text"), BorderWidth: 1.5}}},
		})
	}
	o.VisualMap = &visualMap{
		VisualMap: opts.VisualMap{
			Type: "continuous", Calculable: opts.Bool(false), Orient: "horizontal", Left: "center", Text: []string{human(t.scale.hi), human(t.scale.lo)},
			TextStyle: &opts.TextStyle{Color: named("text"), FontSize: fontSize}, InRange: &opts.VisualMapInRange{Color: t.scale.colours()},
		},
		Min: num(t.scale.lo), Max: num(t.scale.hi), Dimension: 2, Top: 22, ItemWidth: 12, ItemHeight: 180,
	}
	c.numbers, c.of = numbers, of.contents()
	usual := t.arrange(columns(n, false), NarrowWidth)
	c.fit(o, usual, usual, t.arrange(1, phone))
	return c
}

// arrange places panels in so many columns of a page of at least a width.
func (t tiles) arrange(columns, width int) layout {
	name, lines := wrapped(t.scale.name, width-20)
	down := (lines - 1) * lineHigh
	s := spacing{top: tileScaleHigh + down, head: 44, inner: max(90, min(tileHigh*len(t.y.labels), tilesHigh)) + lineHigh, foot: tileFoot, gap: 3}
	titles := column(t.panels, func(p tilePanel) string { return p.title })
	l := s.place(titles, columns, false, func(int) (x, y string) { return t.x.name, t.y.name })
	l.Title = slices.Insert(l.Title, 0, titled(name, "center", 3, fontSize, "normal"))
	l.VisualMap = &scaleAt{22 + down}
	return l
}

// of is the axis of a panel.
func (a tileAxis) of(panel int, vertical bool) axisOption {
	out := axis{name: a.name}.of(panel, vertical)
	out.Type, out.Data, out.SplitLine.Show, out.NameGap = "category", a.labels, opts.Bool(false), 30
	if vertical {
		out.NameGap = 10
	}
	if a.sparse {
		out.AxisLabel.Interval, out.AxisTick = opts.Int(0), hiddenTicks
	}
	if a.every > 1 {
		out.AxisLabel.Interval, out.AxisTick.Interval = opts.Int(a.every-1), opts.Int(a.every-1)
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
