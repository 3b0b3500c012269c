package generate

import (
	"cmp"
	"math"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// patience is the number of conflicts after which a search is given up: a solution is not found, or not
// proved to be the only one. What takes more is no pencil puzzle.
const patience = 5000

// hasty is the patience with a part of a board, which may be drawn in other ways.
const hasty = 300

// search runs a search within patience.
func (d *draft) search(t *theory.Theory, patience int64) cdcl.Result {
	s := t.Solver
	return s.Solve(func() bool { return s.Stats.Conflicts < patience && d.ctx.Err() == nil })
}

// free visits the atoms that the board decides.
func free(form *model.Form, visit func(atom int)) {
	for i, a := range form.Atoms {
		if i > 0 && a.Op == model.Free {
			visit(i)
		}
	}
}

// random finds a random solution; of a puzzle near some cells, unless near is nil.
func (d *draft) random(p *model.Puzzle, near []bool) (board puzzle.Grid, ok bool) {
	t, patience := theory.New(p.Form()), d.patience
	dense := d.how.Dense
	dense = cmp.Or(dense, 0.5)
	free(p.Form(), func(atom int) {
		v := cdcl.Var(atom)
		t.Solver.SetPhase(v, d.r.Float64() < dense)
		t.Solver.SetActivity(v, d.r.Float64())
	})
	if near != nil {
		patience = hasty
		for _, v := range p.Form().Variables() {
			cell := v.Cells()[0]
			if !near[cell] || d.ways == nil {
				continue
			}
			if way := d.ways[cell]; way.keep {
				prefer(t, v, v.Value(d.board))
			} else if v.Values() == 2 {
				prefer(t, v, b2i(d.r.Float64() < way.dense))
			}
		}
	}
	if d.search(t, patience) != cdcl.Satisfiable {
		return board, false
	}
	return p.Form().Board(t.Values()), true
}

// prefer makes a search try a value of a variable first.
func prefer(t *theory.Theory, v model.Variable, value int) {
	for x := range v.Values() {
		l := cdcl.Lit(v.Is(x))
		t.Solver.SetPhase(l.Var(), (x == value) == l.Positive())
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// stir finds a random solution of a large board on which random values lead nowhere. It begins with equal ones, and draws
// window by window again.
func (d *draft) stir(p *model.Puzzle, base func(near []bool) (*model.Puzzle, error)) (board puzzle.Grid, ok bool) {
	for _, positive := range []bool{true, false} {
		t := theory.New(p.Form())
		free(p.Form(), func(atom int) { t.Solver.SetPhase(cdcl.Var(atom), positive) })
		if d.search(t, d.patience) != cdcl.Satisfiable {
			continue
		}
		const reach = 4
		d.board = p.Form().Board(t.Values())
		for range d.in.Size.Cells() / (2 * reach) {
			near := make([]bool, d.in.Size.Cells())
			d.around(d.r.IntN(len(near)), reach, func(c int) { near[c] = true })
			part, err := base(near)
			if err != nil {
				return board, false
			}
			if board, ok := d.random(part, near); ok {
				d.board = board
			}
		}
		return d.board, d.ctx.Err() == nil
	}
	return board, false
}

// another looks for another solution than the board. ok is true where it is proved that there is none; other is
// nothing where the search was given up.
func (d *draft) another(p *model.Puzzle) (other puzzle.Grid, ok bool) {
	values, bad := p.Form().Values(d.board)
	if bad != nil {
		panic("generate: the solution is none of the kind: " + bad[0].Text)
	}
	t := theory.New(p.Form())
	var differs []cdcl.Lit
	free(p.Form(), func(atom int) {
		v := cdcl.Var(atom)
		t.Solver.SetPhase(v, !values[atom])
		if d.how.Climb {
			t.Solver.SetActivity(v, d.r.Float64())
		}
		differs = append(differs, v.Lit(!values[atom]))
	})
	t.Solver.AddClause(differs...)
	switch d.search(t, d.patience) {
	case cdcl.Satisfiable:
		return p.Form().Board(t.Values()), false
	case cdcl.Unsatisfiable:
		return other, true
	}
	return other, false
}

// often is how often a cell changes: in half of the cases or less.
func (d *draft) often() float64 { return solver.Exp(-math.Ln2 * (1 + float64(4*d.r.Float64()))) }
