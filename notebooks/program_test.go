package notebooks_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	goimports "golang.org/x/tools/imports"

	"formicary/pkg/lab"
)

// program turns a notebook into the source of one program, as the kernel does
// cell by cell: declarations add up, a later one replaces an earlier one of the
// same name, and what follows "%%" becomes a function that main calls.
func program(t testing.TB, path string) []byte {
	t.Helper()
	nb, err := lab.ReadNotebook(path)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	importOf := map[string]bool{}
	decls := map[string]string{}
	var imported, names []string
	var main strings.Builder
	for i, cell := range nb.Cells {
		if cell.Type != "code" {
			continue
		}
		name := fmt.Sprintf("cell%d", i+1)
		outside, inside, runs := strings.Cut("\n"+string(cell.Source), "\n%%")
		if runs {
			_, body, _ := strings.Cut(inside, "\n")
			outside += "\nfunc " + name + "() {\n" + body + "\n}\n"
			fmt.Fprintf(&main, "\t%s()\n", name)
		}
		file, err := parser.ParseFile(files, fmt.Sprintf("%s, cell %d", path, i+1), "package main\n"+outside, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			for key, node := range parts(decl) {
				var text bytes.Buffer
				if err := printer.Fprint(&text, files, node); err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(key, "import ") {
					if !importOf[text.String()] {
						importOf[text.String()] = true
						imported = append(imported, text.String())
					}
					continue
				}
				if _, again := decls[key]; !again {
					names = append(names, key)
				}
				decls[key] = text.String()
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package main\n\n%s\n\n", strings.Join(imported, "\n"))
	for _, name := range names {
		b.WriteString(decls[name] + "\n\n")
	}
	fmt.Fprintf(&b, "func main() {\n%s}\n", main.String())
	source, err := goimports.Process(filepath.Join(filepath.Dir(path), "main.go"), []byte(b.String()), nil)
	if err != nil {
		t.Fatalf("%s as one program: %v\n%s", path, err, b.String())
	}
	if source, err = format.Source(source); err != nil {
		t.Fatal(err)
	}
	return source
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
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d numbered notebooks, %v", len(paths), err)
	}
	return paths
}
