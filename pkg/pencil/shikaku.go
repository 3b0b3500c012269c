package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Shikaku: rectangles with one number each, which is its area.
var Shikaku = &model.Kind{
	Name: "shikaku", Title: "Shikaku", Parts: []*model.Part{model.Clues}, Areas: true,
	Address: &model.Address{Name: "shikaku", Body: []model.Code{model.CodeNumbers("?", model.Clues)}},
	Make:    &model.Making{Size: side(10), Base: rectangles},
	Declare: func(m *model.Model, in *model.Instance) {
		size := m.Size()
		joined := m.Links(model.Border, nil)
		numbered := make([]int, size.Cells())
		for cell := range numbered {
			numbered[cell], _ = in.Number(model.Clues, cell)
		}
		covering := make([][]model.Lit, size.Cells())
		m.Rule("a rectangle has one number, which is its area")
		for cell, area := range numbered {
			if area == 0 {
				continue
			}
			at := size.At(cell)
			var ways []model.Lit
			for rows := 1; rows <= min(area, size.Rows); rows++ {
				cols := area / rows
				if area%rows != 0 || cols > size.Cols {
					continue
				}
				for row := max(at.Row-rows+1, 0); row <= min(at.Row, size.Rows-rows); row++ {
					for col := max(at.Col-cols+1, 0); col <= min(at.Col, size.Cols-cols); col++ {
						block := m.Block(row, col, rows, cols)
						if others(numbered, block) > 1 {
							continue
						}
						way := m.And(rectangle(size, joined, block)...)
						ways = append(ways, way)
						for _, c := range block {
							covering[c] = append(covering[c], way)
						}
					}
				}
			}
			m.Exactly(1, ways...)
		}
		m.Rule("every cell is in a rectangle with a number")
		for _, ways := range covering {
			m.Exactly(1, ways...)
		}
	},
}

// others counts the numbers in a block.
func others(numbered, block []int) (n int) {
	for _, c := range block {
		if numbered[c] > 0 {
			n++
		}
	}
	return n
}

// rectangle are the conditions that make a block an area of its own.
func rectangle(size puzzle.Size, joined *model.Links, block []int) (out []model.Lit) {
	inside := map[int]bool{}
	for _, c := range block {
		inside[c] = true
	}
	for _, c := range block {
		for d := model.North; d <= model.West; d++ {
			next, ok := joined.Beside(c, d)
			switch {
			case !ok:
			case !inside[next]:
				out = append(out, joined.At(c, d).Not())
			case next > c:
				out = append(out, joined.At(c, d))
			}
		}
	}
	return out
}

// rectangles puts a number into each of random rectangles.
func rectangles(in *model.Instance, r *rand.Rand) bool {
	for _, room := range in.Rooms(r, 2, 10) {
		in.Put(model.Clues, room[r.IntN(len(room))], strconv.Itoa(len(room)))
	}
	return true
}
