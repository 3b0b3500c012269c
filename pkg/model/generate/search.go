package generate

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
)

// patience is the number of conflicts after which a search is given up: a solution is not found, or not
// proved to be the only one. What takes more is no pencil puzzle.
const patience = 5000

// search runs a search within patience.
func (d *draft) search(t *theory.Theory) cdcl.Result {
	s := t.Solver
	return s.Solve(func() bool { return s.Stats.Conflicts < d.patience && d.ctx.Err() == nil })
}

// free visits the atoms that the board decides.
func free(form *model.Form, visit func(atom int)) {
	for i, a := range form.Atoms {
		if i > 0 && a.Op == model.Free {
			visit(i)
		}
	}
}

// random finds a random solution: one that is the board but near some cells, unless near is nil.
func (d *draft) random(p *model.Puzzle, near []bool) (board puzzle.Grid, ok bool) {
	t := theory.New(p.Form())
	dense := d.how.Dense
	if dense == 0 {
		dense = 0.5
	}
	free(p.Form(), func(atom int) {
		v := cdcl.Var(atom)
		t.Solver.SetPhase(v, d.r.Float64() < dense)
		t.Solver.SetActivity(v, d.r.Float64())
	})
	if near != nil {
		d.fix(t, p.Form().Variables(), near)
	}
	if d.search(t) != cdcl.Satisfiable {
		return board, false
	}
	return p.Form().Board(t.Values()), true
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
	switch d.search(t) {
	case cdcl.Satisfiable:
		return p.Form().Board(t.Values()), false
	case cdcl.Unsatisfiable:
		return other, true
	}
	return other, false
}
