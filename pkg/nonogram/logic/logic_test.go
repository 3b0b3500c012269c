package logic_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// random makes a puzzle from a picture of filled and blank rectangles, or, every
// third time, of noise.
func random(t *testing.T, r *rand.Rand, size puzzle.Size, colours int) *nonogram.Puzzle {
	t.Helper()
	picture := puzzle.NewGrid(size, nonogram.Blank)
	for range 1 + r.IntN(1+size.Cells()/3) {
		colour := uint8(r.IntN(colours + 1))
		top, left := r.IntN(size.Rows), r.IntN(size.Cols)
		for row := top; row < min(top+1+r.IntN(4), size.Rows); row++ {
			for col := left; col < min(left+1+r.IntN(4), size.Cols); col++ {
				picture.Values[row*size.Cols+col] = colour
			}
		}
	}
	if noise := 0.4 + 0.3*r.Float64(); r.IntN(3) == 0 {
		for i := range picture.Values {
			picture.Values[i] = nonogram.Blank
			if r.Float64() < noise {
				picture.Values[i] = uint8(1 + r.IntN(colours))
			}
		}
	}
	p := alltest.Must(nonogram.FromPicture("random", picture, make([]nonogram.Ink, colours+1)))(t)
	return p
}

// brute lists what each cell is in all solutions of a small puzzle: a set of
// colours, empty where there is no solution.
func brute(p *nonogram.Puzzle) []deduction.Colours {
	cells := make([]deduction.Colours, p.Size().Cells())
	for _, board := range nonogramtest.Solutions(p, math.MaxInt) {
		for i, v := range board.Values {
			cells[i] |= deduction.Only(v)
		}
	}
	return cells
}

// TestNeverWrong: on small boards, with any sub-procedures and reading, no cell
// is fixed that brute force would not fix, in black and white and in colour, and
// only puzzles without solution are called unsolvable.
func TestNeverWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	statuses := map[solver.Status]int{}
	for range alltest.Of(100, 400) {
		colours := 1 + r.IntN(2)
		size := puzzle.Size{Rows: 1 + r.IntN(3), Cols: 1 + r.IntN(5-colours)}
		p := random(t, r, size, colours)
		if r.IntN(3) == 0 {
			p = nonogramtest.Crossed(t, p, random(t, r, size, colours))
		}
		want := brute(p)
		for range 4 {
			e := logic.New()
			e.Rules, e.Reading, e.Recompute = logic.Rules(r.IntN(int(logic.All)+1)), logic.Reading(r.IntN(2)), r.IntN(2) == 0
			out := solvertest.Solve(t, e, p, solver.Run{})
			statuses[out.Status]++
			if out.Status == solver.Unsolvable {
				alltest.Require(t, want[0] == 0, "%v: unsolvable, but there are solutions", e.Describe().Parameters)
				continue
			}
			for i, v := range out.Best.Values {
				if v != puzzle.Unset && want[i]&^deduction.Only(v) != 0 {
					t.Fatalf("%v: %v, but in the solutions cell %d is %v", e.Describe().Parameters, p.Rows(out.Best), i, want[i].List())
				}
			}
		}
	}
	for _, s := range []solver.Status{solver.Solved, solver.Exhausted, solver.Unsolvable} {
		alltest.Check(t, statuses[s] >= alltest.Of(12, 50), "only %d runs ended as %s", statuses[s], s)
	}
}

// within says whether all that a board says another says, too.
func within(a, b puzzle.Grid) bool {
	for i, v := range a.Values {
		if v != puzzle.Unset && v != b.Values[i] {
			return false
		}
	}
	return true
}

// TestAgainstLineSolving: on larger boards the engine never knows more than
// complete line solving, which nonogram/combinatorial is; more sub-procedures
// never know less; and the arrangements found anew before each sub-procedure
// lead to the same board.
func TestAgainstLineSolving(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	solved, behind := 0, 0
	for range 150 {
		p := random(t, r, puzzle.Size{Rows: 5 + r.IntN(11), Cols: 5 + r.IntN(11)}, 1+r.IntN(3))
		line := solvertest.Solve(t, combinatorial.New(), p, solver.Run{})
		var last puzzle.Grid
		for _, rules := range []logic.Rules{0, logic.One | logic.Two | logic.Colour, logic.All &^ logic.Five, logic.All} {
			e := logic.With(rules)
			out := solvertest.Solve(t, e, p, solver.Run{})
			alltest.Require(t, within(out.Best, line.Best), "%v: %v, but line solving comes to %v", rules, p.Rows(out.Best), p.Rows(line.Best))
			alltest.Require(t, last.IsZero() || within(last, out.Best), "%v: less than with fewer sub-procedures", rules)
			last = out.Best
			e.Recompute = true
			again := solvertest.Solve(t, e, p, solver.Run{})
			alltest.Require(t, again.Best.Equal(out.Best), "%v: %v, and found anew %v", rules, p.Rows(out.Best), p.Rows(again.Best))
		}
		strong := logic.New()
		strong.Reading = logic.Strong
		if out := solvertest.Solve(t, strong, p, solver.Run{}); !within(last, out.Best) || !within(out.Best, line.Best) {
			t.Fatalf("the strong reading comes to %v, the faithful one to %v", p.Rows(out.Best), p.Rows(last))
		}
		if line.Status == solver.Solved {
			solved++
		}
		if !last.Equal(line.Best) {
			behind++
		}
	}
	alltest.Check(t, solved >= 50 && behind != 0, "line solving solves %d puzzles, and comes further than the engine on %d", solved, behind)
}

// TestContradictions: what contradicts itself is unsolvable, not stuck.
func TestContradictions(t *testing.T) {
	block := func(n int) nonogram.Clue { return nonogram.Clue{{Length: n, Colour: 1}} }
	for name, lines := range map[string][2][]nonogram.Clue{
		"too long":                 {{{{Length: 2, Colour: 1}, {Length: 1, Colour: 1}}}, {block(1), nil, block(1)}},
		"full row, blank columns":  {{block(3)}, {block(1), nil, block(1)}},
		"all known, and wrong":     {{block(2), block(2)}, {block(2), block(1)}},
		"no arrangement is left":   {{block(1), nil, block(1)}, {block(2), nil, nil}},
		"rows want more than cols": {{block(3), block(3), block(3)}, {block(2), block(3), block(3)}},
	} {
		p := alltest.Must(nonogram.New(name, lines[0], lines[1], nil))(t)
		for _, e := range []solver.Solver{logic.New(), combinatorial.New()} {
			out := solvertest.Solve(t, e, p, solver.Run{})
			alltest.Check(t, out.Status == solver.Unsolvable && out.Best.IsZero() && out.Cost == -1, "%s: %s says %s", name, e.Describe().Engine, out.Status)
		}
	}
}

// TestColourSet: the colour extension on published colour puzzles; their
// solutions, where the files have them, agree with what is found.
func TestColourSet(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	solved := 0
	for _, item := range nonograms.Kind.MustOpen("colour").Items {
		out := solvertest.Solve(t, logic.New(), item.Puzzle, solver.Run{})
		alltest.Check(t, item.Solution.IsZero() || within(out.Best, item.Solution), "%s: not the published solution", item.ID())
		if out.Status == solver.Solved {
			solved++
		}
	}
	alltest.Check(t, solved >= 13, "%d puzzles solved, 13 of 14 were", solved)
}

// TestOpenSets: the open sets are graded; the sub-procedures solve the grade
// "logic" and no other, and what they find of a puzzle is in its solution.
func TestOpenSets(t *testing.T) {
	for _, name := range []string{"table-1", "open", "open-colour"} {
		solved := 0
		set := nonograms.Kind.MustOpen(name)
		for _, item := range set.Items {
			out := solvertest.Solve(t, logic.New(), item.Puzzle, solver.Run{})
			alltest.Check(t, within(out.Best, item.Solution), "%s: not its solution", item.ID())
			alltest.Check(t, (out.Status == solver.Solved) == (item.Grade == "logic"),
				"%s, graded %q: %s, %v cells left", item.ID(), item.Grade, out.Status, out.Cost)
			if out.Status == solver.Solved {
				solved++
			}
		}
		t.Logf("%s: %d of %d puzzles solved", name, solved, set.Len())
	}
}

func TestBudgets(t *testing.T) {
	p := random(t, rand.New(rand.NewPCG(5, 6)), puzzle.Size{Rows: 20, Cols: 20}, 1)
	all := solvertest.Solve(t, logic.New(), p, solver.Run{})
	for _, n := range []int64{1, 2, 7} {
		out := solvertest.Solve(t, logic.New(), p, solver.Run{Budget: solver.Iterations(n)})
		alltest.Check(t, all.Iterations > 7 && out.Status == solver.Exhausted && out.Iterations == n && solvertest.Statistic(t, out, "stuck") == 0 && within(out.Best, all.Best),
			"%d iterations of %d: %s after %d, %v", n, all.Iterations, out.Status, out.Iterations, out.Statistics)
	}
	out := solvertest.Solve(t, logic.New(), p, solver.Run{Budget: solver.Evaluations(5)})
	alltest.Check(t, out.Evaluations >= 5 && out.Evaluations <= 7, "5 evaluations: ended after %d", out.Evaluations)
}

// TestEventsAndExplain: the steps, and the events, lead to the outcome's board.
func TestEventsAndExplain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	rules := map[string]int{}
	for range 60 {
		p := random(t, r, puzzle.Size{Rows: 4 + r.IntN(9), Cols: 4 + r.IntN(9)}, 1+r.IntN(2))
		e := logic.New()
		if r.IntN(2) == 0 { // others leave 3 to 5 more to do
			e = logic.With(logic.Rules(r.IntN(int(logic.All) + 1)))
		}
		out, _, trace := nonogramtest.Explained(t, e, p)
		changes := 0
		for _, s := range trace.Steps {
			rules[s.Rule]++
			changes += len(s.Changes)
		}
		counted := 0.0
		for _, s := range out.Statistics[1 : len(out.Statistics)-1] { // sp1 to spc
			counted += s.Value
		}
		alltest.Require(t, p.Colours() != 1 || counted+out.Statistics[0].Value == float64(changes),
			"%v changes are counted, the steps have %d", out.Statistics, changes)
	}
	for _, rule := range []string{
		deduction.RulePreprocessing, logic.RuleOne, logic.RuleTwo, logic.RuleThree, logic.RuleFour, logic.RuleFive, logic.RuleColour,
	} {
		alltest.Check(t, rules[rule] != 0, "%s was never used", rule)
	}
}

func TestRulesText(t *testing.T) {
	for r := logic.Rules(0); r <= logic.All; r++ {
		var again logic.Rules
		err := again.Set(r.String())
		alltest.Check(t, err == nil && again == r, "%d is written %q and read as %d, %v", r, r, again, err)
	}
	for text, want := range map[string]logic.Rules{"c54321": logic.All, "31": logic.One | logic.Three} {
		var r logic.Rules
		err := r.Set(text)
		alltest.Check(t, err == nil && r == want, "%s: %v, %v", text, r, err)
	}
	for _, text := range []string{"", "6", "1 2", "none1"} {
		r := logic.One
		err := r.Set(text)
		alltest.Check(t, err != nil && r == logic.One, "%q is read as %v", text, r)
	}
	for r, want := range map[logic.Rules]string{0: "preprocessing alone", logic.All: "all sub-procedures", logic.Two: "sub-procedure 2", logic.One | logic.Two: "sub-procedures 1, 2"} {
		alltest.Check(t, r.Label() == want, "%v is called %q", r, r.Label())
	}
}

func TestErrors(t *testing.T) {
	p := random(t, rand.New(rand.NewPCG(1, 1)), puzzle.Size{Rows: 2, Cols: 2}, 1)
	for _, e := range []*logic.Solver{{Rules: logic.All + 1}, {Reading: 2}} {
		_, err := e.Solve(t.Context(), p, solver.Run{})
		alltest.Check(t, errors.Is(err, solver.ErrParameter), "%+v: %v", e, err)
		_, err = e.Explain(t.Context(), p, solver.Budget{})
		alltest.Check(t, errors.Is(err, solver.ErrParameter), "%+v: %v", e, err)
	}
}
