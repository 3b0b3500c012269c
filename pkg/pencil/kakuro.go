package pencil

import (
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// Kakuro: different digits in every run, a longest line of white cells; they add up to the number at its head, where it has
// one. A number that faces no white cell belongs to no run; neither does 0.
var Kakuro = &model.Kind{
	Name: "kakuro", Title: "Kakuro", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"0": model.Blank, model.None: model.Wall, "": model.Sums},
	Make:  &model.Making{Size: side(8), Base: crossword, Plant: crosswordFilled, Move: digitsMoved},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == "0" }
		digits := numbers(m, func(int) int { return 9 }, free)
		ray := func(cell int, d model.Direction) []int { return m.Ray(cell, d, func(c int) bool { return !free(c) }) }
		summed := map[[2]int]bool{} // first cells of runs, with their direction
		for cell := range digits {
			sign := in.Sign(model.Clues, cell)
			if free(cell) || sign == model.None {
				continue
			}
			down, right, ok := strings.Cut(sign, ",")
			if !ok {
				in.Expected(model.Clues, cell, "sums such as 16,23 or 0 or -")
			}
			head := func(d model.Direction, text string) {
				n, ok := puzzle.ParseNatural(text)
				if text != "" && !ok {
					in.Expected(model.Clues, cell, "sums such as 16,23 or 0 or -")
				}
				if run := ray(cell, d); n > 0 && len(run) > 0 {
					m.Rule("digits of a run differ and add up to the number at its head", cell)
					total(m, of(digits, run), n)
					summed[[2]int{run[0], int(d)}] = true
				}
			}
			head(model.South, down)
			head(model.East, right)
		}
		m.Rule("digits of a run differ")
		for cell := range digits {
			for _, d := range [2]model.Direction{model.South, model.East} {
				if free(cell) && len(ray(cell, (d+2)%4)) == 0 && !summed[[2]int{cell, int(d)}] {
					m.Different(of(digits, append([]int{cell}, ray(cell, d)...))...)
				}
			}
		}
	},
	Sign: func(in *model.Instance, cell int, values []int) string {
		if in.Sign(model.Clues, cell) == "0" {
			return strconv.Itoa(values[0])
		}
		return model.None
	},
}

// total makes the digits of some cells different, with a sum: they are one of the sets with the sum. That
// follows from the sum, but a search sees more.
func total(m *model.Model, cells []model.Var, sum int) {
	m.Different(cells...)
	var terms []model.Term
	for _, v := range cells {
		terms = append(terms, v.Weighted(nil)...)
	}
	m.Sum(sum, sum, terms...)
	most := 0
	for _, v := range cells {
		most = max(most, v.Values()-1)
	}
	sets, possible := digitSets(len(cells), sum, most), 0
	for _, set := range sets {
		possible |= set
	}
	has := make([]model.Lit, most) // that a cell has the digit
	for x := range most {
		if possible>>x&1 == 0 {
			for _, v := range cells {
				m.Is(v.Is(x + 1).Not())
			}
			continue
		}
		some := lists.Map(cells, func(v model.Var) model.Lit { return v.Is(x + 1) })
		has[x] = m.Or(some...)
	}
	var ways []model.Lit
	with := make([][]model.Lit, most)
	for _, set := range sets {
		var lits []model.Lit
		for x := range most {
			if set>>x&1 == 1 {
				lits = append(lits, has[x])
			}
		}
		way := m.And(lits...)
		ways = append(ways, way)
		for x := range most {
			if set>>x&1 == 1 {
				with[x] = append(with[x], way)
			}
		}
	}
	m.Any(ways...)
	for x := range most {
		if possible>>x&1 == 1 && len(with[x]) < len(sets) {
			m.If(has[x], with[x]...)
		}
	}
}

// digitSets are the sets, bit x-1 for the digit x, of n different digits up to most with a sum.
func digitSets(n, sum, most int) []int {
	type key struct{ n, sum, most int }
	if known, ok := knownSets.Load(key{n, sum, most}); ok {
		return known.([]int)
	}
	var sets []int
	for set := range 1 << most {
		s := 0
		for x := range most {
			s += set >> x & 1 * (x + 1)
		}
		if s == sum && bits.OnesCount(uint(set)) == n {
			sets = append(sets, set)
		}
	}
	knownSets.Store(key{n, sum, most}, sets)
	return sets
}

// knownSets remembers what digitSets found.
var knownSets sync.Map
