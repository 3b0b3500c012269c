package notebooks_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"formicary/pkg/alltest"
)

// programs is the folder of the module in which the programs of notebooks are said to
// be; it does not exist.
const programs = "notebooks/programs"

// source is a package of one file: its path in the module, and its text.
type source struct {
	path string
	text []byte
}

// load loads the module's packages that match the patterns and those that they import,
// and then checks packages of one file that may import them, and those before them; for
// this machine, or another one that the environment names. The bodies of other modules'
// functions are there with FORMICARY_TEST=all alone: they take most of the time, and
// three gigabytes.
func load(t *testing.T, env []string, own []source, patterns ...string) []*packages.Package {
	t.Helper()
	root := alltest.Must(filepath.Abs(".."))(t)
	config := &packages.Config{
		Mode: packages.LoadImports | packages.NeedDeps, Fset: token.NewFileSet(), Dir: root, Env: append(os.Environ(), env...),
	}
	get := func(patterns []string) []*packages.Package {
		if len(patterns) == 0 {
			return nil // and not the present folder
		}
		loaded := alltest.Must(packages.Load(config, patterns...))(t)
		alltest.Require(t, packages.PrintErrors(loaded) <= 0, "the packages do not compile")
		return loaded
	}
	var files []*ast.File
	imported := map[string]bool{}
	for _, s := range own {
		file := alltest.Must(parser.ParseFile(config.Fset, filepath.Join(root, s.path+".go"), s.text, parser.SkipObjectResolution))(t)
		files = append(files, file)
		for _, i := range file.Imports {
			if path, err := strconv.Unquote(i.Path.Value); err != nil || !strings.HasPrefix(path, "formicary/"+programs) {
				imported[path] = true
			}
		}
	}
	for path := range imported {
		patterns = append(patterns, path)
	}
	var roots []string
	packages.Visit(get(patterns), nil, func(p *packages.Package) {
		if strings.HasPrefix(p.PkgPath, "formicary/") {
			roots = append(roots, p.PkgPath)
			for path := range p.Imports {
				delete(imported, path)
			}
			delete(imported, p.PkgPath)
		}
	})
	for path := range imported { // by no package of the module
		roots = append(roots, path)
	}
	config.Mode = packages.LoadSyntax
	if alltest.Asked() {
		config.Mode = packages.LoadAllSyntax
	}
	loaded := get(roots)
	known := index(loaded)
	for i, s := range own {
		p := check(config.Fset, known, "formicary/"+s.path, files[i])
		for _, e := range p.TypeErrors {
			t.Error(config.Fset.Position(e.Pos), e.Msg)
		}
		known[p.PkgPath] = p
		loaded = append(loaded, p)
	}
	if t.Failed() {
		t.FailNow()
	}
	return loaded
}

// index has packages, and those that they import, by their paths.
func index(loaded []*packages.Package) map[string]*packages.Package {
	known := map[string]*packages.Package{}
	packages.Visit(loaded, nil, func(p *packages.Package) { known[p.PkgPath] = p })
	return known
}

// check checks the types of a package of one file, which imports known ones.
func check(fset *token.FileSet, known map[string]*packages.Package, path string, file *ast.File) *packages.Package {
	p := &packages.Package{
		ID: path, PkgPath: path, Name: file.Name.Name, Fset: fset, Syntax: []*ast.File{file},
		CompiledGoFiles: []string{fset.Position(file.Package).Filename}, Imports: map[string]*packages.Package{},
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
		},
	}
	checker := types.Config{
		Importer: importer(func(name string) (*types.Package, error) {
			if name == "unsafe" {
				return types.Unsafe, nil
			}
			if p.Imports[name] = known[name]; known[name] == nil {
				delete(p.Imports, name)
				return nil, fmt.Errorf("package %s is not loaded", name)
			}
			return known[name].Types, nil
		}),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				p.TypeErrors = append(p.TypeErrors, e)
			}
		},
	}
	p.Types, _ = checker.Check(path, fset, p.Syntax, p.TypesInfo) // Error has been told
	return p
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
