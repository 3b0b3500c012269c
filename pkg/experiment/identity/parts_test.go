package identity

import (
	"slices"
	"testing"

	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/puzzle"
)

// counted has a method whose values capture it.
type counted int

func (c counted) next() int { return int(c) + 1 }

// capture makes a closure.
func capture(k int) func() int { return func() int { return k } }

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
		if got := PartsOf(h).values; (got == want) != slices.Contains([]string{"nothing", "a counter"}, name) {
			t.Errorf("%s: %s and %s", name, want, got)
		}
	}
	if a, b := PartsOf(hidden{k: 1}), PartsOf(&hidden{k: 1}); a.values != b.values {
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
	want := PartsOf(h)
	for range 10 {
		if got := PartsOf(h); got.values != want.values || !slices.Equal(got.funcs, want.funcs) {
			t.Fatal("another order")
		}
	}
}
