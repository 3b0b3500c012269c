package pencil

import (
	"context"
	"math/rand/v2"
	"slices"

	"formicary/pkg/model"
)

// Hakyuu, or Ripple Effect: 1 to k in a region of k cells; between two equal numbers in a line are at least as many
// cells.
var Hakyuu = &model.Kind{
	Name: "hakyuu", Title: "Hakyuu", Parts: []*model.Part{model.Clues, model.Regions},
	Make:    &model.Making{Size: side(8), Regions: [2]int{2, 5}, Plant: ripples, Places: clued, Signs: signs(model.Numbers(1, 9)...)},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		filled := regional(m, in)
		m.Rule("equal numbers in a line are as far apart as they say")
		for cell, v := range filled {
			for _, d := range []model.Direction{model.East, model.South} {
				for i, other := range m.Ray(cell, d, nil) {
					for x := i + 1; x < min(v.Values(), filled[other].Values()); x++ {
						m.NotAll(v.Is(x), filled[other].Is(x))
					}
				}
			}
		}
	},
	Sign: number,
}

// regional declares numbers of which each region of k cells has 1 to k.
func regional(m *model.Model, in *model.Instance) model.Field {
	areas, at := in.Areas(nil)
	filled := numbers(m, func(cell int) int { return len(areas[at[cell]].Cells) }, nil)
	given(m, in, filled)
	m.Rule("a region of k cells has 1 to k")
	for _, area := range areas {
		m.Different(of(filled, area.Cells)...)
	}
	return filled
}

// ripples lays regions one after the other from the top left, each with numbers that go with those before. Regions near are taken
// away again if none fits.
func ripples(ctx context.Context, in *model.Instance, r *rand.Rand) [][]int {
	w := &waves{in: in, m: model.NewModel(in.Size), r: r, of: make([]int, in.Size.Cells()), numbers: make([][]int, in.Size.Cells())}
	for cell := range w.of {
		w.of[cell], w.numbers[cell] = unlaid, []int{0}
	}
	const tries, farther = 50, 8 // of regions at a cell, and one in how many failures takes more away
	names := 0
	for at, left := 0, 20*len(w.of); at < len(w.of); {
		switch {
		case w.of[at] != unlaid:
			at++
		case w.lay(at, names, tries):
			names++
		case left == 0 || ctx.Err() != nil:
			return nil
		default:
			left--
			at = min(at, w.clear(at, 1+(r.IntN(farther)+1)/farther))
		}
	}
	regions := make([][]int, names)
	for cell, k := range w.of {
		regions[k] = append(regions[k], cell)
	}
	in.Name(regions)
	return w.numbers
}

// unlaid marks cells of no region.
const unlaid = -1

// waves are regions that are being laid.
type waves struct {
	in      *model.Instance
	m       *model.Model
	r       *rand.Rand
	of      []int // the region of each cell
	numbers [][]int
}

// lay lays a region that begins at a cell, in some tries.
func (w *waves) lay(at, name, tries int) bool {
	for range tries {
		region := w.region(at)
		if w.strands(region) || !w.fill(region, len(region)) {
			continue
		}
		for _, c := range region {
			w.of[c] = name
		}
		return true
	}
	return false
}

// clear takes regions near a cell away, and returns their first cell.
func (w *waves) clear(at, reach int) (first int) {
	c, gone := w.in.Size.At(at), map[int]bool{}
	for _, near := range w.m.Block(c.Row-reach, c.Col-reach, 2*reach+1, 2*reach+1) {
		gone[w.of[near]] = true
	}
	first = at
	for cell, k := range w.of {
		if k != unlaid && gone[k] {
			w.of[cell], w.numbers[cell][0], first = unlaid, 0, min(first, cell)
		}
	}
	return first
}

// region is a random one of free cells, and 2/(n+1) of them have n cells or more: so each number is as rare as the rule asks for.
func (w *waves) region(at int) []int {
	const most = 9
	region, n := []int{at}, 1
	for n < most && w.r.IntN(n+2) < n+1 {
		n++
	}
	for len(region) < n {
		var next []int
		for _, c := range region {
			next = append(next, w.free(c, region)...)
		}
		if len(next) == 0 {
			break
		}
		region = append(region, next[w.r.IntN(len(next))])
	}
	return region
}

// free are cells beside one that belong to no region, and not to this one.
func (w *waves) free(cell int, region []int) (out []int) {
	for next := range w.in.Size.Neighbours(cell) {
		if w.of[next] == unlaid && !slices.Contains(region, next) {
			out = append(out, next)
		}
	}
	return out
}

// strands says whether a region leaves too few cells together beside it.
func (w *waves) strands(region []int) bool {
	const few = 4
	for _, c := range region {
		for _, next := range w.free(c, region) {
			left := []int{next}
			for i := 0; i < len(left) && len(left) < few; i++ {
				left = append(left, slices.DeleteFunc(w.free(left[i], region), func(c int) bool { return slices.Contains(left, c) })...)
			}
			if len(left) < few {
				return true
			}
		}
	}
	return false
}

// fill gives a region the numbers up to x, the largest first.
func (w *waves) fill(region []int, x int) bool {
	if x == 0 {
		return true
	}
	for _, i := range w.r.Perm(len(region)) {
		if at := w.numbers[region[i]]; at[0] == 0 && w.fits(region[i], x) {
			at[0] = x
			if w.fill(region, x-1) {
				return true
			}
			at[0] = 0
		}
	}
	return false
}

// fits says whether no equal number is too near.
func (w *waves) fits(cell, x int) bool {
	for d := model.North; d <= model.West; d++ {
		ray := w.m.Ray(cell, d, nil)
		for _, c := range ray[:min(x, len(ray))] {
			if w.numbers[c][0] == x {
				return false
			}
		}
	}
	return true
}
