package puzzle

import (
	"testing"

	"formicary/pkg/alltest"
)

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{
		"Élan":             Capital("élan"),
		"“ants” solve":     Capital("“ants” solve"),
		"1 cell":           Plural(1, "cell"),
		"0 cells":          Plural(0, "cell"),
		"12,345 cells":     Plural(12345, "cell"),
		"2 boxes":          Plural(2, "box"),
		"1 puzzle has":     Plural(1, "puzzle has", "puzzles have"),
		"999 puzzles have": Plural(999, "puzzle has", "puzzles have"),
		"−1,000,000":       Thousands(-1_000_000),
	} {
		alltest.Check(t, got == want, "%q, want %q", got, want)
	}
}
