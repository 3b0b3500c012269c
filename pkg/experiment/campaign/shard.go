package campaign

import (
	"fmt"
	"iter"
	"math/rand/v2"
)

// Shard is a part of the runs of a plan: number Index of Of, from 0.
type Shard struct{ Index, Of int }

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Valid says whether there is such a part.
func (s Shard) Valid() bool { return s.Of > 0 && s.Index >= 0 && s.Index < s.Of }

// shuffled is a stream of random numbers of its own within a plan's seed.
const shuffled = 0x5ba2d

// blocks are pairs of a puzzle and a run in a shuffled order, which depends on nothing
// but the plan: the number of shards may change between two submissions. Only those
// count of which something is wanted.
func (f *Folder) blocks(wanted func(run) bool) (out []int32) {
	for i, first := range f.first {
		if i == first {
			for number := range f.Plan.Runs {
				out = append(out, int32(i*f.Plan.Runs+number))
			}
		}
	}
	r := rand.New(rand.NewPCG(f.Plan.Seed, shuffled))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	if wanted == nil {
		return out
	}
	n := 0
	for _, b := range out {
		for engine := range f.Plan.Engines {
			if wanted(f.run(int(b)/f.Plan.Runs, engine, int(b)%f.Plan.Runs)) {
				out[n] = b
				n++
				break
			}
		}
	}
	return out[:n]
}

// runs are those of a shard in the order in which they are made: all that a list has,
// or all of the plan where it is nil. Those of one block come one after another.
func (f *Folder) runs(s Shard, list *List) iter.Seq[run] {
	var wanted func(run) bool
	if list != nil {
		wanted = list.has
	}
	blocks := f.blocks(wanted)
	return func(yield func(run) bool) {
		for i := s.Index; i < len(blocks); i += s.Of {
			place, number := int(blocks[i])/f.Plan.Runs, int(blocks[i])%f.Plan.Runs
			for engine := range f.Plan.Engines {
				if r := f.run(place, engine, number); (wanted == nil || wanted(r)) && !yield(r) {
					return
				}
			}
		}
	}
}
