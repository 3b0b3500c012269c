package generate

import (
	"context"

	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The mean size that islands are founded for: at 1.5 cells nine boards of ten
// have one solution, or nearly.
const founded = 1.5

// Conflicts allowed for one comparison: while repairing, where the measure of
// a bad board matters, and while coarsening, where a change that is hard to
// judge is better dropped.
const (
	repairEffort  = 2000
	coarsenEffort = 300
)

// maker makes one instance.
type maker struct {
	ctx    context.Context
	id     string
	board  *board
	spread float64
	want   exact.Grade // Ungraded: any
	item   puzzle.Item // the last instance that was found good
	grade  exact.Grade // its grade, where one is wanted
}

// judge compares the board with what its clues allow. It returns the cells
// that are in doubt, none where the solution is the only one (and follows by
// deduction, where that is wanted), and a measure of them.
func (m *maker) judge(effort int64) (doubts []int, measure int, err error) {
	p, solution, err := m.board.puzzle(m.id)
	if err != nil {
		return nil, 0, err
	}
	item := puzzle.Item{Puzzle: p, Solution: solution}
	if m.want == exact.Deduction {
		deduced, _ := exact.Deduce(p)
		for c, v := range deduced.Values {
			if v == puzzle.Unset {
				doubts = append(doubts, c)
			}
		}
		if len(doubts) == 0 {
			m.item, m.grade = item, exact.Deduction
		}
		return doubts, len(doubts), m.ctx.Err()
	}
	result, err := exact.FindAmbiguity(m.ctx, p, solution, effort)
	if err != nil {
		return nil, 0, err
	}
	switch result.Status {
	case solver.Cancelled:
		return nil, 0, m.ctx.Err()
	case solver.Unique:
		m.item, m.grade = item, exact.Ungraded
		return nil, 0, nil
	case solver.Multiple:
		return result.Differ, len(result.Differ), nil
	}
	measure = len(solution.Values) + len(result.Differ)
	if len(result.Differ) > 0 {
		return result.Differ, measure, nil
	}
	return result.Open, measure, nil
}

// repair changes a board until no cell is in doubt. It returns false when it
// gives up.
func (m *maker) repair() (bool, error) {
	b := m.board
	doubts, measure, err := m.judge(repairEffort)
	for tries := 100 + 2*b.size.Cells(); err == nil && len(doubts) > 0; tries-- {
		if tries == 0 {
			return false, nil
		}
		b.save()
		changed := false
		// Pieces far apart are repaired at once: all of them where there are
		// many, for most repairs succeed.
		pieces := b.pieces(doubts)
		for _, piece := range pieces {
			if len(pieces) == 1 || b.r.IntN(3) > 0 {
				changed = b.mend(piece) || changed
			}
		}
		if !changed {
			continue
		}
		var next []int
		var nextMeasure int
		if next, nextMeasure, err = m.judge(repairEffort); err != nil {
			return false, err
		}
		if nextMeasure <= measure || b.r.IntN(10) == 0 {
			doubts, measure = next, nextMeasure
		} else {
			b.restore()
		}
	}
	return err == nil, err
}

// coarsen changes a board with one solution as long as it keeps having one. It
// returns false where the grade is not the wanted one in the end.
func (m *maker) coarsen() (bool, error) {
	b := m.board
	if err := m.regrade(); err != nil {
		return false, err
	}
	n := float64(b.size.Cells())
	for range int(1.5 * n) {
		if n/float64(b.clues) >= m.spread && (m.want == exact.Ungraded || m.grade == m.want) {
			break
		}
		good, grade := m.item, m.grade
		b.save()
		if !b.change() {
			b.restore()
			continue
		}
		doubts, _, err := m.judge(coarsenEffort)
		if err != nil {
			return false, err
		}
		if len(doubts) == 0 {
			if err := m.regrade(); err != nil {
				return false, err
			}
			// Not past the wanted grade.
			if m.want == exact.Ungraded || m.grade <= m.want {
				continue
			}
		}
		m.item, m.grade = good, grade
		b.restore()
	}
	out, err := exact.New().Solve(m.ctx, m.item, solver.Run{})
	if err != nil {
		return false, err
	}
	if out.Status != solver.Unique {
		return false, m.ctx.Err()
	}
	m.grade = exact.GradeOf(out)
	m.item.Grade = m.grade.String()
	return m.want == exact.Ungraded || m.grade == m.want, nil
}

// regrade finds the grade of the present instance where one is wanted.
func (m *maker) regrade() error {
	if m.want == exact.Ungraded || m.grade != exact.Ungraded {
		return nil
	}
	out, err := exact.New().Solve(m.ctx, m.item, solver.Run{})
	m.grade = exact.GradeOf(out)
	return err
}
