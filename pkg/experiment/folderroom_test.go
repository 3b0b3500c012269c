package experiment

import (
	"maps"
	"slices"
	"testing"
)

// What code is made of is found wherever it was written down: in the session that had
// it, in a later one that had the same, in the plan's file, in that of an attempt.
func TestCodesOfSessions(t *testing.T) {
	c := codes{}
	a, b := map[string]string{"p": "1"}, map[string]string{"p": "2"}
	c.add([]string{"src-3"}, process{Codes: []string{"src-1"}}, process{Codes: []string{"src-1~2"}, Packages: a}, process{Codes: []string{"src-2+bin-1"}}, process{Packages: b})
	for code, want := range map[string]map[string]string{"src-1": a, "src-2": b, "src-3": b} {
		if got := c[code].packages; !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
	if len(c) != 3 {
		t.Errorf("%v", c)
	}
	if got := differing(map[string]string{"p": "1", "q": "1", "r": "1"}, map[string]string{"p": "1", "q": "2", "s": "1"}); !slices.Equal(got, []string{"q", "r"}) {
		t.Errorf("%q", got)
	}
	if got := few([]string{"a", "b", "c", "d", "e", "f"}); got != "a, b, c, d and 2 more" {
		t.Error(got)
	}
}
