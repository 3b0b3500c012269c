package generate

import (
	"math/rand/v2"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// mends is how often a large board is changed where it has other solutions, before the draft is dropped.
const mends = 200

// mend makes the solution of a large board the only one: where others differ, base and solution are drawn again, and the clues
// with them. Bare is the text without clues.
func (d *draft) mend(said puzzle.Size, bare [][]string) (places []place, ok bool) {
	best, most := state{}, 6*d.in.Size.Cells()
	now := state{bare, d.signs(), d.board, nil}
	for range mends {
		d.write(now.clued)
		d.board = now.board
		p, err := d.kind.New("mend", d.kind.Name, d.in.Text())
		if err == nil && p.Check(d.board) == nil {
			if differ, ok := d.doubtful(p, nil, most); ok {
				best, most = now, len(differ)
				best.differ = differ
			}
		}
		switch {
		case best.bare == nil || d.ctx.Err() != nil:
			return nil, false
		case most == 0:
			d.board = best.board
			d.write(best.bare)
			places = d.places()
			d.write(best.clued)
			return places, true
		}
		now = best
		if !d.again(said, &now) {
			return nil, false
		}
	}
	return nil, false
}

// state is a text, without and with clues, its solution, and the cells where others differ from it, solution by solution.
type state struct {
	bare, clued [][]string
	board       puzzle.Grid
	differ      []int
}

// doubtful are the cells where other solutions differ from the board, solution by solution: no other one differs from the board
// only elsewhere. Where there is a window, others are the board outside. It returns false where the search was given up before it
// found any, and where more than some cells differ.
func (d *draft) doubtful(p *model.Puzzle, window []bool, most int) (differ []int, ok bool) {
	values, _ := p.Form().Values(d.board)
	variables := p.Form().Variables()
	near := make([]bool, d.in.Size.Cells())
	t := theory.New(p.Form())
	patience := d.patience
	if window != nil {
		d.fix(t, variables, window)
		patience = hasty
	}
	for {
		var differs []cdcl.Lit
		for _, v := range variables {
			if !slices.ContainsFunc(v.Cells(), func(cell int) bool { return near[cell] }) {
				differs = append(differs, cdcl.Lit(v.Is(v.Value(d.board)).Not()))
			}
		}
		t.Solver.AddClause(differs...)
		free(p.Form(), func(atom int) { t.Solver.SetPhase(cdcl.Var(atom), values[atom]) })
		switch d.search(t, patience) {
		case cdcl.Stopped:
			return differ, differ != nil
		case cdcl.Unsatisfiable:
			return differ, true
		}
		for cell, x := range p.Form().Board(t.Values()).Values {
			if x != d.board.Values[cell] {
				differ = append(differ, cell)
				d.around(cell, 1, func(c int) { near[c] = true })
			}
		}
		if len(differ) > most {
			return nil, false
		}
	}
}

// fix makes the board stay as it is outside a window.
func (d *draft) fix(t *theory.Theory, variables []model.Variable, window []bool) {
	for _, v := range variables {
		if !slices.ContainsFunc(v.Cells(), func(cell int) bool { return window[cell] }) {
			t.Solver.AddClause(cdcl.Lit(v.Is(max(v.Value(d.board), 0))))
		}
	}
}

// around visits the cells of a square around one.
func (d *draft) around(cell, reach int, visit func(cell int)) {
	at := d.in.Size.At(cell)
	for row := at.Row - reach; row <= at.Row+reach; row++ {
		for col := at.Col - reach; col <= at.Col+reach; col++ {
			if c := (puzzle.Cell{Row: row, Col: col}); d.in.Size.Contains(c) {
				visit(d.in.Size.Index(c))
			}
		}
	}
}

// again draws base and solution again in windows around cells where others differ, and the clues with them, as long as others
// differ less there. It returns false where that did not come out anywhere.
func (d *draft) again(said puzzle.Size, from *state) (better bool) {
	const tries, margin = 200, 3
	done := make([]bool, d.in.Size.Cells())
	for range tries {
		near, window := make([]bool, len(done)), make([]bool, len(done))
		middle, reach, before := from.differ[d.r.IntN(len(from.differ))], 1+min(d.r.IntN(9), d.r.IntN(9)), 0
		if done[middle] {
			continue
		}
		d.around(middle, reach, func(c int) { near[c] = true })
		d.around(middle, reach+margin, func(c int) { window[c] = true })
		for _, cell := range from.differ {
			if window[cell] {
				before++
			}
		}
		bare := d.redraw(said, from, near)
		if d.ctx.Err() != nil {
			return false
		}
		if bare == nil {
			continue
		}
		if p := d.settle(from.clued, near); p != nil {
			if differ, ok := d.doubtful(p, window, before); ok && len(differ) < before {
				from.bare, from.clued, from.board, better = bare, d.signs(), d.board, true
				d.around(middle, reach+2*margin, func(c int) { done[c] = true })
			}
		}
	}
	return better
}

// redraw draws what is near some cells, and the clues. It returns the text without clues; nil where that did not come out.
func (d *draft) redraw(said puzzle.Size, from *state, near []bool) [][]string {
	d.write(from.bare)
	if d.r.IntN(2) == 0 && d.how.Base != nil && !d.in.Has(model.Regions) {
		fresh, err := d.kind.Blank(said, d.in.Header...)
		if err != nil || !d.how.Base(fresh, d.r) {
			return nil
		}
		for _, part := range d.kind.Parts {
			for cell := range near {
				if part.At == model.InCells && near[cell] {
					d.in.Put(part, cell, fresh.Sign(part, cell))
				}
			}
		}
	}
	bare := d.signs()
	d.board = from.board
	if !d.solve(said, near) || !d.clues(d.places()) {
		return nil
	}
	return bare
}

// settle takes clues as they were before where they are not near cells that were drawn again, and fit. It returns the puzzle; nil
// where the board does not solve it.
func (d *draft) settle(before [][]string, near []bool) *model.Puzzle {
	now := d.signs()
	each := func(visit func(i int, part *model.Part, index int)) {
		for i, part := range d.kind.Parts {
			rows, cols := part.Of(d.in.Size)
			for index := range rows * cols {
				if part.At != model.InCells || !near[index] {
					visit(i, part, index)
				}
			}
		}
	}
	each(func(i int, part *model.Part, index int) { d.in.Put(part, index, before[i][index]) })
	p, err := d.kind.New("settle", d.kind.Name, d.in.Text())
	if err == nil {
		wrong := p.Wrong(d.board)
		each(func(i int, part *model.Part, index int) {
			if wrong(part, index) {
				d.in.Put(part, index, now[i][index])
			}
		})
		if p, err = d.kind.New("settle", d.kind.Name, d.in.Text()); err == nil && p.Check(d.board) == nil {
			return p
		}
	}
	d.write(now)
	if p, err = d.kind.New("settle", d.kind.Name, d.in.Text()); err != nil || p.Check(d.board) != nil {
		return nil
	}
	return p
}

// signs are those of all tables.
func (d *draft) signs() (out [][]string) {
	for _, part := range d.kind.Parts {
		rows, cols := part.Of(d.in.Size)
		var table []string
		for index := range rows * cols {
			table = append(table, d.in.Sign(part, index))
		}
		out = append(out, table)
	}
	return out
}

// write is the opposite of signs.
func (d *draft) write(signs [][]string) {
	for i, part := range d.kind.Parts {
		for index, sign := range signs[i] {
			d.in.Put(part, index, sign)
		}
	}
}

// dice are for clues that the kind writes: the same again and again on a large board, so that few clues change with the solution.
func (d *draft) dice() *rand.Rand {
	if !d.large() {
		return d.r
	}
	return rand.New(solver.NewPCG(solver.Seed(d.seed, puzzle.Hash{}, "clues", 0)))
}
