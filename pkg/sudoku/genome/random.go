package genome

import (
	"math/bits"
	"math/rand/v2"

	"formicary/pkg/solver"
)

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
