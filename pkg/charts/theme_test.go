package charts

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"formicary/pkg/solver"
)

func TestEntropy(t *testing.T) {
	// By hand: four equal shares have the entropy log 4; two equal shares of
	// four cells log 2, half of that.
	for _, c := range []struct {
		numbers []float64
		want    float64
	}{
		{[]float64{2, 2, 2, 2}, 1},
		{[]float64{1, 1, 0, 0}, 0.5},
		{[]float64{0, 7, 0}, 0},
		{[]float64{1, math.NaN(), 1, math.Inf(1)}, 0.5},
		{[]float64{0, 0}, math.NaN()},
		{[]float64{3}, math.NaN()},
		{nil, math.NaN()},
	} {
		got := solver.Entropy(c.numbers)
		if math.Abs(got-c.want) > 1e-12 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("entropy of %v: %v, want %v", c.numbers, got, c.want)
		}
	}
}

func TestColours(t *testing.T) {
	schemes := schemesUpTo(6)
	got := coloursOf(schemes)
	if len(slices.Compact(slices.Sorted(slices.Values(got)))) != 6 {
		t.Errorf("six schemes share colours: %v", got)
	}
	for i, label := range schemes {
		if got[i] != colourOf(label) {
			t.Errorf("%s is %s here and %s elsewhere", label, got[i], colourOf(label))
		}
	}
	// A label keeps its colour whatever stands beside it, in any order.
	backwards := slices.Clone(schemes[:4])
	slices.Reverse(backwards)
	if reversed := coloursOf(backwards); reversed[0] != got[3] || reversed[3] != got[0] {
		t.Errorf("colours depend on the order: %v", reversed)
	}
	// Labels that collide are told apart, the same way in any order.
	a, b := coloursOf([]string{"scheme 1", "variant 1"}), coloursOf([]string{"variant 1", "scheme 1"})
	if a[0] == a[1] || a[0] != b[1] || a[1] != b[0] {
		t.Errorf("colliding labels: %v and %v", a, b)
	}
	if many := coloursOf(schemesUpTo(20)); slices.Contains(many, "") {
		t.Errorf("a label without a colour: %v", many)
	}
}

// schemesUpTo are n labels of one family.
func schemesUpTo(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint("scheme ", i)
	}
	return out
}
