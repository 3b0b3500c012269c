package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// A mutant is one change at one place.
type mutant struct {
	id            int
	file          string // from the module's root, with slashes
	row, column   int
	function      string
	before, after string
	line          string // of the source, trimmed
	place         *place
	why           string // it is equivalent
}

func (m *mutant) key() string {
	return fmt.Sprintf("%s %s: %s → %s", m.file, m.function, m.before, m.after)
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s: %s → %s\n\t%s", m.file, m.row, m.column, m.function, m.before, m.after, m.line)
}

// A place is a stretch of source that has mutants, and what to write instead.
type place struct {
	from, to int // offsets in the file
	ids      int // the first number; the place has as many as mutants
	mutants  []*mutant
	parts    []part
	children []*place
	gone     bool // it did not compile
	out      [2]int
}

// A part is text, or a stretch of the source: as it is, or with its own mutants.
type part struct {
	text     string
	from, to int
	raw      bool
}

// A finder walks through a file and notes its places.
type finder struct {
	pkg      *loaded
	file     *ast.File
	name     string
	source   []byte
	function string
	results  *types.Tuple // of the innermost function
	stack    []ast.Node
	whole    map[ast.Node]bool // conditions that are looked at as such
	beside   map[ast.Node]bool // constants returned with an error, which nobody reads
	places   []*place
}

func (f *finder) offset(p token.Pos) int { return f.pkg.fset.Position(p).Offset }

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.offset(n.Pos()):f.offset(n.End())])
}

// short is the text of a node on one line of at most 60 characters.
func (f *finder) short(n ast.Node) string {
	words := []rune(strings.Join(strings.Fields(f.text(n)), " "))
	if len(words) > 60 {
		return string(words[:57]) + "…"
	}
	return string(words)
}

func (f *finder) sub(n ast.Node) part { return part{from: f.offset(n.Pos()), to: f.offset(n.End())} }

func (f *finder) raw(n ast.Node) part {
	p := f.sub(n)
	p.raw = true
	return p
}

func say(format string, args ...any) part { return part{text: fmt.Sprintf(format, args...)} }

// add notes a place with its mutants' texts after the change; one that is "" takes
// a number and is no mutant.
func (f *finder) add(n ast.Node, before string, after []string, parts func(id int) []part) {
	p := &place{from: f.offset(n.Pos()), to: f.offset(n.End()), ids: f.pkg.next}
	position := f.pkg.fset.Position(n.Pos())
	start := strings.LastIndexByte(string(f.source[:p.from]), '\n') + 1
	line, _, _ := strings.Cut(string(f.source[start:]), "\n")
	for i, a := range after {
		if a != "" && a != before {
			p.mutants = append(p.mutants, &mutant{
				id: p.ids + i, file: f.name, row: position.Line, column: position.Column,
				function: f.function, before: before, after: a, line: strings.TrimSpace(line), place: p,
			})
		}
	}
	p.parts = parts(p.ids)
	f.pkg.next += len(after)
	f.places = append(f.places, p)
}

// typ is how the type is written in the file, "" where it cannot be.
func (f *finder) typ(t types.Type) string {
	if t == nil {
		return ""
	}
	known := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg.types {
			return ""
		}
		for _, spec := range f.file.Imports {
			if strings.Trim(spec.Path.Value, `"`) == p.Path() {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return p.Name()
			}
		}
		known = false
		return p.Name()
	})
	if !known || strings.Contains(text, "untyped") {
		return ""
	}
	return text
}

func is(t types.Type, info types.BasicInfo) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

const real = types.IsInteger | types.IsFloat

func (f *finder) typeOf(e ast.Expr) types.Type { return f.pkg.info.TypeOf(e) }

func (f *finder) value(e ast.Expr) constant.Value { return f.pkg.info.Types[e].Value }

// find walks through the file.
func (f *finder) find() []*place {
	for _, d := range f.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil {
				continue
			}
			f.function = d.Name.Name
			if d.Recv != nil {
				receiver := f.text(d.Recv.List[0].Type)
				f.function = strings.TrimPrefix(receiver, "*") + "." + d.Name.Name
			}
			f.results = f.pkg.info.Defs[d.Name].Type().(*types.Signature).Results()
			f.walk(d.Body)
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				f.function = spec.(*ast.ValueSpec).Names[0].Name
				for _, v := range spec.(*ast.ValueSpec).Values {
					f.walk(v)
				}
			}
		}
	}
	return f.places
}

// walk visits a node and all below it.
func (f *finder) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			f.stack = f.stack[:len(f.stack)-1]
			return true
		}
		if !f.visit(n) {
			return false
		}
		f.stack = append(f.stack, n)
		return true
	})
}

func (f *finder) parent() ast.Node {
	if len(f.stack) == 0 {
		return nil
	}
	return f.stack[len(f.stack)-1]
}

// visit notes what can be changed at one node and tells whether to go deeper.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok != token.VAR {
			return false
		}
		for _, spec := range n.Specs {
			for _, v := range spec.(*ast.ValueSpec).Values {
				f.walk(v)
			}
		}
		return false
	case *ast.FuncLit:
		results := f.results
		f.results = f.typeOf(n).(*types.Signature).Results()
		f.stack = append(f.stack, n)
		f.walk(n.Body)
		f.stack = f.stack[:len(f.stack)-1]
		f.results = results
		return false
	case *ast.CaseClause:
		if s := f.enclosingSwitch(); s == nil || s.Tag != nil {
			for _, e := range n.List {
				if f.value(e) == nil && s != nil {
					f.walk(e)
				}
			}
			f.stack = append(f.stack, n)
			for _, s := range n.Body {
				f.walk(s)
			}
			f.stack = f.stack[:len(f.stack)-1]
			return false
		}
		for _, e := range n.List {
			f.whole[e] = true
		}
	case *ast.IfStmt:
		f.whole[n.Cond] = true
	case *ast.ForStmt:
		if n.Cond != nil {
			f.whole[n.Cond] = true
		}
	case ast.Stmt:
		f.statement(n)
	case ast.Expr:
		return f.expression(n)
	}
	return true
}

// enclosingSwitch is the switch of expressions whose case is being visited.
func (f *finder) enclosingSwitch() *ast.SwitchStmt {
	if len(f.stack) < 2 {
		return nil
	}
	s, _ := f.stack[len(f.stack)-2].(*ast.SwitchStmt)
	return s
}
