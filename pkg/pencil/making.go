package pencil

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// What puzzles are made of, for package generate.

// clued are clues in the cells.
var clued = []*model.Part{model.Clues}

// side is the size of a square board.
func side(n int) puzzle.Size { return puzzle.Size{Rows: n, Cols: n} }

// signs is the func for signs that are the same on all boards.
func signs(all ...string) func(*model.Instance) []string {
	return func(*model.Instance) []string { return all }
}

// sights are the numbers of cells that one can see of a cell.
func sights(in *model.Instance) []string { return model.Numbers(2, in.Size.Rows+in.Size.Cols-1) }

// square refuses boards that are not.
func square(said puzzle.Size) error {
	if said.Rows != said.Cols {
		return errors.New("expected as many columns as rows")
	}
	return nil
}

// squareTo refuses boards that are not, and those with more rows than any that people make.
func squareTo(most int) func(said puzzle.Size) error {
	return func(said puzzle.Size) error {
		if said.Rows > most {
			return fmt.Errorf("expected at most %dx%d, the largest that people make", most, most)
		}
		return square(said)
	}
}

// even refuses boards with a line of an odd number of cells.
func even(said puzzle.Size) error {
	if said.Rows%2 == 1 || said.Cols%2 == 1 {
		return errors.New("expected an even number of rows and of columns")
	}
	return nil
}

// walled puts a wall on each cell with a chance.
func walled(chance float64) func(in *model.Instance, r *rand.Rand) bool {
	return func(in *model.Instance, r *rand.Rand) bool {
		for cell := range in.Size.Cells() {
			if r.Float64() < chance {
				in.Put(model.Clues, cell, "x")
			}
		}
		return true
	}
}

// rooms are rectangular regions.
func rooms(least, most int) func(in *model.Instance, r *rand.Rand) bool {
	return func(in *model.Instance, r *rand.Rand) bool {
		in.Name(in.Rooms(r, least, most))
		return true
	}
}

// arrow chooses a clue of a Yajilin for each wall: shaded cells in a direction with cells, mostly one with
// some that are shaded.
func arrow(in *model.Instance, at func(cell int) []int, r *rand.Rand) bool {
	m := model.NewModel(in.Size)
	for cell := range in.Size.Cells() {
		if in.Sign(model.Clues, cell) == model.None {
			continue
		}
		best := -1
		for _, k := range r.Perm(4) {
			d, n := model.Direction(k), 0
			ray := m.Ray(cell, d, nil)
			for _, c := range ray {
				n += at(c)[0]
			}
			if len(ray) > 1 && (n > best && best <= 0) {
				best = n
				in.Put(model.Clues, cell, model.Numbers(n, n)[0]+d.String())
			}
		}
	}
	return true
}

// shuffled are cells in random order.
func shuffled(cells []int, r *rand.Rand) []int {
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return cells
}
