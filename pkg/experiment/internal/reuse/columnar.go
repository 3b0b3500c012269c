package reuse

import (
	"iter"
	"slices"

	"formicary/pkg/experiment/internal/record"
)

// Columns are a plan's records as a reader of columns has them (Columnar), and the number of each
// in the order of the plan. There are none if the reader has not all of them, or if runs of some engine
// have to be rerun before its records are reused. remote says that others make the runs, so that
// this does not matter.
func (d *Decision) Columns(read func(dir string, least int) iter.Seq2[record.Record, error], dir string, remote bool) (all *record.Set, order []int32) {
	type configuration struct{ engine, hash, code string }
	puzzles, engines := d.Alike(), map[configuration]int{}
	for i, e := range d.Engines {
		if !remote && d.Custom(i) {
			return nil, nil
		}
		engines[configuration{e.Engine, e.Hash, e.Code}] = i
	}
	if len(engines) < len(d.Engines) {
		return nil, nil // some share records
	}
	all = &record.Set{}
	total := d.Total()
	left := total
	for r, err := range read(dir, len(puzzles)*len(d.Engines)*d.Runs) { // puzzles of one content share theirs
		if err != nil {
			d.Warnings = append(d.Warnings, err.Error()+"; the journals are read instead")
			return nil, nil
		}
		of := puzzles[r.Content]
		e, known := engines[configuration{r.Engine, r.ConfigHash, r.Code}]
		if of == nil || !known || r.Run < 0 || r.Run >= d.Runs || d.Key(of[0], e, r.Run, d.Budget) != r.Key() {
			continue
		}
		if order == nil {
			order = slices.Repeat([]int32{-1}, total)
		}
		n := int32(all.Add(r))
		for _, q := range of {
			at := &order[d.Place(q, e, r.Run)]
			if *at < 0 {
				left--
			}
			*at = n
		}
	}
	if left > 0 {
		return nil, nil
	}
	for _, e := range d.Engines {
		d.reused[e.Hash] = true
		if !remote {
			d.notes = append(d.notes, note{engine: e.Description, code: e.Code})
		}
	}
	return all, order
}
