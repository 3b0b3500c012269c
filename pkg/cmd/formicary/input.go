package main

import (
	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
)

// stdinName is the name of the standard input among files.
const stdinName = "-"

// open reads a set: a file, a set's name, or "-" for the standard input. A
// format other than nil is used instead of the one that the content tells.
func (s *streams) open(kind engines.Kind, name string, format *puzzle.Format) (puzzle.Set, error) {
	read := kind.Read
	if format != nil {
		read = format.Read
	}
	if name == stdinName {
		return read("<stdin>", s.stdin)
	}
	if format == nil {
		return kind.Open(name)
	}
	return openAs(kind, name, *format)
}
