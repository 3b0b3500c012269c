package acs

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

func newPuzzle(t *testing.T, rows, cols int, clues ...int) *nurikabe.Puzzle {
	t.Helper()
	p := alltest.Must(nurikabe.New("test", puzzle.Size{Rows: rows, Cols: cols}, clues))(t)
	return p
}

func TestSchemesSolve(t *testing.T) {
	for _, engine := range Schemes() {
		solved := 0
		for seed := range uint64(20) {
			p := solvablePuzzle(rand.New(rand.NewPCG(seed, 1)), puzzle.Size{Rows: 7, Cols: 6})
			out := solvertest.Solve(t, engine.(*Solver), p, solver.Run{Seed: seed, Budget: solver.Iterations(3000)})
			if out.Status == solver.Solved {
				solved++ // Meter.Finish has put it before Check.
			} else if out.Cost <= 0 || out.Best.IsZero() {
				t.Errorf("unsolved with outcome %+v", out)
			}
		}
		alltest.Check(t, solved >= 18, "%s: %d of 20 solved", engine.Describe().Label(), solved)
	}
}

func TestSameSeedSameRun(t *testing.T) {
	p := solvablePuzzle(rand.New(rand.NewPCG(3, 3)), puzzle.Size{Rows: 14, Cols: 13})
	solvertest.Repeats(t, p, solver.Run{Seed: 9, Budget: solver.Iterations(200)}, Schemes()...)
}

// The ants' cost of a board is [nurikabe.Puzzle.Cost].
func TestCostOfBoards(t *testing.T) {
	boards := 0
	for i := range uint64(6) {
		p := solvablePuzzle(rand.New(rand.NewPCG(i, 3)), puzzle.Size{Rows: 8 + int(i), Cols: 12})
		solvertest.Solve(t, New(), p, solver.Run{Seed: i, Budget: solver.Iterations(200), Observer: func(e solver.Event) {
			boards++
			cost := p.Cost(e.Board)
			alltest.Require(t, float64(cost) == e.Cost, "cost %d, the ants say %g of %q", cost, e.Cost, p.Rows(e.Board))
		}})
	}
	alltest.Check(t, boards >= 500, "%d boards compared", boards)
}

// The union-find and the depth-first search build the same distribution of
// solutions: over 25 puzzles of 8×8, 16 runs each of up to 150 iterations, the
// success rates differ by less than three standard errors, and so do the mean
// ranks of the iterations needed (Mann–Whitney, unsolved runs tied at the end).
func TestFastAgreesWithOracle(t *testing.T) {
	const puzzles, limit = 25, 150
	runs := alltest.Of(5, 16)
	var fast, slow []float64
	solvedFast, solvedSlow := 0, 0
	for i := range uint64(puzzles) {
		p := solvablePuzzle(rand.New(rand.NewPCG(i, 11)), puzzle.Size{Rows: 8, Cols: 8})
		for seed := range uint64(runs) {
			iterations := func(problem colony.Problem, seed uint64, solved *int) float64 {
				m := solver.Start(context.Background(), p, solver.Run{Budget: solver.Iterations(limit)})
				out := alltest.Must(m.Finish(colony.New(colony.Defaults(), colony.Rules{}, problem, solver.NewPCG(seed)).Run(m)))(t)
				if out.Status != solver.Solved {
					return limit + 1
				}
				*solved++
				return float64(out.Iterations)
			}
			fast = append(fast, iterations(newProblem(New(), p), 2*seed, &solvedFast))
			slow = append(slow, iterations(oracleProblem{p, Shuffled}, 2*seed+1, &solvedSlow))
		}
	}
	n := float64(puzzles * runs)
	a, b := float64(solvedFast)/n, float64(solvedSlow)/n
	z := (a - b) / math.Sqrt((a*(1-a)+b*(1-b))/n)
	alltest.Check(t, math.Abs(z) <= 3, "success rates %.3f and %.3f: %.1f standard errors apart", a, b, z)
	alltest.Check(t, a >= 0.3 && a <= 0.97, "success rate %.3f: the comparison has no power there", a)
	u := 0.0
	for _, x := range fast {
		for _, y := range slow {
			switch {
			case x < y:
				u++
			case x == y:
				u += 0.5
			}
		}
	}
	z = (u - n*n/2) / math.Sqrt(n*n*(2*n+1)/12)
	alltest.Check(t, math.Abs(z) <= 3, "iterations: Mann–Whitney z = %.1f", z)
}

// Choice, order and filter see what they are promised.
func TestWhatRulesSee(t *testing.T) {
	p := solvablePuzzle(rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 15, Cols: 15})
	s := Named("watching")
	s.Choose = func(tr *colony.Trail, candidates []int32) int {
		alltest.Check(t, len(candidates) >= 2, "asked to choose among fewer than two")
		return len(candidates) - 1
	}
	s.Order = func(v *View, left []int32) int {
		alltest.Check(t, len(left) != 0 && v.Clue(left[0]) >= 1 && v.Clue(left[0]) == p.Clue(p.ClueCells()[left[0]]), "asked to order %v", left)
		return v.Intn(len(left))
	}
	s.Filter = func(v *View, candidates []int32) []int32 {
		black := make([]bool, p.Size().Cells())
		for i := range black {
			black[i] = v.ant.wall.isBlack(int(v.ant.position[i]))
		}
		before := v.Blocks()
		alltest.Check(t, before == countBlocks(p.Size(), black), "%d blocks, want %d", before, countBlocks(p.Size(), black))
		for _, c := range candidates {
			black[c] = false
			after := countBlocks(p.Size(), black)
			black[c] = true
			alltest.Check(t, black[c] && v.ant.isCandidate(c) && v.Breaks(c) == before-after,
				"offered cell %d: wall %v, breaks %d", c, black[c], v.Breaks(c))
		}
		return candidates[:1]
	}
	solvertest.Solve(t, s, p, solver.Run{Seed: 4, Budget: solver.Iterations(2)})
}

func TestSchemesOrder(t *testing.T) {
	//  2 . . 1 .
	//  . . . . .
	//  . 4 . . 3
	p := newPuzzle(t, 3, 5, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 3)
	rotations := func(base ...int32) (all [][]int32) {
		for i := range base {
			all = append(all, append(slices.Clone(base[i:]), base[:i]...))
		}
		return all
	}
	for scheme, want := range map[Scheme][][]int32{
		Raster:        rotations(0, 1, 2, 3),
		LargestFirst:  rotations(2, 3, 0, 1),
		SmallestFirst: rotations(1, 0, 3, 2),
		// Distances: 0–1 3, 0–2 3, 0–3 6, 1–2 4, 1–3 3, 2–3 3.
		Furthest: {{0, 3, 1, 2}, {1, 2, 0, 3}, {2, 1, 0, 3}, {3, 0, 1, 2}},
		Nearest:  {{0, 1, 3, 2}, {1, 0, 2, 3}, {2, 0, 1, 3}, {3, 1, 0, 2}},
	} {
		trail := &colony.Trail{Random: solver.NewPCG(2)}
		it := newItinerary(scheme, p)
		seen := map[int32]bool{}
		for range 200 {
			it.begin(trail)
			var order []int32
			for it.more() {
				order = append(order, it.take())
			}
			alltest.Require(t, slices.ContainsFunc(want, func(w []int32) bool { return slices.Equal(w, order) }),
				"%v: order %v, want one of %v", scheme, order, want)
			seen[order[0]] = true
		}
		alltest.Check(t, len(seen) == 4, "%v: begins at %v only", scheme, seen)
	}
	// Shuffled visits the islands that grow in every order.
	trail := &colony.Trail{Random: solver.NewPCG(2)}
	it := newItinerary(Shuffled, p)
	counts := map[[3]int32]int{}
	for range 6000 {
		it.begin(trail)
		counts[[3]int32{it.take(), it.take(), it.take()}]++
	}
	for order, n := range counts {
		alltest.Check(t, len(counts) == 6 && math.Abs(float64(n)-1000) <= 4*math.Sqrt(1000*5.0/6),
			"order %v in %d of 6000, of %d orders", order, n, len(counts))
	}
}

func TestSchemeNames(t *testing.T) {
	for scheme := Raster; scheme <= Nearest; scheme++ {
		var byName, byNumber Scheme
		alltest.Check(t, byName.Set(scheme.String()) == nil && byNumber.Set(string('0'+rune(scheme))) == nil && byName == scheme && byNumber == scheme,
			"%d reads back as %v and %v", scheme, byName, byNumber)
	}
	none := Scheme(6)
	if s := none; s.Set("6") == nil || s.Set("") == nil || s.String() != "scheme(6)" || WithScheme(none).Table().Validate() == nil || len(Schemes()) != 6 {
		t.Error("there is a seventh scheme, or no sixth")
	}
}

// The defaults are those of Amos, Crossley and Lloyd (2019), section 4.2.
func TestParameters(t *testing.T) {
	solvertest.Parameters(t, New, solvertest.Ants("0.2", "0.001", map[string]solvertest.Values{
		"scheme": {Default: "shuffled", Good: []string{"raster", "largest-first", "smallest-first", "furthest", "nearest"}, Bad: []string{"x"}},
	}))
}

// What the paper's construction takes for granted: boards on which it would
// call a wrong board solved, and boards without anything to do.
func TestOddBoards(t *testing.T) {
	run := solver.Run{Seed: 1, Budget: solver.Iterations(50)}
	for name, c := range map[string]struct {
		p    *nurikabe.Puzzle
		want solver.Status
	}{
		"corner cut off":     {newPuzzle(t, 3, 3, 0, 1, 0, 1, 0, 0, 0, 0, 0), solver.Exhausted},
		"corner taken":       {newPuzzle(t, 2, 2, 2, 0, 0, 0), solver.Solved},
		"clues that touch":   {newPuzzle(t, 1, 3, 1, 1, 0), solver.Exhausted},
		"clue too large":     {newPuzzle(t, 2, 2, 9, 0, 0, 0), solver.Exhausted},
		"nothing to do":      {newPuzzle(t, 1, 3, 0, 1, 0), solver.Exhausted},
		"solved from start":  {newPuzzle(t, 1, 2, 1, 0), solver.Solved},
		"all of the board":   {newPuzzle(t, 1, 1, 1), solver.Solved},
		"no clue, too black": {newPuzzle(t, 2, 2, 0, 0, 0, 0), solver.Exhausted},
	} {
		for _, engine := range Schemes() {
			out := solvertest.Solve(t, engine.(*Solver), c.p, run)
			alltest.Check(t, out.Status == c.want, "%s, %s: %s, want %s (cost %v)", name, engine.Describe().Label(), out.Status, c.want, out.Cost)
		}
	}
}

func TestRefusals(t *testing.T) {
	wide := make([]int, nurikabe.MaxCells)
	wide[0] = 1
	for name, p := range map[string]*nurikabe.Puzzle{
		"unknown clue": newPuzzle(t, 1, 3, nurikabe.Unknown, 0, 0),
		"too large":    newPuzzle(t, 1, nurikabe.MaxCells, wide...),
	} {
		_, err := New().Solve(t.Context(), p, solver.Run{})
		alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "%s: %v", name, err)
	}
}

// The paper's puzzles of 10×10 fall within a second, ids 0001 to 0003.
func TestPaperInstances(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip(sets.DataEnv + " names no folder with the paper's instances")
	}
	for _, item := range nurikabes.Kind.MustOpen("janko-911").Take(3).Items {
		out := solvertest.Solve(t, New(), item, solver.Run{Seed: 1, Budget: solver.Iterations(20000)})
		alltest.Check(t, out.Status == solver.Solved, "%s: %s, cost %v", item.ID(), out.Status, out.Cost)
	}
}
