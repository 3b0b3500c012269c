package pushfit

import (
	"context"
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

func modes() map[string]*Solver {
	return solvertest.Modes(New, map[string]func(*Solver){
		"complete only": func(s *Solver) { s.Fast = false },
		"enumerate":     func(s *Solver) { s.Complete = Enumerate },
		"enumerate all": func(s *Solver) { s.Complete, s.Fast = Enumerate, false },
		"fast only":     func(s *Solver) { s.Complete = Never },
		"first":         func(s *Solver) { s.Guess = First },
		"solid":         func(s *Solver) { s.Solid = true },
	})
}

func TestSolves(t *testing.T) {
	p := nonogramtest.Picture(t, nonogramtest.Cup)
	for name, s := range modes() {
		out := solvertest.Solve(t, s, p, solver.Run{})
		alltest.Check(t, out.Status == solver.Unique, "%s: %s", name, out.Status)
		nodes := solvertest.Statistic(t, out, "nodes")
		alltest.Check(t, nodes <= 0 || name == "fast only", "%s: %v guesses", name, nodes)
	}
	// Two solutions, by the smallest switching component, and none.
	for name, s := range modes() {
		out := solvertest.Solve(t, s, nonogramtest.Picture(t, "#. .#"), solver.Run{})
		alltest.Check(t, out.Status == solver.Multiple && !out.Best.Equal(out.Second), "%s: a switch is %s", name, out.Status)
		first := out.Best.Values[0]
		alltest.Check(t, (first == nonogram.Filled) == s.Solid, "%s: %d was tried first", name, first)
		s.Prove = false
		out = solvertest.Solve(t, s, nonogramtest.Picture(t, "#. .#"), solver.Run{})
		alltest.Check(t, out.Status == solver.Solved, "%s: without proof a switch is %s", name, out.Status)
		out = solvertest.Solve(t, s, nonogramtest.Picture(t, "##"), solver.Run{})
		alltest.Check(t, out.Status == solver.Unique, "%s: what needs no guess is %s", name, out.Status)
	}
}

var clue = nonogramtest.Clue

// Verdicts equal those of trying all boards, in every mode.
func TestVerdicts(t *testing.T) {
	all := modes()
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(rt *rapid.T) {
		size := puzzle.Size{Rows: rapid.IntRange(1, 4).Draw(rt, "rows"), Cols: rapid.IntRange(1, 3).Draw(rt, "cols")}
		rows, cols := make([]nonogram.Clue, size.Rows), make([]nonogram.Clue, size.Cols)
		if rapid.Bool().Draw(rt, "of a picture") {
			board := puzzle.Grid{Size: size, Values: rapid.SliceOfN(rapid.Uint8Range(0, 1), size.Cells(), size.Cells()).Draw(rt, "board")}
			p := alltest.Must(nonogram.FromPicture("p", board, nil))(rt)
			for r := range rows {
				rows[r] = p.Row(r)
			}
			for c := range cols {
				cols[c] = p.Col(c)
			}
		} else {
			clues := []nonogram.Clue{nil, clue(1), clue(2), clue(1, 1), clue(3)}
			for r := range rows {
				rows[r] = rapid.SampledFrom(clues).Draw(rt, "clue")
			}
			for c := range cols {
				cols[c] = rapid.SampledFrom(clues).Draw(rt, "clue")
			}
		}
		p := alltest.Must(nonogram.New("random", rows, cols, nil))(rt)
		solutions := len(nonogramtest.Solutions(p, 2))
		want := []solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[solutions]
		for _, name := range names {
			out, err := all[name].Solve(context.Background(), p, solver.Run{})
			alltest.Require(rt, err == nil && out.Status == want,
				"%s: %s, %v; there are %d solutions, or more, of rows %v, columns %v", name, out.Status, err, solutions, rows, cols)
		}
	})
}

// arrangements calls f with the starts of every arrangement that agrees with
// cells.
func arrangements(cells []uint8, blocks []int, f func(starts []int)) {
	starts := make([]int, len(blocks))
	var place func(j, at int)
	place = func(j, at int) {
		if j == len(blocks) {
			line := make([]uint8, len(cells))
			for b, start := range starts {
				for i := start; i < start+blocks[b]; i++ {
					line[i] = nonogram.Filled
				}
			}
			for i, v := range cells {
				if v != puzzle.Unset && v != line[i] {
					return
				}
			}
			f(starts)
			return
		}
		for start := at; start+blocks[j] <= len(cells); start++ {
			starts[j] = start
			place(j+1, start+blocks[j]+1)
		}
	}
	place(0, 0)
}

// The pushed blocks are the left-most of all arrangements, and enumeration
// agrees with dynamic programming.
func TestLines(t *testing.T) {
	one := func(rt *rapid.T) {
		cells := rapid.SliceOfN(rapid.Uint8Range(0, 1), 1, 14).Draw(rt, "picture")
		c := nonogram.ClueOf(cells)
		var blocks []int
		for _, b := range c {
			blocks = append(blocks, b.Length)
		}
		for i := range cells {
			switch rapid.IntRange(0, 11).Draw(rt, "cell") {
			case 0: // as likely as not wrong
				cells[i] = nonogram.Filled - cells[i]
			case 1, 2, 3:
			default:
				cells[i] = puzzle.Unset
			}
		}
		want, found := make([]int, len(blocks)), int64(0)
		for j := range want {
			want[j] = len(cells)
		}
		arrangements(cells, blocks, func(starts []int) {
			found++
			for j, start := range starts {
				want[j] = min(want[j], start)
			}
		})
		p := alltest.Must(nonogram.New("line", []nonogram.Clue{c}, make([]nonogram.Clue, len(cells)), nil))(rt)
		e := newSearch(New(), p, solver.Start(context.Background(), p, solver.Run{}), 0)
		copy(e.board.Values, cells)
		e.read(&e.lines[0])
		e.agreed = slices.Clone(cells)
		if ok, got := e.pushes(&e.lines[0]), e.lines[0].ends.Left; ok != (found > 0) || ok && !slices.Equal(got, want) {
			rt.Fatalf("pushed to %v %v, the left-most starts are %v of %d arrangements", got, ok, want, found)
		}
		copy(e.agreed, cells)
		before := e.m.Evaluations()
		l, agreed := e.lines[0].line, make([]uint8, len(cells))
		may := make([]uint64, l.Masks())
		l.Load(may, cells)
		ok := l.Solve(&e.scratch, may)
		l.Store(agreed, may)
		alltest.Require(rt, e.enumerates(&e.lines[0]) == ok && (!ok || slices.Equal(e.agreed, agreed)),
			"enumeration agrees on %v, dynamic programming on %v, %v", e.agreed, agreed, ok)
		n := e.m.Evaluations() - before
		alltest.Require(rt, n <= found, "%d arrangements looked at of %d", n, found)
		copy(e.agreed, cells)
		alltest.Require(rt, e.pushes(&e.lines[0]) == ok, "fast says %v", !ok)
		for i := range cells {
			alltest.Require(rt, !ok || e.agreed[i] == puzzle.Unset || e.agreed[i] == agreed[i],
				"fast makes cell %d %d, all agree on %v", i, e.agreed[i], agreed)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 {
			one(rt)
		}
	})
}

// A line of 200 cells with 40 blocks has more arrangements than can be gone
// through: enumeration is stopped within the line.
func TestEnumerateStops(t *testing.T) {
	const n = 200
	lengths := make([]int, 40)
	board := puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: n}, nonogram.Blank)
	for i := range lengths {
		lengths[i] = 1
		board.Values[3*i] = nonogram.Filled
	}
	p := alltest.Must(nonogram.FromPicture("long", board, nil))(t)
	e := newSearch(New(), p, solver.Start(t.Context(), p, solver.Run{}), 0)
	asked := 0
	e.expired = func() bool { asked++; return asked == 3 }
	e.board.Values[0], e.board.Values[n-1] = nonogram.Filled, nonogram.Filled // so that few arrangements come to an end
	e.read(&e.lines[0])
	e.enumerates(&e.lines[0])
	alltest.Check(t, e.stopped && asked == 3, "stopped: %v, asked %d times", e.stopped, asked)

	m := solver.Start(t.Context(), p, solver.Run{Budget: solver.Evaluations(5000)})
	e = newSearch(New(), p, m, 5000)
	e.read(&e.lines[0])
	e.enumerates(&e.lines[0])
	alltest.Check(t, e.stopped && m.Evaluations() == 5000, "stopped: %v, after %d arrangements of 5000", e.stopped, m.Evaluations())
}

// A board of noise takes guesses.
func TestNodes(t *testing.T) {
	p := nonogramtest.Noise(rand.New(rand.NewPCG(0, 1)), "noise", puzzle.Size{Rows: 14, Cols: 14})
	s := New()
	s.Prove = false
	out := solvertest.Solve(t, s, p, solver.Run{})
	nodes := solvertest.Statistic(t, out, "nodes")
	alltest.Require(t, out.Status.Decided() && nodes >= 10, "%s after %v guesses", out.Status, nodes)
	s.Nodes = 3
	out = solvertest.Solve(t, s, p, solver.Run{})
	alltest.Check(t, out.Status == solver.Exhausted && solvertest.Statistic(t, out, "nodes") == 3 && out.Cost > 0 && !out.Best.IsZero(),
		"%s after %v guesses, cost %v", out.Status, solvertest.Statistic(t, out, "nodes"), out.Cost)
}

func BenchmarkPush(b *testing.B) {
	p := nonogramtest.Picture(b, nonogramtest.Cup)
	for name, s := range modes() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				solvertest.Solve(b, s, p, solver.Run{})
			}
		})
	}
}

func TestPromises(t *testing.T) {
	out := solvertest.Watched(t, New(), nonogramtest.Picture(t, nonogramtest.Cup), solver.Run{})
	alltest.Check(t, out.Cost == 0, "the cup costs %v", out.Cost)
	nonogramtest.BlackAndWhite(t, New())
}

func TestParameters(t *testing.T) {
	solvertest.Parameters(t, New, map[string]solvertest.Values{
		"fast": {Default: "true", Good: []string{"false"}}, "complete": {Default: "program", Good: []string{"enumerate", "never"}, Bad: []string{"x"}},
		"guess": {Default: "tight", Good: []string{"first"}, Bad: []string{"x"}}, "solid": {Default: "false", Good: []string{"true"}},
		"prove": {Default: "true", Good: []string{"false"}}, "nodes": {Default: "0", Good: []string{"3"}, Bad: []string{"-1"}},
	})
}
