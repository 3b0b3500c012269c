package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"formicary/pkg/puzzle"
)

// stdinName is the name of the standard input among files.
const stdinName = "-"

// open reads a set: a file, a set's name, or "-" for the standard input.
func (s *streams) open(kind puzzle.Kind, name string) (puzzle.Set, error) {
	if name == stdinName {
		return kind.Read("<stdin>", s.stdin)
	}
	return kind.Open(name)
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
