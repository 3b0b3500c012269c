package main

import (
	"fmt"

	"formicary/pkg/formats"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
)

// stdinName is the name of the standard input among files.
const stdinName = "-"

// open reads sets: files, sets' names, or "-" for the standard input. The readers' warnings go to the
// standard error.
func (s *streams) open(kind sets.Kind, names ...string) (all puzzle.Set, err error) {
	for _, name := range names {
		set, err := puzzle.Set{}, error(nil)
		if name == stdinName {
			set, err = kind.Read("<stdin>", s.stdin)
		} else {
			set, err = kind.Open(name)
		}
		for _, warning := range set.Warnings {
			fmt.Fprintf(s.stderr, "formicary: warning: %v\n", warning)
		}
		if err != nil {
			return all, badInput(err)
		}
		if all.Name == "" {
			all.Name = set.Name
		}
		all.Items = append(all.Items, set.Items...)
	}
	return all, nil
}

// boxed is a kind whose readers take boxes of a size where an input does not say it, as --boxes says; an empty text
// leaves the kind as it is.
func boxed(kind sets.Kind, boxes string) (sets.Kind, error) {
	if boxes == "" {
		return kind, nil
	}
	size, err := puzzle.ParseSize(boxes)
	switch {
	case kind.Name != sudokus.Kind.Name:
		err = fmt.Errorf("--boxes is for Sudoku only, not for %s", kind.Title)
	case err == nil:
		err = sudoku.CheckBox(size)
	}
	if err != nil {
		return sets.Kind{}, badInput(err)
	}
	return formats.Of(sudokus.WithBoxes(size)), nil
}
