package study

import (
	"fmt"
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// Each reading of schemes 4 and 5 goes where a slow count by its own words says
// that it may.
func TestReadings(t *testing.T) {
	p := nurikabes.Kind.MustOpen("open-908").Between(64, 81).Sample(1, 3).Puzzles()[0]
	manhattan := func(a, b puzzle.Cell) float64 { return math.Abs(float64(a.Row-b.Row)) + math.Abs(float64(a.Col-b.Col)) }
	euclidean := func(a, b puzzle.Cell) float64 { return math.Hypot(float64(a.Row-b.Row), float64(a.Col-b.Col)) }
	last := func(v *acs.View) int32 { return v.Visited()[len(v.Visited())-1] }
	for rule, far := range map[string]func(v *acs.View, to puzzle.Cell) float64{
		"nearest-cell": func(v *acs.View, to puzzle.Cell) float64 {
			least := manhattan(v.At(last(v)), to)
			for _, c := range v.Grown() {
				least = min(least, manhattan(c, to))
			}
			return least
		},
		"last-cell": func(v *acs.View, to puzzle.Cell) float64 {
			if grown := v.Grown(); len(grown) > 0 {
				return manhattan(grown[len(grown)-1], to)
			}
			return manhattan(v.At(last(v)), to)
		},
		"first-island": func(v *acs.View, to puzzle.Cell) float64 { return manhattan(v.At(v.Visited()[0]), to) },
		"euclidean":    func(v *acs.View, to puzzle.Cell) float64 { return euclidean(v.At(last(v)), to) },
		"random-ties":  func(v *acs.View, to puzzle.Cell) float64 { return manhattan(v.At(last(v)), to) },
		"skip-ones":    func(v *acs.View, to puzzle.Cell) float64 { return manhattan(v.At(last(v)), to) },
	} {
		for _, scheme := range []acs.Scheme{acs.Furthest, acs.Nearest} {
			s := maker{}.engine(fmt.Sprintf("nurikabe/acs scheme=%v %s | %s", scheme, rule, rule)).(*acs.Solver)
			next, asked, starts, later := s.Order, 0, map[int32]bool{}, 0
			s.Order = func(v *acs.View, left []int32) int {
				place := next(v, left)
				if len(v.Visited()) == 0 {
					starts[left[place]] = true
					return place
				}
				asked++
				for _, island := range left {
					if rule == "skip-ones" && (v.Clue(island) == 1 || v.Clue(last(v)) == 1) {
						continue
					}
					d, went := far(v, v.At(island)), far(v, v.At(left[place]))
					if scheme == acs.Nearest && d < went || scheme == acs.Furthest && d > went {
						t.Fatalf("%s: an island at %v from %v, not %v", s.Variant, went, v.Visited(), d)
					}
					if d == went && island < left[place] {
						later++
					}
				}
				if rule == "skip-ones" && v.Clue(last(v)) == 1 && v.Clue(left[place]) > 1 {
					t.Fatalf("%s: a clue 1 came before a clue %d", s.Variant, v.Clue(left[place]))
				}
				return place
			}
			solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(20)})
			alltest.Check(t, asked != 0 && len(starts) >= 3 && (later > 0) == (rule == "random-ties"),
				"%s: asked %d times, begins at %d islands, %d times not at the first of several", s.Variant, asked, len(starts), later)
		}
	}
}
