package engines

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// Kind is one kind of puzzle.
type Kind struct {
	// Name is what [puzzle.Puzzle.Kind] answers.
	Name string
	// Formats are those that its puzzles are read from and written in.
	Formats []puzzle.Format
	// Read reads a set in any of the formats; the content tells which one.
	Read func(source string, r io.Reader) (puzzle.Set, error)
	// Open reads a set by its name or its file's path.
	Open func(name string) (puzzle.Set, error)
}

// Kinds lists the kinds of puzzles.
func Kinds() []Kind {
	return []Kind{
		{nonogram.Kind, nonogram.Formats(), nonogram.Read, nonogram.Open},
		{nurikabe.Kind, nurikabe.Formats(), nurikabe.Read, nurikabe.Open},
		{sudoku.Kind, sudoku.Formats(), sudoku.Read, sudoku.Open},
	}
}

// FindKind returns the kind of a name. The error lists the names that there
// are.
func FindKind(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, fmt.Errorf("no kind of puzzle %q: expected one of %s", name, strings.Join(names, ", "))
}
