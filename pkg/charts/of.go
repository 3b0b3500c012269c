package charts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/lists"
	"formicary/pkg/markup"
)

// ECharts is what every chart of go-echarts is.
type ECharts interface {
	Validate()
	JSON() map[string]any
}

// Of makes a Chart of any chart of go-echarts. What is said about it is that of a chart
// of the lab, or a [Chart] with a title. Of that
//
//   - without a picture, such as Chart{Title: "…"}, looks of which go-echarts says
//     nothing are the lab's; the numbers of [Chart.CSV] are the values of its series;
//   - with one, which [As] began, what go-echarts says is laid over it: everything else,
//     such as the layouts for pages of other widths, stays.
//
// A title of its own is taken out. Of panics when the option holds what a Chart cannot:
// NaN, an infinite number or JavaScript.
func Of(own ECharts, said Drawable) Chart {
	c := said.Chart()
	own.Validate() // without it JSON leaves out the data of the axes
	now := generic(own.JSON())
	delete(now, "title")
	if list(now["color"])[0] == any("#5470c6") { // go-echarts' own palette
		delete(now, "color")
	}
	each(now["series"], func(series map[string]any) {
		each(series["markLine"], func(line map[string]any) { // ECharts would surround the letters on dark pages
			fill(line, generic(map[string]any{"label": opts.Label{Color: named("muted")}, "lineStyle": stroke{colour: named("muted")}.style()}))
		})
	})
	if c.option != nil {
		c.option = c.changed(now)
		return c
	}
	dress(now)
	c.Alt, c.Height = cmp.Or(c.Alt, c.Title), cmp.Or(c.Height, 420)
	each(now["series"], func(series map[string]any) { c.Points += len(list(series["data"])) })
	c.option, c.numbers = encode(now), &table{Rows: values(now)}
	return c
}

// As gives a new chart of go-echarts, such as its NewLine(), NewScatter() or NewHeatMap(),
// the series, axes and legend of a chart of the lab, as far as it has words for them. A
// cell changes them with the setters of go-echarts, and [Of] shows what comes of it:
//
//	line := charts.As(echarts.NewLine(), chart)
//	line.SetGlobalOptions(echarts.WithYAxisOpts(opts.YAxis{Name: "share"}))
//	show.Chart(charts.Of(line, chart))
func As[C ECharts](own C, of Drawable) C {
	of.Chart().into(own)
	return own
}

// into is [As]. Package charts of go-echarts, which cells need not link, is known by the
// names of its fields alone. What has no words there, it leaves out.
func (c Chart) into(own ECharts) {
	base := c.base()
	base["MultiSeries"] = base["series"]
	d := json.NewDecoder(bytes.NewReader(encode(base)))
	d.UseNumber() // keeps the text of numbers
	var other *json.UnmarshalTypeError
	if err := d.Decode(own); err != nil && !errors.As(err, &other) {
		panic("charts: " + err.Error())
	}
}

// base is the picture of a chart without the layouts for pages of other widths.
func (c Chart) base() map[string]any {
	all := decoded(c.option)
	if base, ok := all["baseOption"].(map[string]any); ok {
		return base
	}
	return all
}

// changed is the option of a chart with what now says. A name of an axis that is another
// one is that of all layouts, and an axis with other ends chooses its numbers anew.
func (c Chart) changed(now map[string]any) []byte {
	all, before := decoded(c.option), c.base()
	for _, key := range []string{"xAxis", "yAxis"} {
		is := list(now[key])
		for i, was := range list(before[key])[:min(len(list(before[key])), len(is))] {
			was, is := was.(map[string]any), is[i].(map[string]any)
			for _, end := range []string{"min", "max"} {
				if is[end] != nil && is[end] != was[end] {
					each([]any{was["axisLabel"], was["axisTick"]}, func(part map[string]any) { delete(part, "customValues") })
				}
			}
			if name := is["name"]; name != nil && name != was["name"] {
				each(all["media"], func(medium map[string]any) {
					list(medium["option"].(map[string]any)[key])[i].(map[string]any)["name"] = name
				})
			}
		}
	}
	fill(now, before)
	if all["baseOption"] == nil {
		return encode(now)
	}
	all["baseOption"] = now
	return encode(all)
}

// generic turns the structs of go-echarts into maps and lists, without members
// that are null: go-echarts writes some where ECharts expects none.
func generic(option map[string]any) map[string]any {
	text := encode(option)
	if bytes.Contains(text, []byte("__f__")) { // go-echarts puts it around JavaScript
		panic("charts: there is JavaScript in the option")
	}
	return decoded(text)
}

func decoded(text []byte) (out map[string]any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // keeps the text of numbers
	_ = d.Decode(&out)
	each(out, dropNull)
	return out
}

func dropNull(part map[string]any) {
	maps.DeleteFunc(part, func(_ string, member any) bool { each(member, dropNull); return member == nil })
}

// dress gives a generic option the lab's looks where it says nothing itself.
func dress(now map[string]any) {
	if now["color"] == nil {
		now["color"] = palette
	}
	var looks option
	looks.dress()
	looks.Tooltip.Formatter = ""
	text := map[string]any{"textStyle": opts.TextStyle{Color: named("text"), FontSize: fontSize}, "inactiveColor": named("context")}
	fill(now, generic(map[string]any{"animation": false, "textStyle": looks.TextStyle, "tooltip": looks.Tooltip}))
	for key, looks := range map[string]any{"legend": text, "visualMap": text, "xAxis": axis{}.of(0, false), "yAxis": axis{}.of(0, true)} {
		all := decoded(encode(looks))
		delete(all, "type") // ECharts infers that of an axis from the data
		delete(all, "id")
		delete(all, "name")
		each(now[key], func(part map[string]any) { fill(part, all) })
	}
}

// fill adds what an object lacks, at any depth, and in the objects of lists but data.
func fill(to, from map[string]any) {
	for key, value := range from {
		switch there := to[key].(type) {
		case nil:
			to[key] = value
		case map[string]any:
			if inner, ok := value.(map[string]any); ok {
				fill(there, inner)
			}
		case []any:
			inner := list(value)
			for i := range min(len(there), len(inner)) {
				if key == "data" {
					break
				}
				part, ok := there[i].(map[string]any)
				if from, is := inner[i].(map[string]any); ok && is {
					fill(part, from)
				}
			}
		}
	}
}

// each calls f with an object, or with every object of a list.
func each(v any, f func(map[string]any)) {
	for _, member := range list(v) {
		if part, ok := member.(map[string]any); ok {
			f(part)
		}
	}
}

// list is the members of a list; anything else is its own only member.
func list(v any) []any {
	if members, ok := v.([]any); ok {
		return members
	}
	return []any{v}
}

// values is the table of a generic option: a row for each data item with the
// series, the item's name (else that of its place on the axis of categories), and
// its values. Items without plain values, such as nodes of a graph, have no row.
func values(option map[string]any) (rows [][]string) {
	var categories []any
	each(slices.Concat(list(option["yAxis"]), list(option["xAxis"])), func(axis map[string]any) {
		if data, ok := axis["data"].([]any); ok {
			categories = data
		}
	})
	header := []string{"series", "item"}
	each(option["series"], func(series map[string]any) {
		for i, item := range list(series["data"]) {
			row := []any{series["name"], nil}
			if i < len(categories) {
				row[1] = categories[i]
			}
			if part, ok := item.(map[string]any); ok {
				item, row[1] = part["value"], cmp.Or(part["name"], row[1])
			}
			if cells := lists.Map(append(row, list(item)...), plain); strings.Join(cells[2:], "") != "" {
				rows = append(rows, cells)
				for n := len(header); n < len(cells); n++ {
					header = append(header, fmt.Sprintf("value %d", n-1))
				}
			}
		}
	})
	if rows != nil {
		rows = slices.Insert(rows, 0, header)
	}
	for i, row := range rows {
		rows[i] = append(row, make([]string, len(header)-len(row))...)
	}
	return rows
}

// plain writes a plain value; anything else, and the dash that stands for a
// missing value, is empty.
func plain(v any) string {
	switch text := v.(type) {
	case string:
		if text != "-" {
			return markup.Cell(text)
		}
	case bool, json.Number:
		return fmt.Sprint(text)
	}
	return ""
}
