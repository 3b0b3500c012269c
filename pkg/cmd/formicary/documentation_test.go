package main

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// TestDocumentation: each package that others import says what it is for, shows
// by an Example how it is used, and has a floor in .golangci.yml.
func TestDocumentation(t *testing.T) {
	root := filepath.Join("..", "..")
	floors, err := os.ReadFile(filepath.Join(root, "..", ".golangci.yml"))
	alltest.OK(t, err)
	seen := 0
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		switch name := entry.Name(); {
		case name == "testdata", name == "internal", name == "cmd", strings.HasSuffix(name, "test"):
			return filepath.SkipDir // not to be imported, or by tests only
		}
		comment, examples, files := documented(t, path)
		if files == 0 {
			return nil
		}
		seen++
		within, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		own := filepath.ToSlash(within)
		if top, _, _ := strings.Cut(own, "/"); !strings.Contains(string(floors), "**/pkg/"+top+"/**") && !strings.Contains(string(floors), "**/pkg/"+own+"/*") {
			t.Errorf("%s: no floor of .golangci.yml has it", path)
		}
		alltest.Check(t, comment != "", "%s: no package comment", path)
		alltest.Check(t, examples != 0, "%s: no Example", path)
		return nil
	})
	alltest.Check(t, err == nil && seen >= 30, "%d packages, %v", seen, err)
}

// documented reads the package comment and counts the Examples with an output
// and the files of a folder.
func documented(t *testing.T, folder string) (comment string, examples, files int) {
	t.Helper()
	entries := alltest.Must(os.ReadDir(folder))(t)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		f := alltest.Must(parser.ParseFile(token.NewFileSet(), filepath.Join(folder, e.Name()), nil, parser.ParseComments))(t)
		if !strings.HasSuffix(e.Name(), "_test.go") {
			files++
			if f.Doc != nil {
				comment += f.Doc.Text()
			}
			continue
		}
		for _, example := range doc.Examples([]*ast.File{f}...) {
			if example.Output != "" || example.EmptyOutput {
				examples++
			}
		}
	}
	return comment, examples, files
}
