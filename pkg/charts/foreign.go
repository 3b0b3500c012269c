package charts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/markup"
)

// ECharts is what every chart of go-echarts is.
type ECharts interface {
	Validate()
	JSON() map[string]any
}

// Of makes a Chart of any chart of go-echarts. Points is the number of data
// points drawn. The chart's own title is taken out; colours, texts and axes of
// which it says nothing look as in the lab's charts. Its CSV lists the values of
// its series. Of panics when the option holds what a Chart cannot: NaN, an
// infinite number or JavaScript.
func Of(title, subtitle string, points int, chart ECharts) Chart {
	chart.Validate() // without it JSON leaves out the data of the axes
	option := generic(chart.JSON())
	delete(option, "title")
	dress(option)
	return Chart{Title: title, Subtitle: subtitle, Alt: title, Height: 420, Points: points, option: encode(option), numbers: &table{rows: values(option)}}
}

// generic turns the structs of go-echarts into maps and lists, without members
// that are null: go-echarts writes some where ECharts expects none.
func generic(option map[string]any) (out map[string]any) {
	text := encode(option)
	if bytes.Contains(text, []byte("__f__")) { // go-echarts puts it around JavaScript
		panic("charts: there is JavaScript in the option")
	}
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
func dress(option map[string]any) {
	option["animation"] = false
	if option["color"] == nil || slices.Index(list(option["color"]), any("#5470c6")) == 0 { // go-echarts' own palette
		option["color"] = palette
	}
	looks := map[string]any{}
	frame(looks)
	delete(looks["tooltip"].(map[string]any), "formatter")
	fill(option, looks)
	text := map[string]any{"textStyle": opts.TextStyle{Color: named("text"), FontSize: fontSize}, "inactiveColor": named("context")}
	for key, looks := range map[string]map[string]any{"legend": text, "visualMap": text, "xAxis": axis{}.option(false), "yAxis": axis{}.option(true)} {
		delete(looks, "type") // ECharts infers that of an axis from the data
		each(option[key], func(part map[string]any) { fill(part, looks) })
	}
}

// fill adds what an object lacks, at any depth.
func fill(to, from map[string]any) {
	for key, value := range generic(from) {
		inner, deep := value.(map[string]any)
		if there, ok := to[key].(map[string]any); ok && deep {
			fill(there, inner)
		} else if to[key] == nil {
			to[key] = value
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
			if cells := column(append(row, list(item)...), plain); strings.Join(cells[2:], "") != "" {
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
