package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
)

// NumberLink: paths between the two cells of every number, which do not meet and need not cover the board. Cells with ? are joined
// in pairs, any two of them.
var NumberLink = &model.Kind{
	Name: "numberlink", Title: "NumberLink", Parts: []*model.Part{model.Clues},
	Make:    &model.Making{Size: side(7), From: threads, Clues: endsOf},
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
