package charts

import (
	"fmt"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/tune"
)

// The size of parallel coordinates in pixels.
const (
	parallelHigh = 330
	parallelHead = 34 // names of axes
	parallelSide = 46 // room beside the outer axes
)

// Configurations draws the configurations that a configurator ran in parallel
// coordinates (Inselberg, "The plane with parallel coordinates", The Visual
// Computer 1, 1985, 69–91): an axis for each parameter and a last one for the
// relative cost of [Tuning], and a line for each configuration. Those that
// survived are thick, the engine's default is dashed; what cannot be compared is
// grey and ends before the last axis. Dragging along an axis selects the
// configurations of a range. Where a parameter does not apply to a
// configuration its line skips the axis; the tooltip and the table say so.
// Configurations given up before five runs are in the table only.
func Configurations(r *tune.Result, space tune.Space) Chart {
	header := []string{"configuration"}
	for _, p := range space {
		header = append(header, p.Name)
	}
	t := newTable(append(header, "runs", "mean cost", "share solved", "common blocks", "relative cost", "fate")...)
	groups := make([][]any, len(tuned))
	var costs []float64
	points := 0
	for i, c := range r.Candidates {
		if c.Blocks == 0 {
			continue
		}
		row := []any{i}
		value := make([]any, 0, len(space)+1)
		for _, p := range space {
			text, ok := c.Config[p.Name]
			row = append(row, text)
			at, placed := placeOf(p, c.Config)
			switch {
			case !ok || !placed:
				value = append(value, "-")
			case p.Values != nil:
				value = append(value, text)
			default:
				value = append(value, num(at))
			}
		}
		t.add(append(row, c.Blocks, c.Mean, c.Solved, c.Common, c.Relative, outcomeOf(r, i))...)
		if !isDrawn(r, i) {
			continue
		}
		points += len(space) + 1
		group := groupOf(r, i)
		cost := any("-")
		if group != apart {
			costs = append(costs, c.Relative)
			cost = num(c.Relative)
		}
		groups[group] = append(groups[group], opts.ParallelData{Name: candidateText(r, i), Value: append(value, cost)})
	}
	c := Chart{
		Title:    "Configurations by their parameters",
		Subtitle: fmt.Sprintf("%s in %s · one line per configuration with at least five runs; it skips parameters that do not apply · %s%s · drag along an axis to select a range", plural(len(r.Candidates), "configuration"), plural(r.Used, "run"), referenceWord(r), incomparable(r)),
		Alt:      tuningAlt(r), Points: points, numbers: t,
		Height: 2*legendLine + parallelHead + parallelHigh + 20,
	}
	c.option = parallelOption(parallelAxes(space, costs), groups, tunedLegend(r))
	return c
}

// parallelAxes are an axis for each parameter and one for the cost.
func parallelAxes(space tune.Space, costs []float64) []any {
	var axes []any
	add := func(a axis, values []string) {
		out := a.option(true)
		out["dim"] = len(axes)
		if values != nil {
			delete(out, "minInterval")
			delete(out, "min")
			delete(out, "max")
			out["type"], out["data"] = "category", values
			out["axisLabel"].(map[string]any)["interval"] = 0
		}
		out["nameTextStyle"] = opts.TextStyle{Color: named("text"), FontSize: fontSize}
		label := out["axisLabel"].(map[string]any)
		label["textBorderColor"], label["textBorderWidth"] = named("surface"), 3 // they lie on the lines
		out["axisLine"].(*opts.AxisLine).LineStyle.Width = 1.5
		out["splitLine"] = hidden
		out["areaSelectStyle"] = map[string]any{"width": 14, "borderColor": named("text"), "color": named("context"), "opacity": 0.35}
		axes = append(axes, out)
	}
	for _, p := range space {
		a := parameterAxis(p)
		a.few = true
		if p.Values == nil && !p.Log {
			a.min, a.max = p.Low, p.High
		}
		add(a, p.Values)
	}
	lo, hi := positive(costs)
	cost := logarithmic("relative cost", lo, hi, 1.1)
	cost.few = true
	add(cost, nil)
	return axes
}

// parallelOption is the picture of lines in the groups of [Tuning].
func parallelOption(axes []any, groups [][]any, legend []entry) []byte {
	f := figure{legend: legend}
	for i := range f.legend {
		f.legend[i].symbol, f.legend[i].hollow = "roundRect", false
	}
	option := map[string]any{}
	frame(option)
	series := []any{}
	for g, look := range []struct {
		dash           string
		width, opacity float32
	}{{"solid", 1, 0.4}, {"solid", 2.5, 1}, {"dashed", 2, 1}, {"dotted", 1.5, 0.8}} {
		if groups[g] == nil {
			continue
		}
		name, colour := tuned[g].name, tuned[g].look.colour
		series = append(series, map[string]any{
			"id": "lines " + name, "name": name, "type": "parallel", "data": groups[g], "z": 3 + g, "smooth": false, "progressive": 0,
			"lineStyle":       opts.LineStyle{Color: colour, Width: look.width, Opacity: &look.opacity, Type: look.dash},
			"itemStyle":       opts.ItemStyle{Color: colour},
			"inactiveOpacity": 0.04, "activeOpacity": 1,
			"emphasis": map[string]any{"lineStyle": opts.LineStyle{Width: look.width + 1.5, Opacity: opts.Float(1)}},
		})
	}
	option["legend"] = f.legendOption()
	option["parallelAxis"], option["series"] = axes, series
	place := func(width int) map[string]any {
		gap := (width - 2*parallelSide) / max(len(axes)-1, 1)
		named := make([]any, len(axes))
		for i := range axes {
			named[i] = map[string]any{"nameTruncate": map[string]any{"maxWidth": max(gap-8, 20), "ellipsis": "…"}}
		}
		top := f.legendHigh(width) + parallelHead
		return map[string]any{
			"parallel":     map[string]any{"left": parallelSide, "right": parallelSide, "top": top, "height": parallelHigh, "parallelAxisDefault": map[string]any{"nameGap": 14}},
			"parallelAxis": named,
		}
	}
	return encode(map[string]any{"baseOption": option, "media": []any{
		map[string]any{"query": map[string]any{"maxWidth": NarrowWidth - 1}, "option": place(phone)},
		map[string]any{"option": place(NarrowWidth)},
	}})
}

// isDrawn says whether a candidate has been given enough runs to be drawn; the
// default always is.
func isDrawn(r *tune.Result, i int) bool {
	blocks := r.Candidates[i].Blocks
	return blocks >= fewest || i == 0 && blocks > 0
}
