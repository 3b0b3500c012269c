package identity

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The version of the code follows a puzzle through the sets that it is from, and
// an engine's parts as deep as is said, and comes to an end in any knot.
func TestCodeOfDeepParts(t *testing.T) {
	version := func(s solver.Solver, p puzzle.Puzzle) string {
		t.Helper()
		return versionFor(t, s, p)
	}
	one := experimenttest.Table(1)[0]
	plain := version(experimenttest.Flips{}, one)
	for name, p := range map[string]puzzle.Puzzle{
		"pointer":      &experimenttest.Coins{Name: "p", Board: one.Size()},
		"item":         puzzle.Item{Puzzle: one},
		"item of item": puzzle.Item{Puzzle: puzzle.Item{Puzzle: one}},
	} {
		alltest.Equal(t, version(experimenttest.Flips{}, p), plain, name)
	}

	type link struct{ Next any }
	// The engine, the field, the interface of the part and its value are 0 to 3;
	// each link has an interface and a value, and maybe a pointer.
	for name, chain := range map[string]struct {
		each int
		link func(end any) any
	}{
		"structs":  {2, func(end any) any { return link{end} }},
		"pointers": {3, func(end any) any { return &link{end} }},
		"lists":    {2, func(end any) any { return []any{end} }},
		"arrays":   {2, func(end any) any { return [1]any{end} }},
		"maps":     {2, func(end any) any { return map[string]any{"next": end} }},
	} {
		for links := range 6 {
			var end any = cmp.Ignore() // of another module
			for range links {
				end = chain.link(end)
			}
			found := strings.Contains(version(hooked{Parts: []any{end}}, one), "+bin-")
			want := 3+chain.each*links <= deepest
			alltest.Check(t, found == want, "a part behind %d %s is found: %v", links, name, found)
		}
	}
	list := []any{nil}
	list[0] = list
	table := map[string]any{}
	table["itself"] = table
	type ring struct{ Next *ring }
	round := &ring{}
	round.Next = round
	for name, part := range map[string]any{"list": list, "map": table, "ring": round, "no ring": &ring{}, "no pointer": (*ring)(nil)} {
		alltest.Equal(t, version(hooked{Parts: []any{part}}, one), plain, name)
	}
}

// A module is known by the beginning of an import path, the longest one.
func TestModules(t *testing.T) {
	modules := []*debug.Module{{Path: "example.org/a", Version: "v1.0.0"}, {Path: "example.org/ab", Version: "v1.1.0"}, {Path: "example.org/a/nested", Version: "v1.2.0"}, {Path: "example.org/c/v2", Version: "v2.0.0"}}
	for name, want := range map[string][2]string{
		"example.org/a":          {"example.org/a", "v1.0.0"},
		"example.org/a/x":        {"example.org/a", "v1.0.0"},
		"example.org/a/nested/x": {"example.org/a/nested", "v1.2.0"},
		"example.org/ab/x":       {"example.org/ab", "v1.1.0"},
		"example.org/c/v2/deep":  {"example.org/c/v2", "v2.0.0"},
		"example.org/c":          {"example.org/c", ""},
		"example.org/abc":        {"example.org/abc", ""},
	} {
		for range 2 {
			path, version := moduleOf(name, modules)
			alltest.Check(t, path == want[0] && version == want[1], "%s: %s %s, want %v", name, path, version, want)
			slices.Reverse(modules)
		}
	}
}

func TestStandard(t *testing.T) {
	for name, want := range map[string]bool{
		"": true, "os": true, "math/rand/v2": true, "gonum.org/v1/gonum": false, "formicary/pkg/x": false, "main": false,
		"command-line-arguments": false, "formicary": false, "formicaryx/y": true,
	} {
		alltest.Equal(t, standard(name), want, "%q is standard: %v", name, !want)
	}
}
