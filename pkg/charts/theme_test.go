package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"
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

// TestColours: a label has its role's colour in every chart, whatever stands beside
// it, and variants of a role differ.
func TestColours(t *testing.T) {
	schemes := make([]string, 6)
	for i := range schemes {
		schemes[i] = solver.Label("nurikabe/acs", fmt.Sprint("scheme ", i))
	}
	got := coloursOf(schemes)
	if len(slices.Compact(slices.Sorted(slices.Values(got)))) != 6 {
		t.Errorf("six schemes share colours: %v", got)
	}
	for i, label := range schemes {
		if got[i] != colourOf(label) {
			t.Errorf("%s is %s here and %s elsewhere", label, got[i], colourOf(label))
		}
	}
	backwards := slices.Clone(schemes[:4])
	slices.Reverse(backwards)
	if reversed := coloursOf(backwards); reversed[0] != got[3] || reversed[3] != got[0] {
		t.Errorf("colours depend on the order: %v", reversed)
	}
	mixed := []string{"ants", "complete solver", "tabu search", "line logic", "walk", "ants, bounded pheromone", "portfolio"}
	for i, want := range []string{"ants0", "complete0", "metaheuristic1", "logic0", "yours", "ants", "complete1"} {
		if c := coloursOf(mixed)[i]; !strings.HasPrefix(c, named(want)) {
			t.Errorf("%s is %s, want %s", mixed[i], c, want)
		}
	}
	// Variants that would share a shade are told apart, the same way in any order.
	var colliding []string
	for i := 0; len(colliding) < 2; i++ {
		if label := fmt.Sprint("ants, rule ", i); colourOf(label) == colourOf("ants, rule 0") {
			colliding = append(colliding, label)
		}
	}
	a, b := coloursOf(colliding), coloursOf([]string{colliding[1], colliding[0]})
	if a[0] == a[1] || a[0] != b[1] || a[1] != b[0] {
		t.Errorf("colliding labels: %v and %v", a, b)
	}
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprint("variant ", i))
	}
	for _, c := range coloursOf(many) {
		if Light[strings.TrimPrefix(c, named(""))] == "" {
			t.Errorf("no colour %q", c)
		}
	}
}

// TestDashes: the places of a role differ in shade or dash.
func TestDashes(t *testing.T) {
	seen := map[string]bool{}
	for place := range places {
		name := shadeName(solver.Ants, place)
		if dash := dashOf(named(name)); seen[Light[name]+dash] {
			t.Errorf("%s, %q occurs twice", name, dash)
		}
		seen[Light[name]+dashOf(named(name))] = true
	}
	if dashOf(named("text")) != "" || dashOf("#123451") != "" || dashOf("") != "" {
		t.Error("a dash for what is of no role")
	}
}
