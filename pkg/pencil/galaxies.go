package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Galaxies: connected areas, each symmetric under a half turn about its one centre.
var Galaxies = &model.Kind{
	Name: "galaxies", Title: "Galaxies", Parts: []*model.Part{model.Clues}, Areas: true,
	Marks: map[string]model.Mark{"": model.Centre},
	Make:  &model.Making{Size: side(8), Base: universe, Plant: galaxiesPlanted, Move: galaxiesMoved},
	Declare: func(m *model.Model, in *model.Instance) {
		joined := m.Links(model.Border, nil)
		var galaxies []model.Share
		for cell := range m.Size().Cells() {
			var right, below int // from the middle of the cell to the centre, in halves of a side
			switch in.Sign(model.Clues, cell) {
			case model.None:
				continue
			case "0":
			case "1":
				right = 1
			case "2":
				below = 1
			case "3":
				right, below = 1, 1
			default:
				in.Expected(model.Clues, cell, "0, 1, 2, 3 or -")
			}
			at := m.Size().At(cell)
			if at.Row+below >= m.Size().Rows || at.Col+right >= m.Size().Cols {
				in.Expected(model.Clues, cell, "a centre that is not on the edge of the board")
				return
			}
			galaxy := model.Share{}
			for _, c := range m.Block(at.Row, at.Col, 1+below, 1+right) {
				galaxy.Core = append(galaxy.Core, int32(c))
			}
			for c := range m.Size().Cells() {
				from := m.Size().At(c)
				to, image := puzzle.Cell{Row: 2*at.Row + below - from.Row, Col: 2*at.Col + right - from.Col}, -1
				if m.Size().Contains(to) {
					image = m.Size().Index(to)
				}
				galaxy.Image = append(galaxy.Image, int32(image))
			}
			galaxies = append(galaxies, galaxy)
		}
		m.Rule("every area is connected and symmetric about its one centre")
		m.Divide(m.Size().Cells(), joined.Edges(), galaxies...)
	},
}

// universe puts centres of galaxies that grow, two cells that are images of each other at a time, until the board is full. Small
// ones fill the gaps.
func universe(in *model.Instance, r *rand.Rand) bool {
	const most = 14 // cells of a galaxy
	expand(in, make([]int, in.Size.Cells()), most, r)
	return true
}

// few are the most cells of a galaxy on a large board. With 10 the proof of some boards of 50×50 takes a minute, and with 14 that of
// 25×25 takes ten times as long.
const few = 8

// expand fills the cells of no galaxy, which have 0, with galaxies of at most so many cells and their centres. Others have the number
// of their galaxy.
func expand(in *model.Instance, of []int, most int, r *rand.Rand) {
	n := slices.Max(of)
	for _, least := range []int{5, 3, 1} {
		for _, cell := range r.Perm(len(of)) {
			way := r.IntN(4)
			galaxy := galaxyAt(in.Size, of, cell, way, most, r)
			if len(galaxy) == 0 {
				way = 0
				galaxy = galaxyAt(in.Size, of, cell, way, most, r)
			}
			if len(galaxy) < least {
				continue
			}
			in.Put(model.Clues, cell, strconv.Itoa(way))
			n++
			for _, c := range galaxy {
				of[c] = n
			}
		}
	}
}

// galaxyAt is a random galaxy of at most so many cells that no other has, with its centre in or beside a cell; nothing where there is
// none.
func galaxyAt(size puzzle.Size, of []int, cell, way, most int, r *rand.Rand) []int {
	m, at := model.NewModel(size), size.At(cell)
	galaxy := m.Block(at.Row, at.Col, 1+way/2, 1+way%2)
	if len(galaxy) < (1+way/2)*(1+way%2) || slices.ContainsFunc(galaxy, func(c int) bool { return of[c] > 0 }) {
		return nil
	}
	for range 4 * most {
		to := beside(m, galaxy[r.IntN(len(galaxy))])
		next := to[r.IntN(len(to))]
		from := size.At(next)
		other := puzzle.Cell{Row: 2*at.Row + way/2 - from.Row, Col: 2*at.Col + way%2 - from.Col}
		if !size.Contains(other) || len(galaxy)+2 > most {
			continue
		}
		if image := size.Index(other); of[next] == 0 && of[image] == 0 && !slices.Contains(galaxy, next) {
			galaxy = append(galaxy, next, image)
		}
	}
	return galaxy
}

// galaxiesPlanted is [model.Making.Plant].
func galaxiesPlanted(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	of := make([]int, in.Size.Cells())
	expand(in, of, few, r)
	return joinedIn(in.Size, of)
}

// galaxiesMoved puts other galaxies in the place of those that have only cells near.
func galaxiesMoved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	m, of, n := model.NewModel(in.Size), make([]int, in.Size.Cells()), 0
	for start := range of {
		if of[start] != 0 {
			continue
		}
		galaxy, stays := []int{start}, false
		n++
		of[start] = n
		for i := 0; i < len(galaxy); i++ {
			stays = stays || !near(galaxy[i])
			for d, joined := range at(galaxy[i]) {
				if joined == 0 {
					continue
				}
				if next := m.Ray(galaxy[i], model.Direction(d), nil)[0]; of[next] == 0 {
					of[next] = n
					galaxy = append(galaxy, next)
				}
			}
		}
		if stays {
			continue
		}
		for _, c := range galaxy {
			of[c] = -1
			in.Put(model.Clues, c, model.None)
		}
	}
	for cell := range of {
		of[cell] = max(of[cell], 0)
	}
	expand(in, of, few, r)
	return joinedIn(in.Size, of)
}

// joinedIn are the values of cells in some areas: whether the cell to the north, east, south and west is in the same.
func joinedIn(size puzzle.Size, of []int) (out [][]int) {
	m := model.NewModel(size)
	for cell := range of {
		values := make([]int, 4)
		for d := range values {
			if ray := m.Ray(cell, model.Direction(d), nil); len(ray) > 0 && of[ray[0]] == of[cell] {
				values[d] = 1
			}
		}
		out = append(out, values)
	}
	return out
}
