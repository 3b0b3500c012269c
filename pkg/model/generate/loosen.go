package generate

import (
	"math"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
)

// Clues of a large board are taken away tile by tile: tile is its side in cells. The board stays as it is beyond a margin, so that a
// search which finds another solution there is short.
const tile, margin = 8, 8

// loosening takes clues away in searches in which each clue has a condition that it counts.
type loosening struct {
	d     *draft
	order []place // of the clues
	signs []string
	fate  []fate
}

// loosened is a search without some clues, on the whole board or near some cells.
type loosened struct {
	*model.Loose
	p      *model.Puzzle // with all clues
	t      *theory.Theory
	values []bool // of the puzzle's atoms, in the solution
}

// search makes a search of a puzzle with all clues that are left, and of one without some.
func (l *loosening) search(p, without *model.Puzzle) *loosened {
	form, ok := p.Loosen(without, l.d.board, len(l.order), func(i int) (*model.Part, int) { return l.order[i].part, l.order[i].index })
	if !ok {
		return nil
	}
	values, _ := p.Form().Values(l.d.board)
	return &loosened{form, p, theory.New(form.Form), values}
}

// put writes some of the clues, and takes the others away.
func (l *loosening) put(some func(i int) bool) {
	for i, at := range l.order {
		if some(i) {
			l.d.in.Put(at.part, at.index, l.signs[i])
		} else {
			l.d.in.Put(at.part, at.index, l.d.none())
		}
	}
}

// fate is what becomes of a clue.
type fate uint8

const (
	open fate = iota
	stays
	goes
)

// loosen takes clues away as [draft.reduce] does, at most so many. A solution without a clue breaks the clue, as all clues together
// leave one solution: so it differs where the clue looks. It returns false where the clues have no conditions of their own, or
// where the result is not proved.
func (d *draft) loosen(order []place, most int) bool {
	l := &loosening{d: d, order: order, fate: make([]fate, len(order))}
	for _, at := range order {
		l.signs = append(l.signs, d.in.Sign(at.part, at.index))
	}
	all := d.puzzle("all")
	l.put(func(int) bool { return false })
	whole := l.search(all, d.puzzle("none"))
	if whole == nil {
		return false
	}
	var left []int
	for i := len(order) - 1; i >= 0; i-- {
		left = append(left, i)
	}
	for len(left) > 0 && most > 0 && d.ctx.Err() == nil {
		d.tell("%d of %d clues tried", len(order)-len(left), len(order))
		some, others, window := l.tile(left)
		if window != nil {
			l.within(some, window, most)
		}
		l.try(whole, some, append(others, some...), most)
		var still []int
		for _, i := range left {
			switch l.fate[i] {
			case open:
				still = append(still, i)
			case stays:
				whole.t.Solver.AddClause(cdcl.Lit(whole.Clue[i]))
			case goes:
				whole.t.Solver.AddClause(cdcl.Lit(whole.Breaks[i].Not()))
				most--
			}
		}
		left = still
	}
	l.put(func(i int) bool { return l.fate[i] != goes })
	if d.ctx.Err() != nil {
		return true
	}
	defer func(was int64) { d.patience = was }(d.patience)
	d.patience = math.MaxInt64 // each step was proved
	return d.unique()
}

// tile are those of the clues that are left that stand in the same tile as the last, the others, and the cells within a margin of the
// tile. Window is nil where the clues stand in no cells.
func (l *loosening) tile(left []int) (some, others []int, window []bool) {
	size := l.d.in.Size
	of := func(i int) (part *model.Part, row, col int) {
		at := l.order[i]
		rows, cols := at.part.Of(size)
		if rows < size.Rows || cols < size.Cols {
			return at.part, -1, -1
		}
		return at.part, min(at.index/cols, size.Rows-1) / tile, min(at.index%cols, size.Cols-1) / tile
	}
	part, row, col := of(left[len(left)-1])
	for _, i := range left {
		if p, r, c := of(i); p == part && r == row && c == col {
			some = append(some, i)
		} else {
			others = append(others, i)
		}
	}
	if row < 0 {
		return some, others, nil
	}
	window = make([]bool, size.Cells())
	for cell := range window {
		at := size.At(cell)
		window[cell] = at.Row >= row*tile-margin && at.Row < (row+1)*tile+margin && at.Col >= col*tile-margin && at.Col < (col+1)*tile+margin
	}
	return some, others, window
}

// within says which of some clues stay since without them another solution differs from the board in a window only.
func (l *loosening) within(some []int, window []bool, most int) {
	in := make([]bool, len(l.order))
	for _, i := range some {
		in[i] = true
	}
	l.put(func(i int) bool { return l.fate[i] != goes })
	p := l.d.window(window)
	l.put(func(i int) bool { return l.fate[i] != goes && !in[i] })
	near := l.search(p, l.d.window(window))
	if near == nil {
		return
	}
	for i := range l.order {
		if !in[i] {
			near.t.Solver.AddClause(cdcl.Lit(near.Clue[i]))
			near.t.Solver.AddClause(cdcl.Lit(near.Breaks[i].Not()))
		}
	}
	l.try(near, some, some, most)
	for _, i := range some {
		if l.fate[i] == goes {
			l.fate[i] = open
		}
	}
}

// try decides the fate of those of some clues that are open, several at once or one after the other from the last. Left are all that
// were open before, with these last, so that searches begin alike.
func (l *loosening) try(s *loosened, some, left []int, most int) {
	const longest, few = 16, 4 // clues that go at once, and that stay at once after a search that takes long
	some = slices.DeleteFunc(slices.Clone(some), func(i int) bool { return l.fate[i] != open })
	slices.Reverse(some)
	for chunk := longest; len(some) > 0 && l.d.ctx.Err() == nil; {
		n := min(chunk, most, len(some))
		if n == 0 {
			return
		}
		result, needed := l.alone(s, some[:n], left)
		switch {
		case result == cdcl.Unsatisfiable:
			l.all(some[:n], goes)
			most -= n
			some, chunk = some[n:], min(2*chunk, longest)
		case needed >= 0:
			l.fate[some[needed]] = stays
			some = slices.Delete(some, needed, needed+1)
		case n == 1 || result == cdcl.Stopped && n <= few:
			l.all(some[:n], stays)
			some = some[n:]
		default:
			chunk = n / 2
		}
	}
}

func (l *loosening) all(some []int, f fate) {
	for _, i := range some {
		l.fate[i] = f
	}
}

// alone looks for another solution without some clues that are open, and says which of them is needed if it breaks only one.
func (l *loosening) alone(s *loosened, without, left []int) (result cdcl.Result, needed int) {
	const work = 40_000 // propagations
	var supposed, known []cdcl.Lit
	out := make(map[int]bool, len(without))
	for _, i := range without {
		out[i] = true
	}
	for _, i := range left {
		switch {
		case l.fate[i] == goes:
			known = append(known, cdcl.Lit(s.Breaks[i].Not()))
		case l.fate[i] == stays:
			known = append(known, cdcl.Lit(s.Clue[i]))
		case !out[i]:
			supposed = append(supposed, cdcl.Lit(s.Clue[i]))
		}
	}
	s.t.Solver.Suppose(append(supposed, known...)...)
	free(s.p.Form(), func(atom int) { s.t.Solver.SetPhase(cdcl.Var(atom), s.values[atom]) })
	before := s.t.Solver.Stats.Propagations
	result = s.t.Solver.Solve(func() bool { return s.t.Solver.Stats.Propagations < before+work && l.d.ctx.Err() == nil })
	if result == cdcl.Satisfiable {
		return result, l.needed(s, s.p.Form().Board(s.t.Values()), without)
	}
	return result, -1
}

// needed is the only one of some clues that another solution breaks; -1 if it breaks several.
func (l *loosening) needed(s *loosened, other puzzle.Grid, some []int) int {
	needed, wrong := -1, s.p.Wrong(other)
	for k, i := range some {
		if wrong(l.order[i].part, l.order[i].index) > 0 {
			if needed >= 0 {
				return -1
			}
			needed = k
		}
	}
	return needed
}
