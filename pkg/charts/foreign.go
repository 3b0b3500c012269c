package charts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// foreignTable is the numbers of an option that this package did not compose,
// a row for each data item: the series, the item's name, and its values as
// they stand in the option. An item of a series without names takes that of
// its place on the first axis of categories. Parts of series that are no plain
// values (the nodes of a graph, what a series draws by itself) are left out.
func foreignTable(option map[string]any) [][]string {
	var categories []any
	for _, key := range []string{"xAxis", "yAxis"} {
		each(option[key], func(axis map[string]any) {
			if categories == nil {
				categories = list(axis["data"])
			}
		})
	}
	var rows [][]string
	most := 0
	each(option["series"], func(series map[string]any) {
		label := plain(series["name"])
		for i, item := range list(series["data"]) {
			name := ""
			if i < len(categories) {
				name = plain(categories[i])
			}
			if part, ok := item.(map[string]any); ok {
				if own := plain(part["name"]); own != "" {
					name = own
				}
				item = part["value"]
			}
			row := append([]string{label, name}, plainValues(item)...)
			if len(row) > 2 {
				rows = append(rows, row)
				most = max(most, len(row)-2)
			}
		}
	})
	if rows == nil {
		return nil
	}
	header := []string{"series", "item"}
	for k := range most {
		header = append(header, fmt.Sprintf("value %d", k+1))
	}
	for i, row := range rows {
		rows[i] = append(row, slices.Repeat([]string{""}, len(header)-len(row))...)
	}
	return slices.Insert(rows, 0, header)
}

// plainValues are the plain values of a data item: itself, or the members of a list.
func plainValues(item any) []string {
	if members := list(item); members != nil {
		out := make([]string, len(members))
		for i, m := range members {
			out[i] = plain(m)
		}
		return out
	}
	if value := plain(item); value != "" {
		return []string{value}
	}
	return nil
}

// plain writes a plain value as it stands in an option; anything else, and the
// dash that stands for a missing value, is empty.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		if v != "-" {
			return v
		}
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}
