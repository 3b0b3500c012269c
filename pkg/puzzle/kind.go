package puzzle

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"
	"sync"
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
	Rename func(p Puzzle, id string) Puzzle
	// Folders says that its collections come as one file a puzzle, too: a folder is
	// a set.
	Folders bool
	// Features are numbers by which its puzzles differ, the most telling first.
	Features []Feature
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
// beyond [MostBytes], [MostLine], [MostCells], [MostPuzzles] or [MostSetCells] is a
// [*ParseError] that names the limit.
func (k Kind) Read(source string, r io.Reader) (Set, error) {
	if k.Detect == nil {
		return k.Formats[0].Read(source, r)
	}
	text, err := ReadBytes(source, r)
	if err != nil {
		return Set{}, err
	}
	text = trimMark(text)
	f, err := k.Format(k.Detect(text))
	if err == nil && !f.Binary {
		err = checkText(source, text)
	}
	if err != nil {
		return Set{}, err
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
func (k Kind) Open(name string) (Set, error) {
	if text, ok := os.LookupEnv(CarriedEnv + k.Name + "/" + name); ok {
		return k.Read(name, strings.NewReader(text))
	}
	path, err := k.find(name)
	if err != nil {
		return Set{}, err
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

// CarriedEnv begins the names of environment variables with the texts of sets, for
// programs that have no files: KIND/NAME follows.
const CarriedEnv = "FORMICARY_SET_"

// paths are those of the sets that this program has opened, by KIND/NAME.
var paths sync.Map

// Opened yields the sets that this program has opened, by KIND/NAME as behind
// [CarriedEnv], with the paths of their files. Those that the program carries are left out.
func Opened() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		paths.Range(func(name, path any) bool {
			return strings.HasPrefix(path.(string), carriedPath) || yield(name.(string), path.(string))
		})
	}
}

// MustOpen is [Kind.Open] for cells of a notebook: it panics where Open fails.
func (k Kind) MustOpen(name string) Set { return k.MustOpenFirst(name) }

// MustOpenFirst opens the first of the named sets that exists, for notebooks
// that prefer a paper's set and make do with an open one. It panics where none
// exists, and where the first one that does cannot be read.
func (k Kind) MustOpenFirst(names ...string) Set {
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

func (k Kind) readEmbedded(path string) (Set, error) {
	text, err := fs.ReadFile(embedded, strings.TrimPrefix(path, carriedPath))
	if err != nil {
		return Set{}, err
	}
	return k.Read(path, bytes.NewReader(text))
}

func (k Kind) readFile(path string) (Set, error) {
	f, err := openFile(path)
	if err != nil {
		return Set{}, err
	}
	defer f.Close()
	return k.Read(path, f)
}
