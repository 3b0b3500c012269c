// Package pencil declares kinds of pencil puzzles, a file each: what their text has, and their
// rules in the language of package model.
//
// Its opinion: a kind is its rules, and they read as the rules read. Nothing here knows an engine. A board that satisfies every
// sentence of them is an answer, also one with nothing on it; what a clue that is not there leaves of its rule holds; and ?
// is a clue whose number is not known, where a kind has that.
//
// Its limits: rectangular boards of square cells.
package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Kinds lists the kinds by name.
func Kinds() []*model.Kind {
	return []*model.Kind{
		Akari, Binairo, Cave, CountryRoad, Creek, Fillomino, Galaxies, GokigenNaname, Hakyuu, Hashi, Heyawake, Hitori, Kakuro, KenKen, KillerSudoku,
		Kuromasu, Kurotto, LITS, Masyu, Mosaic, Norinori, NumberLink, Nurimisaki, Shakashaka, Shikaku, SimpleLoop, Skyscraper, Slitherlink, Starbattle, Suguru, TennerGrid, Tent,
		Yajilin, YinYang,
	}
}

// one returns a kind's sign func for boards of one variable a cell: the sign of each value.
func one(signs ...string) func(in *model.Instance, cell int, values []int) string {
	return func(_ *model.Instance, _ int, values []int) string { return signs[values[0]] }
}

// number is a kind's sign func for boards of numbers.
func number(_ *model.Instance, _ int, values []int) string { return strconv.Itoa(values[0]) }

// turns are the signs of a cell of a loop, by its links north, east, south, west.
var turns = map[[4]int]string{
	{0, 1, 1, 0}: "se", {0, 0, 1, 1}: "sw", {1, 1, 0, 0}: "ne", {1, 0, 0, 1}: "nw", {0, 1, 0, 1}: "ew", {1, 0, 1, 0}: "ns", {0, 0, 0, 0}: "-",
}

// looped is a kind's sign func for boards of links.
func looped(_ *model.Instance, _ int, values []int) string { return turns[[4]int(values)] }

// numbers declares a number from 1 to most for each cell that in says, all where it is nil.
func numbers(m *model.Model, most func(cell int) int, in func(cell int) bool) model.Field {
	f := m.CellsOf(model.Number, func(cell int) int {
		if in != nil && !in(cell) {
			return 0
		}
		return most(cell) + 1
	})
	for _, v := range f {
		if v.Values() > 0 {
			m.Is(v.Is(0).Not())
		}
	}
	return f
}

// given makes the numbers of a table those of the cells.
func given(m *model.Model, in *model.Instance, f model.Field) {
	m.Rule("given numbers stay")
	for cell, v := range f {
		if n, ok := in.Number(model.Clues, cell); ok {
			if n >= v.Values() {
				in.Expected(model.Clues, cell, "a number that fits into the cell")
			}
			m.Is(v.Is(n))
		}
	}
}

// differ makes two cells have different numbers.
func differ(m *model.Model, a, b model.Var) {
	for x := range min(a.Values(), b.Values()) {
		m.NotAll(a.Is(x), b.Is(x))
	}
}

// around are the cells of the square of three around one, without itself.
func around(m *model.Model, cell int) (out []int) {
	at := m.Size().At(cell)
	for _, c := range m.Block(at.Row-1, at.Col-1, 3, 3) {
		if c != cell {
			out = append(out, c)
		}
	}
	return out
}

// of are the variables of some cells.
func of(f model.Field, cells []int) []model.Var {
	return lists.Map(cells, func(c int) model.Var { return f[c] })
}

// sees are the conditions whose number is that of the cells seen from one, itself included, in the four
// directions, as long as they hold.
func sees(m *model.Model, cell int, cells []model.Lit) (out []model.Lit) {
	out = append(out, cells[cell])
	for d := model.North; d <= model.West; d++ {
		line := lists.Map(m.Ray(cell, d, nil), func(c int) model.Lit { return cells[c] })
		out = append(out, m.Seen(line)...)
	}
	return out
}

// beside are the cells at the sides of one.
func beside(m *model.Model, cell int) (out []int) {
	for c := range m.Size().Neighbours(cell) {
		out = append(out, c)
	}
	return out
}

// spread lets parts of a board grow in random order, from the cells that have a part into open ones beside them that have none,
// which is -1. meet is told of two parts that lie side by side.
func spread(size puzzle.Size, part []int, open func(cell int) bool, meet func(a, b int), r *rand.Rand) {
	var front []int
	for cell, k := range part {
		if k >= 0 {
			front = append(front, cell)
		}
	}
	for len(front) > 0 {
		i := r.IntN(len(front))
		cell := front[i]
		front[i] = front[len(front)-1]
		front = front[:len(front)-1]
		for next := range size.Neighbours(cell) {
			switch {
			case !open(next) || part[next] == part[cell]:
			case part[next] < 0:
				part[next] = part[cell]
				front = append(front, next)
			default:
				meet(part[cell], part[next])
			}
		}
	}
}
