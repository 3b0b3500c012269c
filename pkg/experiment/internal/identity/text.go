package identity

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"formicary/pkg/sources"
)

// object is what an identifier means. It is deprecated since a parser without types takes
// the keys of struct literals for variables of the same name: then a variable more counts.
type object = ast.Object //nolint:staticcheck // SA1019: go/types would be linked into each cell

// text is the program's package main: what was typed into cells. Its declarations are
// found by names, as the parser resolves them within one file, without types.
type text struct {
	source []byte
	files  *token.FileSet
	*ast.File
	tops    []ast.Node                         // declarations, each variable and constant alone
	group   map[ast.Node]ast.Node              // of a constant that iota counts: all of its group
	methods map[*object][]*ast.FuncDecl        // by the object of their type
	paths   map[string]map[string]bool         // import paths by the name that they may have
	objects map[*ast.FuncDecl]*object          // of methods: their type
	parents map[*ast.FuncLit]*ast.SelectorExpr // the field that a literal is assigned to
}

// typed is the text of this program, nil where nothing says what was compiled.
var typed = sync.OnceValue(func() *text {
	t, err := readText(sources.Main())
	if err != nil {
		return nil
	}
	return t
})

// readText reads a main package of one file.
func readText(source []byte) (*text, error) {
	t := &text{
		source: source, files: token.NewFileSet(), group: map[ast.Node]ast.Node{}, methods: map[*object][]*ast.FuncDecl{},
		paths: map[string]map[string]bool{}, objects: map[*ast.FuncDecl]*object{}, parents: map[*ast.FuncLit]*ast.SelectorExpr{},
	}
	var err error
	if t.File, err = parser.ParseFile(t.files, "", source, 0); err != nil {
		return nil, err
	}
	for _, d := range t.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			f := d.(*ast.FuncDecl)
			t.tops = append(t.tops, f)
			if f.Recv != nil {
				of := f.Recv.List[0].Type
				ast.Inspect(of, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && t.objects[f] == nil {
						t.objects[f] = id.Obj
						t.methods[id.Obj] = append(t.methods[id.Obj], f)
					}
					return true
				})
			}
			continue
		}
		counts := false
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			counts = counts || ok && g.Tok == token.CONST && (len(v.Values) == 0 || mentions(g, "iota"))
		}
		for _, s := range g.Specs {
			switch s := s.(type) {
			case *ast.ImportSpec:
				t.addImport(s)
				continue
			case *ast.ValueSpec:
				if counts {
					t.group[s] = g
				}
			}
			t.tops = append(t.tops, t.unit(s))
		}
	}
	ast.Inspect(t.File, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, right := range a.Rhs {
				left, isField := a.Lhs[i].(*ast.SelectorExpr)
				if lit, ok := right.(*ast.FuncLit); ok && isField {
					t.parents[lit] = left
				}
			}
		}
		return true
	})
	return t, nil
}

// addImport notes by what names a path may be meant: its own, or else any element of
// the path, since the package's name stands in its sources only.
func (t *text) addImport(s *ast.ImportSpec) {
	name, err := strconv.Unquote(s.Path.Value)
	if err != nil || s.Name != nil && s.Name.Name == "_" {
		return
	}
	names := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '.' || r == '-' })
	if s.Name != nil {
		names = []string{s.Name.Name}
	} else if standard(name) || strings.HasPrefix(name, module+"/") {
		if names = []string{path.Base(name)}; strings.HasSuffix(name, "/v2") {
			names = []string{path.Base(path.Dir(name))}
		}
	}
	for _, n := range names {
		if t.paths[n] == nil {
			t.paths[n] = map[string]bool{}
		}
		t.paths[n][name] = true
	}
}

// unit is what counts where a declaration does.
func (t *text) unit(n ast.Node) ast.Node {
	if g, ok := t.group[n]; ok {
		return g
	}
	return n
}

// mentions says whether there is an identifier of a name.
func mentions(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// within says whether a place is in a node.
func within(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }

// local says whether an object is one of a func: not of the package.
func (t *text) local(o *object) bool { return o != nil && t.Scope.Lookup(o.Name) != o }

// fixed says whether an expression has the same value wherever it stands: it names
// nothing of a func that it stands in.
func (t *text) fixed(n ast.Node) bool {
	free := true
	ast.Inspect(n, func(m ast.Node) bool {
		id, ok := m.(*ast.Ident)
		free = free && (!ok || !t.local(id.Obj) || within(id.Obj.Pos(), n))
		return free
	})
	return free
}

// basic says whether an expression is a number, a text or a truth value, as far as
// its form tells: nothing that two names could share.
func basic(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.UnaryExpr:
		return e.Op != token.AND && e.Op != token.ARROW && basic(e.X)
	case *ast.BinaryExpr:
		return basic(e.X) && basic(e.Y)
	case *ast.ParenExpr:
		return basic(e.X)
	case *ast.Ident:
		return e.Name == "true" || e.Name == "false" || e.Obj != nil && e.Obj.Kind == ast.Con
	}
	return false
}

// definition is the statement that gives an object its first value, and the value;
// nil where it has none of its own.
func definition(o *object) (ast.Node, ast.Expr) {
	switch d := o.Decl.(type) {
	case *ast.AssignStmt:
		if i := slices.IndexFunc(d.Lhs, func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Obj == o }); i >= 0 && len(d.Lhs) == len(d.Rhs) {
			return d, d.Rhs[i]
		}
	case *ast.ValueSpec:
		if i := slices.IndexFunc(d.Names, func(id *ast.Ident) bool { return id.Obj == o }); i >= 0 && len(d.Names) == len(d.Values) {
			return d, d.Values[i]
		}
	}
	return nil, nil
}

// root is the variable that an assigned expression is, or is a part of.
func root(e ast.Expr) *object {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Obj
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// writes says whether a variable is assigned or its address taken anywhere in a node,
// but for its definition and nodes to be skipped.
func writes(in ast.Node, o *object, skip func(ast.Node) bool) (found bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		if found || n != nil && skip != nil && skip(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n != o.Decl {
				found = slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return root(e) == o })
			}
		case *ast.IncDecStmt:
			found = root(n.X) == o
		case *ast.UnaryExpr:
			found = n.Op == token.AND && root(n.X) == o
		case *ast.RangeStmt:
			found = n.Key != nil && root(n.Key) == o || n.Value != nil && root(n.Value) == o
		}
		return true
	})
	return found
}
