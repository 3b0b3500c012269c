package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/colony/family"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/solver"
)

// TestTunedFamilies sees that the tuned settings are those that need least in the published
// tuning: with the mean by hand, and a run without a solution ten times its limit.
func TestTunedFamilies(t *testing.T) {
	s, err := archive.Open("family-tuning")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range allFamilyBoards() {
		records, err := s.Records(b.name)
		if err != nil {
			t.Fatal(err)
		}
		sums := map[string]int64{}
		for _, r := range records {
			cost := r.Iterations
			if !r.Solved() {
				cost = 10 * r.Budget.Iterations
			}
			sums[r.Variant] += cost
		}
		for of := range family.Name(len(family.Names())) {
			least, best := int64(math.MaxInt64), familySetting{}
			for _, f := range familyGrid(of) {
				if sum := sums[fmt.Sprintf("%v, %v", of, f)]; sum < least {
					least, best = sum, f
				}
			}
			if got := tunedFamilies[b.name]; got == nil || got[of] != best {
				t.Errorf("%s: the best setting of %v is %+v", b.name, of, best)
			}
		}
	}
}

// TestFamilyBoards sees that no board is in the tuning and in the comparison.
func TestFamilyBoards(t *testing.T) {
	for _, b := range allFamilyBoards() {
		tuning, err := b.set(true)
		if err != nil {
			t.Fatal(err)
		}
		others, err := b.set(false)
		if err != nil {
			t.Skip(err)
		}
		if tuning.Len() < 40 || others.Len() < 40 {
			t.Errorf("%s: %d and %d boards", b.name, tuning.Len(), others.Len())
		}
		seen := map[string]bool{}
		for _, p := range tuning.Items {
			seen[p.Puzzle.ID()] = true
		}
		for _, p := range others.Items {
			if seen[p.Puzzle.ID()] {
				t.Errorf("%s: %s is in both", b.name, p.Puzzle.ID())
			}
		}
	}
}

// TestFamilyChoices sees that the choices make 32 different colonies, and that a label says
// what its parameters are.
func TestFamilyChoices(t *testing.T) {
	for _, b := range allFamilyBoards() {
		hashes := map[string]bool{}
		for _, e := range familyChoices(b) {
			d := e.Describe()
			hashes[d.Hash()] = true
			for name, values := range map[string][2]string{"q0": {"0", "0.9"}, "best-every": {"0", "1"}, "p-best": {"1", "0.05"}, "rho": {"0.02", "0.2"}, "stagnation": {"0", "100"}} {
				word := map[string]string{"q0": "greedy", "best-every": "best so far", "p-best": "bounds", "rho": "more evaporation", "stagnation": "restarts"}[name]
				want := values[0]
				if slices.Contains(strings.Split(d.Variant, ", "), word) {
					want = values[1]
				}
				if got := value(d, name); got != want {
					t.Errorf("%q has %s = %s", d.Variant, name, got)
				}
			}
		}
		if len(hashes) != 32 {
			t.Errorf("%s: %d colonies", b.name, len(hashes))
		}
	}
}

// value is the value of a parameter.
func value(d solver.Description, name string) string {
	for _, p := range d.Parameters {
		if p.Name == name {
			return fmt.Sprint(p.Value)
		}
	}
	return "none"
}
