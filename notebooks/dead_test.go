package notebooks_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/go/types/typeutil"

	"formicary/pkg/alltest"
)

// helpers are packages that only tests import: what they export is for tests.
var helpers = []string{"test", "internal/sample"}

// TestDead fails for code that no reader of the lab can reach: functions that
// neither the command nor any notebook calls, and exported names that nothing
// outside of tests uses. Each is either given a use or taken out. It checks the types
// of all notebooks, too: each as one program, and cell by cell.
// FORMICARY_DEAD=inside also lists exported names that only their own package
// uses.
func TestDead(t *testing.T) {
	defer debug.FreeOSMemory() // for the kernels of the tests after it
	// What runs in pages is built for them: the lab's program, and those of notebooks
	// that show engines of their own. Such a notebook may have its runs made elsewhere,
	// too.
	var all, pages []source
	for _, path := range numbered(t) {
		s := source{programs + "/" + strings.TrimSuffix(path, ".ipynb"), program(t, path)}
		all = append(all, s)
		if text := string(s.text); strings.Contains(text, "show.Play(") || strings.Contains(text, "show.On(") {
			pages = append(pages, s)
		}
	}
	loaded := load(t, nil, all, "./pkg/...", "./data")
	t.Run("cells", func(t *testing.T) {
		known := index(loaded)
		for _, path := range numbered(t) {
			for _, wrong := range cellByCell(t, known, path) {
				t.Error(wrong)
			}
		}
	})
	native := dead(loaded)
	// With the flag of [play.Build] the compiler has seen these packages before.
	for _, line := range both(native, dead(load(t, []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS=-trimpath"}, pages, "./pkg/play/..."))) {
		t.Error(line)
	}
}

// TestDeadFinds looks at a program of two packages of which parts are dead.
func TestDeadFinds(t *testing.T) {
	loaded := load(t, nil, []source{
		{programs + "/small/part", []byte(`package part

type Options struct{ Set, Unset int }

type Shape interface{ Area() int }

type Square struct{}

func (Square) Area() int { return int(First) }
func (Square) Sides() int { return 4 }

type Turn int

const (
	First Turn = iota
	Second
)

const Alone = 3

func Used(o Options) { inner[int]() }
func Unused() { Unused(); helper() }
func inner[T any]() {}
func helper() {}
`)},
		{programs + "/small", []byte(`package main

import "formicary/notebooks/programs/small/part"

func main() {
	part.Used(part.Options{Set: 1})
	var s part.Shape = part.Square{}
	s.Area()
}
`)},
	})
	got := dead(loaded).lines
	slices.Sort(got)
	want := []string{
		"notebooks/programs/small/part.go:10: Square.Sides is used by tests only",
		"notebooks/programs/small/part.go:19: Alone is used by tests only",
		"notebooks/programs/small/part.go:22: Unused is used by tests only",
		"notebooks/programs/small/part.go:22: func Unused is reached by no notebook and no command (1 lines)",
		"notebooks/programs/small/part.go:24: func helper is reached by no notebook and no command (1 lines)",
		"notebooks/programs/small/part.go:3: Options.Unset is used by tests only",
	}
	alltest.Equal(t, cmp.Diff(want, got), "")
}

// findings are what is dead in a program, each with its place, and the program's files.
type findings struct {
	lines []string
	files map[string]bool
}

// dead finds the dead code of packages.
func dead(loaded []*packages.Package) findings {
	root, err := filepath.Abs("..")
	if err != nil {
		panic(err)
	}
	short := func(path string) string { return strings.TrimPrefix(path, root+string(filepath.Separator)) }
	found := findings{files: map[string]bool{}}
	var ours []*packages.Package
	for _, p := range loaded {
		if !slices.ContainsFunc(helpers, func(h string) bool { return strings.HasSuffix(p.PkgPath, h) }) && strings.HasPrefix(p.PkgPath, "formicary/") {
			ours = append(ours, p)
		}
		for _, path := range p.CompiledGoFiles {
			found.files[short(path)] = true
		}
	}
	report := func(p token.Position, format string, args ...any) {
		found.lines = append(found.lines, fmt.Sprintf("%s:%d: %s", short(p.Filename), p.Line, fmt.Sprintf(format, args...)))
	}
	unreached(loaded, ours, report)
	unused(ours, report)
	return found
}

// both lists what is dead in a program and in that of its pages: what one of them
// uses is not.
func both(native, pages findings) (lines []string) {
	for _, line := range native.lines {
		if file, _, _ := strings.Cut(line, ":"); slices.Contains(pages.lines, line) || !pages.files[file] {
			lines = append(lines, line)
		}
	}
	for _, line := range pages.lines {
		if file, _, _ := strings.Cut(line, ":"); !native.files[file] {
			lines = append(lines, line)
		}
	}
	return lines
}

// unreached reports functions that no main function leads to. Interfaces lead
// to the methods of the types that become values of an interface somewhere.
func unreached(loaded, ours []*packages.Package, report func(token.Position, string, ...any)) {
	program, packed := ssautil.AllPackages(loaded, ssa.InstantiateGenerics)
	program.Build()
	var roots []*ssa.Function
	for _, p := range ssautil.MainPackages(packed) {
		roots = append(roots, p.Func("main"), p.Func("init"))
	}
	reached := map[token.Position]bool{} // places, because generic functions are there once a type
	for len(roots) > 0 {
		found := rta.Analyze(roots, false).Reachable
		known := len(roots)
		for f := range found {
			reached[program.Fset.Position(f.Pos())] = true
			if !alltest.Asked() {
				roots = append(roots, mentioned(f, found)...)
			}
		}
		if len(roots) == known {
			break
		}
	}
	for _, p := range ours {
		for _, file := range p.Syntax {
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || f.Name.Name == "_" || f.Name.Name == "init" {
					continue
				}
				if place := p.Fset.Position(f.Name.Pos()); !reached[place] {
					lines := p.Fset.Position(f.End()).Line - place.Line + 1
					report(place, "func %s is reached by no notebook and no command (%d lines)", f.Name.Name, lines)
				}
			}
		}
	}
}

// mentioned are the functions that a function mentions and that are not reached: functions
// without a body, those of other modules, may call them.
func mentioned(f *ssa.Function, reached map[*ssa.Function]struct{ AddrTaken bool }) (out []*ssa.Function) {
	var operands []*ssa.Value
	for _, b := range f.Blocks {
		for _, instruction := range b.Instrs {
			for _, value := range instruction.Operands(operands[:0]) {
				if g, ok := (*value).(*ssa.Function); ok {
					if _, ok := reached[g]; !ok {
						out = append(out, g)
					}
				}
			}
		}
	}
	return out
}

// unused reports exported names that nothing outside of tests refers to.
// Methods that make a type meet an interface, and fields that have a tag, are
// used by others' means.
func unused(ours []*packages.Package, report func(token.Position, string, ...any)) {
	const elsewhere, inside = 2, 1
	used := map[types.Object]int{}
	interfaces := map[*types.Interface]bool{types.Universe.Lookup("error").Type().Underlying().(*types.Interface): true}
	packages.Visit(ours, func(p *packages.Package) bool {
		for _, name := range p.Types.Scope().Names() {
			if kind, ok := p.Types.Scope().Lookup(name).Type().Underlying().(*types.Interface); ok && kind.NumMethods() > 0 {
				interfaces[kind] = true
			}
		}
		return true
	}, nil)
	for _, p := range ours {
		own := declared(p)
		for id, obj := range p.TypesInfo.Uses {
			obj = origin(obj)
			if obj.Pkg() == nil {
				continue
			}
			if obj.Pkg() != p.Types {
				used[obj] |= elsewhere
			} else if span := own[obj]; id.Pos() < span[0] || id.Pos() >= span[1] {
				used[obj] |= inside
			}
		}
		for _, s := range p.TypesInfo.Selections { // fields on the way to an embedded one's
			if v, ok := s.Obj().(*types.Var); ok {
				used[origin(v)] |= inside
			}
		}
	}
	check := func(p *packages.Package, obj types.Object, what string) {
		if !obj.Exported() || enumerated(obj, used) {
			return
		}
		switch place := p.Fset.Position(obj.Pos()); {
		case used[obj] == 0:
			report(place, "%s is used by tests only", what)
		case used[obj] == inside && os.Getenv("FORMICARY_DEAD") == "inside":
			report(place, "%s is used inside its package only", what)
		}
	}
	for _, p := range ours {
		if p.Name == "main" {
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			obj := p.Types.Scope().Lookup(name)
			check(p, obj, obj.Name())
			kind, ok := obj.(*types.TypeName)
			if !ok || !kind.Exported() || kind.IsAlias() {
				continue
			}
			if fields, ok := kind.Type().Underlying().(*types.Struct); ok {
				for i := range fields.NumFields() {
					if reflect.StructTag(fields.Tag(i)) == "" && !fields.Field(i).Embedded() {
						check(p, fields.Field(i), name+"."+fields.Field(i).Name())
					}
				}
			}
			for _, method := range typeutil.IntuitiveMethodSet(kind.Type(), nil) {
				m := method.Obj().(*types.Func)
				if m.Pkg() == p.Types && !meets(kind.Type(), m, interfaces) && ownMethod(kind, m) {
					check(p, m, name+"."+m.Name())
				}
			}
		}
	}
}

// enumerated tells whether an object is a value of an enumeration that is used:
// its values stand together, whether somebody names each or not.
func enumerated(obj types.Object, used map[types.Object]int) bool {
	value, ok := obj.(*types.Const)
	if !ok {
		return false
	}
	kind, ok := value.Type().(*types.Named)
	return ok && kind.Obj().Pkg() == value.Pkg() && used[kind.Obj()] != 0
}

// ownMethod tells whether a method was declared on the type itself.
func ownMethod(kind *types.TypeName, m *types.Func) bool {
	receiver := m.Signature().Recv().Type()
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	named, ok := receiver.(*types.Named)
	return ok && named.Obj() == kind
}

// meets tells whether the type has the method because an interface wants it.
func meets(kind types.Type, m *types.Func, interfaces map[*types.Interface]bool) bool {
	for wanted := range interfaces {
		for i := range wanted.NumMethods() {
			if wanted.Method(i).Name() == m.Name() && (types.Implements(kind, wanted) || types.Implements(types.NewPointer(kind), wanted)) {
				return true
			}
		}
	}
	return false
}

// declared are the extents of the declarations of a package's functions and
// types: a use in there of the name itself is none.
func declared(p *packages.Package) map[types.Object][2]token.Pos {
	spans := map[types.Object][2]token.Pos{}
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				spans[p.TypesInfo.Defs[decl.Name]] = [2]token.Pos{decl.Pos(), decl.End()}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if kind, ok := spec.(*ast.TypeSpec); ok {
						spans[p.TypesInfo.Defs[kind.Name]] = [2]token.Pos{kind.Pos(), kind.End()}
					}
				}
			}
		}
	}
	return spans
}

// origin is what a use of an instantiated generic function, method or field
// refers to in the source.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}
