package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"formicary/pkg/puzzle"
)

// The surface's picture: its height in pixels with the slider, the number of
// sides that it is seen from, the first of them, from which no other is seen
// edge on, and how far it is looked down upon, both in radians.
const (
	surfaceHigh  = 460
	surfaceSides = 12
	surfaceFirst = math.Pi / 5
	surfaceTilt  = 0.5
)

// surface draws a [Landscape] in parallel projection. ECharts itself has no
// third dimension: each quadrilateral is the filling of a line through its
// corners, drawn from the farthest to the nearest.
type surface struct{ Landscape }

// quad is a piece of the surface between four neighbouring pairs of values.
type quad struct {
	x, y  [4]float64 // corners on the picture
	rate  float64    // the mean of its corners
	depth float64    // the distance of its middle
}

// project is where a point stands on the picture: x and y from 0 to 1 on the
// floor, the height from 0 to 1.
func project(x, y, height, angle float64) (right, up, depth float64) {
	sin, cos := math.Sincos(angle)
	x, y = x-0.5, y-0.5
	right = x*cos - y*sin
	depth = x*sin + y*cos
	return right, depth*math.Sin(surfaceTilt) + (height-0.5)*0.8*math.Cos(surfaceTilt), depth
}

// along is where the i-th of n values stands on the floor.
func along(i, n int) float64 { return float64(i) / float64(max(n-1, 1)) }

// quads are the pieces seen from an angle, the farthest first. Pieces with a
// corner where nothing was run are left out.
func (s surface) quads(angle float64) []quad {
	var all []quad
	for i := range len(s.Xs) - 1 {
	next:
		for j := range len(s.Ys) - 1 {
			var q quad
			for k, at := range [4][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}} {
				r := s.Rates[at[0]][at[1]]
				if r == nil {
					continue next
				}
				var depth float64
				q.x[k], q.y[k], depth = project(along(at[0], len(s.Xs)), along(at[1], len(s.Ys)), r.Runs.Rate, angle)
				q.rate += r.Runs.Rate / 4
				q.depth += depth / 4
			}
			all = append(all, q)
		}
	}
	slices.SortStableFunc(all, func(a, b quad) int { return cmp.Compare(b.depth, a.depth) })
	return all
}

// series draws the surface from one side.
func (s surface) series(side int) []any {
	angle := surfaceFirst + 2*math.Pi*float64(side)/surfaceSides
	var out []any
	line := func(id string, z int, style map[string]any, points ...[2]float64) {
		data := make([]any, len(points))
		for i, p := range points {
			data[i] = pair(p[0], p[1])
		}
		series := map[string]any{"id": id, "type": "line", "data": data, "showSymbol": false, "silent": true, "z": z, "emphasis": map[string]any{"disabled": true}, "tooltip": map[string]any{"show": false}}
		for key, value := range style {
			series[key] = value
		}
		out = append(out, series)
	}
	at := func(x, y, height float64) [2]float64 {
		right, up, _ := project(x, y, height, angle)
		return [2]float64{right, up}
	}
	thin := map[string]any{"lineStyle": map[string]any{"color": named("line"), "width": 1}}
	line("floor", 1, thin, at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0), at(0, 0, 0))
	// The post with the scale of heights stands at the corner that is farthest
	// to the left.
	post := [2]float64{0, 0}
	for _, corner := range [][2]float64{{1, 0}, {1, 1}, {0, 1}} {
		if at(corner[0], corner[1], 0)[0] < at(post[0], post[1], 0)[0] {
			post = corner
		}
	}
	line("post", 1, thin, at(post[0], post[1], 0), at(post[0], post[1], 1))
	for k, q := range s.quads(angle) {
		var ring [][2]float64
		for i := range 5 {
			ring = append(ring, [2]float64{q.x[i%4], q.y[i%4]})
		}
		colour := puzzle.HeatColour(q.rate)
		line("quad "+strconv.Itoa(k), 2+k, map[string]any{
			"lineStyle": map[string]any{"color": named("surface"), "width": 0.7},
			"areaStyle": map[string]any{"color": colour, "opacity": 1, "origin": num(-1)},
		}, ring...)
	}
	return append(out, s.labels(angle, post))
}

// labels writes the values at the two edges that are nearest, and the scale of
// heights.
func (s surface) labels(angle float64, post [2]float64) any {
	data := []any{}
	add := func(x, y, height float64, text, position string) {
		right, up, _ := project(x, y, height, angle)
		data = append(data, map[string]any{"value": pair(right, up), "label": map[string]any{"formatter": text, "position": position}})
	}
	nearest := func(vary int) float64 {
		// The edge on which the other coordinate is 0 or 1, whichever is nearer.
		at := func(v float64) float64 {
			xy := [2]float64{0.5, 0.5}
			xy[1-vary] = v
			_, _, depth := project(xy[0], xy[1], 0, angle)
			return depth
		}
		if at(0) < at(1) {
			return 0
		}
		return 1
	}
	for vary, side := range []struct {
		name string
		all  []float64
	}{{s.X, s.Xs}, {s.Y, s.Ys}} {
		edge := nearest(vary)
		// The two edges meet in the nearest corner: values stand on the side
		// that their edge goes to, so that both can be read there.
		corner, middle := [2]float64{}, [2]float64{}
		corner[vary], corner[1-vary] = nearest(1-vary), edge
		middle[vary], middle[1-vary] = 0.5, edge
		at, _, _ := project(corner[0], corner[1], 0, angle)
		to, _, _ := project(middle[0], middle[1], 0, angle)
		position := "right"
		if to < at {
			position = "left"
		}
		every := max(1, (len(side.all)+4)/5)
		for i, v := range side.all {
			if i%every != 0 && i != len(side.all)-1 {
				continue
			}
			xy := [2]float64{edge, edge}
			xy[vary] = along(i, len(side.all))
			add(xy[0], xy[1], 0, human(v), position)
		}
		right, up, _ := project(middle[0], middle[1], 0, angle)
		data = append(data, map[string]any{"value": pair(right, up-0.1), "label": map[string]any{"formatter": side.name, "position": "bottom", "fontWeight": "bold"}})
	}
	for _, h := range []float64{0.5, 1} {
		add(post[0], post[1], h, human(h), "left")
	}
	return map[string]any{
		"id": "labels", "type": "scatter", "data": data, "symbolSize": 0.01, "silent": true, "z": 9000, "clip": false, "tooltip": map[string]any{"show": false},
		"itemStyle": map[string]any{"opacity": 1},
		"label":     map[string]any{"show": true, "color": named("text"), "fontSize": fontSize - 1},
	}
}

// frame is the option without a view: two unseen axes over the picture, in
// which a unit is as long to the right as upwards.
func (s surface) frame(high int) map[string]any {
	option := map[string]any{
		"grid":   map[string]any{"left": "center", "width": 560, "top": 30, "height": high - 60},
		"xAxis":  map[string]any{"type": "value", "show": false, "min": -0.85, "max": 0.85},
		"yAxis":  map[string]any{"type": "value", "show": false, "min": -0.72, "max": 0.62},
		"legend": map[string]any{"show": false},
	}
	frame(option)
	option["visualMap"] = map[string]any{
		"type": "continuous", "min": 0, "max": 1, "calculable": false, "orient": "vertical", "right": 10, "top": 30, "itemWidth": 10, "itemHeight": 140, "hoverLink": false,
		"text": []string{"1", "0"}, "textStyle": map[string]any{"color": named("text"), "fontSize": fontSize}, "inRange": map[string]any{"color": heatColours()},
		"seriesIndex": []int{}, // the scale alone: pieces have their colours
	}
	option["title"] = map[string]any{"text": "success rate", "right": 8, "top": 4, "padding": 0, "textStyle": map[string]any{"color": named("text"), "fontSize": fontSize, "fontWeight": "normal"}}
	return option
}

// film turns the surface: a frame for each side.
func (s surface) film() []byte {
	base := s.frame(surfaceHigh - 50)
	labels, options := make([]string, surfaceSides), make([]any, surfaceSides)
	for side := range surfaceSides {
		labels[side] = fmt.Sprintf("%d°", 360*side/surfaceSides)
		options[side] = map[string]any{"series": s.series(side)}
	}
	base["timeline"] = timeline(labels, "turned by")
	return encode(map[string]any{"baseOption": base, "options": options})
}

// picture is the view from one side.
func (s surface) picture(side int) []byte {
	option := s.frame(surfaceHigh - 60)
	option["series"] = s.series(side)
	return encode(option)
}
