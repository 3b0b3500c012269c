package exact

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// oracle lists, for a small board, every wall that is in one piece and has no
// 2×2 block, as bit masks. It is the brute force that the engine is held
// against, and shares nothing with it.
type oracle struct {
	size  puzzle.Size
	walls []uint32
	full  uint32
	left  uint32 // cells with a left neighbour
	right uint32
}

var oracles sync.Map

func oracleFor(size puzzle.Size) *oracle {
	if o, ok := oracles.Load(size); ok {
		return o.(*oracle)
	}
	o := &oracle{size: size, full: uint32(1)<<size.Cells() - 1}
	for c := range size.Cells() {
		if c%size.Cols > 0 {
			o.left |= 1 << c
		}
		if c%size.Cols < size.Cols-1 {
			o.right |= 1 << c
		}
	}
	for m := uint32(0); m <= o.full; m++ {
		two := m & (m >> 1) & o.right
		if two&(two>>size.Cols) == 0 && o.piece(m&-m, m) == m {
			o.walls = append(o.walls, m)
		}
	}
	oracles.Store(size, o)
	return o
}

// piece is the part of m that is connected with the cells of from.
func (o *oracle) piece(from, m uint32) uint32 {
	for {
		more := (from | from&o.left>>1 | from&o.right<<1 | from<<o.size.Cols | from>>o.size.Cols) & m
		if more == from {
			return from
		}
		from = more
	}
}

// solutions lists the solutions, two at most.
func (o *oracle) solutions(p *nurikabe.Puzzle) []puzzle.Grid { return o.search(p, 2) }

// all lists all solutions.
func (o *oracle) all(p *nurikabe.Puzzle) []puzzle.Grid { return o.search(p, 1<<30) }

func (o *oracle) search(p *nurikabe.Puzzle, most int) (found []puzzle.Grid) {
	clueCells := p.ClueCells()
	var clues uint32
	for _, c := range clueCells {
		clues |= 1 << c
	}
next:
	for _, wall := range o.walls {
		island := o.full &^ wall
		if clues&wall != 0 || !p.HasUnknown() && bits.OnesCount32(island) != p.White() {
			continue
		}
		rest := island
		for _, c := range clueCells {
			piece := o.piece(1<<c, island)
			if piece&clues != 1<<c || p.Clue(c) > 0 && bits.OnesCount32(piece) != p.Clue(c) {
				continue next
			}
			rest &^= piece
		}
		if rest != 0 {
			continue
		}
		g := puzzle.NewGrid(o.size, nurikabe.Island)
		for c := range g.Values {
			if wall>>c&1 == 1 {
				g.Values[c] = nurikabe.Wall
			}
		}
		if found = append(found, g); len(found) == most {
			break
		}
	}
	return found
}

// random makes clues of one of four kinds: from a random valid board, the same
// with a clue moved, the same with a clue changed, and at random.
func (o *oracle) random(r *rand.Rand) *nurikabe.Puzzle {
	clues := make([]int, o.size.Cells())
	kind := r.IntN(4)
	if kind < 3 {
		wall := o.walls[r.IntN(len(o.walls))]
		for rest := o.full &^ wall; rest != 0; {
			piece := o.piece(rest&-rest, rest)
			rest &^= piece
			n := r.IntN(bits.OnesCount32(piece))
			cells := piece
			for range n {
				cells &= cells - 1
			}
			clues[bits.TrailingZeros32(cells)] = bits.OnesCount32(piece)
		}
	}
	switch kind {
	case 1:
		a, b := r.IntN(len(clues)), r.IntN(len(clues))
		clues[a], clues[b] = clues[b], clues[a]
	case 2:
		if a := r.IntN(len(clues)); clues[a] > 0 {
			clues[a] = 1 + r.IntN(len(clues))
		}
	case 3:
		for range 1 + r.IntN(o.size.Cells()/4+1) {
			clues[r.IntN(len(clues))] = 1 + r.IntN(6)
		}
	}
	if r.IntN(10) == 0 {
		for i := range clues {
			if clues[i] > 0 && r.IntN(2) == 0 {
				clues[i] = nurikabe.Unknown
			}
		}
	}
	p, err := nurikabe.New("random", o.size, clues)
	if err != nil {
		panic(err)
	}
	return p
}

func configurations() []*Solver {
	plain, budget, bare := New(), New(), New()
	budget.WallBudget = true
	bare.Trials = 0
	sweeping := &Solver{Proof: true, SweepAfter: 1}
	return []*Solver{plain, budget, bare, sweeping}
}

// TestBruteForce compares the decision with that of an enumeration of all
// boards, on random clues: solvable, ambiguous and impossible ones.
func TestBruteForce(t *testing.T) {
	counts := map[solver.Status]int{}
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 5}, {Rows: 2, Cols: 2}, {Rows: 3, Cols: 3}, {Rows: 2, Cols: 6}, {Rows: 4, Cols: 4}, {Rows: 3, Cols: 7}, {Rows: 4, Cols: 5}, {Rows: 5, Cols: 5}} {
		o := oracleFor(size)
		r := rand.New(solver.NewPCG(uint64(size.Cells())))
		n := alltest.Of(150, 1000)
		if size.Cells() > 20 {
			n = alltest.Of(100, 600)
		}
		for range n {
			p := o.random(r)
			want := [...]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[len(o.solutions(p))]
			for i, e := range configurations() {
				out, err := e.Solve(context.Background(), p, solver.Run{})
				alltest.Require(t, err == nil, "%v configuration %d: %v", size, i, err)
				if out.Status != want {
					t.Fatalf("%v configuration %d: %s, brute force says %s, clues %v", size, i, out.Status, want, clueText(p))
				}
			}
			counts[want]++
		}
	}
	for _, s := range []solver.Status{solver.Unique, solver.Multiple, solver.Unsolvable} {
		alltest.Check(t, counts[s] >= alltest.Of(30, 200), "only %d instances are %s: the test has lost its reach", counts[s], s)
	}
	t.Log(counts)
}

func clueText(p *nurikabe.Puzzle) []int {
	out := make([]int, p.Size().Cells())
	for i := range out {
		out[i] = p.Clue(i)
	}
	return out
}
