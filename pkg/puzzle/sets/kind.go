// Package sets opens, reads, writes and generates sets of puzzles. It has kinds with their formats, the places of sets in
// data/ and in third-party folders, and addresses of puzzle sites. It also has the formats that several kinds share, and
// the manifests of generated files.
//
// # Design
//
// A reader ends at the first thing that it does not understand, with source:line:column and what it expected there ([Reader]).
// [Lines], [JSON], [XML] and [Body] know where they are in a text. A reader warns of what it assumes. Engines import none of this package, so that a mended reader leaves the identity of their records as it is.
//
// # Limits
//
// A reader takes at most 64 MB, and a million puzzles in a set ([MostBytes], [MostPuzzles]).
package sets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// Kind is one kind of puzzle: what the command, the tests and a notebook need
// to know of it to read, write and open its instances. Each wing has one such
// value, which engines.Kinds lists.
type Kind struct {
	// Name is what [Puzzle.Kind] answers, and the name of the folder of its
	// sets in data/ and under what [DataEnv] names.
	Name string
	// Title is the name that people read, in any place of a sentence.
	Title string
	// Formats are the notations that its puzzles are read from and written in.
	Formats []Format
	// Addresses are what addresses of puzzle sites call its puzzles, where that is not Name alone.
	Addresses []string
	// Detect names the format of an input by its content; what looks like
	// nothing in particular is some format all the same, whose reader says what
	// is wrong. Nil means the first of Formats.
	Detect func(text []byte) string
	// Rename returns the puzzle under another id.
	Rename func(p puzzle.Puzzle, id string) puzzle.Puzzle
	// Folders says that its collections come as one file a puzzle, too: a folder is
	// a set.
	Folders bool
	// Features are numbers by which its puzzles differ, the most telling first.
	Features []puzzle.Feature
}

// Format returns the format with the given name or extension (the dot may be
// missing, case does not matter). The error lists the names of all formats.
func (k Kind) Format(name string) (Format, error) {
	var names []string
	for _, f := range k.Formats {
		if strings.EqualFold(name, f.Name) || strings.EqualFold("."+strings.TrimPrefix(name, "."), f.Extension) {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("no format %q: expected one of %s", name, strings.Join(names, ", "))
}

// Read reads a set in any of the formats; the content tells which one. An input
// beyond [MostBytes], [MostLine], [MostPuzzles] or [MostSetCells] is a
// [*ParseError] that names the limit.
func (k Kind) Read(source string, r io.Reader) (puzzle.Set, error) {
	if k.Detect == nil {
		return k.Formats[0].Read(source, r)
	}
	text, err := ReadBytes(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	text = trimMark(text)
	f, err := k.Format(k.Detect(text))
	if err == nil && !f.Binary {
		err = checkText(source, text)
	}
	if err != nil {
		return puzzle.Set{}, err
	}
	return f.Read(source, bytes.NewReader(text))
}

// Open reads a set: a file's path, or the name of a file in data/KIND or in KIND
// under what [DataEnv] names, without its ending. Outside of a checkout, open sets are
// those of package formicary/data, if the program imports it. A name may go down into
// folders ("tournament/taai2011"). Kinds with Folders open a folder, too: its set
// has the puzzles of all its files in the order of the files' names, each under
// its file's name without the ending, followed by "/" and its own id where the
// file has several; folders within it and files whose names start with a dot
// are ignored.
//
// Where there is no such set the error is an [fs.ErrNotExist] that lists the
// folders it was looked for in. The process remembers the puzzles ([Known]).
func (k Kind) Open(name string) (puzzle.Set, error) {
	if text, ok := carried.Load(k.Name + "/" + name); ok {
		return k.Read(name, strings.NewReader(text.(string)))
	}
	path, err := k.find(name)
	if err != nil {
		return puzzle.Set{}, err
	}
	read := k.readFile
	if strings.HasPrefix(path, carriedPath) {
		read = k.readEmbedded
	} else if info, err := os.Stat(path); err == nil && info.IsDir() {
		read = k.readFolder
	}
	set, err := read(path)
	if err == nil {
		remember(k.Name, name, set)
		paths.Store(k.Name+"/"+name, path)
	}
	return set, err
}

// paths are those of the sets that this program has opened, by KIND/NAME.
var paths sync.Map

// Opened yields the sets that this program has opened, by KIND/NAME as [Carry] takes them, with the paths of their files. Those that the program carries are left out.
func Opened() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		paths.Range(func(name, path any) bool {
			return strings.HasPrefix(path.(string), carriedPath) || yield(name.(string), path.(string))
		})
	}
}

// MustOpen is [Kind.Open] for cells of a notebook: it panics where Open fails.
func (k Kind) MustOpen(name string) puzzle.Set { return k.MustOpenFirst(name) }

// MustOpenFirst opens the first of the named sets that exists, for notebooks
// that prefer a paper's set and make do with an open one. It panics where none
// exists, and where the first one that does cannot be read.
func (k Kind) MustOpenFirst(names ...string) puzzle.Set {
	var missing error
	for _, name := range names {
		set, err := k.Open(name)
		switch {
		case err == nil:
			return set
		case !errors.Is(err, fs.ErrNotExist):
			panic(k.Name + ": " + err.Error())
		}
		missing = errors.Join(missing, err)
	}
	panic(k.Name + ": " + missing.Error())
}

func (k Kind) readEmbedded(path string) (puzzle.Set, error) {
	text, err := fs.ReadFile(embedded, strings.TrimPrefix(path, carriedPath))
	if err != nil {
		return puzzle.Set{}, err
	}
	return k.Read(path, bytes.NewReader(text))
}

func (k Kind) readFile(path string) (puzzle.Set, error) {
	f, err := openFile(path)
	if err != nil {
		return puzzle.Set{}, err
	}
	defer f.Close()
	return k.Read(path, f)
}

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
	Read func(source string, r io.Reader) (puzzle.Set, error)
	// Write writes a set, so that Read gives it back as far as Doc says. What
	// cannot be written at all is an error.
	Write func(w io.Writer, s puzzle.Set) error
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
type Entry[P puzzle.Puzzle] struct {
	P        P
	Solution puzzle.Grid
	Grade    string
}

// Writable prepares a set for the writer of a format: all puzzles are of the
// kind, solutions are boards of their size with nothing but values for which
// complete says true, and where ids are written they are UTF-8 and no two are
// the same.
func Writable[T any, P interface {
	*T
	puzzle.Puzzle
}](kind string, s puzzle.Set, ids bool, complete func(p P, value uint8) bool) ([]Entry[P], error) {
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
	puzzle.Puzzle
}](w io.Writer, kind string, s puzzle.Set, ids bool, complete func(p P, value uint8) bool, part func(b *strings.Builder, i int, e Entry[P]) error) error {
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
