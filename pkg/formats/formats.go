// Package formats reads puzzles from texts of third-party programs, for every kind of the lab that such a
// program has:
//
//	pzprv3   board files of the pzpr editors, also in addresses (…?pzprv3/slither/5/5/…)
//	penpa    pictures of Penpa and Penpa+, as addresses (…#m=edit&p=…) and as text
//	tatham   game ids and save files of Simon Tatham's collection (5x5de:…)
//	board    rows of signs without a first line that says the size
//
// Its opinion: what a text says about a puzzle does not belong to the puzzle. A run's identity hashes the
// sources of its puzzle and engine, so a new reader must not stand among them.
//
// # Design
//
//  1. [Of] adds the formats to a kind. A text is recognised by its unmistakable start.
//  2. A reader fills a sheet: the size of the board, and tables of signs with the place that each comes from.
//  3. The sheet writes the kind's own text, which the kind's own reader reads. Its errors and warnings get the
//     places of the foreign text.
//
// So the package knows texts only: it imports neither kinds nor the language that declares them.
//
// # Limits
//
// The formats are read, not written. Solutions and marks that somebody filled in are left out, with a warning. The
// readers refuse a variant of the rules by its name in the foreign text. They refuse a file of LEGUP if the kind does
// not read it itself. Ids with a seed instead of a board cannot be read, because only the program that made them
// knows the board. Of pictures, square grids are read.
package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// foreign is a format of another program.
type foreign struct {
	name, extension, doc string
	// many names several texts of the format in a sentence.
	many string
	// starts says that a text begins as the format's do, whatever kind of puzzle it has.
	starts func(text string) bool
	// reads says whether puzzles of a kind are read.
	reads func(kind string) bool
	// read reads all puzzles of an input.
	read func(in *input)
	// names is what the text calls its kind of puzzle, as a name of the lab's; empty if it does not say.
	names func(text string) string
}

// all are the formats, the one with the plainest start last.
var all = []*foreign{pzprv3, penpa, tatham, legup, board}

// mostStart is how much of a text is looked at for its start, in bytes.
const mostStart = 64 << 10

// Of returns a kind with the formats of other programs added, as [sets.Kind.Formats] and to
// [sets.Kind.Detect]. A text of a known program that has nothing of the kind is refused by a sentence. A kind that
// is not one of the lab's stays as it is.
func Of(k sets.Kind) sets.Kind {
	if _, ok := tablesOf[k.Name]; !ok {
		return k
	}
	own := k
	k.Formats = slices.Clone(own.Formats)
	for i, f := range k.Formats {
		if f.Name == ownFormat(k.Name) {
			k.Formats[i].Read = refusing(own, f.Read)
		}
	}
	for _, f := range all {
		if !f.reads(k.Name) {
			continue
		}
		k.Formats = append(k.Formats, sets.Format{
			Name: f.name, Extension: f.extension, Doc: f.doc, Read: f.reader(own),
			Write: func(io.Writer, puzzle.Set) error {
				return fmt.Errorf("%s: the format %s is only read", own.Name, f.name)
			},
		})
	}
	k.Detect = func(text []byte) string {
		name := own.Formats[0].Name
		if own.Detect != nil {
			name = own.Detect(text)
		}
		head := string(text[:min(len(text), mostStart)])
		for _, f := range all {
			switch {
			case f == board:
				if name == ownFormat(own.Name) && f.reads(own.Name) && bare(text) {
					return f.name
				}
			case !f.starts(head):
			case f.reads(own.Name) || indexOf(own, f) >= 0:
				return f.name
			default:
				return ownFormat(own.Name) // which refuses it
			}
		}
		return name
	}
	return k
}

// indexOf is the index of a kind's own format of the same name, -1 if it has none.
func indexOf(k sets.Kind, f *foreign) int {
	return slices.IndexFunc(k.Formats, func(own sets.Format) bool { return own.Name == f.name })
}

// Named is the one of the kinds that a text names, as [sets.Named] or as another program's text says it.
func Named(text []byte, kinds []sets.Kind) (kind sets.Kind, ok bool) {
	if kind, ok = sets.Named(text, kinds); ok {
		return kind, ok
	}
	for _, f := range all {
		if f == board || !f.starts(string(text[:min(len(text), mostStart)])) {
			continue
		}
		name := f.names(string(text))
		i := slices.IndexFunc(kinds, func(k sets.Kind) bool { return k.Name == name })
		if i < 0 {
			return sets.Kind{}, false
		}
		return kinds[i], true
	}
	return sets.Kind{}, false
}

// start is the beginning of an input, which is still to be read.
func start(r io.Reader) (string, io.Reader) {
	b := bufio.NewReaderSize(r, mostStart)
	head, _ := b.Peek(mostStart) // the reader meets an error again
	return strings.TrimPrefix(string(head), "\uFEFF"), b
}

// refusing is a kind's own reader that names a foreign format of which the kind has nothing.
func refusing(k sets.Kind, read func(string, io.Reader) (puzzle.Set, error)) func(string, io.Reader) (puzzle.Set, error) {
	return func(source string, r io.Reader) (puzzle.Set, error) {
		text, r := start(r)
		for _, f := range all {
			if f != board && !f.reads(k.Name) && indexOf(k, f) < 0 && f.starts(text) {
				return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "expected a text of %s, found one of %s, of which those of %s are not read", k.Title, f.many, k.Title)
			}
		}
		return read(source, r)
	}
}

// reader reads an input for a kind.
func (f *foreign) reader(k sets.Kind) func(string, io.Reader) (puzzle.Set, error) {
	return sets.Reader(func(source string, r io.Reader) puzzle.Set {
		in := &input{kind: k, source: source, text: string(sets.Must(sets.ReadAll(source, r))), set: sets.Collect(source)}
		f.read(in)
		return in.set.Done("a puzzle of " + k.Title)
	})
}

// place is where something stands in the foreign text: its line and column, from 1.
type place struct{ line, column int }

// input is a foreign text while it is read.
type input struct {
	kind   sets.Kind // with its own formats
	source string
	text   string
	set    *sets.Collector
}

func (in *input) errorf(at place, format string, args ...any) error {
	return puzzle.Errorf(in.source, max(at.line, 1), max(at.column, 1), format, args...)
}

// check ends the reading at a place with an error, if there is one.
func (in *input) check(at place, err error) {
	if err != nil {
		panic(in.errorf(at, "%v", err))
	}
}

func (in *input) warn(at place, format string, args ...any) {
	in.set.Warn(puzzle.Errorf(in.source, max(at.line, 1), max(at.column, 1), format, args...))
}

// add reads the kind's own text of a sheet and adds the puzzle under the next id.
func (in *input) add(s *sheet) {
	own, err := in.kind.Format(ownFormat(in.kind.Name))
	in.check(s.at, err)
	lines := s.lines(in.kind.Name)
	set, err := own.Read(in.source, bytes.NewReader(text(lines)))
	// moved is an error or a warning with its place in the foreign text.
	moved := func(e *puzzle.ParseError) *puzzle.ParseError {
		at := s.place(lines, e.Line, e.Column)
		return puzzle.Errorf(in.source, max(at.line, 1), max(at.column, 1), "%s", e.Expected)
	}
	var wrong *puzzle.ParseError
	if errors.As(err, &wrong) {
		panic(moved(wrong))
	}
	in.check(s.at, err)
	for _, warning := range set.Warnings {
		in.set.Warn(moved(warning))
	}
	for _, item := range set.Items {
		item.Puzzle = in.kind.Rename(item.Puzzle, in.set.NextID())
		in.check(s.at, in.set.Add(item))
	}
}

// otherKind is the error of a text that has another kind of puzzle than is asked for. found is what it calls it.
func (in *input) otherKind(at place, found, kind string) error {
	if kind != "" && kind != in.kind.Name && !strings.EqualFold(found, kind) {
		found += " (" + kind + ")"
	}
	return in.errorf(at, "expected a puzzle of %s, found one of %s", in.kind.Title, found)
}
