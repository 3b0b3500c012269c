package memetic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/solver"
)

// obeys says by slow floods whether a board on which from turned black and to white, for island k,
// is still a land: islands whole, apart and no larger than their clues, the wall in no more pieces.
func obeys(l *land, from, to int32, k uint16) bool {
	g := l.grid()
	pieces, other := walls(g), l.owner[from]
	g.Values[l.cell[from]], g.Values[l.cell[to]] = nurikabe.Wall, nurikabe.Island
	want := slices.Clone(l.size)
	want[other]--
	want[k]++
	for i := 1; i < len(l.clues); i++ {
		if at := int(l.cell[l.clueAt[i]]); g.Values[at] != nurikabe.Island || len(region(g, at)) != int(want[i]) || want[i] > l.clues[i] {
			return false
		}
	}
	return walls(g) <= pieces
}

// Where all costs are allowed, islands move around a corner exactly where slow floods find that
// the board keeps its rules, and what a land keeps of its board stays right.
func TestCorners(t *testing.T) {
	always := odds{}
	for i := range always.shift {
		always.shift[i] = 1 << 32
	}
	bent, traded, kept := 0, 0, 0
	for seed := range uint64(60) {
		l := newLand(newGround(randomPuzzle(t, rand.New(rand.NewPCG(seed, 13)), 9, 10, true)))
		begun, random := walls(l.grid()), solver.NewPCG(seed)
		im := Improver{Hot: 1, Cold: 0.3, Lack: 1}
		cooling := im.cool()
		l.corners = true
		for round := range 10 {
			l.walk(random, &cooling[6*round], 500)
			for _, to := range l.free {
				k := l.neighbour(to)
				if l.owner[to] != black || k == black || k == outside || !l.wallAtBorder() {
					continue
				}
				full := l.size[k] == l.clues[k]
				if !full && !l.cuts(to) {
					continue
				}
				could := false
				for d := 0; d < 8; d += 2 {
					from := to + int32(l.delta[d])
					if o := l.owner[from]; o == black || o == outside || (o == k) != full {
						continue
					}
					around := l.owner[to+int32(l.delta[(d+7)&7])] == k && l.owner[to+int32(l.delta[(d+1)&7])] == k
					could = could || (around || !full) && obeys(l, from, to, k)
				}
				moved := false
				for range 20 { // several corners are drawn from at random
					if u := random.Uint64(); !moved && full {
						_, moved = l.bend(to, k, 0, u, &always)
					} else if !moved {
						moved = l.trade(to, k, 0, u, &always)
					}
				}
				alltest.Require(t, moved == could, "island %d, full %v, moved %v, want %v, to %d:\n%v", k, full, moved, could, l.cell[to], l.puzzle.Rows(l.grid()))
				switch {
				case !moved:
					kept++
				case full:
					bent++
				default:
					traded++
				}
				if moved {
					holds(t, l, begun)
				}
			}
		}
	}
	alltest.Check(t, bent >= 300 && traded >= 50 && kept >= 300, "%d moves around an island's own corner, %d past another's, %d refused", bent, traded, kept)
}
