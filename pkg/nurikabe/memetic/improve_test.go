package memetic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// The odds are those of Metropolis at temperatures from hot to cold.
func TestCool(t *testing.T) {
	im := Improver{Hot: 0.8, Cold: 0.2, Lack: 1.5}
	cooling := im.cool()
	for i, temperature := range map[int]float64{0: 0.8, 21: 0.8 * math.Pow(0.25, 1.0/3), temperatures - 1: 0.2} {
		for blocks := range 5 {
			more := float64(blocks)
			got, want := float64(cooling[i].shift[blocks])/(1<<32), math.Exp(-more/temperature)
			alltest.Check(t, math.Abs(got-want) <= 1e-6, "step %d, shift of %d blocks: %v, want %v", i, blocks, got, want)
			got, want = float64(cooling[i].black[blocks])/(1<<32), math.Exp(-(1.5+more)/temperature)
			alltest.Check(t, math.Abs(got-want) <= 1e-6, "step %d, black with %d blocks: %v, want %v", i, blocks, got, want)
		}
	}
}

// Moves that cost more are made as often as the odds say: never without any,
// always where they are certain.
func TestOdds(t *testing.T) {
	const certain = 1 << 32
	for name, c := range map[string]struct {
		odds      odds
		ups, drop bool // more blocks at as many white cells; fewer white cells
	}{
		"none":  {odds{}, false, false},
		"shift": {odds{shift: [5]uint64{certain, certain, certain, certain, certain}}, true, false},
		"black": {odds{black: [5]uint64{certain, certain, certain, certain, certain}}, false, true},
	} {
		ups, pushed, drop := false, false, false
		for seed := range uint64(10) {
			l := newLand(newGround(randomPuzzle(t, rand.New(rand.NewPCG(seed, 7)), 9, 9, true)))
			random := solver.NewPCG(seed)
			for range 2000 {
				missing, blocks, sizes := l.missing, l.blocks, slices.Clone(l.size)
				l.walk(random, &c.odds, 1)
				more := l.missing == missing && l.blocks > blocks
				pushed = pushed || more && !slices.Equal(l.size, sizes)
				ups = ups || more && slices.Equal(l.size, sizes)
				drop = drop || l.missing > missing
			}
		}
		alltest.Check(t, ups == c.ups && pushed == c.ups && drop == c.drop,
			"%s: more blocks %v and by another island %v, fewer white cells %v", name, ups, pushed, drop)
	}
}

func never() bool { return false }

// As many moves are proposed as are asked for, whether or not the temperatures
// divide them. (A board without clues has no move that draws twice.)
func TestMoves(t *testing.T) {
	l := newLand(newGround(puzzleOf(t, 1, 2, 0, 0)))
	l.missing = 1 // so that it never ends
	var always [temperatures]odds
	a, b := solver.NewPCG(1), solver.NewPCG(1)
	for _, moves := range []int{1, 63, 64, 65, 1000} {
		l.anneal(a, &always, moves, math.MaxInt64, never)
		for range moves {
			b.Uint64()
		}
		alltest.Check(t, a.Uint64() == b.Uint64(), "%d moves took another number of random numbers", moves)
	}
}

// An ant chooses among two cells with pheromone 1 and 3, the
// first of which breaks two blocks and the second one.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		beta    float64
		greedy  bool
		share   float64 // of the first
		similar float64
	}{
		{0, true, 0, 0},
		{0, false, 0.25, 0.02},
		{1, true, 0, 0},
		{1, false, 3.0 / (3 + 6), 0.02},
		{4, true, 1, 0},
		{4, false, 81.0 / (81 + 48), 0.02},
	} {
		s := New()
		s.Beta = c.beta
		pr := newProblem(s, puzzleOf(t, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0))
		a := pr.NewAnt().(*ant)
		first, n := 0, 20000
		trail := &colony.Trail{Tau: []float64{0, 3, 1, 0, 0, 1, 0, 0, 0}, Random: solver.NewPCG(5)}
		a.Reset(trail)
		// With a clue in the corner at the top left, cell 5 breaks two blocks, cell 1 one.
		for range n {
			if a.choose(trail, []int32{5, 1}, c.greedy) == 0 {
				first++
			}
		}
		got := float64(first) / float64(n)
		alltest.Check(t, math.Abs(got-c.share) <= c.similar, "β %v, greedy %v: share %v of the first, want %v", c.beta, c.greedy, got, c.share)
	}
}
