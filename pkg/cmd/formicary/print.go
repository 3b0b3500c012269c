package main

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"formicary/pkg/markup"
)

// plain is where commands print to people: no character that a terminal obeys gets
// through from an id, a title, the name of a file or an error (see
// [markup.Terminal]). A call to Write has whole characters.
type plain struct{ w io.Writer }

func (p plain) Write(text []byte) (int, error) {
	if _, err := io.WriteString(p.w, markup.Terminal(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// write writes puzzles in some format to the standard output: as they are to a file
// or a pipe, and as people see them to a terminal.
func (s *streams) write(text []byte) error {
	w := s.raw
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		w = s.stdout
	}
	_, err := w.Write(text)
	return err
}

// line is a name on a line with others.
var line = strings.NewReplacer("\n", `\n`, "\t", `\t`)
