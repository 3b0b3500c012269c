package exact

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// values is the whole board of a deducer.
func values(d *Deducer, p *nurikabe.Puzzle) []uint8 {
	var out []uint8
	for c := range p.Size().Cells() {
		out = append(out, d.Value(c))
	}
	return out
}

// Walks over generated puzzles: what follows from cells of the only solution is of
// it, at every level; what follows from a wrong cell goes when it is taken back;
// and a cell that is settled stays.
func TestDeducer(t *testing.T) {
	r := rand.New(solver.NewPCG(3))
	wrong, refuted := 0, 0
	for _, item := range nurikabes.Kind.MustOpen("open-908").Between(1, 250).Sample(60, 2).Items {
		p, truth := item.Puzzle.(*nurikabe.Puzzle), item.Solution.Values
		d := alltest.Must(NewDeducer(p, nil))(t)
		agrees := func(when string) {
			for c, v := range values(d, p) {
				alltest.Require(t, v == puzzle.Unset || v == truth[c], "%s %s: cell %d is %d", p.ID(), when, c, v)
			}
		}
		alltest.Require(t, d.Begin() && d.Level() == 0, "%s is refuted", p.ID())
		board, _ := Deduce(p)
		alltest.Check(t, slices.Equal(board.Values, values(d, p)), "%s: Begin and Deduce differ", p.ID())
		for _, c := range r.Perm(len(truth)) {
			if d.Value(c) != puzzle.Unset {
				continue
			}
			before, level := values(d, p), d.Level()
			wrong++
			if !d.Assume(c, 1-truth[c]) {
				refuted++
			}
			d.Undo(level)
			alltest.Require(t, d.Level() == level && slices.Equal(before, values(d, p)),
				"%s: the board after a wrong cell %d is not that before", p.ID(), c)
			alltest.Require(t, d.Assume(c, truth[c]) && d.Level() == level+1 && d.Value(c) == truth[c], "%s: the right cell %d is refuted", p.ID(), c)
			agrees("on the way")
		}
		alltest.Require(t, slices.Equal(values(d, p), truth), "%s: not the solution", p.ID())
		d.Undo(0)
		for _, c := range r.Perm(len(truth))[:3] {
			alltest.Require(t, d.Settle(c, truth[c]) && d.Level() == 0 && d.Value(c) == truth[c], "%s: cell %d cannot be settled", p.ID(), c)
			agrees("settled")
		}
		c := r.IntN(len(truth))
		alltest.Check(t, d.Value(c) == puzzle.Unset || !d.Settle(c, 1-truth[c]), "%s: cell %d is certain and can be the other", p.ID(), c)
	}
	alltest.Check(t, refuted >= wrong/4, "%d of %d wrong cells were refuted at once", refuted, wrong)
}

// A puzzle without solution is refuted where deduction can; one that is too large
// is refused.
func TestDeducerRefuses(t *testing.T) {
	d, err := NewDeducer(board(t, 5, 5, 12, 26), nil)
	alltest.Check(t, err == nil && !d.Begin(), "a clue larger than the board: %v", err)
	var clues []int
	for c := 0; c < 250*250; c += 7 {
		clues = append(clues, c, nurikabe.Unknown)
	}
	_, err = NewDeducer(board(t, 250, 250, clues...), nil)
	alltest.Check(t, errors.Is(err, solver.ErrPuzzle), "a board for more than 1 GiB: %v", err)
}

// Time ends deduction before its next pass.
func TestDeducerExpires(t *testing.T) {
	p := nurikabes.Kind.MustOpen("open-908").Between(400, 9999).Items[0].Puzzle.(*nurikabe.Puzzle)
	for last := range 5 {
		asked := 0
		d := alltest.Must(NewDeducer(p, func() bool { asked++; return asked > last }))(t)
		alltest.Check(t, !d.Begin() && asked == last+1, "asked %d times, and %d passes allowed", asked, last)
	}
}
