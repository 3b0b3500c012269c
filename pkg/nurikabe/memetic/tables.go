package memetic

import "math/bits"

// sides are the bits of a ring that stand for the four neighbours at the sides.
const sides = 1<<1 | 1<<3 | 1<<5 | 1<<7

// gaps are those between the black sides of a ring that contain white, each with
// the direction of a white neighbour in it.
type gaps struct {
	n   uint8
	gap [4]uint8
}

// What a ring tells by itself: the black 2×2 blocks that a black middle would be
// part of; the white sides, counted once where white corners join them; its gaps.
// And the lowest bit, for any set of directions but the empty one.
var (
	blocksOf, groupsOf, lowestOf [256]uint8
	gapsOf                       [256]gaps
)

func init() {
	for ring := range 256 {
		lowestOf[ring] = uint8(bits.TrailingZeros8(uint8(ring)))
		white := func(i int) bool { return ring>>(i&7)&1 == 1 }
		groups, whites := 0, 0
		for i := 0; i < 8; i += 2 {
			if !white(i) && !white(i+1) && !white(i+7) {
				blocksOf[ring]++
			}
			if white(i + 1) {
				whites++
				if !white(i+2) || !white(i+3) {
					groups++
				}
			}
		}
		groupsOf[ring] = uint8(max(groups, min(whites, 1))) // all around is one group
		gapsOf[ring] = gapsIn(white)
	}
}

// gapsIn walks around the ring, from behind a black side; without one all of it is
// one gap.
func gapsIn(white func(i int) bool) (g gaps) {
	start := 0
	for i := 1; i < 8; i += 2 {
		if !white(i) {
			start = i + 1
		}
	}
	within := false // of a gap, behind a white neighbour
	for i := start; i < start+8; i++ {
		switch {
		case white(i) && !within:
			within = true
			g.gap[g.n] = uint8(i & 7)
			g.n++
		case !white(i) && i%2 == 1:
			within = false
		}
	}
	return g
}
