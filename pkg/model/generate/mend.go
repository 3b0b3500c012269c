package generate

import (
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// mends is how often a large board is changed where it has other solutions, before the draft is dropped.
const mends = 1000

// mostVain is how often a planted board is changed in vain before other solutions are looked for anew. Some are two changes far apart, and
// a window that holds one of these meets none.
const mostVain = 6

// mend makes the solution of a large board the only one: where others differ, base and solution are drawn again, and the clues
// with them. Bare is the text without clues.
func (d *draft) mend(said puzzle.Size, bare [][]string) (places []place, ok bool) {
	now := state{bare: bare, clued: d.signs(), board: d.board}
	most := 6 * d.in.Size.Cells() // cells where others differ at first
	vain := 0                     // changes since others differed in fewer cells than before
	for range mends {
		if d.ctx.Err() != nil {
			return nil, false
		}
		if len(now.differ) == 0 || d.planted() && vain > mostVain {
			vain = 0
			d.write(now.bare)
			places = d.places()
			d.write(now.clued)
			d.board = now.board
			if now.differ, ok = d.rechecked(most); !ok || len(now.differ) == 0 {
				return places, ok
			}
			most = math.MaxInt
		}
		d.tell("other solutions differ in %d cells", len(now.differ))
		if d.how.Repair {
			if !d.border(&now) {
				return nil, false
			}
			if len(now.differ) == 0 {
				continue
			}
		}
		before := len(now.differ)
		if d.again(said, &now); len(now.differ) < before {
			vain = 0
		} else {
			vain++
		}
	}
	return nil, false
}

// planted says whether base and solution are planted, and moved together: that takes no search, so that windows which take long are left
// soon.
func (d *draft) planted() bool { return d.how.Plant != nil && d.how.Move != nil }

// rechecked are the cells where other solutions of the text differ, at most so many. It looks at the whole board once none is found that
// is the board but in a square: these are found sooner, and there is less to find then.
func (d *draft) rechecked(most int) (differ []int, ok bool) {
	if d.planted() {
		if differ = d.squares(most); len(differ) > 0 {
			return differ, len(differ) <= most
		}
	}
	return d.doubtful(d.puzzle("mend"), nil, most)
}

// squares are the cells where solutions differ that are the board but in a square, square by square.
func (d *draft) squares(most int) (differ []int) {
	const least, more = 10, 6
	var others []puzzle.Grid
	step := least + d.r.IntN(more)
	first := puzzle.Cell{Row: -d.r.IntN(step), Col: -d.r.IntN(step)}
	for row := first.Row; row < d.in.Size.Rows && len(differ) <= most; row += step {
		for col := first.Col; col < d.in.Size.Cols; col += step {
			square := make([]bool, d.in.Size.Cells())
			for cell := range square {
				at := d.in.Size.At(cell)
				square[cell] = at.Row >= row && at.Row < row+step && at.Col >= col && at.Col < col+step
			}
			found, _ := d.doubtful(d.window(square), square, most)
			differ, others = append(differ, found...), append(others, d.others...)
		}
	}
	d.others = others
	return differ
}

// window is the puzzle of the text near some cells. A text that the kind refuses is a programmer error.
func (d *draft) window(near []bool) *model.Puzzle {
	p, err := d.near(near)
	if err != nil {
		panic("generate: " + err.Error() + "\n" + d.in.Text())
	}
	return p
}

// border moves borders of regions against other solutions, and meets others, until none is left, or several times one is that no
// borders exclude. It looks at squares, or, where few cells differed, near these and those that moved; and at the whole board where
// it finds nothing. It returns false where a search was given up.
func (d *draft) border(now *state) bool {
	d.write(now.clued)
	d.board = now.board
	if now.rivals == nil {
		now.rivals = newRivals(d)
	}
	defer func(was int64) { d.patience = was }(d.patience)
	d.patience *= 2
	const vain, few, reach = 3, 60, 6
	var window []bool // nil: all squares
	for n := 0; n < vain && d.ctx.Err() == nil; {
		most := 20 * d.in.Size.Cells()
		if window == nil {
			now.differ = d.squares(most)
		} else {
			now.differ, _ = d.doubtful(d.window(window), window, most)
		}
		if len(now.differ) == 0 {
			ok := false
			if now.differ, ok = d.doubtful(d.puzzle("border"), nil, most); !ok || len(now.differ) == 0 {
				return ok
			}
		}
		for _, other := range d.others {
			now.rivals.add(other)
		}
		now.rivals.gave = nil
		n += b2i(now.rivals.exclude() > 0)
		now.clued = d.signs()
		if i := slices.Index(d.kind.Parts, model.Regions); i >= 0 {
			now.bare[i] = now.clued[i]
		}
		d.tell("other solutions differ in %d cells", len(now.differ))
		if window = nil; len(now.differ) > few {
			continue
		}
		window = make([]bool, d.in.Size.Cells())
		for _, cell := range append(now.rivals.gave, now.differ...) {
			d.around(cell, reach, func(c int) { window[c] = true })
		}
	}
	return true
}

// state is a text, without and with clues, its solution, and the cells where others differ from it, solution by solution.
type state struct {
	bare, clued [][]string
	board       puzzle.Grid
	differ      []int
	rivals      *rivals // that borders were moved against; nil: none yet
}

// doubtful are the cells where other solutions differ from the board, solution by solution: no other one differs from the board
// only elsewhere. Where there are windows, the puzzle is that near them. It returns false where the search was given up before it
// found any, and where more than some cells differ, unless borders move.
func (d *draft) doubtful(p *model.Puzzle, windows []bool, most int) (differ []int, ok bool) {
	values, _ := p.Form().Values(d.board)
	variables := p.Form().Variables()
	d.others = nil
	near := make([]bool, d.in.Size.Cells())
	patience := d.patience
	if windows != nil && d.planted() {
		patience = hasty
	}
	t := theory.New(p.Form())
	meet := func() {
		other := p.Form().Board(t.Values())
		d.others = append(d.others, other)
		for cell, x := range other.Values {
			if x != d.board.Values[cell] {
				differ = append(differ, cell)
				d.around(cell, 1, func(c int) { near[c] = true })
			}
		}
	}
	for len(differ) <= most {
		var differs []cdcl.Lit
		for _, v := range variables {
			if !slices.ContainsFunc(v.Cells(), func(cell int) bool { return near[cell] }) {
				differs = append(differs, cdcl.Lit(v.Is(v.Value(d.board)).Not()))
			}
		}
		t.Solver.AddClause(differs...)
		free(p.Form(), func(atom int) { t.Solver.SetPhase(cdcl.Var(atom), values[atom]) })
		switch d.search(t, t.Solver.Stats.Conflicts+patience) {
		case cdcl.Stopped:
			if differ == nil && windows == nil {
				ok = d.oneByOne(t, variables, values, near, meet)
				return differ, ok
			}
			return differ, differ != nil
		case cdcl.Unsatisfiable:
			return differ, true
		}
		meet()
	}
	return differ, d.how.Repair // borders exclude those that were met
}

// oneByOne looks for other solutions in which a variable has another value, for one variable after the other in raster order, and
// keeps what is proved. It returns false if it met none and some variables are left. Near are cells where others differ.
func (d *draft) oneByOne(t *theory.Theory, variables []model.Variable, values []bool, near []bool, meet func()) bool {
	const few, many = 100, 2000 // conflicts for a variable, in the first and the second round
	met := false
	for _, steps := range []int64{few, many} {
		var left []model.Variable
		for i, v := range variables {
			if i%100 == 0 {
				d.tell("%d of %d cells have one value", i, len(variables))
			}
			if d.ctx.Err() != nil {
				return false
			}
			own := cdcl.Lit(v.Is(v.Value(d.board)))
			if slices.ContainsFunc(v.Cells(), func(cell int) bool { return near[cell] }) {
				continue
			}
			t.Solver.Suppose(own.Not())
			for atom, is := range values {
				t.Solver.SetPhase(cdcl.Var(atom), is)
			}
			switch d.search(t, t.Solver.Stats.Conflicts+steps) {
			case cdcl.Satisfiable:
				met = true
				meet()
			case cdcl.Stopped:
				left = append(left, v)
			case cdcl.Unsatisfiable:
				if t.Solver.Unsatisfiable() {
					return true
				}
				t.Solver.AddClause(own)
			}
		}
		if variables = left; met || len(left) == 0 {
			return true
		}
	}
	return false
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

// again draws base and solution again in windows around cells where others differ, and the clues with them. Windows in which
// others differ more than before stay as they were.
func (d *draft) again(said puzzle.Size, now *state) {
	windows, near := d.windows(now.differ)
	if !d.redraw(said, now, windows, near) {
		d.many = max(d.many/2, 1)
		return
	}
	d.many = min(2*d.many, d.in.Size.Cells())
	fresh := state{bare: d.bared, board: d.board}
	if !d.settle(now.clued, near) {
		return
	}
	fresh.clued = d.signs()
	lost := make([]bool, slices.Max(windows)+1) // windows in which the search was given up
	for k := 1; k < len(lost); k++ {
		within := make([]bool, len(near))
		for cell, window := range windows {
			within[cell] = window == k
		}
		differ, ok := d.doubtful(d.window(within), within, len(now.differ)+d.in.Size.Cells())
		lost[k] = !ok
		fresh.differ = append(fresh.differ, differ...)
	}
	for _, cell := range now.differ {
		if windows[cell] == 0 {
			fresh.differ = append(fresh.differ, cell)
		}
	}
	count := func(differ []int) (in map[int]int) {
		in = map[int]int{}
		for _, cell := range differ {
			in[windows[cell]]++
		}
		return in
	}
	before, after := count(now.differ), count(fresh.differ)
	good := func(cell int) bool { return !lost[windows[cell]] && after[windows[cell]] <= before[windows[cell]] }
	if !slices.ContainsFunc(now.differ, func(cell int) bool { return windows[cell] > 0 && good(cell) }) {
		return
	}
	mixed := state{clued: fresh.clued, board: fresh.board.Clone()}
	for _, table := range fresh.bare {
		mixed.bare = append(mixed.bare, slices.Clone(table))
	}
	for _, cell := range fresh.differ {
		if windows[cell] == 0 || good(cell) {
			mixed.differ = append(mixed.differ, cell)
		}
	}
	if len(mixed.differ) == len(fresh.differ) && !slices.Contains(lost, true) {
		if len(fresh.differ) <= len(now.differ) {
			*now = fresh
		}
		return
	}
	for cell, window := range windows {
		if window > 0 && !good(cell) {
			mixed.board.Values[cell] = now.board.Values[cell]
			near[cell] = false
			for i, part := range d.kind.Parts {
				if part.At == model.InCells {
					mixed.bare[i][cell] = now.bare[i][cell]
				}
			}
		}
	}
	for _, cell := range now.differ {
		if windows[cell] > 0 && !good(cell) {
			mixed.differ = append(mixed.differ, cell)
		}
	}
	d.write(mixed.bare)
	d.board = mixed.board
	if len(mixed.differ) <= len(now.differ) && d.clues(d.places()) && d.settle(now.clued, near) {
		mixed.clued = d.signs()
		*now = mixed
	} else if len(fresh.differ) < len(now.differ) && !slices.Contains(lost, true) {
		*now = fresh
	}
}

// windows are numbers from 1 for cells around some that differ, and which of these are to be drawn again. Two windows are apart.
func (d *draft) windows(differ []int) (window []int, near []bool) {
	const margin = 3
	window, near = make([]int, d.in.Size.Cells()), make([]bool, d.in.Size.Cells())
	n := 0
	for _, i := range d.r.Perm(len(differ)) {
		reach, free := 1+min(d.r.IntN(9), d.r.IntN(9)), true
		d.around(differ[i], reach+margin, func(c int) { free = free && window[c] == 0 })
		if !free {
			continue
		}
		n++
		d.around(differ[i], reach, func(c int) { near[c] = true })
		d.around(differ[i], reach+margin, func(c int) { window[c] = n })
		if n >= d.many {
			break
		}
	}
	return window, near
}

// way says how a window is drawn again: whether with another base, and the solution as it was where it can stay; else how
// often conditions are tried as true. Change is how often a cell moves to another region.
type way struct {
	base, keep    bool
	dense, change float64
}

// redraw draws what is near some cells, and the clues; the base in half of the windows. It returns false where that did not come out.
func (d *draft) redraw(said puzzle.Size, from *state, windows []int, near []bool) bool {
	d.write(from.bare)
	var moved *puzzle.Grid
	ways := make([]way, d.many+1)
	for i := range ways {
		if d.how.Move != nil {
			ways[i] = way{true, true, 0, 0}
			continue
		}
		base := (d.how.Base != nil || d.in.Has(model.Regions)) && d.r.IntN(2) == 0
		ways[i] = way{base, (base || d.how.Repair) && d.r.IntN(2) == 0, d.r.Float64(), d.often()}
	}
	d.ways = make([]way, len(near))
	for cell, window := range windows {
		d.ways[cell] = ways[window]
	}
	based := func(cell int) bool { return near[cell] && d.ways[cell].base }
	switch {
	case d.how.Move != nil:
		d.board = from.board
		p := d.window(nil)
		if values := d.how.Move(d.in, func(cell int) []int { return p.Digits(from.board, cell) }, based, d.r); values != nil {
			board := p.BoardOf(values)
			moved = &board
		}
	case d.in.Has(model.Regions):
		doubt := make([]bool, len(near))
		for _, cell := range from.differ {
			doubt[cell] = true
		}
		d.shift(func(cell int) bool {
			if d.how.Repair && d.ways[cell].keep {
				return near[cell] && doubt[cell] && d.r.IntN(2) == 0
			}
			return based(cell) && d.r.Float64() < d.ways[cell].change
		})
	case d.how.Base != nil:
		fresh, err := d.kind.Blank(said, d.in.Header...)
		if err != nil || !d.how.Base(fresh, d.r) {
			return false
		}
		for _, part := range d.kind.Parts {
			for cell := range near {
				if part.At == model.InCells && based(cell) {
					d.in.Put(part, cell, fresh.Sign(part, cell))
				}
			}
		}
	}
	d.bared = d.signs()
	if d.board = from.board; moved != nil {
		d.board = *moved
	} else if !d.solve(said, near) {
		return false
	}
	return d.clues(d.places())
}

// shift gives some cells in random order to a region beside them, where regions stay in one piece and, but for one cell, of a size
// that the kind asks for. Kinds whose regions have a shape have no such sizes.
func (d *draft) shift(some func(cell int) bool) {
	land := d.land()
	for _, cell := range d.r.Perm(len(land.of)) {
		if some(cell) {
			if to := land.takers(cell); len(to) > 0 {
				land.give(cell, to[d.r.IntN(len(to))])
			}
		}
	}
}

// settle takes clues as they were before where they are not near cells that were drawn again, and fit. It returns false where the board
// does not solve that.
func (d *draft) settle(before [][]string, near []bool) bool {
	if d.how.Signs != nil {
		return true // they follow from the solution alone
	}
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
	p, err := d.near(nil)
	if err == nil {
		if p.Check(d.board) == nil {
			return true
		}
		wrong := p.Wrong(d.board)
		each(func(i int, part *model.Part, index int) {
			if wrong(part, index) > 0 {
				d.in.Put(part, index, now[i][index])
			}
		})
		if p, err = d.near(nil); err == nil && p.Check(d.board) == nil {
			return true
		}
	}
	d.write(now)
	p, err = d.near(nil)
	return err == nil && p.Check(d.board) == nil
}

// signs are those of all tables.
func (d *draft) signs() (out [][]string) {
	for _, part := range d.kind.Parts {
		rows, cols := part.Of(d.in.Size)
		table := lists.Of(rows*cols, func(index int) string { return d.in.Sign(part, index) })
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
