package generate

import (
	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// rival is another solution, of some text, than the board: the cells in which it has something where the board has nothing, and by
// how many cells each region has more of them than of the opposite. Where that is 0 for all regions, their borders do not exclude it.
type rival struct {
	more   []int
	excess []int
	uneven int // regions of which the excess is not 0
	hit    int // cells in a move that is looked at
}

// add counts cells of a region.
func (v *rival) add(region, n int) {
	v.uneven -= b2i(v.excess[region] != 0)
	v.excess[region] += n
	v.uneven += b2i(v.excess[region] != 0)
}

// rivals are those of a board, and what moves borders against them.
type rivals struct {
	d    *draft
	all  []*rival
	at   [][]*rival // by cells that they have more
	land *land
	gave []int // cells that moves gave since somebody asked
}

func newRivals(d *draft) *rivals {
	return &rivals{d: d, at: make([][]*rival, d.in.Size.Cells()), land: d.land()}
}

func (v *rivals) add(other puzzle.Grid) {
	one := &rival{excess: make([]int, len(v.land.cells))}
	for cell, x := range other.Values {
		switch mine := v.d.board.Values[cell]; {
		case x != 0 && mine == 0:
			one.more = append(one.more, cell)
			v.at[cell] = append(v.at[cell], one)
			one.add(v.land.of[cell], 1)
		case x == 0 && mine != 0:
			one.add(v.land.of[cell], -1)
		}
	}
	v.all = append(v.all, one)
}

// exclude moves borders until every rival has too many cells in some region, but for those that no move excludes. The board stays a
// solution, since cells in which it has something do not move. It returns how many are left.
func (v *rivals) exclude() (left int) {
	const noise = 0.05
	vain := map[*rival]int{} // how often no move excluded it
	for range 20 * len(v.all) {
		left = 0
		var open []*rival
		for _, one := range v.all {
			if one.uneven > 0 {
				continue
			}
			if left++; len(one.more) > 0 && vain[one] < 3 {
				open = append(open, one)
			}
		}
		if len(open) == 0 {
			return left
		}
		one := open[v.d.r.IntN(len(open))]
		var way move
		best := 0
		for _, i := range v.d.r.Perm(len(one.more)) {
			for _, m := range v.moves(one.more[i]) {
				if n := v.opens(m); way.cells == nil || n < best {
					way, best = m, n
				}
			}
			if way.cells != nil && v.d.r.Float64() < noise {
				break
			}
		}
		if way.cells != nil {
			v.make(way)
			continue
		}
		vain[one]++
		// None can go: so the region of one takes cells beside it, and holds together without.
		cell := one.more[v.d.r.IntN(len(one.more))]
		const reach = 2
		v.d.around(cell, reach, func(c int) {
			if v.d.board.Values[c] != 0 || v.land.of[c] == v.land.of[cell] || v.d.r.IntN(2) == 0 {
				return
			}
			for _, m := range v.moves(c) {
				if v.land.of[m.to] == v.land.of[cell] {
					v.make(m)
					return
				}
			}
		})
	}
	return left
}

// move gives cells of a region to that of another cell.
type move struct {
	cells []int
	to    int
}

// moves are those of a cell to regions near it, with cells between and those that its own region loses with them. Cells in which
// the board has something stay.
func (v *rivals) moves(cell int) (out []move) {
	const longest = 3
	l, own := v.land, v.land.of[cell]
	before := map[int]int{cell: -1}
	queue, deep := []int{cell}, map[int]int{cell: 1}
	seen := map[int]bool{own: true}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for next := range v.d.in.Size.Neighbours(c) {
			k := l.of[next]
			if k == own {
				if _, known := before[next]; !known && v.d.board.Values[next] == 0 && deep[c] < longest {
					before[next], deep[next] = c, deep[c]+1
					queue = append(queue, next)
				}
				continue
			}
			if seen[k] {
				continue
			}
			seen[k] = true
			var cells []int
			for at := c; at >= 0; at = before[at] {
				cells = append(cells, at)
			}
			if cells = v.torn(cells); cells != nil && l.cells[own]-len(cells) >= l.least && l.cells[k]+len(cells) <= l.most {
				out = append(out, move{cells, next})
			}
		}
	}
	return out
}

// torn are cells with those that are cut off from their region without them; nothing where two parts are left in which the
// board has something.
func (v *rivals) torn(cells []int) []int {
	l, own := v.land, v.land.of[cells[0]]
	gone := lists.Set(cells, func(c int) int { return c })
	parts := 0
	for _, c := range cells {
		for start := range v.d.in.Size.Neighbours(c) {
			if l.of[start] != own || gone[start] {
				continue
			}
			piece, something := []int{start}, false
			gone[start] = true
			for i := 0; i < len(piece); i++ {
				something = something || v.d.board.Values[piece[i]] != 0
				for next := range v.d.in.Size.Neighbours(piece[i]) {
					if l.of[next] == own && !gone[next] {
						gone[next] = true
						piece = append(piece, next)
					}
				}
			}
			if !something {
				cells = append(cells, piece...)
			} else if parts++; parts > 1 {
				return nil
			}
		}
	}
	return cells
}

// touched visits the rivals that a move changes, and by how many cells.
func (v *rivals) touched(m move, visit func(one *rival, by int)) {
	for _, cell := range m.cells {
		for _, one := range v.at[cell] {
			one.hit++
		}
	}
	for _, cell := range m.cells {
		for _, one := range v.at[cell] {
			if one.hit > 0 {
				visit(one, one.hit)
				one.hit = 0
			}
		}
	}
}

// opens is how many rivals more a move lets in.
func (v *rivals) opens(m move) (n int) {
	from, to := v.land.of[m.cells[0]], v.land.of[m.to]
	v.touched(m, func(one *rival, by int) {
		is := one.uneven - b2i(one.excess[from] != 0) - b2i(one.excess[to] != 0) + b2i(one.excess[from] != by) + b2i(one.excess[to] != -by)
		n += b2i(is == 0) - b2i(one.uneven == 0)
	})
	return n
}

// make makes a move.
func (v *rivals) make(m move) {
	from, to := v.land.of[m.cells[0]], v.land.of[m.to]
	v.touched(m, func(one *rival, by int) {
		one.add(from, -by)
		one.add(to, by)
	})
	for _, cell := range m.cells {
		v.land.give(cell, m.to)
	}
	v.gave = append(v.gave, m.cells...)
}

// land are the regions of a text whose borders move, and their cells.
type land struct {
	d           *draft
	of          []int
	cells       map[int]int
	least, most int
}

// land looks at the text. Regions keep sizes that the kind asks for, or one cell more or less. Those that have next to no clues need
// more ways. Kinds whose regions have a shape have no such sizes.
func (d *draft) land() *land {
	l := &land{d: d, cells: map[int]int{}, least: max(d.how.Regions[0]-1, 1), most: d.how.Regions[1] + 1}
	if d.how.Repair {
		l.least, l.most = 1, max(2*l.most, d.in.Size.Cells()*b2i(l.most == 1))
	}
	_, l.of = d.in.Areas(nil)
	for _, k := range l.of {
		l.cells[k]++
	}
	return l
}

// takers are cells beside one whose region may have it.
func (l *land) takers(cell int) (out []int) {
	if l.cells[l.of[cell]] <= l.least {
		return nil
	}
	for next := range l.d.in.Size.Neighbours(cell) {
		if k := l.of[next]; k != l.of[cell] && l.cells[k] < l.most {
			out = append(out, next)
		}
	}
	if len(out) > 0 && !l.d.whole(cell, l.of) {
		return nil
	}
	return out
}

// give moves a cell to the region of one beside it.
func (l *land) give(cell, next int) {
	l.cells[l.of[cell]]--
	l.cells[l.of[next]]++
	l.of[cell] = l.of[next]
	l.d.in.Put(model.Regions, cell, l.d.in.Sign(model.Regions, next))
}
