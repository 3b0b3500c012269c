package pencil

import (
	"math/rand/v2"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Shikaku: rectangles with one number each, which is its area, or one ? for any area.
var Shikaku = &model.Kind{
	Name: "shikaku", Title: "Shikaku", Parts: []*model.Part{model.Clues}, Areas: true,
	Make:    &model.Making{Size: side(10), Base: rectangles, Move: moved},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		size := m.Size()
		joined := m.Links(model.Border, nil)
		clued := make([]int, (size.Rows+1)*(size.Cols+1)) // clues above and to the left of each corner
		for cell := range size.Cells() {
			at, wide := size.At(cell), size.Cols+1
			i := (at.Row+1)*wide + at.Col + 1
			clued[i] = clued[i-1] + clued[i-wide] - clued[i-wide-1]
			if in.Sign(model.Clues, cell) != model.None {
				clued[i]++
			}
			if n, ok := in.Number(model.Clues, cell); ok && n == 0 {
				in.Expected(model.Clues, cell, "an area above 0")
			}
		}
		alone := func(row, col, rows, cols int) bool { // a block has one clue
			from, to := row*(size.Cols+1)+col, (row+rows)*(size.Cols+1)+col
			return clued[to+cols]-clued[to]-clued[from+cols]+clued[from] == 1
		}
		covering, all := make([][]model.Lit, size.Cells()), 0
		m.Rule("a rectangle has one number, which is its area")
		for cell := range covering {
			if in.Sign(model.Clues, cell) == model.None {
				continue
			}
			area, known := in.Number(model.Clues, cell)
			at := size.At(cell)
			var ways []model.Lit
			place := func(rows, cols int) {
				for row := max(at.Row-rows+1, 0); row <= min(at.Row, size.Rows-rows); row++ {
					for col := max(at.Col-cols+1, 0); col <= min(at.Col, size.Cols-cols); col++ {
						if !alone(row, col, rows, cols) {
							continue
						}
						if all += rows * cols; all > mostCovered {
							in.Expected(model.Clues, cell, "an area, or more clues")
							return
						}
						block := m.Block(row, col, rows, cols)
						way := m.And(rectangle(size, joined, block)...)
						ways = append(ways, way)
						for _, c := range block {
							covering[c] = append(covering[c], way)
						}
					}
				}
			}
			for rows := 1; rows <= size.Rows; rows++ {
				for cols := 1; cols <= size.Cols; cols++ {
					if !known || rows*cols == area {
						place(rows, cols)
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

// mostCovered bounds the cells of all rectangles that are tried; a clue without a number has many.
const mostCovered = 5_000_000

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

// moved puts the numbers near some cells elsewhere in their rectangles.
func moved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	rooms := map[int][]int{}
	of := model.Components(in.Size, func(cell, next int) bool {
		d := map[int]model.Direction{-in.Size.Cols: model.North, 1: model.East, in.Size.Cols: model.South, -1: model.West}[next-cell]
		return at(cell)[d] == 1
	})
	for cell, room := range of {
		rooms[room] = append(rooms[room], cell)
	}
	for room := range len(rooms) { // in the order of their first cells
		cells := rooms[room]
		for _, cell := range cells {
			if sign := in.Sign(model.Clues, cell); sign != model.None && near(cell) {
				in.Put(model.Clues, cell, model.None)
				// Numbers in corners leave fewer rectangles.
				to := []int{cells[0], cells[len(cells)-1], cells[r.IntN(len(cells))]}
				in.Put(model.Clues, to[r.IntN(len(to))], sign)
				break
			}
		}
	}
	return nil
}
