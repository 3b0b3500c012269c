package charts

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
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
		alltest.Check(t, !(math.Abs(got-c.want) > 1e-12) && math.IsNaN(got) == math.IsNaN(c.want),
			"entropy of %v: %v, want %v", c.numbers, got, c.want)
	}
}

// TestColours: up to six labels differ, in the same way in any order; an engine by itself has its role's hue, and so has
// a label that is alone in its role. More labels share their roles' hues.
func TestColours(t *testing.T) {
	schemes := make([]string, 6)
	for i := range schemes {
		schemes[i] = solver.Label("nurikabe/acs", fmt.Sprint("scheme ", i))
	}
	got := coloursOf(schemes)
	alltest.Equal(t, len(slices.Compact(slices.Sorted(slices.Values(got)))), 6, "six schemes share colours: %v", got)
	backwards := slices.Clone(schemes)
	slices.Reverse(backwards)
	reversed := coloursOf(backwards)
	slices.Reverse(reversed)
	alltest.Check(t, slices.Equal(reversed, got), "colours depend on the order: %v, %v", reversed, got)
	mixed := []string{"ants, bounded pheromone", "ants", "complete solver", "genetic algorithm", "line logic", "walk"}
	for i, want := range []string{"other", "ants", "complete", "metaheuristic", "logic", "yours"} {
		if c := coloursOf(mixed)[i]; c != named(want) {
			t.Errorf("%s is %s, want %s", mixed[i], c, want)
		}
		if c := colourOf(mixed[i]); want != "other" && c != named(want) {
			t.Errorf("%s alone is %s, want %s", mixed[i], c, want)
		}
	}
	many := append(mixed, schemes...)
	for i, c := range coloursOf(many) {
		if role, _ := solver.RoleOf(many[i]); c != named(string(role)) {
			t.Errorf("%s of many is %s", many[i], c)
		}
	}
}
