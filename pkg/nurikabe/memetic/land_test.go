package memetic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// grid is a land as a board.
func (l *land) grid() puzzle.Grid {
	g := puzzle.NewGrid(l.puzzle.Size(), nurikabe.Island)
	for cell, pos := range l.position {
		if l.owner[pos] == black {
			g.Values[cell] = nurikabe.Wall
		}
	}
	return g
}

// region are the cells with the value of a cell that are connected to it.
func region(g puzzle.Grid, cell int) []int {
	out := []int{cell}
	for i := 0; i < len(out); i++ {
		for next := range g.Size.Neighbours(out[i]) {
			if g.Values[next] == g.Values[cell] && !slices.Contains(out, next) {
				out = append(out, next)
			}
		}
	}
	return out
}

// walls is the number of pieces of the wall.
func walls(g puzzle.Grid) int {
	n, seen := 0, map[int]bool{}
	for cell, value := range g.Values {
		if value != nurikabe.Wall || seen[cell] {
			continue
		}
		n++
		for _, i := range region(g, cell) {
			seen[i] = true
		}
	}
	return n
}

// randomPuzzle has clues of some size anywhere; where apart says so they do not
// touch.
func randomPuzzle(t testing.TB, r *rand.Rand, rows, cols int, apart bool) *nurikabe.Puzzle {
	t.Helper()
	size := puzzle.Size{Rows: rows, Cols: cols}
	clues := make([]int, size.Cells())
	for range 1 + size.Cells()/(4+r.IntN(8)) {
		cell := r.IntN(size.Cells())
		touches := false
		for next := range size.Neighbours(cell) {
			touches = touches || clues[next] > 0
		}
		if !apart || !touches {
			clues[cell] = 1 + r.IntN(9)
		}
	}
	p := alltest.Must(nurikabe.New("random", size, clues))(t)
	return p
}

// holds compares all that a land keeps with what its board says by slow floods.
func holds(t *testing.T, l *land, begun int) {
	t.Helper()
	g := l.grid()
	pieces := walls(g)
	alltest.Require(t, pieces <= begun && pieces == l.pieces(),
		"the wall is in %d pieces (it says %d), %d at the beginning", pieces, l.pieces(), begun)
	if l.touching == 0 {
		want := l.puzzle.Cost(g) - max(pieces-1, 0)
		alltest.Require(t, l.cost() == want, "cost %d, want %d", l.cost(), want)
	}
	for k := 1; k < len(l.clues); k++ {
		cells := l.cells(uint16(k))
		alltest.Require(t, len(cells) <= int(l.clues[k]) && slices.Contains(cells, l.clueAt[k]), "island %d of %d has cells %v", k, l.clues[k], cells)
		island := region(g, int(l.cell[l.clueAt[k]]))
		for _, pos := range cells {
			alltest.Require(t, l.owner[pos] == uint16(k) && slices.Contains(island, int(l.cell[pos])),
				"island %d: %d is not connected", k, l.cell[pos])
			alltest.Require(t, l.touching != 0 || len(island) == len(cells),
				"island %d has %d cells on the board, %d in its list", k, len(island), len(cells))
		}
	}
	for cell, pos := range l.position {
		around := uint8(0)
		for d, delta := range l.delta {
			if l.owner[int(pos)+delta] != black {
				around |= 1 << d
			}
		}
		alltest.Require(t, around == l.ring[pos], "ring %08b of %d, want %08b", l.ring[pos], cell, around)
	}
}

// answers compares what is asked before a move with what the move would do.
func answers(t *testing.T, l *land) {
	t.Helper()
	g := l.grid()
	pieces := walls(g)
	for cell, pos := range l.position {
		if l.isClue[pos] {
			alltest.Require(t, !l.leaf(pos), "the clue at %d is a leaf", cell)
			continue
		}
		if l.owner[pos] != black {
			leaf := l.leaf(pos)
			rest := slices.IndexFunc(l.cells(l.owner[pos]), func(p int32) bool { return p != pos })
			at := int(l.cell[l.cells(l.owner[pos])[rest]])
			before := len(region(g, cell))
			g.Values[cell] = nurikabe.Wall
			whole, more := len(region(g, at)) == before-1, walls(g) > pieces
			g.Values[cell] = nurikabe.Island
			alltest.Require(t, !leaf || whole && !more, "%d is no leaf:\n%v", cell, l.puzzle.Rows(g))
			alltest.Require(t, leaf || !whole || more || pieces != 1 || !l.wallAtBorder(), "%d is a leaf:\n%v", cell, l.puzzle.Rows(g))
			continue
		}
		g.Values[cell] = nurikabe.Island
		more := walls(g) > pieces
		g.Values[cell] = nurikabe.Wall
		cut := l.cuts(pos)
		alltest.Require(t, cut == more, "cell %d cuts: %v\n%v", cell, cut, l.puzzle.Rows(g))
		islands := map[uint16]bool{}
		for next := range g.Size.Neighbours(cell) {
			if o := l.owner[l.position[next]]; o != black {
				islands[o] = true
			}
		}
		k := l.neighbour(pos)
		want := islands[k] && len(islands) == 1 || k == black && len(islands) == 0 || k == outside && len(islands) > 1
		alltest.Require(t, want, "cell %d borders %d, want one of %v", cell, k, islands)
	}
}

// wallAtBorder says whether the wall reaches the border: no island has it inside.
func (l *land) wallAtBorder() bool {
	for _, pos := range l.position {
		if l.frame[pos] != 0 && l.owner[pos] == black {
			return true
		}
	}
	return false
}

// TestLand walks at all temperatures on boards of all shapes, those with touching
// clues and walls in pieces too, and looks at everything after each move.
func TestLand(t *testing.T) {
	moves := map[string]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := randomPuzzle(t, r, 1+r.IntN(9), 2+r.IntN(9), seed%4 > 0)
		l := newLand(newGround(p))
		if len(l.free) == 0 {
			continue
		}
		l.corners = seed%2 > 0
		begun := walls(l.grid())
		random := solver.NewPCG(seed)
		im := Improver{Hot: 3, Cold: 0.1, Lack: 0.7}
		cooling := im.cool()
		l.remember()
		lowest, kept := l.cost(), l.grid()
		for i := range 1500 {
			missing, before, sizes := l.missing, l.grid(), slices.Clone(l.size)
			_, solved := l.walk(random, &cooling[i%temperatures], 1)
			alltest.Require(t, solved == (l.cost() == 0 && lowest > 0), "solved %v at cost %d, the lowest before %d", solved, l.cost(), lowest)
			now := l.grid()
			if now.Equal(before) {
				continue
			}
			switch {
			case l.missing < missing:
				moves["white"]++
			case l.missing > missing:
				moves["black"]++
			case slices.Equal(l.size, sizes):
				moves["shift"]++
			default:
				moves["push"]++
			}
			holds(t, l, begun)
			if l.cost() < lowest {
				lowest, kept = l.cost(), now
			}
			if i%8 == 0 {
				answers(t, l)
			}
		}
		l.restore()
		holds(t, l, begun)
		alltest.Require(t, l.cost() == lowest && lowest == l.lowest && l.puzzle.Cost(kept) == l.puzzle.Cost(l.grid()),
			"restored cost %d, want %d", l.cost(), lowest)
	}
	alltest.Check(t, moves["white"] >= 500 && moves["black"] >= 500 && moves["shift"] >= 500 && moves["push"] >= 500, "moves made: %v", moves)
}

// A flood whose stamps run out begins again.
func TestStampsRunOut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	l := newLand(newGround(randomPuzzle(t, r, 9, 9, true)))
	im := defaultImprover()
	cooling := im.cool()
	random := solver.NewPCG(1)
	for i := range 300 {
		if i%3 == 0 {
			l.flood.stamp = 1<<32 - 13
		}
		l.walk(random, &cooling[0], 20)
		answers(t, l)
	}
}

// Moves are reversible but for the places in the lists.
func TestOpenClose(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	l := newLand(newGround(randomPuzzle(t, r, 8, 8, true)))
	im := defaultImprover()
	cooling := im.cool()
	l.walk(solver.NewPCG(2), &cooling[20], 500)
	for _, pos := range l.free {
		if k := l.owner[pos]; k != black && l.leaf(pos) {
			before, cost, ring := l.grid(), l.cost(), slices.Clone(l.ring)
			l.close(pos)
			alltest.Require(t, !l.grid().Equal(before), "nothing turned black")
			l.open(pos, k)
			alltest.Require(t, l.grid().Equal(before) && l.cost() == cost && slices.Equal(ring, l.ring), "the board is another")
		}
	}
}
