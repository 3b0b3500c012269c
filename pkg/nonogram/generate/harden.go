package generate

import (
	"context"
	"math"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// judgement is how difficult a board is.
type judgement struct {
	// grade is one of [grades], or "" where the board has several solutions or
	// it is not known.
	grade string
	// work compares boards of one grade: the cells that the next easier method
	// leaves open.
	work int
}

// judge measures how difficult the board is.
func (p *repair) judge() (judgement, error) {
	q, err := p.instance()
	if err != nil {
		return judgement{}, err
	}
	open, n, err := p.byLines()
	if err != nil {
		return judgement{}, err
	}
	if n == 0 {
		open, err = logicDoubt(p.ctx, q)
		if len(open) == 0 {
			return judgement{"logic", 0}, err
		}
		return judgement{"line", len(open)}, err
	}
	if n > provable {
		return judgement{}, nil
	}
	differ, grade, err := exactDoubt(p.ctx, q)
	if err != nil || len(differ) > 0 || grade == exact.Ungraded {
		return judgement{}, err
	}
	return judgement{grade.String(), len(open)}, nil
}

// harden changes cells of a board with one solution until it takes no less than
// what was asked for, and returns its grade. A change stays if the grade rises,
// or the work within it.
func (p *repair) harden() (string, error) {
	now, err := p.judge()
	if err != nil || p.o.Grade == "" || p.o.Grade == "logic" || now.grade == "" {
		return now.grade, err
	}
	rank := func(j judgement) int { return slices.Index(grades(), j.grade) }
	goal := slices.Index(grades(), p.o.Grade)
	for rank(now) < goal {
		if p.trials--; p.trials < 0 {
			break
		}
		c, ok := p.outline()
		if !ok {
			break
		}
		was := p.board.Values[c.cell]
		p.board.Values[c.cell] = c.value
		if p.harm() > p.o.harm() {
			p.board.Values[c.cell] = was
			continue
		}
		next, err := p.judge()
		if err != nil {
			return "", err
		}
		if r := rank(next); r < rank(now) || r > goal || r == rank(now) && next.work < now.work {
			p.board.Values[c.cell] = was
			continue
		}
		now = next
	}
	return now.grade, nil
}

// outline proposes the least damage of some changes at the borders of things.
func (p *repair) outline() (change, bool) {
	best, found := change{}, false
	for range 200 {
		cell := p.r.IntN(len(p.board.Values))
		old := p.board.Values[cell]
		around := p.around(cell)
		value := around[p.r.IntN(len(around))]
		if value == old {
			continue
		}
		c := change{cell, value, p.damage(cell, value)}
		if old != nonogram.Blank && value != nonogram.Blank {
			c.damage += joining
		}
		if !found || c.damage < best.damage {
			best = c
		}
		if found {
			return best, true // of two
		}
		found = true
	}
	return best, found
}

// grades lists what [Options.Grade] may be, from easy to hard:
//
//   - logic: the paper's sub-procedures suffice (package logic as it is);
//   - line: complete line solving does, and they do not;
//   - probe: trying single cells does (package exact), and lines alone do not;
//   - search: nothing less than a search does.
func grades() []string { return []string{"logic", "line", "probe", "search"} }

// unset lists the cells of which a board says nothing.
func unset(board puzzle.Grid) (out []int) {
	for i, v := range board.Values {
		if v == puzzle.Unset {
			out = append(out, i)
		}
	}
	return out
}

// logicDoubt lists the cells that the paper's sub-procedures do not settle.
func logicDoubt(ctx context.Context, p *nonogram.Puzzle) ([]int, error) {
	out, err := logic.New().Solve(ctx, p, solver.Run{})
	if err == nil && out.Status == solver.Cancelled {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return unset(out.Best), nil
}

// effort is the number of guesses that a proof may take.
const effort = 300

// undecided is the doubt of a puzzle that took too much effort.
const undecided = math.MaxInt / 2

// exactDoubt lists the cells in which two solutions differ, none where there is
// one solution, and says how the puzzle was decided; [exact.Ungraded] where it
// was not.
func exactDoubt(ctx context.Context, p *nonogram.Puzzle) ([]int, exact.Grade, error) {
	out, err := exact.New().Solve(ctx, p, solver.Run{Budget: solver.Iterations(effort)})
	if err == nil && out.Status == solver.Cancelled {
		err = ctx.Err()
	}
	if err != nil {
		return nil, 0, err
	}
	var differ []int
	if out.Status == solver.Multiple {
		for i, v := range out.Best.Values {
			if v != out.Second.Values[i] {
				differ = append(differ, i)
			}
		}
	}
	return differ, exact.GradeOf(out), nil
}
