package generate

import (
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// repairs is the number of other solutions that are met, one after the other, before the draft is
// dropped.
const repairs = 100

// climb takes other solutions of all clues, one after the other: each obeys all clues there are, and may
// allow more. It ends where the solution is the only one.
func (d *draft) climb(p *model.Puzzle, places []place) bool {
	for range repairs {
		other, ok := d.another(p)
		if ok {
			return true
		}
		if other.IsZero() {
			return false
		}
		d.board = other
		if !d.clues(places) {
			return false
		}
		p = d.puzzle(p.ID())
		if p.Check(d.board) != nil {
			return false
		}
	}
	return false
}

// repair moves borders of regions, cell by cell, so that the solution stays one and no other that was met
// does, until it is the only one.
func (d *draft) repair(p *model.Puzzle) bool {
	var others []puzzle.Grid
	for range repairs {
		other, ok := d.another(p)
		if ok {
			return true
		}
		if other.IsZero() {
			return false
		}
		if others = append(others, other); !d.exclude(others) {
			return false
		}
		p = d.puzzle(p.ID())
	}
	return false
}

// exclude gives one cell to the region beside it so that the solution stays one and the last of the others
// does not; of some ways to do it, one that lets in the fewest of those before.
func (d *draft) exclude(others []puzzle.Grid) bool {
	const most = 8 // ways
	size := d.in.Size
	var best func()
	fewest, ways := len(others), 0
	_, of := d.in.Areas(nil)
	for _, cell := range d.r.Perm(size.Cells()) {
		own := d.in.Sign(model.Regions, cell)
		var names []string
		for next := range size.Neighbours(cell) {
			if name := d.in.Sign(model.Regions, next); name != own && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		differs := d.board.Values[cell] != others[len(others)-1].Values[cell]
		if !differs || len(names) == 0 || !d.whole(cell, of) {
			continue
		}
		d.r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			d.in.Put(model.Regions, cell, name)
			p := d.puzzle("repair")
			solves := func(board puzzle.Grid) bool { return p.Check(board) == nil }
			if last := len(others) - 1; solves(d.board) && !solves(others[last]) {
				n := lists.Count(others[:last], solves)
				if ways++; n < fewest {
					fewest, best = n, func() { d.in.Put(model.Regions, cell, name) }
				}
			}
		}
		d.in.Put(model.Regions, cell, own)
		if fewest == 0 || ways >= most {
			break
		}
	}
	if best == nil {
		return false
	}
	best()
	return true
}

// whole says whether a region of at least two cells stays in one piece without a cell.
func (d *draft) whole(cell int, of []int) bool {
	var seen []int
	known := map[int]bool{cell: true}
	beside := func(c int) (n int) {
		for next := range d.in.Size.Neighbours(c) {
			if of[next] == of[cell] && next != cell {
				if n++; !known[next] && (c != cell || len(seen) == 0) {
					known[next] = true
					seen = append(seen, next)
				}
			}
		}
		return n
	}
	ends := beside(cell)
	for i := 0; i < len(seen); i++ {
		beside(seen[i])
	}
	for next := range d.in.Size.Neighbours(cell) {
		if of[next] == of[cell] && !known[next] {
			return false
		}
	}
	return ends > 0
}
