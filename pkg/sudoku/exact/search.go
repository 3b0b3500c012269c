package exact

import (
	"context"
	"fmt"

	"formicary/pkg/cdcl"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// search collects the solutions of one board and counts the work.
type search struct {
	limit int // solutions to look for
	keep  int // solutions to keep, up to 2
	// more is asked now and then whether to go on, and says after how many
	// further guesses or conflicts it wants to be asked again; nil is never
	// asked.
	more func() (next int64, ok bool)

	found              int
	kept               [2]puzzle.Grid
	guesses, conflicts int64
	polling
}

// polling is when a search asks whether to go on, and what it was told. Times
// are in guesses and conflicts.
type polling struct {
	ask     int64 // when more is asked next
	polled  int64 // when it last could have been
	since   int64 // when the last solution that is kept was found
	done    bool  // the limit is reached or more said stop
	stopped bool  // more said stop
}

// solution counts a solution.
func (q *search) solution(grid func() puzzle.Grid) {
	if q.found < q.keep {
		q.kept[q.found] = grid()
		q.since, q.ask = q.polled, 0
	}
	q.found++
	q.done = q.done || q.found >= q.limit
}

// guess counts a guess, unless it is not to be made.
func (q *search) guess() {
	if q.poll(); !q.done {
		q.guesses++
	}
}

func (q *search) poll() {
	if q.more == nil {
		return
	}
	q.polled = q.guesses + q.conflicts
	if q.polled < q.ask {
		return
	}
	next, ok := q.more()
	q.ask = q.polled + next
	if !ok {
		q.done, q.stopped = true, true
	}
}

// patience is the number of contradictions since the last solution, for each
// digit, after which plain search gives way to learning. (On the sets by Lloyd
// and Amos plain search meets few or none on most boards, and far too many on
// some of 25×25.)
const patience = 4

// anySize looks for the solutions of a board of any size: by propagation and
// guesses as long as these are quick, then by clause learning.
func (q *search) anySize(l *sudoku.Layout, givens []uint8) {
	if root := newBoard(l); root.start(givens) && root.propagate() {
		q.boards(root)
	}
}

// boards looks for the solutions of a propagated board.
func (q *search) boards(root *board) {
	s := &plain{search: q, stack: []*board{newBoard(root.l)}}
	s.stack[0].copyFrom(root)
	s.descend(0)
	if !s.given {
		return
	}
	before := *q
	q.found = 0
	q.learn(root)
	if q.stopped && q.found < before.found {
		q.found, q.kept = before.found, before.kept
	}
}

// plain is search without learning.
type plain struct {
	*search
	stack []*board
	wrong int  // contradictions since the last solution
	given bool // gave up
}

// descend looks for the solutions of stack[depth], which it uses up.
func (s *plain) descend(depth int) {
	b := s.stack[depth]
	for b.propagate() {
		if b.open == 0 {
			s.solution(b.grid)
			s.wrong = 0
			return
		}
		if s.guess(); s.done {
			return
		}
		if depth+1 == len(s.stack) {
			s.stack = append(s.stack, newBoard(b.l))
		}
		next := s.stack[depth+1]
		next.copyFrom(b)
		c := b.branch()
		digit := b.can[c] & -b.can[c]
		if next.keep(c, digit) {
			s.descend(depth + 1)
		}
		if s.done || s.given || !b.keep(c, ^digit) {
			return
		}
	}
	b.forget()
	s.wrong++
	s.given = s.wrong >= patience*b.l.N
}

// learn looks for the solutions of a propagated board by clause learning.
func (q *search) learn(root *board) {
	m, ok := newModel(root)
	before := q.conflicts
	for ok && !q.done {
		result := m.s.Solve(func() bool {
			q.conflicts = before + m.s.Stats.Conflicts
			q.poll()
			return !q.done
		})
		if result != cdcl.Satisfiable {
			break
		}
		q.solution(m.grid)
		ok = !q.done && m.s.AddBlockingClause()
	}
	q.conflicts = before + m.s.Stats.Conflicts
}

// run looks for the solutions of a puzzle.
func (q *search) run(p *sudoku.Puzzle) {
	givens := p.Values()
	if (p.Box() == puzzle.Size{Rows: 3, Cols: 3}) {
		q.nine(givens, 0, puzzle.Unset)
		return
	}
	q.anySize(p.Layout(), givens)
}

// Count counts the solutions of a puzzle, up to limit: an answer of limit means
// "at least limit". Where the context ends the count, the error is its own.
func Count(ctx context.Context, p *sudoku.Puzzle, limit int) (int, error) {
	if limit < 1 {
		return 0, fmt.Errorf("exact: Count: a limit of %d: expected 1 or more", limit)
	}
	q := &search{limit: limit, more: func() (int64, bool) { return pollEvery, ctx.Err() == nil }}
	if q.run(p); q.stopped {
		return q.found, ctx.Err()
	}
	return q.found, nil
}

// Droppable says whether a puzzle with one solution keeps it as the only one
// when the given of a cell is taken away: whether no solution has another
// digit there. After effort guesses and conflicts (0 is no limit) it gives up,
// and decided is false. givens is changed during the call, and is as before
// after it.
func Droppable(ctx context.Context, l *sudoku.Layout, givens []uint8, cell int, effort int64) (droppable, decided bool, err error) {
	given := givens[cell]
	givens[cell] = puzzle.Unset
	defer func() { givens[cell] = given }()
	q := &search{limit: 1}
	step := int64(pollEvery)
	if effort > 0 {
		step = min(step, effort)
	}
	q.more = func() (int64, bool) {
		return step, ctx.Err() == nil && (effort == 0 || q.guesses+q.conflicts < effort)
	}
	if (l.Box == puzzle.Size{Rows: 3, Cols: 3}) {
		q.nine(givens, cell, given)
	} else if b := newBoard(l); b.start(givens) && b.keep(int16(cell), ^(1<<(given-1))) && b.propagate() {
		q.boards(b)
	}
	switch {
	case q.found > 0:
		return false, true, nil
	case q.stopped:
		return false, false, ctx.Err()
	}
	return true, true, nil
}

// pollEvery is the number of guesses between two looks at the clock.
const pollEvery = 256
