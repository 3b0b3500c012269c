package memetic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/solver"
)

// A board takes a part of another one, alone or with a second one, exactly where slow floods find the wall whole then, and
// its cost falls by the gain.
func TestCross(t *testing.T) {
	taken, refused, together := 0, 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 17))
		g := newGround(randomPuzzle(t, r, 4+r.IntN(8), 4+r.IntN(8), seed%4 > 0))
		if len(g.free) == 0 {
			continue
		}
		mine, its, random := newLand(g), newLand(g), solver.NewPCG(seed)
		im := Improver{Hot: 1, Cold: 0.3, Lack: 1}
		cooling := im.cool()
		for _, l := range []*land{mine, its} {
			l.walk(random, &cooling[r.IntN(temperatures)], 3000)
		}
		var b breed
		b.compare(mine, its.owner)
		for _, k := range b.parts {
			if b.gain[k] == done {
				continue
			}
			owners, cost := slices.Clone(mine.owner), mine.cost()
			gains := slices.Clone(b.gain)
			// with says whether the wall is whole with these parts of the other board.
			with := func(parts ...uint16) bool {
				board := mine.grid()
				for i, pos := range b.apart {
					if slices.Contains(parts, b.part[i]) {
						board.Values[g.cell[pos]] = nurikabe.Island
						if b.its[i] == black {
							board.Values[g.cell[pos]] = nurikabe.Wall
						}
					}
				}
				return walls(board) <= g.walls
			}
			alone, could := with(k), false
			for _, j := range b.parts {
				could = could || alone || j != k && gains[j]+gains[k] > 0 && with(j, k)
			}
			judged, better := b.take(mine, k, 1000)
			alltest.Require(t, better == could && judged >= 1, "part %d taken: %v, want %v", k, better, could)
			holds(t, mine, g.walls)
			gain := 0
			for j := range gains {
				if b.gain[j] != gains[j] {
					gain += gains[j]
				}
			}
			alltest.Require(t, mine.cost() == cost-gain && slices.Equal(mine.owner, owners) == !better, "part %d: cost %d after %d, a gain of %d", k, mine.cost(), cost, gain)
			switch {
			case !better:
				refused++
			case alone:
				taken++
			default:
				together++
			}
		}
	}
	alltest.Check(t, taken >= 200 && refused >= 10 && together >= 10, "%d parts taken alone, %d with another one, %d refused", taken, together, refused)
}

// Of boards that are wrong in different places the child is right in all.
func TestBreed(t *testing.T) {
	// Each board has the islands of one half.
	p := puzzleOf(t, 3, 7,
		2, 0, 0, 0, 0, 0, 2,
		0, 0, 0, 0, 0, 0, 0,
		0, 0, 2, 0, 2, 0, 0)
	g := newGround(p)
	at := func(l *land, k uint16, cell int32) { l.open(g.position[cell], k) }
	left, right := newLand(g), newLand(g)
	at(left, 1, 7)
	at(left, 3, 9)
	at(right, 2, 13)
	at(right, 4, 11)
	var b breed
	b.keep(right, 1)
	judged, better := b.cross(left, 1)
	alltest.Check(t, judged == 1 && better && left.missing == 1, "judged %d, better %v, %d cells missing", judged, better, left.missing)
	judged, better = b.cross(left, 100)
	alltest.Check(t, judged == 1 && better && left.missing == 0, "judged %d, better %v, %d cells missing", judged, better, left.missing)
	holds(t, left, g.walls)
	b.keep(left, 1)
	alltest.Check(t, len(b.boards) == 1 && slices.Equal(b.boards[0], left.owner), "the newest board is not the one kept")
}
