package pushfit

import (
	"math"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// search is one run.
type search struct {
	*Solver
	p *nonogram.Puzzle
	m *solver.Meter
	position
	counts
	whole counts // at the end of the last round
	results
	workspace
	limit   int64       // of evaluations, 0 for none
	expired func() bool // whether time ran out within a line
}

// position is what is known, and what is to be done.
type position struct {
	board puzzle.Grid
	open  int // unknown cells
	lines []lineState
	trail []int32 // cells in the order in which they became known
	todo  [2]int  // lines to do fast and completely
}

// results are what a search has come to.
type results struct {
	lowest    int // unknown cells
	best      puzzle.Grid
	solutions []puzzle.Grid
	stopped   bool
}

// workspace is the memory of the work on a line.
type workspace struct {
	cells, agreed []uint8             // of a line
	sets, mirror  []deduction.Colours // the same as sets
	scratch       line.Scratch
	may           []uint64
}

// counts are the statistics.
type counts struct {
	nodes, depth, fast, complete int64
}

// The two strengths.
const (
	byPushing = iota
	byFitting
)

type lineState struct {
	first, step, length int
	clue                nonogram.Clue
	ends                deduction.Extremes
	slack               int
	line                *line.Line
	todo                [2]bool
	news                int // cells that became known since it was last done
	unknown             int
}

// guess is a cell that was guessed, and what to go back to.
type guess struct {
	cell  int32
	value uint8
	trail int
	again bool // the other value has been tried
}

func newSearch(s *Solver, p *nonogram.Puzzle, m *solver.Meter, limit int64) *search {
	e := &search{Solver: s, p: p, m: m, limit: limit, position: position{board: puzzle.NewGrid(p.Size(), puzzle.Unset), open: p.Size().Cells()}}
	e.lowest = e.open + 1
	e.expired = m.Expired
	e.mirror = make([]deduction.Colours, max(p.Size().Rows, p.Size().Cols))
	for i := range p.Lines() {
		clue := p.Line(i)
		l := lineState{clue: clue, ends: deduction.NewExtremes(clue)}
		l.first, l.step, l.length = p.LineCells(i)
		l.slack = clue.Slack(l.length)
		l.line = line.New(clue, l.length, 1)
		l.unknown = l.length
		e.lines = append(e.lines, l)
	}
	for i := range e.lines {
		e.mark(i)
	}
	return e
}

// mark makes a line one that is to be done.
func (e *search) mark(i int) {
	l := &e.lines[i]
	for strength := range l.todo {
		if strength == byPushing && !e.Fast || strength == byFitting && e.Complete == Never || l.todo[strength] {
			continue
		}
		l.todo[strength] = true
		e.todo[strength]++
	}
}

// run searches until it is decided.
func (e *search) run() solver.Outcome {
	var stack []guess
	status := solver.Status("")
	for status == "" {
		ok := e.propagate()
		switch {
		case e.stopped:
			status = e.m.Undecided()
			continue
		case ok && e.open == 0:
			e.solutions = append(e.solutions, e.board.Clone())
			if !e.Prove || len(e.solutions) == 2 {
				status = solver.Solved
				continue
			}
			ok = false
		}
		if ok {
			if e.Nodes > 0 && e.nodes >= int64(e.Nodes) {
				status = solver.Exhausted
				continue
			}
			g := guess{cell: e.choose(), trail: len(e.trail)}
			if e.Solid {
				g.value = nonogram.Filled
			}
			e.nodes++
			stack = append(stack, g)
			e.depth = max(e.depth, int64(len(stack)))
			e.know(g.cell, g.value)
			continue
		}
		for len(stack) > 0 && stack[len(stack)-1].again {
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 {
			status = solver.Unsolvable
			continue
		}
		g := &stack[len(stack)-1]
		g.again = true
		e.forget(g.trail)
		e.know(g.cell, nonogram.Filled-g.value)
	}
	return e.outcome(status)
}

func (e *search) outcome(status solver.Status) solver.Outcome {
	out := solver.Outcome{Status: status, Best: e.best, Cost: float64(e.lowest), Statistics: []solver.Statistic{
		{Name: "nodes", Value: float64(e.nodes)},
		{Name: "depth", Value: float64(e.depth)},
		{Name: "fast", Value: float64(e.fast)},
		{Name: "complete", Value: float64(e.complete)},
		{Name: "arrangements", Value: float64(e.m.Evaluations())},
	}}
	switch n := len(e.solutions); {
	case n > 0:
		out.Best, out.Cost = e.solutions[0], 0
		switch {
		case n == 2:
			out.Status, out.Second = solver.Multiple, e.solutions[1]
		case status == solver.Unsolvable: // any further
			out.Status = solver.Unique
		case status == solver.Solved && e.nodes == 0:
			out.Status = solver.Unique // nothing was guessed
		default:
			out.Status = solver.Solved
		}
	case status == solver.Unsolvable || e.best.IsZero():
		out.Best, out.Cost = puzzle.Grid{}, -1
	}
	return out
}

// know makes a cell known. Its lines are to be done.
func (e *search) know(cell int32, value uint8) {
	e.board.Values[cell] = value
	e.trail = append(e.trail, cell)
	e.open--
	for _, i := range e.linesOf(cell) {
		e.lines[i].unknown--
		e.lines[i].news++
		e.mark(i)
	}
}

// forget makes cells unknown until so many are known. No line is to be done:
// all were before they became known.
func (e *search) forget(trail int) {
	for _, cell := range e.trail[trail:] {
		e.board.Values[cell] = puzzle.Unset
		e.open++
		for _, i := range e.linesOf(cell) {
			e.lines[i].unknown++
		}
	}
	e.trail = e.trail[:trail]
	for i := range e.lines {
		e.lines[i].todo, e.lines[i].news = [2]bool{}, 0
	}
	e.todo = [2]int{}
}

func (e *search) linesOf(cell int32) [2]int {
	cols := e.board.Cols
	return [2]int{int(cell) / cols, e.board.Rows + int(cell)%cols}
}

// propagate does lines until none is to be done. It returns false where one has
// no arrangement, and sets stopped where the budget ends it.
func (e *search) propagate() bool {
	for e.todo[byPushing]+e.todo[byFitting] > 0 {
		if !e.m.Continue() {
			e.stopped = true
			return false
		}
		e.whole = e.counts
		strength := byPushing
		if e.todo[strength] == 0 {
			strength = byFitting
		}
		l := e.next(strength)
		l.todo[strength], l.news = false, 0
		e.todo[strength]--
		ok := e.do(l, strength)
		if e.stopped {
			return false
		}
		pending := 0
		if !ok || e.todo[byPushing]+e.todo[byFitting] > 0 {
			pending = 1 // full is not solved before all lines are done
		}
		e.m.Iterated(float64(max(e.open, pending)), e.board, nil)
		if !ok {
			return false
		}
	}
	if e.open < e.lowest {
		e.lowest, e.best = e.open, e.board.Clone()
		e.m.Improved(float64(e.open), e.best, nil)
	}
	return true
}

// next is the line to do.
func (e *search) next(strength int) *lineState {
	var best *lineState
	for i := range e.lines {
		l := &e.lines[i]
		if l.todo[strength] && (best == nil || l.news > best.news || l.news == best.news && l.slack < best.slack) {
			best = l
		}
	}
	return best
}

// do does a line and makes known what comes of it. It returns false where the
// line has no arrangement.
func (e *search) do(l *lineState, strength int) bool {
	e.read(l)
	e.agreed = append(e.agreed[:0], e.cells...)
	ok := false
	switch {
	case strength == byPushing:
		e.fast++
		ok = e.pushes(l)
	case e.Complete == Enumerate:
		e.complete++
		ok = e.enumerates(l)
	default:
		e.complete++
		e.may = append(e.may[:0], make([]uint64, l.line.Masks())...)
		l.line.Load(e.may, e.cells)
		if ok = l.line.Solve(&e.scratch, e.may); ok {
			l.line.Store(e.agreed, e.may)
		}
	}
	if !ok {
		return false
	}
	strengths := l.todo
	for i, v := range e.agreed {
		if v != e.cells[i] {
			e.know(int32(l.first+i*l.step), v)
		}
	}
	if strength == byFitting && l.todo != strengths {
		// What a line itself found out is no news to it: all that follows from
		// the line alone is known now.
		for k, todo := range l.todo {
			if todo {
				e.todo[k]--
			}
		}
		l.todo, l.news = [2]bool{}, 0
	}
	return true
}

// read reads the cells of a line.
func (e *search) read(l *lineState) {
	e.cells, e.sets = e.cells[:0], e.sets[:0]
	for i := range l.length {
		v := e.board.Values[l.first+i*l.step]
		set := deduction.Only(v)
		if v == puzzle.Unset {
			set = deduction.Blank | deduction.Only(nonogram.Filled)
		}
		e.cells, e.sets = append(e.cells, v), append(e.sets, set)
	}
}

// pushes pushes the blocks both ways.
func (e *search) pushes(l *lineState) bool {
	e.m.Evaluated(2)
	l.ends.Reset()
	if !l.ends.Update(e.sets, e.mirror) {
		return false
	}
	for i := range e.agreed {
		if e.agreed[i] == puzzle.Unset {
			e.agreed[i] = nonogram.Blank
		}
	}
	for j, block := range l.clue {
		first, last := l.ends.Left[j], l.ends.Right[j]
		for i := first; i < last+block.Length; i++ {
			switch {
			case e.cells[i] != puzzle.Unset:
			case last <= i && i < first+block.Length:
				e.agreed[i] = nonogram.Filled
			case e.agreed[i] == nonogram.Blank:
				e.agreed[i] = puzzle.Unset
			}
		}
	}
	return true
}

// enumerates goes through all arrangements.
func (e *search) enumerates(l *lineState) bool {
	all := deduction.Enumeration{Cells: e.sets, Clue: l.clue, Prune: true, Next: e.left()}
	late := false
	all.Poll = func(tried int64) (int64, bool) {
		e.m.Evaluated(tried)
		if e.limit > 0 && e.m.Evaluations() >= e.limit {
			return 1, false
		}
		late = e.expired()
		return e.left(), !late
	}
	e.stopped = !all.Run() || late
	if late {
		e.counts = e.whole
		return false
	}
	e.m.Evaluated(all.Tried)
	if e.stopped || all.Kept == 0 {
		return false
	}
	for i, set := range all.Seen {
		e.agreed[i] = set.Value()
	}
	return true
}

// left is the number of arrangements that may be looked at until the budget is
// asked again.
func (e *search) left() int64 {
	if e.limit == 0 {
		return math.MaxInt64
	}
	return max(e.limit-e.m.Evaluations(), 1)
}

// choose is the cell to guess.
func (e *search) choose() int32 {
	if e.Guess == First {
		return int32(slices.Index(e.board.Values, puzzle.Unset))
	}
	var best *lineState
	for i := range e.lines {
		if l := &e.lines[i]; l.unknown > 0 && (best == nil || l.unknown < best.unknown) {
			best = l
		}
	}
	for cell := best.first; ; cell += best.step {
		if e.board.Values[cell] == puzzle.Unset {
			return int32(cell)
		}
	}
}
