// Package generate makes Nurikabe instances with exactly one solution.
//
//  1. Build: blocks of wall are broken by small islands until a valid board is
//     there; every island gets a clue.
//  2. Repair: the complete solver finds the cells in which other solutions
//     differ, and the board is changed there (a clue moves, an island grows,
//     shrinks, or is founded), until there is no other solution. Changes after
//     which more cells differ are taken back.
//  3. Coarsen: random changes, most of which join islands, are kept as long as
//     the solution stays the only one, until the islands are as large as
//     wanted or no time is left.
//
// Planted instances (Options.Planted) leave out the second step, and in the third one
// keep every change: they may have several solutions. They are good for comparing engines
// that end at any board that obeys the rules. They are no puzzles for people, and a complete
// engine may not end on them: it has to find a second solution or prove that there is none.
//
// Its opinion: instances with large islands are reached from such with small
// ones, through instances that have one solution all the way. Building large
// islands at once and repairing them was tried: at 6 cells of the board for
// each island it took 135 repairs for a 10×10 board, and 300 times as long as
// at 4.4.
//
// Its limits: boards of at least 3×3 cells. The grades are those of package
// exact; nothing is said about how hard an instance is for people.
package generate

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// version goes into manifests: the same options give the same instances with
// the same version only.
const version = 1

// Options say what to make.
type Options struct {
	// Size is the board's size, 3×3 at least.
	Size puzzle.Size
	// Count is the number of instances; 0 means 1.
	Count int
	// Seed determines everything random. Instance k of a seed does not depend
	// on Count.
	Seed uint64
	// Difficulty is the grade that instances must have: "deduction", "trial"
	// or "learning" (see package exact), or "" for any. Boards are made until
	// one has it: small boards of grade "learning" are rare or do not exist,
	// and the context is what ends the search for them.
	Difficulty string
	// Symmetry says where clues stand: "" or "none" anywhere, "rotation" so
	// that half a turn brings clues onto clues, "mirror" so that swapping left
	// and right does.
	Symmetry string
	// Spread is the number of cells of the board for each island to aim at;
	// from 3.5 to about 7 it is usually reached. 0 means another one for each
	// instance, from 4 to 7. Larger values take longer, and the number of
	// changes that are tried is limited.
	Spread float64
	// Planted makes boards that may have more than one solution: the one that the clues
	// were taken from, and others. Their islands can be of any size, and so can Spread; 0
	// means from 8 to 32. Boards above 400 cells come to about 14 at most. They have no grade, and Difficulty is to be "".
	Planted bool
}

// flags defines a flag for each option.
func (o *Options) flags(flags *flag.FlagSet) {
	flags.Func("size", "rows and columns of the board as `RxC`, such as 10x12; at least 3x3", func(text string) (err error) {
		o.Size, err = puzzle.ParseSize(text)
		return err
	})
	flags.IntVar(&o.Count, "count", 1, "number of puzzles")
	flags.Uint64Var(&o.Seed, "seed", 1, "determines everything random; puzzle k of a seed does not depend on the count")
	flags.StringVar(&o.Difficulty, "difficulty", "", "the `GRADE` of the puzzles: deduction (the rules alone), trial (try single cells) or learning (search); any by default")
	flags.StringVar(&o.Symmetry, "symmetry", "none", "symmetry of the clues: none, rotation or mirror")
	flags.Float64Var(&o.Spread, "spread", 0, "cells of the board for each island to aim at; 0: a random number for each puzzle")
	flags.BoolVar(&o.Planted, "planted", false, "allow more solutions than one, and islands of any size: boards for engines that end at any valid one, not for people")
}

func newRand(seed uint64) *rand.Rand { return rand.New(solver.NewPCG(seed)) }

func (o *Options) check() error {
	if o.Size.Rows < 3 || o.Size.Cols < 3 || o.Size.Cells() > nurikabe.MaxCells {
		return fmt.Errorf("generate: %w: a board of %v: expected 3x3 to %d cells", sets.ErrOptions, o.Size, nurikabe.MaxCells)
	}
	if o.Count < 0 {
		return fmt.Errorf("generate: %w: a count of %d", sets.ErrOptions, o.Count)
	}
	if o.Difficulty != "" {
		if _, err := exact.ParseGrade(o.Difficulty); err != nil {
			return fmt.Errorf("generate: %w: %w", sets.ErrOptions, err)
		}
	}
	if o.Planted && o.Difficulty != "" {
		return fmt.Errorf("generate: %w: planted puzzles have no difficulty, found %q", sets.ErrOptions, o.Difficulty)
	}
	if _, err := images(o.Size, o.Symmetry); err != nil {
		return err
	}
	if !(o.Spread >= 0) {
		return fmt.Errorf("generate: %w: a spread of %v", sets.ErrOptions, o.Spread)
	}
	return nil
}

// images returns the function that lists a cell and its images.
func images(size puzzle.Size, symmetry string) (func(int32, []int32) []int32, error) {
	var image func(c int32) int32
	n, cols := int32(size.Cells()), int32(size.Cols)
	switch symmetry {
	case "", "none":
		return func(c int32, out []int32) []int32 { return append(out, c) }, nil
	case "rotation":
		image = func(c int32) int32 { return n - 1 - c }
	case "mirror":
		image = func(c int32) int32 { return c - c%cols + cols - 1 - c%cols }
	default:
		return nil, fmt.Errorf("generate: %w: symmetry %q: expected none, rotation or mirror", sets.ErrOptions, symmetry)
	}
	return func(c int32, out []int32) []int32 {
		out = append(out, c)
		if d := image(c); d != c {
			out = append(out, d)
		}
		return out
	}, nil
}

func begin(o *Options) (string, func(context.Context, int, puzzle.Set) (puzzle.Item, error), error) {
	one := func(ctx context.Context, k int, _ puzzle.Set) (puzzle.Item, error) { return one(ctx, o, k) }
	return fmt.Sprintf("%v-%d", o.Size, o.Seed), one, nil
}

// one makes instance number k.
func one(ctx context.Context, o *Options, k int) (puzzle.Item, error) {
	r := newRand(solver.Seed(o.Seed, puzzle.Hash{}, "generate", k))
	im, err := images(o.Size, o.Symmetry)
	if err != nil {
		return puzzle.Item{}, err
	}
	m := &maker{
		ctx: ctx, id: fmt.Sprintf("%v-%d-%d", o.Size, o.Seed, k+1), spread: o.Spread,
		board: newBoard(o.Size, im, r),
	}
	if o.Difficulty != "" {
		if m.want, err = exact.ParseGrade(o.Difficulty); err != nil {
			return puzzle.Item{}, err
		}
	}
	if o.Planted {
		return m.plant()
	}
	if m.spread == 0 {
		m.spread = 4 + float64(3*r.Float64())
	}
	for {
		if err := ctx.Err(); err != nil {
			return puzzle.Item{}, err
		}
		if !m.board.build(founded) {
			continue
		}
		if ok, err := m.repair(); err != nil {
			return puzzle.Item{}, err
		} else if !ok {
			continue
		}
		if ok, err := m.coarsen(); ok || err != nil {
			return m.item, err
		}
	}
}
