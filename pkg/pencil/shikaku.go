package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Shikaku: rectangles with one number each, which is its area, or one ? for any area.
var Shikaku = &model.Kind{
	Name: "shikaku", Title: "Shikaku", Parts: []*model.Part{model.Clues}, Areas: true,
	Make:    &model.Making{Size: side(10), Base: rectangles, Plant: rectanglesPlanted, Move: moved},
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
	inside := lists.Set(block, func(c int) int { return c })
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

// leastRoom and mostRoom are the cells of random rectangles.
const leastRoom, mostRoom = 2, 10

// rectangles puts a number into each of random rectangles.
func rectangles(in *model.Instance, r *rand.Rand) bool {
	return rectanglesPlanted(context.Background(), in, r) != nil
}

// rectanglesPlanted is [model.Making.Plant].
func rectanglesPlanted(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	rooms := in.Rooms(r, leastRoom, mostRoom)
	for _, room := range rooms {
		in.Put(model.Clues, room[r.IntN(len(room))], strconv.Itoa(len(room)))
	}
	return roomed(in.Size, rooms)
}

// roomed are the values of cells on a board with these rectangles.
func roomed(size puzzle.Size, rooms [][]int) [][]int {
	of := make([]int, size.Cells())
	for i, room := range rooms {
		for _, cell := range room {
			of[cell] = i
		}
	}
	return joinedIn(size, of)
}

// moved puts some numbers near some cells elsewhere in their rectangles, and divides some of these in other ways, mostly.
func moved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	const same = 2 // one in how many keeps the rectangles
	var rooms [][]int
	of := model.Components(in.Size, func(cell, next int) bool {
		d := map[int]model.Direction{-in.Size.Cols: model.North, 1: model.East, in.Size.Cols: model.South, -1: model.West}[next-cell]
		return at(cell)[d] == 1
	})
	for cell, room := range of {
		if room == len(rooms) {
			rooms = append(rooms, nil)
		}
		rooms[room] = append(rooms[room], cell)
	}
	share := r.Float64()
	some := func(room []int) bool {
		return !slices.ContainsFunc(room, func(cell int) bool { return !near(cell) }) && r.Float64() < share
	}
	if r.IntN(same) > 0 {
		rooms = redivided(in.Size, rooms, some, r)
	}
	for _, room := range rooms {
		sign := strconv.Itoa(len(room))
		clued := func(cell int) bool { return in.Sign(model.Clues, cell) != model.None }
		i := slices.IndexFunc(room, clued)
		whole := i >= 0 && in.Sign(model.Clues, room[i]) == sign && !slices.ContainsFunc(room[i+1:], clued)
		if whole && !some(room) {
			continue
		}
		for _, cell := range room {
			in.Put(model.Clues, cell, model.None)
		}
		// Numbers in corners leave fewer rectangles.
		to := []int{room[0], room[len(room)-1], room[r.IntN(len(room))]}
		in.Put(model.Clues, to[r.IntN(len(to))], sign)
	}
	return roomed(in.Size, rooms)
}

// redivided are rectangles of which some are halved, and some that make one together are joined.
func redivided(size puzzle.Size, rooms [][]int, some func(room []int) bool, r *rand.Rand) (out [][]int) {
	for _, room := range rooms {
		line := size.At(room[r.IntN(len(room))])
		upright := r.IntN(2) == 0
		var halves [2][]int
		for _, cell := range room {
			if at := size.At(cell); upright && at.Col < line.Col || !upright && at.Row < line.Row {
				halves[0] = append(halves[0], cell)
			} else {
				halves[1] = append(halves[1], cell)
			}
		}
		if min(len(halves[0]), len(halves[1])) >= leastRoom && some(room) {
			out = append(out, halves[:]...)
		} else {
			out = append(out, room)
		}
	}
	for i := 0; i < len(out); i++ {
		for k := len(out) - 1; k > i; k-- {
			a, b := out[i], out[k]
			from, to, first, last := size.At(a[0]), size.At(a[len(a)-1]), size.At(b[0]), size.At(b[len(b)-1])
			rows, cols := max(to.Row, last.Row)-min(from.Row, first.Row)+1, max(to.Col, last.Col)-min(from.Col, first.Col)+1
			if rows*cols == len(a)+len(b) && rows*cols <= mostRoom && some(a) && some(b) {
				out[i] = slices.Concat(a, b)
				slices.Sort(out[i])
				out = slices.Delete(out, k, k+1)
			}
		}
	}
	return out
}
