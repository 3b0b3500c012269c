package notebooks_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	goimports "golang.org/x/tools/imports"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// script is a notebook's code as the kernel has it: declarations add up, a later one
// replaces an earlier one of the same name, and what follows "%%" becomes a function.
type script struct {
	imported, names []string
	decls           map[string]string
	runs            []string // the functions of the cells so far that run something
	call            []string // that of the last cell, if it does
}

// scripts is a notebook's script after each cell of code; the last one is the whole.
func scripts(t testing.TB, path string) (all []script) {
	t.Helper()
	nb := alltest.Must(lab.ReadNotebook(path))(t)
	files := token.NewFileSet()
	now := script{decls: map[string]string{}}
	for i, cell := range nb.Cells {
		if cell.Type != "code" {
			continue
		}
		name := fmt.Sprintf("cell%d", i+1)
		now.call = nil
		outside, inside, runs := strings.Cut("\n"+string(cell.Source), "\n%%")
		if runs {
			_, body, _ := strings.Cut(inside, "\n")
			outside += "\nfunc " + name + "() {\n" + body + "\n}\n"
			now.call = []string{name}
			now.runs = append(now.runs, name)
		}
		file := alltest.Must(parser.ParseFile(files, fmt.Sprintf("%s, cell %d", path, i+1), "package main\n"+outside, parser.ParseComments))(t)
		now.decls = maps.Clone(now.decls)
		for _, decl := range file.Decls {
			for key, node := range parts(decl) {
				var text bytes.Buffer
				alltest.OK(t, printer.Fprint(&text, files, node))
				if strings.HasPrefix(key, "import ") {
					if !slices.Contains(now.imported, text.String()) {
						now.imported = append(now.imported, text.String())
					}
					continue
				}
				if now.decls[key] == "" {
					now.names = append(now.names, key)
				}
				now.decls[key] = text.String()
			}
		}
		all = append(all, now)
	}
	return all
}

// text is the source of a program that calls functions of cells, with no import but
// those that are given.
func (s script) text(imports, calls []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package main\n\n%s\n\n", strings.Join(imports, "\n"))
	for _, name := range s.names {
		if !slices.Contains(s.runs, name) || slices.Contains(calls, name) {
			b.WriteString(s.decls[name] + "\n\n")
		}
	}
	b.WriteString("func main() {\n")
	for _, name := range calls {
		fmt.Fprintf(&b, "\t%s()\n", name)
	}
	b.WriteString("}\n")
	return b.String()
}

// program is the source of one program of a notebook, whose main calls all cells.
func program(t testing.TB, path string) []byte {
	t.Helper()
	all := scripts(t, path)
	last := all[len(all)-1]
	text := last.text(last.imported, last.runs)
	source, err := goimports.Process(filepath.Join(filepath.Dir(path), "main.go"), []byte(text), nil)
	alltest.Require(t, err == nil, "%s as one program: %v\n%s", path, err, text)
	if source, err = format.Source(source); err != nil {
		t.Fatal(err)
	}
	return source
}

// cellByCell checks the types of each cell of a notebook together with what the cells
// before it declare, as the kernel compiles them, and says what is wrong.
func cellByCell(t *testing.T, known map[string]*packages.Package, path string) (wrong []string) {
	t.Helper()
	whole := alltest.Must(parser.ParseFile(token.NewFileSet(), path, program(t, path), parser.ImportsOnly))(t)
	var imports []string
	for _, i := range whole.Imports {
		imports = append(imports, "import "+strings.TrimSpace(cmp.Or(i.Name, &ast.Ident{}).Name+" "+i.Path.Value))
	}
	for i, s := range scripts(t, path) {
		files := token.NewFileSet()
		file := alltest.Must(parser.ParseFile(files, fmt.Sprintf("%s, code cell %d, with those before it", path, i+1), s.text(imports, s.call), parser.SkipObjectResolution))(t)
		for _, e := range check(files, known, "cell", file).TypeErrors {
			// The kernel takes out imports that a cell does not use.
			if !strings.HasSuffix(e.Msg, "and not used") {
				wrong = append(wrong, fmt.Sprintf("%v: %s", files.Position(e.Pos), e.Msg))
			}
		}
	}
	return wrong
}

// TestCellByCell: a cell that uses what a later one declares is found, and one that is
// wrong until a later one replaces it.
func TestCellByCell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.ipynb")
	cells := []string{"func one() int { return two() }", "func two() int { return 1 }", "%%\n_ = one()", "var x int = one(1)", "var x = one()\n\n%%\n_ = x"}
	alltest.OK(t, os.WriteFile(path, labtest.Notebook(cells, false), 0o644))
	wrong := cellByCell(t, nil, path)
	if len(wrong) != 2 || !strings.Contains(wrong[0], "code cell 1, with those before it:5:25: undefined: two") || !strings.Contains(wrong[1], "code cell 4, ") {
		t.Errorf("%q", wrong)
	}
}

// parts are the declarations that a declaration holds, by what they declare.
func parts(decl ast.Decl) map[string]ast.Node {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			name = fmt.Sprint(receiver(decl), ".", name)
		}
		return map[string]ast.Node{name: decl}
	case *ast.GenDecl:
		if decl.Tok == token.CONST { // values may count on from the one before
			return map[string]ast.Node{fmt.Sprint(decl.Specs[0].(*ast.ValueSpec).Names): decl}
		}
		list := map[string]ast.Node{}
		for _, spec := range decl.Specs {
			key := ""
			switch spec := spec.(type) {
			case *ast.ImportSpec:
				key = "import " + spec.Path.Value
			case *ast.ValueSpec:
				key = fmt.Sprint(spec.Names)
			case *ast.TypeSpec:
				key = spec.Name.Name
			}
			list[key] = &ast.GenDecl{Tok: decl.Tok, Specs: []ast.Spec{spec}}
		}
		return list
	}
	return nil
}

// receiver is the name of the type that a method belongs to.
func receiver(decl *ast.FuncDecl) string {
	kind := decl.Recv.List[0].Type
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	switch kind := kind.(type) {
	case *ast.IndexExpr:
		return kind.X.(*ast.Ident).Name
	case *ast.IndexListExpr:
		return kind.X.(*ast.Ident).Name
	}
	return kind.(*ast.Ident).Name
}

// numbered are the paths of the numbered notebooks.
func numbered(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("[0-9]*.ipynb")
	alltest.Require(t, err == nil && len(paths) != 0, "%d numbered notebooks, %v", len(paths), err)
	return paths
}
