package pencil

import (
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
	Make:  &model.Making{Size: side(8), Base: universe},
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
	taken := make([]bool, in.Size.Cells())
	for _, least := range []int{5, 3, 1} {
		for _, cell := range r.Perm(len(taken)) {
			way := r.IntN(4)
			galaxy := galaxyAt(in.Size, taken, cell, way, r)
			if len(galaxy) == 0 {
				way = 0
				galaxy = galaxyAt(in.Size, taken, cell, way, r)
			}
			if len(galaxy) < least {
				continue
			}
			in.Put(model.Clues, cell, strconv.Itoa(way))
			for _, c := range galaxy {
				taken[c] = true
			}
		}
	}
	return true
}

// galaxyAt is a random galaxy of cells that are not taken, with its centre in or beside a cell; nothing where there is none.
func galaxyAt(size puzzle.Size, taken []bool, cell, way int, r *rand.Rand) []int {
	const most = 14 // cells
	m, at := model.NewModel(size), size.At(cell)
	galaxy := m.Block(at.Row, at.Col, 1+way/2, 1+way%2)
	if len(galaxy) < (1+way/2)*(1+way%2) || slices.ContainsFunc(galaxy, func(c int) bool { return taken[c] }) {
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
		if image := size.Index(other); !taken[next] && !taken[image] && !slices.Contains(galaxy, next) {
			galaxy = append(galaxy, next, image)
		}
	}
	return galaxy
}
