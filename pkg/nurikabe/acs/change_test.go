package acs

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// rules are those that boards of ants keep: no island is larger than its clue, touches
// another one or stands without a clue, and the wall is whole.
func (a *ant) broken(p *nurikabe.Puzzle) string {
	board := a.Board()
	owner := make([]int32, len(board.Values))
	for i := range owner {
		owner[i] = -1
	}
	for k, pos := range a.clueCells {
		stack := []int32{a.cell[pos]}
		n := int32(0)
		for len(stack) > 0 {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if owner[c] == int32(k) {
				continue
			}
			if owner[c] >= 0 {
				return "two islands touch"
			}
			owner[c] = int32(k)
			n++
			at := p.Size().At(int(c))
			for _, d := range []puzzle.Cell{{Row: 1}, {Row: -1}, {Col: 1}, {Col: -1}} {
				next := puzzle.Cell{Row: at.Row + d.Row, Col: at.Col + d.Col}
				if next.Row >= 0 && next.Col >= 0 && next.Row < p.Size().Rows && next.Col < p.Size().Cols && board.Value(next) == nurikabe.Island {
					stack = append(stack, int32(p.Size().Index(next)))
				}
			}
		}
		if n > a.clues[k] {
			return "an island is too large"
		}
		if lacks := a.view.Lacks(int32(k)); int32(lacks) != a.clues[k]-n {
			return "an island lacks another number of cells"
		}
	}
	for c, v := range board.Values {
		if v == nurikabe.Island != (owner[c] >= 0) || a.view.Island(int32(c)) != owner[c] {
			return "a white cell without a clue, or of another island"
		}
	}
	if a.wall.pieces() > 1 {
		return "the wall is in pieces"
	}
	for pos := range a.beside {
		if a.cell[pos] < 0 || !a.wall.isBlack(pos) {
			continue
		}
		want := free
		for _, d := range a.frame.side {
			if next := pos + d; a.cell[next] >= 0 && !a.wall.isBlack(next) {
				touch(&want, uint16(owner[a.cell[next]]+1))
			}
		}
		if a.beside[pos] != want {
			return "a wall cell borders other islands than it knows of"
		}
	}
	if want := p.Cost(board); a.view.Missing()+a.view.Blocks() != want {
		return "the cost is another"
	}
	return ""
}

// Cells that an Improve rule opens and closes leave a board that an ant could have built,
// with its cost; what may be closed may be opened again.
func TestOpenAndClose(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	opened, closed, refused := 0, 0, 0
	for side := 4; side <= 13; side++ {
		p := solvablePuzzle(r, puzzle.Size{Rows: side, Cols: side + 1})
		s := New()
		s.Improve = func(v *View, budget int) int {
			a := v.ant
			what := a.broken(p)
			alltest.Require(t, what == "", "before: %s", what)
			for range budget {
				cell := int32(r.IntN(p.Size().Cells()))
				island, before := v.Island(cell), v.Missing()+v.Blocks()
				switch {
				case island < 0:
					k := int32(a.beside[a.position[cell]]) - 1
					may := k >= 0 && int(k) < len(a.clues) && v.Lacks(k) > 0 && slices.Contains(v.Border(k), cell)
					alltest.Require(t, v.Open(cell) == may, "opened: %v, want %v", !may, may)
					if may {
						opened++
					}
				case v.Close(cell):
					closed++
					alltest.Require(t, !slices.Contains(v.Chosen(), cell) && v.Island(cell) < 0, "a closed cell is still white")
					alltest.Require(t, slices.Contains(v.Border(island), cell), "a closed cell cannot be opened again")
					alltest.Require(t, r.IntN(2) != 0 || v.Open(cell) && v.Missing()+v.Blocks() == before, "opened again, the board is another")
				default:
					refused++
				}
				what := a.broken(p)
				alltest.Require(t, what == "", "%v", what)
			}
			return budget
		}
		solvertest.Solve(t, s, p, solver.Run{Seed: uint64(side), Budget: solver.Iterations(2)})
	}
	alltest.Check(t, opened >= 100 && closed >= 100 && refused >= 100, "%d cells opened, %d closed, %d refused", opened, closed, refused)
}

// leaves is a local search of a dozen lines: it moves single cells of islands, and takes a
// move back that makes the board worse.
func leaves(v *View, budget int) int {
	cost := v.Missing() + v.Blocks()
	for n := range budget {
		if cost == 0 || len(v.Chosen()) == 0 {
			return n
		}
		from := v.Chosen()[v.Intn(len(v.Chosen()))]
		island := v.Island(from)
		if !v.Close(from) {
			continue
		}
		border := v.Border(island)
		to := border[v.Intn(len(border))]
		v.Open(to)
		if now := v.Missing() + v.Blocks(); now <= cost {
			cost = now
		} else if v.Close(to) {
			v.Open(from)
		}
	}
	return budget
}

// Ants that move leaves solve boards in fewer iterations than those that do not, and their
// solutions stand before Check.
func TestImproveHelps(t *testing.T) {
	p := solvablePuzzle(rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 9, Cols: 9})
	iterations := func(improve func(*View, int) int) (sum int64) {
		for seed := range uint64(10) {
			s := New()
			s.Improve, s.Effort = improve, 60
			out := solvertest.Solve(t, s, p, solver.Run{Seed: seed, Budget: solver.Iterations(300)})
			sum += out.Iterations
			alltest.Check(t, improve == nil || out.Evaluations > 10*out.Iterations,
				"%d evaluations in %d iterations", out.Evaluations, out.Iterations)
		}
		return sum
	}
	with, without := iterations(leaves), iterations(nil)
	alltest.Check(t, with*2 <= without, "%d iterations with local search, %d without", with, without)
}

// Heuristic information about 2×2 blocks makes boards with fewer of them.
func TestEta(t *testing.T) {
	p := benchPuzzle(15)
	blocks := func(eta func(*View, int32) float64) (sum float64) {
		s := New()
		s.Eta, s.Beta, s.Q0 = eta, 2, 0
		s.Cost = func(v *View) float64 { sum += float64(v.Blocks()); return float64(v.Missing() + v.Blocks()) }
		solvertest.Solve(t, s, p, solver.Run{Seed: 3, Budget: solver.Iterations(5)})
		return sum
	}
	with, without := blocks(func(v *View, cell int32) float64 { return 1 + 2*float64(v.Breaks(cell)) }), blocks(nil)
	alltest.Check(t, with <= 0.8*without, "%v blocks with heuristic information, %v without", with, without)
}

// A colony of any family tells its family and parameters.
func TestFamilies(t *testing.T) {
	for i, name := range family.Names() {
		d := NewAnts(family.Name(i)).Describe()
		told := slices.Contains(d.Parameters, solver.Parameter{Name: "family", Value: name})
		alltest.Check(t, told == (d.Engine == NameAnts) && told == (i > 0) && !d.Custom, "%s: %+v", name, d)
	}
	s := NewAnts(family.EAS)
	s.GlobalUpdate = func(*colony.Trail, []int32, float64) {}
	_, err := s.Solve(context.Background(), benchPuzzle(8), solver.Run{Seed: 1, Budget: solver.Iterations(1)})
	alltest.Check(t, err != nil, "a family with a global update of one's own runs")
}
