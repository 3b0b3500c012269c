package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// A house, 8×8.
const house = `
...##.#.
..#####.
.######.
########
.#....#.
.#.##.#.
.#.##.#.
.#.##.#.`

func random(t *rapid.T, rows, cols int) *nonogram.Puzzle {
	board := puzzle.NewGrid(puzzle.Size{Rows: rows, Cols: cols}, nonogram.Blank)
	share := rapid.IntRange(0, 100).Draw(t, "share")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "picture"), 1))
	for i := range board.Values {
		if r.IntN(100) < share {
			board.Values[i] = nonogram.Filled
		}
	}
	p := alltest.Must(nonogram.FromPicture("random", board, nil))(t)
	return p
}

func modes() map[string]*Solver {
	return solvertest.Modes(New, map[string]func(*Solver){
		"tournament": func(s *Solver) { s.Selection = ByTournament },
		"one-point":  func(s *Solver) { s.Exchange = OnePoint },
		"edit":       func(s *Solver) { s.Cost = Edit },
		"rows":       func(s *Solver) { s.Cost = Rows },
		"odd":        func(s *Solver) { s.Population, s.Elite = 23, 2 },
		"no elite":   func(s *Solver) { s.Elite = 0 },
		"no search":  func(s *Solver) { s.Search = 0 },
		"much":       func(s *Solver) { s.Search, s.Steps = 5, 3 },
		"stagnation": func(s *Solver) { s.Stagnation = 3 },
	})
}

// All modes but those that promise less solve a small picture, and none
// reports what is no solution.
func TestSolves(t *testing.T) {
	p := nonogramtest.Picture(t, house)
	for name, s := range modes() {
		out := solvertest.Solve(t, s, p, solver.Run{Seed: 2, Budget: solver.Iterations(3000)})
		alltest.Check(t, out.Status == solver.Solved || name == "stagnation" || name == "no elite", "%s: %s with cost %v", name, out.Status, out.Cost)
		alltest.Equal(t, len(p.Check(out.Best)) == 0, (out.Cost == 0), "%s: cost %v, solution", name, out.Cost)
	}
	out := solvertest.Solve(t, New(), nonogramtest.Picture(t, nonogramtest.Cup), solver.Run{Seed: 1, Budget: solver.Iterations(20000)})
	alltest.Check(t, out.Status == solver.Solved && out.Iterations != 0, "the nonogramtest.Cup: %s with cost %v", out.Status, out.Cost)
}

// In every generation columns satisfy their clues, cells are what genes say,
// costs are those of rows counted anew, and individuals stand in order.
func TestPopulation(t *testing.T) {
	for _, drawing := range []string{house, nonogramtest.Cup} {
		p := nonogramtest.Picture(t, drawing)
		for name, s := range modes() {
			space := newSpace(p, s.Cost)
			e := newEvolution(s, space, rand.New(rand.NewPCG(3, 4)), solver.Start(t.Context(), p, solver.Run{}))
			e.populate()
			for range 30 {
				lowest := e.best.cost
				if lowest == 0 {
					break
				}
				e.generation()
				alltest.Require(t, e.best.cost <= lowest && (e.Elite <= 0 || e.restarts != 0 || e.now[0].cost == e.best.cost),
					"%s: the best has %d, after %d; the elite's %d", name, e.best.cost, lowest, e.now[0].cost)
				for i := range e.now {
					wantSound(t, space, p, &e.now[i])
					alltest.Require(t, i <= 0 || e.now[i].cost >= e.now[i-1].cost, "%s: individual %d is better than the one before", name, i)
				}
			}
		}
	}
}

func wantSound(t *testing.T, s *space, p *nonogram.Puzzle, x *individual) {
	t.Helper()
	board := s.board(x)
	sum := 0
	for r := range s.size.Rows {
		want := slowCost(s.count, nonogram.ClueOf(board.Values[r*s.size.Cols:(r+1)*s.size.Cols]), p.Row(r))
		sum += want
		alltest.Require(t, int(x.rows[r]) == want, "row %d costs %d, by the book %d", r, x.rows[r], want)
	}
	alltest.Require(t, x.cost == sum, "cost %d, sum of rows %d", x.cost, sum)
	for _, broken := range p.Check(board) {
		alltest.Require(t, broken.Rule == "row-clue", "%v", broken)
	}
	painted := s.newIndividual()
	for c := range s.cols {
		s.paint(&painted, c, s.column(x, c), true)
	}
	alltest.Require(t, slices.Equal(painted.cells, x.cells), "genes and cells differ")
}

// slowCost is the cost of a row by its definition: for Edit by trying all
// alignments.
func slowCost(c Cost, runs, blocks nonogram.Clue) int {
	abs := func(n int) int { return max(n, -n) }
	switch c {
	case Rows:
		if slices.Equal(runs, blocks) {
			return 0
		}
		return 1
	case Edit:
		if len(runs) == 0 || len(blocks) == 0 {
			sum := 0
			for _, b := range slices.Concat(runs, blocks) {
				sum += b.Length
			}
			return sum
		}
		return min(
			abs(runs[0].Length-blocks[0].Length)+slowCost(c, runs[1:], blocks[1:]),
			runs[0].Length+slowCost(c, runs[1:], blocks),
			blocks[0].Length+slowCost(c, runs, blocks[1:]))
	}
	sum := 0
	for i := range max(len(runs), len(blocks)) {
		a, n := 0, 0
		if i < len(runs) {
			a = runs[i].Length
		}
		if i < len(blocks) {
			n = blocks[i].Length
		}
		sum += abs(a - n)
	}
	return sum
}

// Costs, mutations, exchanges and moves on random boards, also on rows of
// more than 64 cells.
func TestOperators(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cols := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(60, 70), rapid.IntRange(126, 135)).Draw(rt, "cols")
		p := random(rt, rapid.IntRange(1, 9).Draw(rt, "rows"), cols)
		s := New()
		s.Population, s.Search, s.Mutation = 4, 0, 0.3
		s.Cost = Cost(rapid.IntRange(0, 2).Draw(rt, "cost"))
		if cols > 9 && s.Cost == Edit {
			s.Cost = Runs // the oracle takes too long
		}
		s.Exchange = Exchange(rapid.IntRange(0, 1).Draw(rt, "exchange"))
		space := newSpace(p, s.Cost)
		e := newEvolution(s, space, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)), solver.Start(t.Context(), p, solver.Run{}))
		e.populate()
		x, y := &e.now[0], &e.now[1]
		before := x.cost
		alltest.Require(rt, e.improve(x) == (x.cost < before), "cost %d after %d", x.cost, before)
		wantSound(t, space, p, x)
		e.mutate(y)
		wantSound(t, space, p, y)
		children := [2]individual{space.newIndividual(), space.newIndividual()}
		children[0].copyFrom(x)
		children[1].copyFrom(y)
		e.chooseColumns()
		e.take(&children[0], y)
		e.take(&children[1], x)
		for c := range space.cols {
			a, b := x, y
			if e.mask[c>>6]>>(c&63)&1 == 1 {
				a, b = y, x
			}
			alltest.Require(rt, slices.Equal(space.column(&children[0], c), space.column(a, c)) && slices.Equal(space.column(&children[1], c), space.column(b, c)),
				"column %d went astray", c)
		}
		for i := range children {
			wantSound(t, space, p, &children[i])
		}
	})
}

// Each arrangement of a column is drawn about as often as every other: 2 and
// 1 on 6 cells have 6 of them.
func TestSampleEven(t *testing.T) {
	p := nonogramtest.Picture(t, "#.\n#.\n..\n#.\n..\n..")
	s := newSpace(p, Runs)
	r := rand.New(rand.NewPCG(5, 6))
	counts := map[string]int{}
	starts := make([]int32, 2)
	for range 60000 {
		s.sample(starts, 0, r)
		counts[fmt.Sprint(starts)]++
	}
	alltest.Require(t, len(counts) == 6, "%d arrangements: %v", len(counts), counts)
	for arrangement, n := range counts {
		// Five standard deviations of a fair count are about 456.
		alltest.Check(t, n >= 9540 && n <= 10460, "%s was drawn %d times", arrangement, n)
	}
	s.sample(nil, 1, r) // an empty clue has one arrangement
}

// The roulette prefers the good as its weights say.
func TestSelection(t *testing.T) {
	p := nonogramtest.Picture(t, house)
	for _, tt := range []struct {
		selection Selection
		want      [3]float64
	}{
		// Weights 10−1+1, 10−4+1 and 1.
		{Roulette, [3]float64{10. / 18, 7. / 18, 1. / 18}},
		// The best of two draws: 5, 3 and 1 of 9 pairs.
		{ByTournament, [3]float64{5. / 9, 3. / 9, 1. / 9}},
	} {
		s := New()
		s.Population, s.Search, s.Selection, s.Tournament = 3, 0, tt.selection, 2
		e := newEvolution(s, newSpace(p, Runs), rand.New(rand.NewPCG(7, 8)), solver.Start(t.Context(), p, solver.Run{}))
		for i, cost := range []int{1, 4, 10} {
			e.now[i].cost = cost
		}
		e.weigh()
		var counts [3]float64
		const n = 40000
		for range n {
			switch e.parent() {
			case &e.now[0]:
				counts[0]++
			case &e.now[1]:
				counts[1]++
			case &e.now[2]:
				counts[2]++
			}
		}
		for i := range counts {
			// Five standard deviations are at most 0.0125.
			if d := counts[i]/n - tt.want[i]; d < -0.0125 || d > 0.0125 {
				t.Errorf("%v: individual %d has a share of %.3f, want %.3f", tt.selection, i, counts[i]/n, tt.want[i])
			}
		}
	}
}

func BenchmarkGeneration(b *testing.B) {
	p := nonogramtest.Picture(b, nonogramtest.Cup)
	e := newEvolution(New(), newSpace(p, Runs), rand.New(rand.NewPCG(3, 4)), solver.Start(b.Context(), p, solver.Run{}))
	e.populate()
	for b.Loop() {
		e.generation()
	}
}

func TestPromises(t *testing.T) {
	solvertest.Repeats(t, nonogramtest.Picture(t, nonogramtest.Cup), solver.Run{Seed: 1, Budget: solver.Iterations(15)}, New())
	nonogramtest.BlackAndWhite(t, New())
	out := solvertest.Solve(t, New(), nonogramtest.Picture(t, "#"), solver.Run{})
	alltest.Check(t, out.Status == solver.Solved, "one cell: %s", out.Status)
}
