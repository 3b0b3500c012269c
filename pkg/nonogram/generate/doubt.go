package generate

import (
	"context"
	"math"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

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
