package memetic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// annealed is a land whose walk left something wrong.
func annealed(t *testing.T, seed uint64, rows, cols int) *land {
	l := newLand(newGround(randomPuzzle(t, rand.New(rand.NewPCG(seed, 11)), rows, cols, true)))
	im := defaultImprover()
	cooling := im.cool()
	l.walk(solver.NewPCG(seed), &cooling[0], 3000)
	return l
}

// Every defect is found, and no other place: compared with a look at all places.
func TestDefect(t *testing.T) {
	blocks, cells := 0, 0
	for seed := range uint64(20) {
		l := annealed(t, seed, 8, 9)
		if l.cost() == 0 {
			continue
		}
		g := l.grid()
		want, found := map[int32]bool{}, map[int32]bool{}
		for cell, pos := range l.position {
			at := g.Size.At(cell)
			if at.Row < 7 && at.Col < 8 && g.Values[cell]+g.Values[cell+1]+g.Values[cell+9]+g.Values[cell+10] == 4*g.Values[cell] && l.owner[pos] == black {
				want[pos] = true
				blocks++
			}
			if k := l.owner[pos]; k != black && l.size[k] < l.clues[k] {
				want[pos] = true
				cells++
			}
		}
		random := solver.NewPCG(seed)
		for range 5000 {
			found[l.defect(random)] = true
		}
		for _, pos := range l.position {
			alltest.Require(t, found[pos] == want[pos], "place %d is a defect: %v, found %v", l.cell[pos], want[pos], found[pos])
		}
	}
	alltest.Check(t, blocks >= 20 && cells >= 20, "%d blocks, %d cells of islands that lack some", blocks, cells)
}

// A window has the free cells of a square, and ends at the border.
func TestLook(t *testing.T) {
	l := annealed(t, 1, 7, 12)
	for _, at := range l.position {
		for far := range 9 {
			l.look(at, far)
			for cell, pos := range l.position {
				a, b := l.puzzle.Size().At(cell), l.puzzle.Size().At(int(l.cell[at]))
				in := max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col) <= far && !l.isClue[pos]
				alltest.Require(t, in == slices.Contains(l.field, pos), "cell %v in a window of %d around %v: want %v", a, far, b, in)
			}
		}
	}
}

// Mending changes nothing outside its windows but what moves within islands do, keeps what
// holds on every land, and never makes a board worse; it ends by patience, by a budget
// of boards, and by time.
func TestMend(t *testing.T) {
	im := defaultImprover()
	warming := im.cool()
	better := 0
	for seed := range uint64(12) {
		l := annealed(t, seed, 12, 13)
		begun, before := walls(l.grid()), l.cost()
		random := solver.NewPCG(seed)
		for _, budget := range []int64{1, 1000} {
			judged := l.mend(random, &warming, 1000, 5, budget, never)
			alltest.Require(t, judged <= budget && (judged >= budget || l.cost() <= 0), "a budget of %d: judged %d", budget, judged)
			holds(t, l, begun)
		}
		asked := 0
		judged := l.mend(random, &warming, 1000, 5, math.MaxInt64, func() bool { asked++; return asked > 2 })
		alltest.Require(t, asked <= 4 && judged <= 5*169, "it went on for %d boards when time had run out", judged)
		l.mend(random, &warming, 20, 50, math.MaxInt64, never)
		holds(t, l, begun)
		alltest.Require(t, l.cost() <= before, "cost %d, %d before", l.cost(), before)
		if l.cost() < before {
			better++
		}
		now, lowest := l.grid(), l.cost()
		alltest.Require(t, l.mend(random, &warming, 0, 50, math.MaxInt64, never) <= 0 && l.grid().Equal(now), "no windows changed a board")
		for range 10 {
			l.mend(random, &warming, 1, 2, math.MaxInt64, never)
			alltest.Require(t, l.cost() <= lowest, "a window raised the cost from %d to %d", lowest, l.cost())
			lowest = l.cost()
		}
		alltest.Require(t, len(l.field) == len(l.free), "the field is still a window")
	}
	alltest.Check(t, better >= 10, "%d boards of 12 became better", better)
}
