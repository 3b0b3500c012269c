package notebooks_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

// joined are a notebook's sources, with each cell that only declares moved into the next
// one that runs something: the kernel links once for both, and links take most of the
// time ([cellByCell] checks that they compile each on its own). A notebook that declares
// a name twice stays as it is.
func joined(t *testing.T, path string) []string {
	t.Helper()
	nb := alltest.Must(lab.ReadNotebook(path))(t)
	var as, out []string
	var imports, others strings.Builder
	names := map[string]bool{}
	from := len(nb.Cells) // the first cell whose declarations wait
	for i, cell := range nb.Cells {
		as = append(as, string(cell.Source))
		out = append(out, string(cell.Source))
		if cell.Type != "code" {
			continue
		}
		outside, inside, runs := strings.Cut("\n"+string(cell.Source), "\n%%")
		const head = "package main\n"
		files := token.NewFileSet()
		file := alltest.Must(parser.ParseFile(files, path, head+outside, 0))(t)
		at := 0
		for _, decl := range file.Decls {
			for name := range parts(decl) {
				if !strings.HasPrefix(name, "import ") {
					if names[name] {
						return as
					}
					names[name] = true
				}
			}
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.IMPORT {
				start, end := files.Position(group.Pos()).Offset-len(head), files.Position(group.End()).Offset-len(head)
				imports.WriteString(outside[start:end] + "\n")
				others.WriteString(outside[at:start])
				at = end
			}
		}
		others.WriteString(outside[at:])
		out[i] = ""
		from = min(from, i)
		if runs {
			out[i] = imports.String() + others.String() + "\n%%" + inside
			imports.Reset()
			others.Reset()
			from = len(nb.Cells)
		}
	}
	copy(out[from:], as[from:]) // nothing runs after them
	return out
}

// execute runs a notebook of a checkout, as it is or joined, and returns it as its reader has it
// afterwards.
func execute(t *testing.T, env *lab.Env, path string, join bool, o lab.ExecuteOptions) []byte {
	t.Helper()
	o.Env = append(o.Env, assets.RunsEnv+"="+t.TempDir())
	if !join {
		executed := alltest.Must(env.Execute(t.Context(), path, o))(t)
		return executed
	}
	root := alltest.Must(filepath.Abs(filepath.Join(filepath.Dir(path), "..")))(t)
	text := alltest.Must(os.ReadFile(path))(t)
	nb := alltest.Must(lab.ParseNotebook(path, text))(t)
	var as []string
	for _, cell := range nb.Cells {
		as = append(as, string(cell.Source))
	}
	other := filepath.Join(t.TempDir(), filepath.Base(path))
	alltest.OK(t, os.WriteFile(other, withSources(t, text, joined(t, path)), 0o644))
	o.Env = append(o.Env, sets.RootEnv+"="+root)
	executed := alltest.Must(env.Execute(t.Context(), other, o))(t)
	return withSources(t, executed, as)
}

// withSources is a notebook with other sources in its cells.
func withSources(t *testing.T, notebook []byte, sources []string) []byte {
	t.Helper()
	var nb map[string]json.RawMessage
	var cells []map[string]json.RawMessage
	err := json.Unmarshal(notebook, &nb)
	if err == nil {
		err = json.Unmarshal(nb["cells"], &cells)
	}
	for i, source := range sources {
		if err == nil {
			cells[i]["source"], err = json.Marshal(source)
		}
	}
	if err == nil {
		nb["cells"], err = json.Marshal(cells)
	}
	var text []byte
	if err == nil {
		text, err = json.Marshal(nb)
	}
	alltest.OK(t, err)
	return text
}
