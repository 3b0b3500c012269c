package campaign

import (
	"formicary/pkg/experiment"
)

// Load is the processor time of records in seconds, summed by the shards that have
// their runs when there are so many. Records of other plans are left out.
func (f *Folder) Load(shards int, records []experiment.Record) []float64 {
	if shards < 1 {
		panic("campaign: a plan cannot be split into no shards")
	}
	spent := map[int]float64{} // by block
	for _, r := range records {
		content, ok := contentOf(r.Content)
		place, known := f.places[content]
		_, engine := f.engines[r.ConfigHash]
		if ok && known && engine && r.Run >= 0 && r.Run < f.Plan.Runs {
			spent[place*f.Plan.Runs+r.Run] += r.CPU
		}
	}
	b, out := f.blocks(nil), make([]float64, shards)
	for i := range b.n {
		out[i%shards] += spent[b.at(i)]
	}
	return out
}
