package reuse

import (
	"iter"

	"formicary/pkg/experiment/internal/record"
)

// Columns are a plan's records as a reader of columns has them (Columnar), in the order
// of the plan; nil where they are not all there, and where runs of some engine have to be
// rerun before its records are reused. remote says that others make the runs, so that
// this does not matter.
func (d *Decision) Columns(read func(dir string, least int) iter.Seq2[record.Record, error], dir string, remote bool) []record.Record {
	type configuration struct{ engine, hash, code string }
	puzzles, engines := d.Places(), map[configuration]int{}
	for i, e := range d.Engines {
		if !remote && d.Custom(i) {
			return nil
		}
		engines[configuration{e.Engine, e.Hash, e.Code}] = i
	}
	if len(puzzles) < len(d.Hashes) || len(engines) < len(d.Engines) {
		return nil // some share records
	}
	var all []record.Record
	total := d.Total()
	left := total
	for r, err := range read(dir, total) {
		if err != nil {
			d.Warnings = append(d.Warnings, err.Error()+"; the journals are read instead")
			return nil
		}
		q, ours := puzzles[r.Content]
		e, known := engines[configuration{r.Engine, r.ConfigHash, r.Code}]
		if !ours || !known || r.Run < 0 || r.Run >= d.Runs || d.Key(q, e, r.Run, d.Budget) != r.Key() {
			continue
		}
		if all == nil {
			all = make([]record.Record, total)
		}
		at := &all[(q*len(d.Engines)+e)*d.Runs+r.Run]
		if at.ConfigHash == "" {
			left--
		}
		*at = d.Named(r, q)
	}
	if left > 0 {
		return nil
	}
	for _, e := range d.Engines {
		d.reused[e.Hash] = true
		if !remote {
			d.notes = append(d.notes, note{engine: e.Description, code: e.Code})
		}
	}
	return all
}
