package sources_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"formicary/pkg/alltest"
	"formicary/pkg/sources"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func list(dir string) (out []string) {
	for name, text := range sources.Package(dir) {
		out = append(out, name+" "+string(text))
	}
	return out
}

func Example() {
	sources.Add("pkg/ants", fstest.MapFS{"ants.go": file("package ants"), "paper/table.go": file("package paper")})
	for name, text := range sources.Package("pkg/ants/paper") {
		fmt.Println(name, string(text))
	}
	// Output: table.go package paper
}

// A package has its own files only, in the order of their names, and none of
// another whose name begins with its own.
func TestPackage(t *testing.T) {
	sources.Add("pkg/bees", fstest.MapFS{"b.go": file("1"), "a.go": file("2"), "deep/er/c.go": file("3"), "deep/d.go": file("4")})
	sources.Add("pkg/beesandmore", fstest.MapFS{"e.go": file("5")})
	for dir, want := range map[string][]string{
		"pkg/bees": {"a.go 2", "b.go 1"}, "pkg/bees/deep": {"d.go 4"}, "pkg/bees/deep/er": {"c.go 3"}, "pkg/beesandmore": {"e.go 5"},
		"pkg/bee": nil, "pkg": nil, "": nil, "pkg/bees/none": nil, "pkg/bees/a.go": nil, "pkg/bees/..": nil,
	} {
		got := list(dir)
		alltest.Check(t, slices.Equal(got, want), "%s: %q, want %q", dir, got, want)
	}
	for range sources.Package("pkg/bees") {
		break // an iterator ends when it is asked to
	}
}
