package exact

import (
	"context"
	"fmt"

	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Ambiguity is what [FindAmbiguity] finds out about a puzzle with a known solution.
type Ambiguity struct {
	// Status is Unique or Multiple where all is known; Exhausted or Cancelled
	// where the search was stopped.
	Status solver.Status
	// Differ lists, in raster order, the cells in which some other solution
	// differs from the known one: all of them where Status is Multiple, those
	// found so far where the search was stopped.
	Differ []int
	// Open lists the cells that neither deduction nor search has settled;
	// Differ is part of it. It is empty where Status is Unique.
	Open []int
}

// FindAmbiguity finds the cells in which solutions of p differ from a known one, with
// at most the given number of conflicts (0: no limit). Each solution that it
// looks for must differ in a cell in which no earlier one did, so that few are
// needed. It is the judge in the generator's loop.
func FindAmbiguity(ctx context.Context, p *nurikabe.Puzzle, known puzzle.Grid, conflicts int64) (Ambiguity, error) {
	if broken := p.Check(known); len(broken) > 0 {
		return Ambiguity{}, fmt.Errorf("exact: the known solution of %s breaks %v", p.ID(), broken[0])
	}
	if err := affords(p); err != nil {
		return Ambiguity{}, err
	}
	meter := solver.Start(ctx, p, solver.Run{Budget: solver.Iterations(conflicts)})
	x := New().start(p, meter)
	out, differ := Ambiguity{}, make([]bool, x.cells)
	out.Status = x.compare(known, differ)
	for c := range differ {
		if differ[c] {
			out.Differ = append(out.Differ, c)
		}
		if out.Status != solver.Unique && x.s.Value(white(int32(c))) == 0 {
			out.Open = append(out.Open, c)
		}
	}
	_, err := meter.Finish(solver.Outcome{})
	return out, err
}

// compare marks the cells in which solutions differ from the known one.
func (x *search) compare(known puzzle.Grid, differ []bool) solver.Status {
	s := x.s
	s.SetPropagator(x.prop)
	if !x.givens() || !s.Propagate() {
		panic("exact: an instance with a solution was refuted")
	}
	var other []cdcl.Lit
	for {
		other = other[:0]
		for c := range int32(x.cells) {
			if l := white(c); s.Value(l) == 0 && !differ[c] {
				l = l.Var().Lit(known.Values[c] == nurikabe.Wall)
				other = append(other, l)
				s.SetPhase(l.Var(), l.Positive())
			}
		}
		result := cdcl.Unsatisfiable
		if s.AddClause(other...) {
			result = s.Solve(x.more)
		}
		switch result {
		case cdcl.Stopped:
			s.Backtrack(0)
			return x.meter.Undecided()
		case cdcl.Unsatisfiable:
			s.Backtrack(0)
			if x.meter.Evaluations() > 0 {
				return solver.Multiple
			}
			return solver.Unique
		}
		x.meter.Evaluated(1)
		for c, v := range known.Values {
			if (s.Value(white(int32(c))) > 0) != (v == nurikabe.Island) {
				differ[c] = true
			}
		}
		s.Backtrack(0)
	}
}

// Deduce returns what the rules alone say of a puzzle, without any assumption:
// a board on which open cells are Unset. ok is false where they say that there
// is no solution. Of a puzzle that [Solver.Solve] refuses for its size they say
// nothing.
func Deduce(p *nurikabe.Puzzle) (board puzzle.Grid, ok bool) {
	if affords(p) != nil {
		return puzzle.NewGrid(p.Size(), puzzle.Unset), true
	}
	x := New().start(p, nil)
	x.s.SetPropagator(x.prop)
	ok = x.givens() && x.s.Propagate()
	return x.partial(), ok
}

// partial is the present assignment, open cells Unset.
func (x *search) partial() puzzle.Grid {
	g := puzzle.NewGrid(x.size, puzzle.Unset)
	for c := range g.Values {
		switch x.s.Value(white(int32(c))) {
		case 1:
			g.Values[c] = nurikabe.Island
		case -1:
			g.Values[c] = nurikabe.Wall
		}
	}
	return g
}
