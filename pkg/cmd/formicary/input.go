package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"formicary/pkg/formats"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// stdinName is the name of the standard input among files.
const stdinName = "-"

// open reads a set: a file, a set's name, or "-" for the standard input. The reader's warnings go to the
// standard error.
func (s *streams) open(kind sets.Kind, name string) (set puzzle.Set, err error) {
	if name == stdinName {
		set, err = kind.Read("<stdin>", s.stdin)
	} else {
		set, err = kind.Open(name)
	}
	for _, warning := range set.Warnings {
		fmt.Fprintf(s.stderr, "formicary: warning: %v\n", warning)
	}
	return set, err
}

// boxed is a kind whose readers take boxes of a size where an input does not say it, as --boxes says; an empty text
// leaves the kind as it is.
func boxed(kind sets.Kind, boxes string) (sets.Kind, error) {
	if boxes == "" {
		return kind, nil
	}
	size, err := puzzle.ParseSize(boxes)
	switch {
	case kind.Name != sudoku.Kind.Name:
		err = fmt.Errorf("--boxes is for Sudoku only, not for %s", kind.Title)
	case err == nil:
		err = sudoku.CheckBox(size)
	}
	if err != nil {
		return sets.Kind{}, badInput(err)
	}
	return formats.Of(sudoku.WithBoxes(size)), nil
}

// missing turns the error of a file that does not exist into one that says where
// it was looked for and what to give instead.
func missing(err error, what, path, instead string) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if full, wrong := filepath.Abs(path); wrong == nil {
		path = full
	}
	return fmt.Errorf("no %s %s: give %s", what, path, instead)
}
