package pencil

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/lists"
	"formicary/pkg/model"
)

// Kurotto: a number in a circle is the size of all groups of shaded cells that touch it, together.
var Kurotto = &model.Kind{
	Name: "kurotto", Title: "Kurotto", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"": model.Circled},
	Make:  &model.Making{Size: side(8), Dense: 0.4, Plant: groups, Places: clued, Clues: circled},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		shaded := m.Cells(model.Shade, 2, free)
		lits := shaded.Is(1)
		for cell := range shaded {
			if in.Sign(model.Clues, cell) == "o" {
				continue
			}
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Rule("a number counts the cells of the shaded groups that touch it", cell)
				m.Reach(n, n, lits, beside(m, cell)...)
			}
		}
	},
	Sign: one("-", "x"),
}

// circled puts a circle on each unshaded cell, with the size of the groups beside it where that is not too large to be counted.
func circled(in *model.Instance, at func(cell int) []int, _ *rand.Rand) bool {
	const most = 20
	shaded := func(cell int) bool { return at(cell)[0] == 1 }
	of := model.Components(in.Size, func(cell, next int) bool { return shaded(cell) && shaded(next) })
	sizes := make([]int, len(of))
	for _, group := range of {
		sizes[group]++
	}
	for cell := range of {
		if shaded(cell) {
			continue
		}
		n, met := 0, map[int]bool{}
		for next := range in.Size.Neighbours(cell) {
			if shaded(next) && !met[of[next]] {
				met[of[next]] = true
				n += sizes[of[next]]
			}
		}
		if n <= most {
			in.Put(model.Clues, cell, strconv.Itoa(n))
		}
	}
	return true
}

// groups shades cells in small groups, at most as many of them as chance does on small boards: so each circle can have its number.
func groups(_ context.Context, in *model.Instance, r *rand.Rand) [][]int {
	const most, share = 5, 0.4 // cells of a group, and of all
	values := lists.Of(in.Size.Cells(), func(int) []int { return []int{0} })
	left := int(share * float64(len(values)))
	for _, cell := range r.Perm(len(values)) {
		if left == 0 {
			break
		}
		values[cell][0] = 1
		group := []int{cell}
		for i := 0; i < len(group) && len(group) <= most; i++ {
			for next := range in.Size.Neighbours(group[i]) {
				if values[next][0] == 1 && !slices.Contains(group, next) {
					group = append(group, next)
				}
			}
		}
		if len(group) > most {
			values[cell][0] = 0
		} else {
			left--
		}
	}
	return values
}
