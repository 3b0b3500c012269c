package explore

import (
	"cmp"
	"fmt"
	"slices"

	"formicary/pkg/charts"
	"formicary/pkg/experiment"
)

// Data is records that were grouped once.
type Data struct {
	sources []sourced
}

// sourced is the records of a source, together by label and puzzle.
type sourced struct {
	Source
	records []experiment.Record
	groups  []group
}

// group is the runs of a label on a puzzle.
type group struct {
	label      string
	first      int // where the first of its runs was
	start, end int // of records
}

// New groups records, which are those of the sources one after the other. The
// error is that of sources that have more or fewer.
func New(records []experiment.Record, sources ...Source) (*Data, error) {
	d := &Data{}
	for _, s := range sources {
		if s.Count < 0 || s.Count > len(records) {
			return nil, fmt.Errorf("explore: the source %q has %d of %d records", s.Name, s.Count, len(records))
		}
		d.sources = append(d.sources, together(s, records[:s.Count]))
		records = records[s.Count:]
	}
	if len(records) > 0 {
		return nil, fmt.Errorf("explore: %d records are of no source", len(records))
	}
	return d, nil
}

// together puts the records of a source in order: label by label as they first
// appear, puzzle by puzzle.
func together(s Source, records []experiment.Record) sourced {
	type key struct{ label, puzzle, content string }
	out := sourced{Source: s}
	at := map[key]int{}
	of := make([]int, len(records))
	for i := range records {
		r := &records[i]
		k := key{r.Label(), r.Puzzle, r.Content}
		if i > 0 {
			if g := of[i-1]; out.groups[g].label == k.label && records[i-1].Puzzle == r.Puzzle && records[i-1].Content == r.Content {
				of[i] = g
				out.groups[g].end++
				continue
			}
		}
		g, ok := at[k]
		if !ok {
			g = len(out.groups)
			at[k] = g
			out.groups = append(out.groups, group{label: k.label, first: i})
		}
		of[i] = g
		out.groups[g].end++ // counts them for now
	}
	// Groups in the order in which they stand, each with its place.
	order := inOrder(out.groups)
	next := make([]int, len(order))
	total := 0
	for _, g := range order {
		next[g] = total
		total += out.groups[g].end
	}
	out.records = make([]experiment.Record, len(records))
	for g := range out.groups {
		out.groups[g].start, out.groups[g].end = next[g], next[g]+out.groups[g].end
	}
	for i, g := range of {
		out.records[next[g]] = records[i]
		next[g]++
	}
	sorted := make([]group, len(order))
	for i, g := range order {
		sorted[i] = out.groups[g]
	}
	out.groups = sorted
	return out
}

// inOrder are the places of groups in the order of labels, as they first appear,
// and of first runs.
func inOrder(groups []group) []int {
	first := map[string]int{}
	order := make([]int, len(groups))
	for i, g := range groups {
		order[i] = i
		if at, ok := first[g.label]; !ok || g.first < at {
			first[g.label] = g.first
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := groups[a], groups[b]
		return cmp.Or(cmp.Compare(first[x.label], first[y.label]), cmp.Compare(x.first, y.first))
	})
	return order
}

// of is the records that a question is about, together by label and puzzle and cut
// off as it says, with the expression that has the sources in a cell.
func (d *Data) of(q Question) (of []experiment.Record, source string, err error) {
	found := false
	for _, s := range d.sources {
		if q.Source != "" && s.Name != q.Source {
			continue
		}
		found = true
		if source != "" {
			source = "append(" + source + ", " + s.Cell + "...)"
		} else {
			source = s.Cell
		}
		of = append(of, s.of(&q)...)
	}
	if !found {
		return nil, "", fmt.Errorf("explore: no source %q", q.Source)
	}
	for _, s := range d.sources {
		if s.Cell == "" && (q.Source == "" || s.Name == q.Source) {
			source = "" // there is no expression for all of them
		}
	}
	of, err = q.within(of)
	return of, source, err
}

// of is the records of a source that a question is about.
func (s *sourced) of(q *Question) []experiment.Record {
	var kept []group
	for _, g := range s.groups {
		if q.takes(&s.records[g.start]) {
			kept = append(kept, g)
		}
	}
	if len(kept) == len(s.groups) {
		return s.records[:len(s.records):len(s.records)]
	}
	n := 0
	for _, g := range kept {
		n += g.end - g.start
	}
	out := make([]experiment.Record, 0, n)
	for _, i := range inOrder(kept) {
		out = append(out, s.records[kept[i].start:kept[i].end]...)
	}
	return out
}

// Ask answers a question: the chart, and the cell that makes it.
func (d *Data) Ask(q Question) (c charts.Chart, cell string, err error) {
	of, source, err := d.of(q)
	if err != nil {
		return c, "", err
	}
	if c, err = q.Chart(of); err != nil {
		return c, "", err
	}
	cell, err = q.Cell(source, of)
	return c, cell, err
}
