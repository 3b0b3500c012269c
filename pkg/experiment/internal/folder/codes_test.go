package folder

import (
	"maps"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/identity"
)

// What code is made of is found wherever it was written down: in the session that had
// it, in a later one that had the same, in the plan's file, in that of an attempt.
func TestCodesOfSessions(t *testing.T) {
	c := Codes{}
	a, b := map[string]string{"p": "1"}, map[string]string{"p": "2"}
	c.add([]string{"src-3"}, identity.Process{Codes: []string{"src-1"}}, identity.Process{Codes: []string{"src-1~2"}, Packages: a}, identity.Process{Codes: []string{"src-2+bin-1"}}, identity.Process{Packages: b})
	for code, want := range map[string]map[string]string{"src-1": a, "src-2": b, "src-3": b} {
		got := c[code].Packages
		alltest.Check(t, maps.Equal(got, want), "%s: %v, want %v", code, got, want)
	}
	alltest.Equal(t, len(c), 3, c)
	got := identity.Differing(map[string]string{"p": "1", "q": "1", "r": "1"}, map[string]string{"p": "1", "q": "2", "s": "1"})
	alltest.Check(t, slices.Equal(got, []string{"q", "r"}), "%q", got)
	alltest.Equal(t, identity.Few([]string{"a", "b", "c", "d", "e", "f"}), "a, b, c, d and 2 more")
}
