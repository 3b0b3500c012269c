package puzzle

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Format is one way to write puzzles of a kind as text. Each wing has a list
// of its formats and tells by the content which one an input is in.
type Format struct {
	// Name is what people call the format on the command line, such as "janko".
	Name string
	// Extension is the usual ending of a file's name, with the dot.
	Extension string
	// Doc says in a sentence what the format keeps of a puzzle.
	Doc string
	// Read reads a whole input. Malformed input is a [*ParseError], and an
	// input without a puzzle is malformed. The set's name is [SetName] of
	// source.
	Read func(source string, r io.Reader) (Set, error)
	// Write writes a set, so that Read gives it back as far as Doc says. What
	// cannot be written at all is an error.
	Write func(w io.Writer, s Set) error
}

// FindFormat returns the format with the given name or extension (the dot may
// be missing, case does not matter). The error lists the names that there are.
func FindFormat(formats []Format, name string) (Format, error) {
	var names []string
	for _, f := range formats {
		if strings.EqualFold(name, f.Name) || strings.EqualFold("."+strings.TrimPrefix(name, "."), f.Extension) {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("no format %q: expected one of %s", name, strings.Join(names, ", "))
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
