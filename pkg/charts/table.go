package charts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/markup"
)

// table collects the rows of [Chart.CSV]. Those that are too many to be written
// before somebody asks for them are added by rest.
type table struct {
	rows [][]string
	rest func(t *table)
}

func newTable(header ...string) *table { return &table{rows: [][]string{column(header, markup.Cell)}} }

// all are the rows, of which there are none where there is no table.
func (t *table) all() [][]string {
	switch {
	case t == nil:
		return nil
	case t.rest == nil:
		return t.rows
	}
	whole := table{rows: slices.Clip(t.rows)}
	t.rest(&whole)
	return whole.rows
}

// add adds a row of strings, whole numbers and floats.
func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case string:
			row[i] = markup.Cell(c)
		case int:
			row[i] = strconv.Itoa(c)
		case int64:
			row[i] = strconv.FormatInt(c, 10)
		case float64:
			row[i] = cell(c)
		default:
			panic(fmt.Sprintf("charts: a table has no cells of type %T", c))
		}
	}
	t.rows = append(t.rows, row)
}

// distinct are the labels in the order of their first appearance.
func distinct(labels []string) []string {
	var out []string
	for _, l := range labels {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// column is what of each of a list is wanted.
func column[T, V any](all []T, of func(T) V) []V {
	out := make([]V, len(all))
	for i, one := range all {
		out[i] = of(one)
	}
	return out
}

// once says what several labels are warned of in the same words once, behind all of
// them. Labels may have commas of their own.
func once(notes []string) []string {
	var order []string
	labels := map[string][]string{}
	for _, note := range notes {
		label, text, ok := strings.Cut(note, ": ")
		if !ok {
			label, text = "", note
		}
		if labels[text] == nil {
			order = append(order, text)
		}
		labels[text] = append(labels[text], label)
	}
	return column(order, func(text string) string {
		if all := compact(labels[text]...); len(all) > 0 {
			apart := ", "
			if strings.Contains(strings.Join(all, ""), ", ") {
				apart = "; "
			}
			return strings.Join(all, apart) + ": " + text
		}
		return text
	})
}
