package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// NumberLink: paths between the two cells of every number, which do not meet and need not cover the board. Cells with ? are joined
// in pairs, any two of them.
var NumberLink = &model.Kind{
	Name: "numberlink", Title: "NumberLink", Parts: []*model.Part{model.Clues},
	Make:    &model.Making{Size: side(7), From: threads, Clues: endsOf, Plant: pathsPlanted, Move: pathsMoved},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		paths := m.Links(model.Line, nil)
		ends := make([]int, m.Size().Cells()) // of paths, which count from 1
		where := map[string][]int{}
		for cell := range ends {
			in.Number(model.Clues, cell)
			if sign := in.Sign(model.Clues, cell); sign != model.None {
				if where[sign] = append(where[sign], cell); len(where[sign]) == 1 {
					ends[cell] = len(where)
				} else {
					ends[cell] = ends[where[sign][0]]
				}
			}
		}
		for cell := range ends {
			switch sign := in.Sign(model.Clues, cell); {
			case sign == model.Unknown && len(where[sign])%2 != 0:
				in.Expected(model.Clues, cell, "an even number of ?")
			case sign != model.None && sign != model.Unknown && len(where[sign]) != 2:
				in.Expected(model.Clues, cell, "a number that two cells have")
			}
		}
		m.Rule("a path joins the two cells of every number")
		m.Paths(ends, paths.Edges()...)
	},
	Sign: func(in *model.Instance, cell int, values []int) string {
		for d := range values {
			if end := [4]int{}; values[d] == 1 {
				if end[d] = 1; end == [4]int(values) {
					return model.Direction(d).String()
				}
			}
		}
		return looped(in, cell, values)
	},
}

// threads has boards full of paths, few of them, with no ends side by side, of which none goes around a square.
var threads = &model.Kind{
	Name: "threads", Title: "Threads", Parts: clued,
	Declare: func(m *model.Model, _ *model.Instance) {
		paths := m.Links(model.Line, nil)
		m.Forest(m.Size().Cells(), paths.Edges()...)
		for cell := range m.Size().Cells() {
			m.Count(1, 2, paths.Around(cell)...)
			for d := model.North; d <= model.West; d++ {
				if next, ok := paths.Beside(cell, d); ok && next > cell {
					// Two ends have one link each, or together one that counts twice.
					m.Count(3, 4, append(paths.Around(cell), paths.Around(next)...)...)
				}
			}
		}
		m.Count(m.Size().Cells()*5/6, m.Size().Cells(), paths.All()...)
		for row := range m.Size().Rows - 1 {
			for col := range m.Size().Cols - 1 {
				c := m.Block(row, col, 2, 2)
				m.Count(0, 2, paths.At(c[0], model.East), paths.At(c[2], model.East), paths.At(c[0], model.South), paths.At(c[1], model.South))
			}
		}
	},
	Sign: looped,
}

// endsOf gives the ends of each path its number. It refuses paths with two cells side by side that are not one after the
// other: there is a shorter way.
func endsOf(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	links := model.NewModel(in.Size).Links(model.Line, nil)
	path, paths := make([]int, in.Size.Cells()), 0 // the path of each cell, from 1
	linked := func(cell int, d model.Direction) bool { return at(cell)[d] == 1 }
	for start := range path {
		if ways := at(start); path[start] > 0 || ways[0]+ways[1]+ways[2]+ways[3] != 1 {
			continue
		}
		paths++
		in.Put(model.Clues, start, strconv.Itoa(paths))
		for cell, on := start, true; on; {
			path[cell], on = paths, false
			end := cell
			for d := model.North; d <= model.West; d++ {
				if next, ok := links.Beside(cell, d); ok && linked(cell, d) && path[next] == 0 {
					end, on = next, true
				}
			}
			if !on {
				in.Put(model.Clues, cell, strconv.Itoa(paths))
			}
			cell = end
		}
	}
	for cell := range path {
		for d := model.North; d <= model.West; d++ {
			if next, ok := links.Beside(cell, d); ok && path[cell] == path[next] && !linked(cell, d) {
				return false
			}
		}
	}
	return true
}

// pathsPlanted is [model.Making.Plant]: paths through all cells, short enough that what is near them decides where they go.
func pathsPlanted(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	const sweeps = 60
	w := newWeb(in.Size)
	for row := range in.Size.Rows {
		for from := 0; from < in.Size.Cols; {
			to := from + shortPath + r.IntN(shortPath)
			if in.Size.Cols-to < shortPath {
				to = in.Size.Cols
			}
			for col := from + 1; col < to; col++ {
				w.link(in.Size.Index(puzzle.Cell{Row: row, Col: col - 1}), in.Size.Index(puzzle.Cell{Row: row, Col: col}), 1)
			}
			from = to
		}
	}
	w.change(sweeps, func(int) bool { return true }, r)
	return w.values
}

// pathsMoved is [model.Making.Move].
func pathsMoved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	const most = 4
	w := newWeb(in.Size)
	for cell := range w.values {
		w.values[cell] = slices.Clone(at(cell))
	}
	w.change(1+r.IntN(most), near, r)
	return w.values
}

// shortPath and longPath are the least and the most cells of a path.
const shortPath, longPath = 4, 24

// web are paths through all cells, of which no two cells are side by side but one after the other.
type web struct {
	links  *model.Links
	values [][]int // of cells: whether a path goes on to the north, east, south and west
}

func newWeb(size puzzle.Size) *web {
	w := &web{links: model.NewModel(size).Links(model.Line, nil)}
	for range size.Cells() {
		w.values = append(w.values, make([]int, 4))
	}
	return w
}

// link makes a path go on from a cell to one beside it, or not.
func (w *web) link(a, b, is int) {
	for d := model.North; d <= model.West; d++ {
		if next, ok := w.links.Beside(a, d); ok && next == b {
			w.values[a][d], w.values[b][(d+2)%4] = is, is
		}
	}
}

// next are the cells before and after one on its path.
func (w *web) next(cell int) (out []int) {
	for d, is := range w.values[cell] {
		if next, ok := w.links.Beside(cell, model.Direction(d)); ok && is == 1 {
			out = append(out, next)
		}
	}
	return out
}

// path are the cells of a path from an end on.
func (w *web) path(end int) []int {
	path := []int{end}
	for last := -1; ; {
		at := path[len(path)-1]
		next := slices.DeleteFunc(w.next(at), func(c int) bool { return c == last })
		if len(next) == 0 {
			return path
		}
		last, path = at, append(path, next[0])
	}
}

// change lets ends of paths take cells of paths beside them, mostly around a corner, and divides paths, some times as often as there are
// cells near.
func (w *web) change(sweeps int, near func(cell int) bool, r *rand.Rand) {
	const straight, divided = 0.2, 0.06
	var cells []int
	for cell := range w.values {
		if near(cell) {
			cells = append(cells, cell)
		}
	}
	for range sweeps * len(cells) {
		end, d := cells[r.IntN(len(cells))], model.Direction(r.IntN(4))
		to, ok := w.links.Beside(end, d)
		switch {
		case !ok || !near(to):
		case w.values[end][d] == 1:
			if r.Float64() >= divided {
				continue
			}
			w.link(end, to, 0)
			if len(w.path(end)) < shortPath || len(w.path(to)) < shortPath {
				w.link(end, to, 1)
			}
		case len(w.next(end)) == 1 && (w.values[end][(d+2)%4] == 0 || r.Float64() < straight):
			w.take(end, to, near, r)
		}
	}
}

// take lets the path of an end go on with a cell of another path, and with what comes behind it there.
func (w *web) take(end, to int, near func(cell int) bool, r *rand.Rand) {
	own := w.path(end)
	after := w.next(to)
	if len(after) == 1 {
		if w.fits(own, w.path(to)) {
			w.link(end, to, 1)
		}
		return
	}
	before := after[r.IntN(2)]
	if !near(before) {
		return
	}
	w.link(to, before, 0)
	if len(w.path(before)) >= shortPath && w.fits(own, w.path(to)) {
		w.link(end, to, 1)
	} else {
		w.link(to, before, 1)
	}
}

// fits says whether two paths from ends side by side are one path together.
func (w *web) fits(own, taken []int) bool {
	if len(own)+len(taken) > longPath {
		return false
	}
	for i, c := range own {
		for d := model.North; d <= model.West; d++ {
			next, ok := w.links.Beside(c, d)
			if !ok || i == 0 && next == taken[0] {
				continue
			}
			if slices.Contains(taken, next) {
				return false
			}
		}
	}
	return true
}
