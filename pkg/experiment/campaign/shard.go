package campaign

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Shard is a part of the runs of a plan: number Index of Of, from 0.
type Shard struct{ Index, Of int }

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Valid says whether there is such a part.
func (s Shard) Valid() bool { return s.Of > 0 && s.Index >= 0 && s.Index < s.Of }

// shuffled is a stream of random numbers of its own within a plan's seed.
const shuffled = 0x5ba2d

// blocks are pairs of a puzzle and a run, by their numbers puzzle·runs + run, in a
// shuffled order that depends on nothing but the plan and what is wanted. They are
// counted, not stored.
type blocks struct {
	spans []span // in order, none touches another
	n     int
	keys  [4]uint64
	half  int // of the bits that hold n numbers
}

// span is the blocks from first up to end, which is not among them; before it are so
// many in other spans.
type span struct{ first, end, before int }

// blocks are those of which something is wanted, of all where the list is nil.
func (f *Folder) blocks(list *List) *blocks {
	rows := []row{{0, run(f.Plan.Total()), 0}}
	if list != nil {
		rows = list.rows
	}
	runs := f.Plan.Runs
	var spans []span
	for _, r := range rows {
		for from, to := range f.firsts(r.first, r.end) {
			base := f.trial(from).Puzzle * runs
			for from < to { // the runs of one engine
				number := int(from) % runs
				n := min(int(to-from), runs-number)
				spans = append(spans, span{first: base + number, end: base + number + n})
				from += run(n)
				if n == runs { // others add nothing
					break
				}
			}
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	b := &blocks{}
	for _, s := range spans {
		if k := len(b.spans) - 1; k >= 0 && s.first <= b.spans[k].end {
			b.spans[k].end = max(b.spans[k].end, s.end)
		} else {
			b.spans = append(b.spans, s)
		}
	}
	for i := range b.spans {
		b.spans[i].before = b.n
		b.n += b.spans[i].end - b.spans[i].first
	}
	b.half = max((bits.Len(uint(b.n))+1)/2, 1)
	r := rand.New(rand.NewPCG(f.Plan.Seed, shuffled))
	for i := range b.keys {
		b.keys[i] = r.Uint64()
	}
	return b
}

// at is the block at a place of the shuffled order: a Feistel network permutes the
// numbers with so many bits, and is applied until the number is below n (Black and
// Rogaway, Ciphers with arbitrary finite domains, CT-RSA 2002).
func (b *blocks) at(place int) int {
	x, mask := uint64(place), uint64(1)<<b.half-1
	for again := true; again; again = x >= uint64(b.n) {
		left, right := x>>b.half, x&mask
		for _, key := range b.keys {
			hash := (right ^ key) * 0x9e3779b97f4a7c15
			hash = (hash ^ hash>>32) * 0xbf58476d1ce4e5b9
			left, right = right, left^hash>>32&mask
		}
		x = left<<b.half | right
	}
	i, _ := slices.BinarySearchFunc(b.spans, int(x)+1, func(s span, x int) int { return cmp.Compare(s.before+s.end-s.first, x) })
	return b.spans[i].first + int(x) - b.spans[i].before
}

// runs are those of a shard in the order in which they are made: all that a list has,
// or all of the plan where it is nil. Those of one block come one after another.
func (f *Folder) runs(s Shard, list *List) iter.Seq[run] {
	b := f.blocks(list)
	return func(yield func(run) bool) {
		for i := s.Index; i < b.n; i += s.Of {
			block := b.at(i)
			place, number := block/f.Plan.Runs, block%f.Plan.Runs
			for engine := range f.Plan.Engines {
				if r := f.run(place, engine, number); (list == nil || list.has(r)) && !yield(r) {
					return
				}
			}
		}
	}
}

// count is the number of runs of a shard.
func (f *Folder) count(s Shard, list *List) (n int) {
	switch {
	case list == nil:
		if left := f.blocks(nil).n - s.Index; left > 0 {
			n = (left + s.Of - 1) / s.Of * len(f.Plan.Engines)
		}
	case s.Of == 1:
		for _, r := range list.rows {
			for from, to := range f.firsts(r.first, r.end) {
				n += int(to - from)
			}
		}
	default:
		for range f.runs(s, list) {
			n++
		}
	}
	return n
}
