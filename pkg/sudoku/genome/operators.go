package genome

import (
	"math/bits"
	"math/rand/v2"

	"formicary/pkg/solver"
)

// PMX is the partially matched crossover of two permutations (the paper's
// algorithm 2): the child has the segment from (inclusive) to to (exclusive)
// of the first parent. A digit of the second parent's segment that this left
// out goes to the place at which the second parent has the digit that took its
// place, or from there on until a place is outside the segment. All other
// places are the second parent's.
//
// child may not share memory with a parent.
func PMX(child, first, second []uint8, from, to int) {
	var place [64]uint8 // of each digit in second
	for i, v := range second {
		place[v&63] = uint8(i)
	}
	copy(child, second)
	var copied uint64
	for i := from; i < to; i++ {
		child[i] = first[i]
		copied |= 1 << first[i]
	}
	for i := from; i < to; i++ {
		v := second[i]
		if copied>>v&1 != 0 {
			continue
		}
		at := int(place[first[i]])
		for from <= at && at < to {
			at = int(place[first[at]])
		}
		child[at] = v
	}
}

// Sorting is the multiparental sorting crossover of three permutations (the
// paper's algorithms 3 and 4): place by place, the parent that the mask names
// (0, 1 or 2) keeps its digit, and the other two swap that digit into the same
// place. In the end all three are equal: the child.
//
// The parents are not changed. child may be one of them.
func Sorting(child []uint8, parents [3][]uint8, mask []uint8) {
	// Arrays of 64, and numbers cut to what fits, spare the bounds checks.
	var row, place [3][64]uint8
	for k, parent := range parents {
		for i, v := range parent {
			row[k][i&63], place[k][v&63] = v, uint8(i)
		}
	}
	for i, k := range mask {
		v := row[k][i&63]
		for other := range row {
			r, at := &row[other], &place[other]
			was, from := r[i&63], at[v&63]
			r[i&63], r[from&63] = v, was
			at[v&63], at[was&63] = uint8(i), from
		}
		child[i] = v
	}
}

// Shares writes a mask for [Sorting]: each parent as often as its weight says of
// the places, first all places of the first parent, then those of the second,
// then those of the third. The numbers of places are rounded down, and those
// left over go to the largest remainders, the first of equal ones. Weights are
// not negative, and one is above zero.
func Shares(mask []uint8, weights [3]float64) {
	sum := weights[0] + weights[1] + weights[2]
	var count [3]int
	var rest [3]float64
	left := len(mask)
	for k, w := range weights {
		share := float64(w / sum * float64(len(mask)))
		count[k] = int(share)
		rest[k] = share - float64(count[k])
		left -= count[k]
	}
	for ; left > 0; left-- {
		most := 0
		for k := range rest {
			if rest[k] > rest[most] {
				most = k
			}
		}
		count[most]++
		rest[most] = -1
	}
	i := 0
	for k, n := range count {
		for range n {
			mask[i] = uint8(k)
			i++
		}
	}
}

// Mutate is the feasible geometric mutation in one group (the paper's
// algorithm 5): it swaps two genes that have a choice, if both digits stay in
// their domains. It draws a pair as often as the group has such genes and says
// whether one was swapped.
func (s *Space) Mutate(genes []uint8, group int, r *Random) bool {
	free := s.free[group]
	if len(free) < 2 {
		return false
	}
	for range free {
		i, j := r.Two(len(free))
		if s.swap(genes, free[i], free[j]) {
			return true
		}
	}
	return false
}

// swap swaps two genes of a group if both digits stay in their domains, and
// says whether it did.
func (s *Space) swap(genes []uint8, i, j int) bool {
	v, w := genes[i], genes[j]
	if !s.domains[i].Has(w) || !s.domains[j].Has(v) {
		return false
	}
	genes[i], genes[j] = w, v
	return true
}

// Random is the random source of a run.
type Random struct{ pcg rand.PCG }

// NewRandom returns a source with the generator of every engine, seeded.
func NewRandom(seed uint64) *Random { return &Random{pcg: *solver.NewPCG(seed)} }

// Intn is a number from 0 to n−1; n is at least 1 and at most 2³². (A product
// in place of a division: no number is preferred by more than n/2³².)
func (r *Random) Intn(n int) int {
	return int((r.pcg.Uint64() >> 32) * uint64(n) >> 32)
}

// Pair is two numbers, from 0 to n−1 and from 0 to m−1.
func (r *Random) Pair(n, m int) (int, int) {
	x := r.pcg.Uint64()
	return int((x >> 32) * uint64(n) >> 32), int((x & (1<<32 - 1)) * uint64(m) >> 32)
}

// Two is two different numbers from 0 to n−1; n is at least 2.
func (r *Random) Two(n int) (int, int) {
	i, j := r.Pair(n, n-1)
	if j >= i {
		j++
	}
	return i, j
}

// Float64 is a number from 0 up to, without, 1.
func (r *Random) Float64() float64 { return float64(r.pcg.Uint64()>>11) / (1 << 53) }

// Chance is true with probability p.
func (r *Random) Chance(p float64) bool { return r.Float64() < p }

// Shuffle puts values into random order. Up to five of the numbers that it
// needs come from one draw: what is left of a product goes into the next.
func (r *Random) Shuffle(values []uint8) {
	var x uint64
	for i := len(values) - 1; i > 0; i-- {
		if i%5 == 0 || i == len(values)-1 {
			x = r.pcg.Uint64()
		}
		hi, lo := bits.Mul64(x, uint64(i+1))
		values[i], values[hi] = values[hi], values[i]
		x = lo
	}
}
