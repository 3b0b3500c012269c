// Package generate makes Sudoku puzzles of every size.
//
//  1. Fill: the boxes on the diagonal are filled at random and the complete
//     solver fills the rest; rows and columns are shuffled; then come many
//     Kempe exchanges: the cells of two digits fall into closed chains, in each
//     of which the two may be swapped. (To start from the pattern of shifted
//     rows instead was tried: on 25×25 each of its chains has 10 or 50 cells,
//     and no number of exchanges changes that.)
//  2. Dig: givens are taken away in random order, each only if the solution
//     stays the only one (and, where a grade is asked for, if the techniques of
//     that grade still suffice), until none can go or enough are gone.
//
// Puzzles by share ([Options.Fixed]) are another kind: cells of a solved board
// are opened at random until so many per cent are left, as Lloyd and Amos made
// their general instances ("Solving Sudoku with Ant Colony Optimization", 2018,
// section V). Those have a solution, and often many.
//
// Its opinion: what is claimed of a puzzle is proved before it is given out.
//
// Its limits: solved boards are not drawn evenly from all there are. Minimal
// puzzles of 25×25 take minutes, and those of 36×36 are out of reach; where a
// proof takes more than [Options.Effort], the given stays (25×25 with an effort
// of 1000: 275 givens in 16 s).
package generate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/sudokus"
)

// version goes into manifests: the same options give the same puzzles with the
// same version only.
const version = 1

// errNotFound is wrapped by the error for options that no board met in
// [attempts] attempts, such as a hard puzzle of 4×4.
var errNotFound = errors.New("no such puzzle found")

// attempts is the number of solved boards that are dug out for one puzzle.
const attempts = 2000

// Options say what to make.
type Options struct {
	// Boxes is the size of boxes, from 2×2 to 6×6; zero means 3×3.
	Boxes puzzle.Size
	// Count is the number of puzzles; 0 means 1.
	Count int
	// Seed determines everything random. Puzzle k of a seed does not depend on
	// Count.
	Seed uint64
	// Givens is the number of givens of a puzzle with one solution; 0 means
	// as few as can be: every one of them is needed, for the solution to be
	// the only one or for the grade.
	Givens int
	// Fixed, where it is not 0, is the share of cells to give in per cent, and
	// nothing is promised but a solution. It excludes Givens, Difficulty and
	// Symmetry.
	Fixed float64
	// Difficulty is the grade that puzzles must have: "easy", "medium",
	// "hard" or "extreme" (see package exact), or "" for any.
	Difficulty string
	// Symmetry says where givens stand: "" or "none" anywhere, else so that a
	// half turn ("rotation"), a quarter turn ("quarter"), swapping left and
	// right ("mirror") or transposing the board ("diagonal") brings givens
	// onto givens.
	Symmetry string
	// Effort is the number of guesses and conflicts that the proof for one
	// given may take; 0 is no limit.
	Effort int64
}

// flags defines a flag for each option.
func (o *Options) flags(flags *flag.FlagSet) {
	flags.Func("boxes", "rows and columns of a box as `RxC`, 2x2 to 6x6; 3x3, which makes boards of 9x9, by default", func(text string) (err error) {
		o.Boxes, err = puzzle.ParseSize(text)
		return err
	})
	flags.IntVar(&o.Count, "count", 1, "number of puzzles")
	flags.Uint64Var(&o.Seed, "seed", 1, "determines everything random; puzzle k of a seed does not depend on the count")
	flags.IntVar(&o.Givens, "givens", 0, "number of givens; 0: as few as possible")
	flags.Float64Var(&o.Fixed, "fixed", 0, "`PERCENT` of the cells that are given; the solution need not be the only one")
	flags.StringVar(&o.Difficulty, "difficulty", "", "the `GRADE` of the puzzles: easy (singles), medium (locked digits, pairs, triples), hard (fish, wings, colouring, quads) or extreme (trial and error); any by default")
	flags.StringVar(&o.Symmetry, "symmetry", "none", "symmetry of the givens: none, rotation, quarter, mirror or diagonal")
	flags.Int64Var(&o.Effort, "effort", 0, "limit of guesses and conflicts for the proof for one given, for boards above 20x20; 0: no limit")
}

// boxes is the size of boxes, the default included.
func (o *Options) boxes() puzzle.Size {
	if o.Boxes == (puzzle.Size{}) {
		return puzzle.Size{Rows: 3, Cols: 3}
	}
	return o.Boxes
}

// grade is the grade asked for.
func (o *Options) grade() exact.Grade {
	g, _ := exact.ParseGrade(o.Difficulty) // checked before
	return g
}

func (o *Options) check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("generate: %w: %s", sets.ErrOptions, fmt.Sprintf(format, args...))
	}
	if err := sudoku.CheckBox(o.boxes()); err != nil {
		return fail("%v", err)
	}
	cells := sudoku.LayoutOf(o.boxes()).Size().Cells()
	if o.Count < 0 {
		return fail("a count of %d", o.Count)
	}
	if o.Givens < 0 || o.Givens > cells {
		return fail("%d givens: expected 0 to %d", o.Givens, cells)
	}
	if !(o.Fixed >= 0 && o.Fixed <= 100) {
		return fail("%v %% fixed: expected 0 to 100", o.Fixed)
	}
	if o.Fixed > 0 && (o.Givens > 0 || o.Difficulty != "" || o.Symmetry != "" && o.Symmetry != "none") {
		return fail("fixed goes with no number of givens, difficulty or symmetry")
	}
	if o.Difficulty != "" {
		if _, err := exact.ParseGrade(o.Difficulty); err != nil {
			return fail("%v", err)
		}
	}
	if o.Effort < 0 {
		return fail("an effort of %d", o.Effort)
	}
	if _, err := orbits(2, o.Symmetry); err != nil {
		return err
	}
	return nil
}

func begin(o *Options) (string, func(context.Context, int, puzzle.Set) (puzzle.Item, error), error) {
	one := func(ctx context.Context, k int, _ puzzle.Set) (puzzle.Item, error) { return one(ctx, o, k) }
	return fmt.Sprintf("%v-%d", o.boxes(), o.Seed), one, nil
}

// one makes puzzle number k.
func one(ctx context.Context, o *Options, k int) (puzzle.Item, error) {
	d := &digger{
		ctx: ctx, o: o, id: fmt.Sprintf("%v-%d-%d", o.boxes(), o.Seed, k+1), l: sudoku.LayoutOf(o.boxes()),
		r: rand.New(solver.NewPCG(solver.Seed(o.Seed, puzzle.Hash{}, "generate", k))),
	}
	for range attempts {
		if err := ctx.Err(); err != nil {
			return puzzle.Item{}, err
		}
		var err error
		if d.solution, err = fill(d.ctx, d.r, d.l); err != nil {
			return puzzle.Item{}, err
		}
		d.givens = append(d.givens[:0], d.solution...)
		var ok bool
		if o.Fixed > 0 {
			ok, err = true, nil
			d.open(int(math.Ceil(float64(len(d.givens)) * o.Fixed / 100)))
		} else {
			ok, err = d.dig()
		}
		if err != nil {
			return puzzle.Item{}, err
		}
		if ok {
			return d.item()
		}
	}
	return puzzle.Item{}, fmt.Errorf("generate: %w in %d attempts: %s", errNotFound, attempts, d.id)
}

// Generator makes puzzles with a solution each, which is proved to be the only
// one unless Fixed is given, and with their grade where the board is no larger
// than 16×16 or a grade is asked for. It reads manifests and makes their files
// again, too.
var Generator = sets.Generator[Options]{
	Kind:    sudokus.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Begin:   begin,
}
