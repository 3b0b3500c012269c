package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// palette is a palette of so many colours beside the background.
func palette(colours int) []nonogram.Ink {
	inks := nonogram.BlackAndWhite()
	for len(inks) <= colours {
		inks = append(inks, nonogram.Ink{Name: fmt.Sprint("ink ", len(inks)), RGB: [3]uint8{uint8(40 * len(inks)), 0, 0}})
	}
	return inks
}

// small is a random small puzzle: the clues of a random picture, in some cases
// with two rows exchanged or the columns of another picture, so that some have
// no solution.
func small(random *rand.Rand, most, colours int) *nonogram.Puzzle {
	size := puzzle.Size{Rows: 1 + random.IntN(most), Cols: 1 + random.IntN(most)}
	fill := random.Float64()
	picture := func() puzzle.Grid {
		g := puzzle.NewGrid(size, nonogram.Blank)
		for i := range g.Values {
			if random.Float64() < fill {
				g.Values[i] = uint8(1 + random.IntN(colours))
			}
		}
		return g
	}
	p, err := nonogram.FromPicture("small", picture(), palette(colours))
	if err != nil {
		panic(err)
	}
	var rows, cols []nonogram.Clue
	for r := range size.Rows {
		rows = append(rows, p.Row(r))
	}
	for c := range size.Cols {
		cols = append(cols, p.Col(c))
	}
	switch random.IntN(4) {
	case 0:
		i, j := random.IntN(size.Rows), random.IntN(size.Rows)
		rows[i], rows[j] = rows[j], rows[i]
	case 1:
		i, j := random.IntN(size.Cols), random.IntN(size.Cols)
		cols[i], cols[j] = cols[j], cols[i]
	}
	p, err = nonogram.New("small", rows, cols, palette(colours))
	if err != nil {
		panic(err)
	}
	return p
}

// TestVerdicts compares every verdict with the oracle's on small boards.
func TestVerdicts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[string]int{}
	engines := []*Solver{New(), {Proof: true}, {Proof: true, Probe: true}, {Proof: true, Learn: true}, {Proof: true, Learn: true, Complete: true}}
	for round := range 12000 {
		colours := 1
		if round%2 == 1 {
			colours = 2 + random.IntN(2)
		}
		p := small(random, 8, colours)
		want := [3]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[len(nonogramtest.Solutions(p, 2))]
		for i, e := range engines {
			out, err := e.Solve(context.Background(), p, solver.Run{})
			alltest.Require(t, err == nil, "engine %d: %v", i, err)
			alltest.Require(t, out.Status == want,
				"engine %d, %v in %d colours: %s, want %s\n%v", i, p.Size(), colours, out.Status, want, describe(p))
			seen[fmt.Sprint(want, " ", GradeOf(out), " ", colours > 1)]++
		}
	}
	for want, least := range map[string]int{
		"unique line false": 1000, "unique probe false": 5, "unsolvable line false": 1000, "unsolvable probe false": 2, "multiple search false": 1000,
		"unique line true": 1000, "unique probe true": 1, "unsolvable line true": 1000, "multiple search true": 1000,
	} {
		alltest.Check(t, seen[want] >= least, "too few with %s: %v", want, seen)
	}
}

func describe(p *nonogram.Puzzle) string {
	text := ""
	for i := range p.Lines() {
		text += p.Line(i).String() + "\n"
	}
	return text
}

// solve solves without limits.
func solve(t *testing.T, e *Solver, p puzzle.Puzzle) solver.Outcome {
	t.Helper()
	out := alltest.Must(e.Solve(context.Background(), p, solver.Run{}))(t)
	return out
}
