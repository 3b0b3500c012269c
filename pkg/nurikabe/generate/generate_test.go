package generate

import (
	"context"
	"errors"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

func size(t *testing.T, text string) puzzle.Size {
	s := alltest.Must(puzzle.ParseSize(text))(t)
	return s
}

// TestPlanted sees that planted boards have their solution, and islands as large as wanted.
func TestPlanted(t *testing.T) {
	for _, o := range []Options{
		{Size: size(t, "10x10"), Count: 20, Spread: 25, Planted: true},
		{Size: size(t, "9x13"), Count: 20, Planted: true},
		{Size: size(t, "15x15"), Count: 5, Spread: 15, Symmetry: "rotation", Planted: true},
		{Size: size(t, "20x30"), Count: 1, Spread: 12, Planted: true},
		{Size: size(t, "60x60"), Count: 1, Spread: 32, Planted: true}, // more than any board of this size has
	} {
		o.Seed = 3
		for _, item := range puzzletest.Made(t, Generator, o).Items {
			broken := item.Puzzle.Check(item.Solution)
			alltest.Check(t, len(broken) == 0, "%s: %v", item.ID(), broken)
			want := o.Spread
			if want == 0 {
				want = 8
			}
			if item.Size().Cells() > 3000 {
				want = 10
			}
			n := len(item.Puzzle.(*nurikabe.Puzzle).ClueCells())
			alltest.Check(t, float64(item.Size().Cells()) >= want*float64(n) || n <= 1, "%s: %d islands", item.ID(), n)
		}
	}
	_, err := Generator.Make(context.Background(), Options{Size: size(t, "5x5"), Difficulty: "trial", Planted: true}, nil)
	alltest.Check(t, errors.Is(err, sets.ErrOptions), "%v", err)
}

// TestInstances makes some of every kind and asks for all that is promised.
func TestInstances(t *testing.T) {
	for _, o := range []Options{
		{Size: size(t, "3x3"), Count: 5},
		{Size: size(t, "3x11"), Count: 5},
		{Size: size(t, "9x4"), Count: 5},
		{Size: size(t, "8x8"), Count: 4, Difficulty: "deduction"},
		{Size: size(t, "8x8"), Count: 4, Difficulty: "trial"},
		{Size: size(t, "9x9"), Count: 1, Difficulty: "learning", Spread: 7},
		{Size: size(t, "8x8"), Count: 6, Symmetry: "rotation"},
		{Size: size(t, "7x9"), Count: 6, Symmetry: "rotation"},
		{Size: size(t, "8x8"), Count: 6, Symmetry: "mirror"},
		{Size: size(t, "8x7"), Count: 6, Symmetry: "mirror"},
		{Size: size(t, "10x10"), Count: 6, Spread: 7},
		{Size: size(t, "20x20"), Count: 1, Spread: 4},
	} {
		o.Seed = 11
		set := puzzletest.Made(t, Generator, o)
		alltest.Check(t, set.Len() == o.Count, "%+v: %d instances", o, set.Len())
		for _, item := range set.Items {
			out := alltest.Must(exact.New().Solve(context.Background(), item, solver.Run{}))(t)
			alltest.Check(t, out.Status == solver.Unique && out.Best.Equal(item.Solution), "%+v: %s is %s", o, item.ID(), out.Status)
			if got := exact.GradeOf(out).String(); got != item.Grade || o.Difficulty != "" && got != o.Difficulty {
				t.Errorf("%+v: %s has grade %q, is said to have %q", o, item.ID(), got, item.Grade)
			}
			p := item.Puzzle.(*nurikabe.Puzzle)
			for _, c := range p.ClueCells() {
				at := p.Size().At(c)
				switch o.Symmetry {
				case "rotation":
					at = puzzle.Cell{Row: o.Size.Rows - 1 - at.Row, Col: o.Size.Cols - 1 - at.Col}
				case "mirror":
					at.Col = o.Size.Cols - 1 - at.Col
				}
				alltest.Check(t, p.Clue(p.Size().Index(at)) != 0, "%+v: %s has a clue at %v and none at %v", o, item.ID(), p.Size().At(c), at)
			}
		}
	}
}

func TestPromises(t *testing.T) {
	puzzletest.Repeats(t, Generator, func(seed uint64, count int) Options {
		return Options{Size: size(t, "8x9"), Count: count, Seed: seed}
	})
	// What cannot be had is looked for until the context ends.
	puzzletest.Cancels(t, Generator, Options{Size: size(t, "6x6"), Count: 1000}, Options{Size: size(t, "3x3"), Difficulty: "learning"})
	five := size(t, "5x5")
	puzzletest.WrongOptions(t, Generator, map[string]Options{
		"a board of 0x0: expected 3x3 to 65535 cells": {},
		"a board of 2x9":      {Size: puzzle.Size{Rows: 2, Cols: 9}},
		"a board of 300x300":  {Size: puzzle.Size{Rows: 300, Cols: 300}},
		"a count of -1":       {Size: five, Count: -1},
		`grade "fiendish"`:    {Size: five, Difficulty: "fiendish"},
		`symmetry "diagonal"`: {Size: five, Symmetry: "diagonal"},
		"a spread of -1":      {Size: five, Spread: -1},
	})
}

// TestBoard makes random changes and holds the board's own tests of
// connectivity against the rules.
func TestBoard(t *testing.T) {
	for _, symmetry := range []string{"none", "rotation", "mirror"} {
		im := alltest.Must(images(size(t, "9x9"), symmetry))(t)
		b := newBoard(size(t, "9x9"), im, newRand(3))
		for range 20 {
			if !b.build(2) {
				continue
			}
			for range 60 {
				b.save()
				if b.r.IntN(3) == 0 {
					b.mend([]int32{b.r.Int32N(81)})
				} else if !b.change() {
					b.restore()
				}
				p, solution, err := b.puzzle("x")
				alltest.OK(t, err)
				if broken := p.Check(solution); len(broken) > 0 {
					t.Fatalf("symmetry %s: %v\n%s", symmetry, broken, strings.Join(p.Rows(solution), "\n"))
				}
			}
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, text := range []string{"10x10", "20x20"} {
		b.Run(text, func(b *testing.B) {
			s := alltest.Must(puzzle.ParseSize(text))(b)
			seed := uint64(0)
			for b.Loop() {
				seed++
				alltest.Must(Generator.Make(context.Background(), Options{Size: s, Seed: seed}, nil))(b)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "instances/s")
		})
	}
}
