package generate

import (
	"slices"
	"strconv"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
)

// none marks cells that belong to no region yet.
const none = -1

// lay divides a large board into regions, one after the other from the top left, of the sizes that the kind asks for or one cell more
// or less, and finds a solution. Each region leaves a solution of what is near. Where none does, those near are taken away.
func (d *draft) lay() (board puzzle.Grid, ok bool) {
	if d.how.Regions == [2]int{} {
		return board, false
	}
	const tries, reach = 20, 3
	size := d.in.Size
	of := slices.Repeat([]int{none}, size.Cells())
	least, most := d.how.Regions[0], d.how.Regions[1]
	d.board = puzzle.NewGrid(size, 0)
	n, failed, left := 0, 0, 4*len(of)
	for at := 0; at < len(of); {
		if of[at] != none {
			at++
			continue
		}
		region := d.region(of, at)
		for _, cell := range region {
			of[cell] = n
		}
		if len(region) >= max(least-1, 1) && len(region) <= most+1 && d.solvable(of, at) {
			n, failed = n+1, 0
			d.tell("regions in %d of %d cells", at, len(of))
			continue
		}
		for _, cell := range region {
			of[cell] = none
		}
		failed, left = failed+1, left-1
		if d.ctx.Err() != nil || left == 0 {
			return board, false
		}
		if failed%tries == 0 {
			gone := map[int]bool{}
			d.around(at, min(failed/tries, reach), func(c int) { gone[of[c]] = true })
			for cell, k := range of {
				if k != none && gone[k] {
					of[cell], at = none, min(at, cell)
				}
			}
		}
	}
	for cell, k := range of {
		d.in.Put(model.Regions, cell, strconv.Itoa(k+1))
	}
	p := d.puzzle("base")
	if p.Check(d.board) == nil {
		return d.board, true
	}
	t := theory.New(p.Form())
	for _, v := range p.Form().Variables() {
		prefer(t, v, v.Value(d.board))
	}
	if d.search(t, d.patience) != cdcl.Satisfiable {
		return board, false
	}
	return p.Form().Board(t.Values()), true
}

// region is a random one of cells without any, with those that are cut off by it.
func (d *draft) region(of []int, at int) []int {
	least, most := d.how.Regions[0], d.how.Regions[1]
	region := []int{at}
	free := func(visit func(cell int)) func(c int) {
		return func(c int) {
			for next := range d.in.Size.Neighbours(c) {
				if of[next] == none && !slices.Contains(region, next) {
					visit(next)
				}
			}
		}
	}
	for target := least + d.r.IntN(most-least+1); len(region) < target; {
		var beside []int
		visit := free(func(c int) { beside = append(beside, c) })
		for _, c := range region {
			visit(c)
		}
		if len(beside) == 0 {
			break
		}
		region = append(region, beside[d.r.IntN(len(beside))])
	}
	for i := 0; i < len(region); i++ {
		free(func(start int) {
			pocket := []int{start}
			for k := 0; k < len(pocket) && len(pocket) < least; k++ {
				free(func(c int) {
					if !slices.Contains(pocket, c) {
						pocket = append(pocket, c)
					}
				})(pocket[k])
			}
			if len(pocket) < least {
				region = append(region, pocket...)
			}
		})(region[i])
	}
	return region
}

// solvable says whether the solution so far can be changed near a cell so that it is one of all regions, but for rules on the
// whole board.
func (d *draft) solvable(of []int, at int) bool {
	const reach, moves = 10, 4
	size, middle := d.in.Size, d.in.Size.At(at)
	row, col := max(middle.Row-reach, 0), max(middle.Col-reach, 0)
	part := puzzle.Size{Rows: min(middle.Row+reach+1, size.Rows) - row, Cols: min(middle.Col+reach+1, size.Cols) - col}
	in, err := d.kind.Blank(part, d.in.Header...)
	if err != nil {
		panic("generate: " + err.Error())
	}
	all := make([]int, part.Cells()) // cells on the board
	inside := make([]bool, size.Cells())
	for cell := range all {
		c := part.At(cell)
		c.Row, c.Col = c.Row+row, c.Col+col
		all[cell] = size.Index(c)
		// The last lines of the part are not those of the board, and so are not judged.
		inside[all[cell]] = (c.Row > row || row == 0) && (c.Col > col || col == 0) && (c.Row+1 < row+part.Rows || c.Row+1 == size.Rows) && (c.Col+1 < col+part.Cols || c.Col+1 == size.Cols)
	}
	cut := map[int]bool{} // regions
	for cell, k := range of {
		cut[k] = cut[k] || !inside[cell]
	}
	cut[none] = true
	for cell, c := range all {
		name := strconv.Itoa(of[c] + 1)
		if cut[of[c]] {
			name = "-" + strconv.Itoa(cell)
		}
		in.Put(model.Regions, cell, name)
	}
	p, err := d.kind.New("near", d.kind.Name, in.Text())
	if err != nil {
		panic("generate: " + err.Error() + in.Text())
	}
	t := theory.New(p.Form().Within(func(cell int) bool { return !cut[of[all[cell]]] }))
	known, near := puzzle.NewGrid(part, puzzle.Unset), make([]bool, part.Cells())
	for cell, c := range all {
		at := size.At(c)
		near[cell] = of[c] == none || !cut[of[c]] && max(at.Row-middle.Row, middle.Row-at.Row, at.Col-middle.Col, middle.Col-at.Col) <= moves
		known.Values[cell] = d.board.Values[c]
	}
	for _, v := range p.Form().Variables() {
		x := v.Value(known)
		if x >= 0 && !slices.ContainsFunc(v.Cells(), func(cell int) bool { return near[cell] }) {
			t.Solver.AddClause(cdcl.Lit(v.Is(x)))
		} else {
			prefer(t, v, d.r.IntN(v.Values()))
		}
	}
	if d.search(t, hasty) != cdcl.Satisfiable {
		return false
	}
	for cell, x := range p.Form().Board(t.Values()).Values {
		if inside[all[cell]] && (!cut[of[all[cell]]] || of[all[cell]] == none) {
			d.board.Values[all[cell]] = x
		}
	}
	return true
}
