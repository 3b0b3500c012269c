package generate

import (
	"math"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
)

// mostSmall is the number of cells above which a board is large. Large boards are made by other means, and so would be
// others than before: no set in data/ has more than 225 cells. So are small ones that nothing else finds.
const mostSmall = 400

func (d *draft) large() bool {
	most := mostSmall
	if d.how.Large > 0 {
		most = d.how.Large
	}
	return d.in.Size.Cells() > most || d.attempt >= attempts
}

// fit writes every clue that fits the solution, as [draft.clues] does, with one text for each sign: all places that are left
// have it, and those whose clue is wrong try another. Where signs are numbers that one is as far away as the clue is wrong. It returns
// false, and writes nothing, where that does not come out.
func (d *draft) fit(places []place) bool {
	signs := d.how.Signs(d.in)
	_, count := puzzle.ParseNatural(signs[0])
	next, jumped := make(map[place]int, len(places)), map[place]bool{} // the sign that is tried, and whether it is one that others led to
	for left := places; len(left) > 0; {
		for _, at := range left {
			d.in.Put(at.part, at.index, signs[next[at]])
		}
		p, err := d.kind.New("try", d.kind.Name, d.in.Text())
		if err != nil || d.ctx.Err() != nil {
			return d.clear(places)
		}
		wrong := p.Wrong(d.board)
		var still []place
		for _, at := range left {
			by := wrong(at.part, at.index)
			if by == 0 {
				continue
			}
			switch {
			case jumped[at]:
				next[at] = len(signs)
			case count && next[at] == 0 && by > 1:
				next[at], jumped[at] = by, true
			default:
				next[at]++
			}
			if next[at] < len(signs) {
				still = append(still, at)
			} else {
				d.in.Put(at.part, at.index, d.none())
			}
		}
		left = still
	}
	p, err := d.kind.New("try", d.kind.Name, d.in.Text())
	if err != nil || p.Check(d.board) != nil {
		return d.clear(places)
	}
	return true
}

// clear takes all clues away, and returns false.
func (d *draft) clear(places []place) bool {
	for _, at := range places {
		d.in.Put(at.part, at.index, d.none())
	}
	return false
}

// loosen takes clues away as [draft.reduce] does, at most so many, in one search in which each clue has a condition that
// it counts. A solution without a clue breaks the clue, as all clues together leave one solution: so it differs where the clue
// looks. It returns false where the clues have no such conditions, or where the result is not proved.
func (d *draft) loosen(order []place, most int) bool {
	p := d.puzzle("all")
	for _, at := range order {
		d.in.Put(at.part, at.index, d.none())
	}
	base := d.puzzle("none")
	form, ok := p.Loosen(base, d.board, len(order), func(i int) (*model.Part, int) { return order[i].part, order[i].index })
	if !ok {
		return false
	}
	values, _ := p.Form().Values(d.board)
	s := theory.New(form.Form)
	lit := func(of []model.Lit, i int) cdcl.Lit { return cdcl.Lit(of[i]) }
	const ( // of conflicts in a step, of clues that go at once, and of what is known and still supposed
		steps   = 100
		longest = 16
		several = 64
	)
	var supposed, known []cdcl.Lit
	// alone says whether the solution is proved to be the only one without the clues from one on to before another.
	alone := func(from, to int) bool {
		if len(known) > several {
			for _, l := range known {
				s.Solver.AddClause(l)
			}
			known = known[:0]
		}
		supposed = supposed[:0]
		for i := len(order) - 1; i >= to; i-- {
			supposed = append(supposed, lit(form.Clue, i))
		}
		s.Solver.Suppose(append(supposed, known...)...)
		free(p.Form(), func(atom int) { s.Solver.SetPhase(cdcl.Var(atom), values[atom]) })
		before := s.Solver.Stats.Conflicts
		return s.Solver.Solve(func() bool { return s.Solver.Stats.Conflicts < before+steps && d.ctx.Err() == nil }) == cdcl.Unsatisfiable
	}
	for from, chunk := 0, 1; from < len(order); {
		to := min(from+min(chunk, most), len(order))
		d.tell("%d of %d clues tried", from, len(order))
		switch {
		case d.ctx.Err() != nil:
			return true
		case to > from && alone(from, to):
			for i := from; i < to; i++ {
				known = append(known, lit(form.Breaks, i).Not())
			}
			most -= to - from
			from, chunk = to, min(2*chunk, longest)
		case to > from+1:
			chunk = (to - from) / 2
		default:
			known = append(known, lit(form.Clue, from))
			d.in.Put(order[from].part, order[from].index, p.Sign(order[from].part, order[from].index))
			from++
		}
	}
	defer func(was int64) { d.patience = was }(d.patience)
	d.patience = math.MaxInt64 // each step was proved
	return d.unique()
}
