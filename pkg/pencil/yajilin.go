package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Yajilin: shaded cells apart, and a loop through all others; clues count shaded cells in a direction.
var Yajilin = &model.Kind{
	Name: "yajilin", Title: "Yajilin", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"x": model.Wall, "": model.Arrow},
	Make:  &model.Making{Size: side(9), Base: walled(0.12), Plant: shadesPlanted, Move: shadesMoved, Clues: arrow},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		shaded := m.Cells(model.Shade, 2, free)
		loop := m.Links(model.Line, func(a, b int) bool { return free(a) && free(b) })
		m.Rule("the line is one loop")
		visits := m.Loop(loop)
		m.Rule("shaded cells do not touch")
		m.Apart(shaded.Is(1))
		for cell := range shaded {
			sign := in.Sign(model.Clues, cell)
			if free(cell) {
				m.Rule("the loop visits every cell that is not shaded")
				m.Same(visits[cell], shaded[cell].Is(0))
				continue
			}
			d := strings.IndexByte("nesw", sign[len(sign)-1])
			n, ok := puzzle.ParseNatural(sign[:len(sign)-1])
			switch {
			case sign == "x":
			case d < 0 || !ok:
				in.Expected(model.Clues, cell, "a number and a direction, such as 2e, x or -")
			default:
				m.Rule("a clue counts the shaded cells in its direction", cell)
				m.Exactly(n, shaded.In(1, m.Ray(cell, model.Direction(d), nil)...)...)
			}
		}
	},
	Sign: func(in *model.Instance, cell int, values []int) string {
		if values[0] == 1 {
			return "x"
		}
		return looped(in, cell, values[1:])
	},
}

// shadesPlanted draws a loop, and shades cells off it.
func shadesPlanted(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	return shadesOff(in, newRing(in.Size, thin, r), nil, nil, r)
}

// shadesMoved changes the loop near some cells, mostly, and shades others there.
func shadesMoved(in *model.Instance, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	const same = 3 // one in how many keeps the loop
	w := ringOf(in.Size, thin, at, 1)
	if r.IntN(same) > 0 {
		w.vary(near, r)
	}
	return shadesOff(in, w, at, near, r)
}

// shadesOff shades cells near some that are off a loop, and makes walls of others. Elsewhere they stay.
func shadesOff(in *model.Instance, w *ring, at func(cell int) []int, near func(cell int) bool, r *rand.Rand) [][]int {
	values := make([][]int, in.Size.Cells())
	m, walls, fresh := model.NewModel(in.Size), 0.5, 0.7*r.Float64()
	if near != nil {
		walls = 0.3 + float64(0.6*r.Float64())
	}
	var off []int
	for cell := range values {
		values[cell] = append([]int{0}, w.links(cell)...)
		switch {
		case near != nil && !near(cell):
			values[cell][0] = at(cell)[0]
		case slices.Contains(values[cell], 1):
			in.Put(model.Clues, cell, model.None)
		default:
			off = append(off, cell)
		}
	}
	for _, cell := range shuffled(off, r) {
		shade := r.Float64() >= walls
		if near != nil && r.Float64() >= fresh && !slices.Contains(at(cell)[1:], 1) {
			shade = at(cell)[0] == 1
		}
		if shade && !slices.ContainsFunc(beside(m, cell), func(c int) bool { return len(values[c]) > 0 && values[c][0] == 1 }) {
			values[cell][0] = 1
			in.Put(model.Clues, cell, model.None)
		} else {
			in.Put(model.Clues, cell, "x")
		}
	}
	return values
}
