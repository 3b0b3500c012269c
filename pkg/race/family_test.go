package race

import (
	"testing"

	"formicary/pkg/alltest"
)

// TestFamily: the error of a family is divided by how many races it names, and a race that it does not name has no part.
func TestFamily(t *testing.T) {
	four := Family{"a", "b", "c", "d"}
	r := four.Race("c", Race{Seed: 7})
	alltest.Check(t, r.Alpha == 0.0125 && r.Seed == 7, "alpha %g, seed %d", r.Alpha, r.Seed)
	for name, f := range map[string]func(){
		"a race that nobody named": func() { four.Race("e", Race{}) },
		"a name twice":             func() { Family{"a", "a"}.Race("a", Race{}) },
		"another alpha":            func() { four.Race("a", Race{Alpha: 0.05}) },
	} {
		alltest.Panics(t, f, name)
	}
}
