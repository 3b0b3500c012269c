// Package numbers writes numbers into options and tables of charts.
//
// **Design**: six significant digits, so that the bytes do not depend on the last bit of a machine's arithmetic.
//
// **Limits**: it knows nothing of units; numbers for people are those of package puzzle.
package numbers

import (
	"fmt"
	"strconv"

	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
	"formicary/pkg/markup"
)

// Text is a finite number.
func Text(x float64) string {
	if x == 0 {
		return "0" // also for -0
	}
	return strconv.FormatFloat(scale.Round(x, 6), 'g', -1, 64)
}

// Table has the rows of a chart's file of comma-separated values, the header first. A nil Table has none.
type Table struct{ Rows [][]string }

// NewTable is a table with a header.
func NewTable(header ...string) *Table {
	row := lists.Map(header, markup.Cell)
	return &Table{Rows: [][]string{row}}
}

// All are the rows.
func (t *Table) All() [][]string {
	if t == nil {
		return nil
	}
	return t.Rows
}

// Add adds a row of strings, whole numbers and floats; a float that is not finite is an empty cell. It panics at other
// types.
func (t *Table) Add(cells ...any) {
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
			if scale.Finite(c) {
				row[i] = Text(c)
			}
		default:
			panic(fmt.Sprintf("charts: a table has no cells of type %T", c))
		}
	}
	t.Rows = append(t.Rows, row)
}
