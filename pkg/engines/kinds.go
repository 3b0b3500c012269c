package engines

import (
	"fmt"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// Kinds lists the kinds of puzzles.
func Kinds() []puzzle.Kind {
	return []puzzle.Kind{
		nonogram.Kind,
		nurikabe.Kind,
		sudoku.Kind,
	}
}

// FindKind returns the kind of a name. The error lists the names of all kinds.
func FindKind(name string) (puzzle.Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return puzzle.Kind{}, fmt.Errorf("no kind of puzzle %q: expected one of %s", name, strings.Join(names, ", "))
}
