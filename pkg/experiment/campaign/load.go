package campaign

import "formicary/pkg/experiment"

// Load is the processor time of records in seconds, summed by the shards that have
// their runs when there are so many. Records of other plans are left out.
func (f *Folder) Load(shards int, records []experiment.Record) []float64 {
	if shards < 1 {
		panic("campaign: a plan cannot be split into no shards")
	}
	at := make([]int32, len(f.Plan.Puzzles)*f.Plan.Runs) // the shard of a block
	for i, block := range f.blocks(nil) {
		at[block] = int32(i % shards)
	}
	out := make([]float64, shards)
	for _, r := range records {
		content, ok := contentOf([]byte(r.Content))
		place, known := f.places[content]
		_, engine := f.engines[r.ConfigHash]
		if ok && known && engine && r.Run >= 0 && r.Run < f.Plan.Runs {
			out[at[place*f.Plan.Runs+r.Run]] += r.CPU
		}
	}
	return out
}
