package experiment

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// counted has a method whose values capture it.
type counted int

func (c counted) next() int { return int(c) + 1 }

// capture makes a closure.
func capture(k int) func() int { return func() int { return k } }

// literal makes a func that captures nothing. Where the compiler copies it into
// its callers each copy has a func of its own.
//
//go:noinline
func literal() func() int { return func() int { return 7 } }

// Two values of one func without captured values are one object; each closure and
// each value of a method is one of its own, wherever it stands in an engine, and
// under the race detector, too. The place is that of the func's source.
func TestObjectsOfFuncs(t *testing.T) {
	objects := func(s solver.Solver) (out []part) { return partsOf(s).funcs }
	kept := capture(1)
	for name, c := range map[string]struct {
		a, b  func() int
		place string
		same  bool
	}{
		"a func":              {outer, outer, "(code_test.go:", true},
		"a literal":           {literal(), literal(), "(parts_test.go:", true},
		"two closures":        {capture(1), capture(1), "(parts_test.go:", false},
		"two values captured": {capture(1), capture(2), "(parts_test.go:", false},
		"one closure":         {kept, kept, "(parts_test.go:", true},
		"values of a method":  {counted(1).next, counted(1).next, "(formicary/pkg/experiment.counted.next)", false},
	} {
		private := func(f func() int) solver.Solver { return &hidden{inner: []any{map[string]any{"f": f}}} }
		for where, wrap := range map[string]func(f func() int) solver.Solver{
			"in a field":         func(f func() int) solver.Solver { return hooked{Hook: f} },
			"behind a pointer":   func(f func() int) solver.Solver { return &hooked{Hook: f} },
			"in another":         func(f func() int) solver.Solver { return nest{nest{&hooked{Hook: f}}} },
			"in a list":          func(f func() int) solver.Solver { return hooked{Parts: []any{f}} },
			"in what is private": private,
		} {
			a, b := objects(wrap(c.a)), objects(wrap(c.b))
			if len(a) != 1 || len(b) != 1 || a[0].object == nil || (a[0].object == b[0].object) != c.same || !strings.HasSuffix(a[0].String(), ")") || !strings.Contains(a[0].String(), c.place) {
				t.Errorf("%s %s: %v and %v", name, where, a, b)
			}
		}
	}
	// What Each makes is made in the run; Each itself is one of the engine's.
	ants := acs.New()
	ants.Each = func(own *acs.Solver) { own.Cost = func(v *acs.View) float64 { return float64(v.Missing()) } }
	if got := objects(ants); len(got) != 1 || got[0].field != "Each" {
		t.Errorf("%v", got)
	}
	k := rand.IntN(9) //nolint:forbidigo // any number, for a closure
	sketch := func() solver.Solver {
		return solver.Sketch("s", func(*solver.Meter, *nurikabe.Puzzle, *rand.Rand) puzzle.Grid {
			return puzzle.Grid{Size: puzzle.Size{Rows: k}}
		})
	}
	if a, b := objects(sketch()), objects(sketch()); len(a) != 1 || a[0].field != "search" || a[0].object == b[0].object {
		t.Errorf("sketches: %v and %v", a, b)
	}
}

// hidden is an engine whose fields cannot be set from outside.
type hidden struct {
	flips
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
	want := partsOf(base()).values
	for name, change := range map[string]func(*hidden){
		"nothing":     func(*hidden) {},
		"a counter":   func(h *hidden) { h.count = &two },
		"the numbers": func(h *hidden) { h.k = 0.25 },
		"an array":    func(h *hidden) { h.on[1] = true },
		"a map":       func(h *hidden) { h.names["b"] = 3 },
		"a key":       func(h *hidden) { h.names = map[string]uint8{"a": 1, "c": 2} },
		"a list":      func(h *hidden) { h.inner = append(h.inner, 1) },
		"a type":      func(h *hidden) { h.inner[0] = int16(3) },
		"deeper":      func(h *hidden) { h.bias = 0.1 },
	} {
		h := base()
		change(h)
		if got := partsOf(h).values; (got == want) != slices.Contains([]string{"nothing", "a counter"}, name) {
			t.Errorf("%s: %s and %s", name, want, got)
		}
	}
	if a, b := partsOf(hidden{k: 1}), partsOf(&hidden{k: 1}); a.values != b.values {
		t.Errorf("a value %v and a pointer to it %v", a, b)
	}
}

// The keys of a map come in no order; what is said of an engine does not depend on
// that, also where they are no plain values.
func TestMapsHaveAnOrder(t *testing.T) {
	h := &hidden{cells: map[puzzle.Cell]func() int{}}
	for i := range 20 {
		h.cells[puzzle.Cell{Row: i / 5, Col: i % 5}] = capture(i)
	}
	want := partsOf(h)
	for range 10 {
		if got := partsOf(h); got.values != want.values || !slices.Equal(got.funcs, want.funcs) {
			t.Fatal("another order")
		}
	}
}
