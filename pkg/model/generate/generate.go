// Package generate makes puzzles of declared kinds, each with one solution.
//
//  1. Base: a text without clues, but with what the kind needs besides: regions, walls.
//  2. Solution: the search of package theory on that text, in random order and with random phases.
//  3. Clues: all that fit the solution, found by trying signs against the rules, or written by
//     the kind.
//  4. Repair: where a kind has next to no clues, borders of regions move until every other
//     solution is excluded.
//  5. Reduction: clues are taken away in random order while the solution is still proved to be the only
//     one. None that could go stays.
//
// Boards of more than 400 cells take the same steps in other ways. Some kinds plant base and solution together. One
// text tries a sign in all places. Where random regions leave no solution they are laid out one by one, each with a
// solution of what is near. If other solutions differ, base and solution are redrawn in many small windows at once. A
// window that got worse keeps what it had. Planted loops change corner by corner there, with the regions along them, and
// planted areas are replaced. A window is declared with the rest of the board known ([model.Kind.Near]), so that a search there has
// nothing else. In kinds with next to no clues the solution stays, and borders move until none of the other
// solutions that were met obeys them. All these are asked for other solutions square by square first.
// Clues go tile by tile. A search near the tile says which are needed, and one of the
// whole board, with a condition for each clue, proves the rest. The result is proved once more as a whole. A clue
// stays where a proof takes long, and where the number of proofs is spent. The version counts what changes
// small boards; large ones, and small ones that only these means find, may change without it.
//
// Its opinion: the rules say all that there is to know about clues, too: a clue fits where the solution
// obeys it.
//
// Its limits: difficulty is not asked for. Large boards keep clues that could go. Boards of 25×25 with loops take
// some seconds. Of 50×50, some kinds take half a minute or more. Star Battle has two stars a line above 20 rows.
package generate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// version goes into manifests: the same options give the same puzzles with the same version
// only.
const version = 1

// errNotFound is wrapped by the error for options that nothing met in [attempts] attempts.
var errNotFound = errors.New("no such puzzle found")

// attempts is the number of solutions that are tried for one puzzle, and more that of those that are tried then by the means of
// large boards.
const attempts, more = 2000, 50

// Options say what to make.
type Options struct {
	// Size are the rows and columns that the first line of the text says.
	Size puzzle.Size
	// Count is the number of puzzles; 0 means 1.
	Count int
	// Seed determines everything random. Puzzle k of a seed does not depend on Count.
	Seed uint64
	// Clues is the share of places, in per cent, below which no clue is taken away; 0 takes away all
	// that can go.
	Clues float64
	// Name is what ids begin with; "" is the size and the seed.
	Name string
	// Progress, unless it is nil, is told what is done within a large puzzle, now and then.
	Progress func(done string)
}

// Tell is how a command asks for [Options.Progress].
func (o *Options) Tell(progress func(done string)) { o.Progress = progress }

// Generator makes puzzles of a kind that says how: its Make is not nil.
func Generator(kind *model.Kind) sets.Generator[Options] {
	if kind.Make == nil {
		panic("generate: " + kind.Name + " does not say how its puzzles are made: its Make is nil")
	}
	return sets.Generator[Options]{
		Kind: notation.Of(kind, nil), Version: version,
		Flags: func(o *Options, flags *flag.FlagSet) {
			flags.IntVar(&o.Size.Rows, "rows", kind.Make.Size.Rows, "rows, as the first line of the puzzle says them")
			flags.IntVar(&o.Size.Cols, "cols", kind.Make.Size.Cols, "columns")
			flags.IntVar(&o.Count, "count", 1, "number of puzzles")
			flags.Uint64Var(&o.Seed, "seed", 1, "determines everything random; puzzle k of a seed does not depend on the count")
			flags.Float64Var(&o.Clues, "clues", 0, "`PERCENT` of the places that keep a clue, more if the puzzle needs more; 0: as few as possible")
			flags.StringVar(&o.Name, "name", "", "what ids begin with; by default the size and the seed")
		},
		Check: func(o *Options) error { return o.check(kind) },
		Count: func(o *Options) int { return max(o.Count, 1) },
		Begin: func(o *Options) (string, func(context.Context, int, puzzle.Set) (puzzle.Item, error), error) {
			return o.name(), func(ctx context.Context, k int, before puzzle.Set) (puzzle.Item, error) {
				return makeOne(ctx, kind, o, k, before)
			}, nil
		},
	}
}

// mostCells bounds boards. The quick kinds take minutes there.
const mostCells = 10_000

func (o *Options) check(kind *model.Kind) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("generate: %w: %s", sets.ErrOptions, fmt.Sprintf(format, args...))
	}
	if o.Size == (puzzle.Size{}) {
		o.Size = kind.Make.Size
	}
	switch {
	case o.Size.Rows < 3 || o.Size.Cols < 3 || o.Size.Cells() > mostCells:
		return fail("a board of %v: expected 3x3 to %d cells", o.Size, mostCells)
	case o.Count < 0:
		return fail("a count of %d", o.Count)
	case !(o.Clues >= 0 && o.Clues <= 100):
		return fail("clues in %v %% of the places: expected 0 to 100", o.Clues)
	case strings.ContainsAny(o.Name, " \t\n"):
		return fail("a name with blanks: %q", o.Name)
	}
	if kind.Make.Sizes != nil {
		if err := kind.Make.Sizes(o.Size); err != nil {
			return fail("a board of %v: %v", o.Size, err)
		}
	}
	return nil
}

// name is what ids begin with.
func (o *Options) name() string {
	if o.Name != "" {
		return o.Name
	}
	return fmt.Sprintf("%v-%d", o.Size, o.Seed)
}

// makeOne makes puzzle number k, which is none of those before it.
func makeOne(ctx context.Context, kind *model.Kind, o *Options, k int, before puzzle.Set) (puzzle.Item, error) {
	r := rand.New(solver.NewPCG(solver.Seed(o.Seed, puzzle.Hash{}, fmt.Sprintf("generate %s %v", kind.Name, o.Size), k)))
	id := fmt.Sprintf("%s-%d", o.name(), k+1)
	for attempt := range attempts + more {
		d := &draft{ctx: ctx, kind: kind, how: kind.Make, r: r, patience: patience, id: id, attempt: attempt, progress: o.Progress}
		item, ok, err := d.item(id, o)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return puzzle.Item{}, err
		}
		if ok && !slices.ContainsFunc(before.Items, func(other puzzle.Item) bool { return other.Hash() == item.Hash() }) {
			return item, nil
		}
	}
	return puzzle.Item{}, fmt.Errorf("generate: %w in %d attempts: %s %s", errNotFound, attempts+more, kind.Name, id)
}
