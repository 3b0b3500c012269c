package puzzle

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Format is one way to write puzzles of a kind, mostly as text.
type Format struct {
	// Name is what people call the format on the command line, such as "janko".
	Name string
	// Extension is the usual ending of a file's name, with the dot.
	Extension string
	// Doc says in a sentence what the format keeps of a puzzle.
	Doc string
	// Binary says that the format is not text, such as a picture's.
	Binary bool
	// Read reads a whole input. Malformed input is a [*ParseError], and an
	// input without a puzzle is malformed. The set's name is [SetName] of
	// source.
	Read func(source string, r io.Reader) (Set, error)
	// Write writes a set, so that Read gives it back as far as Doc says. What
	// cannot be written at all is an error.
	Write func(w io.Writer, s Set) error
}

// SetName is the name of the set read from a source: the base name of its path
// without the ending.
func SetName(source string) string {
	base := filepath.Base(source)
	if base == "." || base == string(filepath.Separator) {
		return source
	}
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}

// Entry is a puzzle of a set that can be written, with its own type.
type Entry[P Puzzle] struct {
	P        P
	Solution Grid
	Grade    string
}

// Writable prepares a set for the writer of a format: all puzzles are of the
// kind, solutions are boards of their size with nothing but values for which
// complete says true, and where ids are written they are UTF-8 and no two are
// the same.
func Writable[T any, P interface {
	*T
	Puzzle
}](kind string, s Set, ids bool, complete func(p P, value uint8) bool) ([]Entry[P], error) {
	if len(s.Items) == 0 {
		return nil, fmt.Errorf("%s: set %s has no puzzle to write", kind, s.Name)
	}
	out := make([]Entry[P], len(s.Items))
	seen := map[string]bool{}
	for i, item := range s.Items {
		p, ok := item.Puzzle.(P)
		if !ok || p == nil {
			return nil, fmt.Errorf("%s: puzzle %d of set %s is of another kind", kind, i+1, s.Name)
		}
		if ids && seen[p.ID()] {
			return nil, fmt.Errorf("%s: set %s has two puzzles with the id %q", kind, s.Name, p.ID())
		}
		if ids && !utf8.ValidString(p.ID()) {
			return nil, fmt.Errorf("%s: the id %q is not UTF-8", kind, p.ID())
		}
		seen[p.ID()] = true
		if g := item.Solution; !g.IsZero() {
			if g.Size != p.Size() || len(g.Values) != p.Size().Cells() {
				return nil, fmt.Errorf("%s %s: a solution of %v for a puzzle of %v", kind, p.ID(), g.Size, p.Size())
			}
			for at, v := range g.Values {
				if !complete(p, v) {
					return nil, fmt.Errorf("%s %s: the solution is incomplete at %v", kind, p.ID(), g.At(at))
				}
			}
		}
		out[i] = Entry[P]{p, item.Solution, item.Grade}
	}
	return out, nil
}

// WriteSet writes what part adds for each puzzle of a set that is [Writable], or
// nothing where one of them cannot be written.
func WriteSet[T any, P interface {
	*T
	Puzzle
}](w io.Writer, kind string, s Set, ids bool, complete func(p P, value uint8) bool, part func(b *strings.Builder, i int, e Entry[P]) error) error {
	items, err := Writable(kind, s, ids, complete)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i, item := range items {
		if err := part(&b, i, item); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}
