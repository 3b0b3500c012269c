package explore

import (
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment/columns"
)

// Data is the runs of sources, which are grouped when they are first asked for.
type Data struct {
	columns *columns.Columns
	sources []Source
	grouped map[string]*analysis.Runs // by name of the source; "" is all
}

// New takes the columns of records, which are those of the sources one after the
// other. The error is that of sources that have more or fewer.
func New(c *columns.Columns, sources ...Source) (*Data, error) {
	left := len(c.Puzzle)
	for _, s := range sources {
		if s.Count < 0 || s.Count > left {
			return nil, fmt.Errorf("explore: the source %q has %d of %d records", s.Name, s.Count, left)
		}
		left -= s.Count
	}
	if left > 0 {
		return nil, fmt.Errorf("explore: %d records are of no source", left)
	}
	return &Data{c, sources, map[string]*analysis.Runs{}}, nil
}

// runs are those of a source, "" for all, with the expression that has them in a
// cell.
func (d *Data) runs(name string) (of *analysis.Runs, cell string, err error) {
	from, to, start, known := -1, 0, 0, true
	for _, s := range d.sources {
		if name == "" || s.Name == name {
			if from < 0 {
				from, cell = start, s.Cell
			} else {
				cell = "append(" + cell + ", " + s.Cell + "...)"
			}
			known = known && s.Cell != ""
			to = start + s.Count
		}
		start += s.Count
	}
	if from < 0 {
		return nil, "", fmt.Errorf("explore: no source %q", name)
	}
	if !known {
		cell = "" // there is no expression for all of them
	}
	if d.grouped[name] == nil {
		d.grouped[name] = analysis.Collect(d.columns, from, to)
	}
	return d.grouped[name], cell, nil
}

// Ask answers a question: the chart, and the cell that makes it.
func (d *Data) Ask(q Question) (c charts.Chart, cell string, err error) {
	of, source, err := d.runs(q.Source)
	if err != nil {
		return c, "", err
	}
	if of, err = q.of(of); err != nil {
		return c, "", err
	}
	if c, err = q.Chart(of); err != nil {
		return c, "", err
	}
	cell, err = q.Cell(source, of)
	return c, cell, err
}
