package reuse

import (
	"iter"
	"slices"

	"formicary/pkg/experiment/internal/record"
)

// Columns takes a plan's records from a reader of columns (Columnar), and tells the number of each in the order of the
// plan. It takes none if the reader has not all of them, or if runs of some engine have to be rerun before its records are
// reused. remote says that others make the runs, so that this does not matter.
func (d *Decision) Columns(read func(dir string, least int) iter.Seq2[record.Record, error], dir string, remote bool) (order []int32) {
	for i := range d.Engines {
		if !remote && d.Custom(i) {
			return nil
		}
	}
	find, all := d.Finder(), &record.Set{}
	left := d.Total()
	for r, err := range read(dir, len(d.Alike())*len(d.Engines)*d.Runs) { // puzzles of one content share theirs
		if err != nil {
			d.Warnings = append(d.Warnings, err.Error()+"; the journals are read instead")
			return nil
		}
		e, puzzles := find(r.Key())
		if puzzles == nil {
			continue
		}
		if order == nil {
			order = slices.Repeat([]int32{-1}, d.Total())
		}
		n := int32(all.Add(r))
		for _, q := range puzzles {
			at := &order[d.Place(q, e, r.Run)]
			if *at < 0 {
				left--
			}
			*at = n
		}
	}
	if left > 0 {
		return nil
	}
	if d.Records = all; d.Published != nil {
		d.Published.keys = nil
	}
	if !remote {
		for _, e := range d.Engines {
			d.notes = append(d.notes, note{engine: e.Description, code: e.Code})
		}
	}
	return order
}
