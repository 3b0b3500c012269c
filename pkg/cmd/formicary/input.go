package main

import "formicary/pkg/puzzle"

// stdinName is the name of the standard input among files.
const stdinName = "-"

// open reads a set: a file, a set's name, or "-" for the standard input.
func (s *streams) open(kind puzzle.Kind, name string) (puzzle.Set, error) {
	if name == stdinName {
		return kind.Read("<stdin>", s.stdin)
	}
	return kind.Open(name)
}
