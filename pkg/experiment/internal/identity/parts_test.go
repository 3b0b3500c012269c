package identity

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// capture makes a closure.
func capture(k int) func() int { return func() int { return k } }

// nest is an engine around another.
type nest struct{ solver.Solver }

// counted has a method whose values capture it.
type counted int

func (c counted) next() int { return int(c) + 1 }

// Funcs are found wherever they stand in an engine, with the place of their source; what
// Each makes is made in the run, and none of the engine's. Any knot ends.
func TestFuncsOfEngines(t *testing.T) {
	for place, f := range map[string]func() int{"(code_test.go:": outer, "(parts_test.go:": capture(1), "(formicary/pkg/experiment/internal/identity.counted.next)": counted(1).next} {
		for where, s := range map[string]solver.Solver{
			"in a field": hooked{Hook: f}, "behind a pointer": &hooked{Hook: f}, "in another": nest{nest{&hooked{Hook: f}}}, "in a list": hooked{Parts: []any{f}},
			"in what is private": &hidden{inner: []any{map[string]any{"f": f}}},
		} {
			got := PartsOf(s).Names()
			alltest.Check(t, len(got) == 1 && strings.Contains(got[0], place), "%s %s: %v", place, where, got)
		}
	}
	ants := acs.New()
	ants.Each = func(own *acs.Solver) { own.Cost = func(v *acs.View) float64 { return float64(v.Missing()) } }
	sketch := solver.Sketch("s", func(*solver.Meter, *nurikabe.Puzzle, *rand.Rand) puzzle.Grid { return puzzle.Grid{} })
	for field, s := range map[string]solver.Solver{"Each": ants, "search": sketch} {
		got := PartsOf(s).funcs
		alltest.Check(t, len(got) == 1 && got[0].field == field, "%v", got)
	}
	knot := &nest{}
	knot.Solver = knot
	alltest.Equal(t, len(PartsOf(knot).Names()), 0, "of a knot")
}

// hidden is an engine whose fields cannot be set from outside.
type hidden struct {
	experimenttest.Flips
	inner []any
	count *int
	k     float64
	on    [2]bool
	names map[string]uint8
	cells map[puzzle.Cell]func() int
}

// Plain values count, also private ones; what lies behind a pointer does not.
func TestPlainValues(t *testing.T) {
	one, two := 1, 2
	base := func() *hidden {
		return &hidden{inner: []any{int8(3), "text"}, count: &one, k: 0.5, names: map[string]uint8{"a": 1, "b": 2}}
	}
	want := PartsOf(base()).values
	for name, change := range map[string]func(*hidden){
		"nothing":     func(*hidden) {},
		"a counter":   func(h *hidden) { h.count = &two },
		"the numbers": func(h *hidden) { h.k = 0.25 },
		"an array":    func(h *hidden) { h.on[1] = true },
		"a map":       func(h *hidden) { h.names["b"] = 3 },
		"a key":       func(h *hidden) { h.names = map[string]uint8{"a": 1, "c": 2} },
		"a list":      func(h *hidden) { h.inner = append(h.inner, 1) },
		"a type":      func(h *hidden) { h.inner[0] = int16(3) },
		"deeper":      func(h *hidden) { h.Bias = 0.1 },
	} {
		h := base()
		change(h)
		alltest.Equal(t, (PartsOf(h).values == want), slices.Contains([]string{"nothing", "a counter"}, name), "%s: %s", name, want)
	}
	a, b := PartsOf(hidden{k: 1}), PartsOf(&hidden{k: 1})
	alltest.Check(t, a.values == b.values, "a value %v and a pointer to it %v", a, b)
}

// The keys of a map come in no order; what is said of an engine does not depend on
// that, also where they are no plain values.
func TestMapsHaveAnOrder(t *testing.T) {
	h := &hidden{cells: map[puzzle.Cell]func() int{}}
	for i := range 20 {
		h.cells[puzzle.Cell{Row: i / 5, Col: i % 5}] = capture(i)
	}
	want := PartsOf(h)
	for range 10 {
		got := PartsOf(h)
		alltest.Require(t, got.values == want.values && slices.Equal(got.funcs, want.funcs), "another order")
	}
}
