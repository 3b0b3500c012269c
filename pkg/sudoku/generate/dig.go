package generate

import (
	"context"
	"math/rand/v2"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/exact"
)

// digger makes one puzzle.
type digger struct {
	ctx              context.Context
	o                *Options
	id               string
	l                *sudoku.Layout
	r                *rand.Rand
	solution, givens []uint8
}

// open opens cells at random until so many givens are left.
func (d *digger) open(left int) {
	for _, c := range d.r.Perm(len(d.givens))[left:] {
		d.givens[c] = puzzle.Unset
	}
}

// dig takes givens away, as far as they can go. ok is false where the puzzle
// that is left is not what was asked for.
func (d *digger) dig() (ok bool, err error) {
	all, err := orbits(d.l.N, d.o.Symmetry)
	if err != nil {
		return false, err
	}
	left := len(d.givens)
	for _, k := range d.r.Perm(len(all)) {
		if left-len(all[k]) < d.o.Givens {
			continue
		}
		gone, err := d.take(all[k])
		if err != nil {
			return false, err
		}
		if gone {
			left -= len(all[k])
		}
	}
	if d.o.Givens > 0 && left != d.o.Givens {
		return false, nil
	}
	if d.o.Difficulty == "" {
		return true, nil
	}
	p, err := d.puzzle()
	if err != nil {
		return false, err
	}
	grade, err := exact.GradeOf(d.ctx, p)
	return grade == d.o.grade(), err
}

// take takes the givens of some cells away, if that is allowed.
func (d *digger) take(cells []int) (gone bool, err error) {
	taken := 0
	for _, c := range cells {
		var ok bool
		if ok, err = d.needless(c); !ok || err != nil {
			break
		}
		d.givens[c] = puzzle.Unset
		taken++
	}
	if taken == len(cells) {
		gone, err = d.solvable()
	}
	if !gone {
		for _, c := range cells[:taken] {
			d.givens[c] = d.solution[c]
		}
	}
	return gone, err
}

// needless says whether the solution stays the only one without a given.
func (d *digger) needless(c int) (bool, error) {
	if d.hardest() < exact.Trial {
		return true, nil // solvable will prove it
	}
	droppable, decided, err := exact.Droppable(d.ctx, d.l, d.givens, c, d.o.Effort)
	return droppable && decided, err
}

// solvable says whether the techniques of the grade asked for suffice, if they
// are limited at all.
func (d *digger) solvable() (bool, error) {
	hardest := d.hardest()
	if hardest >= exact.Trial {
		return true, nil
	}
	p, err := d.puzzle()
	if err != nil {
		return false, err
	}
	trace, err := exact.ExplainUpTo(d.ctx, p, hardest)
	return trace.Status == solver.Unique, err
}

// hardest is the hardest technique that the grade asked for allows.
func (d *digger) hardest() exact.Technique {
	if d.o.Difficulty == "" {
		return exact.Search
	}
	hardest := exact.NoTechnique
	for _, t := range exact.Techniques() {
		if t.Grade() <= d.o.grade() {
			hardest = t
		}
	}
	return hardest
}

func (d *digger) puzzle() (*sudoku.Puzzle, error) { return sudoku.New(d.id, d.l.Box, d.givens) }

// largestGraded is the side of the largest boards that are graded without
// being asked.
const largestGraded = 16

// item is the puzzle with its solution and its grade.
func (d *digger) item() (puzzle.Item, error) {
	p, err := d.puzzle()
	if err != nil {
		return puzzle.Item{}, err
	}
	item := puzzle.Item{Puzzle: p, Solution: puzzle.Grid{Size: p.Size(), Values: d.solution}}
	if d.o.Fixed == 0 && (d.o.Difficulty != "" || p.N() <= largestGraded) {
		grade, err := exact.GradeOf(d.ctx, p)
		if err != nil {
			return puzzle.Item{}, err
		}
		item.Grade = grade.String()
	}
	return item, nil
}
