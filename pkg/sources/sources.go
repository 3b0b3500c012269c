// Package sources keeps the Go sources that a program was built from, for those
// packages that decide how a run goes: puzzles, engines, and what they import.
//
//  1. A package brings its own sources, and those of the packages below it, with
//     the embed directive, and hands them to [Add] when the program starts.
//  2. Whoever asks what code a program has ([Package]) gets the text that was
//     compiled: no checkout is looked at, and no time of a file.
//
// Its opinion: what a program links is what it knows. A program without Sudoku
// carries no sources of it, and an edited engine makes nothing else be compiled
// anew than those that import it.
//
// Its limits: tests are left out, by names: patterns of go:embed cannot exclude,
// so a file whose name ends in "t.go" has to be matched or listed besides
// (a test of package engines compares with what Go compiles). Programs of pages
// (GOOS=js) make no records and carry no sources.
package sources

import (
	"io/fs"
	"iter"
	"path"
	"strings"
)

// tree is the sources of a folder of this module and of those below it.
type tree struct {
	dir   string
	files fs.FS
}

var trees []tree

// Add gives the sources of a folder of this module, such as "pkg/colony", and of
// those below it. It is for package initialisers.
func Add(dir string, files fs.FS) { trees = append(trees, tree{dir, files}) }

// Package yields the files of a package by its folder in this module, such as
// "pkg/nurikabe/acs", ordered by name: each with its text. It yields nothing where
// the program does not carry them.
func Package(dir string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, t := range trees {
			below, ok := strings.CutPrefix(dir+"/", t.dir+"/")
			if !ok {
				continue
			}
			entries, err := fs.ReadDir(t.files, path.Clean("./"+below))
			if err != nil {
				continue // no such package
			}
			for _, e := range entries {
				if e.IsDir() {
					continue
				}
				text, err := fs.ReadFile(t.files, path.Join(below, e.Name()))
				if err != nil {
					panic("sources: " + err.Error()) // of what was listed
				}
				if !yield(e.Name(), text) {
					return
				}
			}
		}
	}
}
