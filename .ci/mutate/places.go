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

// expression notes the mutants of an expression and tells whether to look into it.
func (f *finder) expression(e ast.Expr) bool {
	t := f.pkg.info.Types[e]
	switch {
	case t.IsType():
		return false
	case t.Value != nil && !f.beside[e]:
		f.constant(e, t)
		return false
	case t.Value != nil:
		return false
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		_, keyed := t.Type.Underlying().(*types.Struct)
		_, mapped := t.Type.Underlying().(*types.Map)
		f.stack = append(f.stack, e)
		for _, element := range e.Elts {
			if kv, ok := element.(*ast.KeyValueExpr); ok {
				if mapped && !keyed && f.value(kv.Key) == nil {
					f.walk(kv.Key)
				}
				element = kv.Value
			}
			f.walk(element)
		}
		f.stack = f.stack[:len(f.stack)-1]
		return false
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "make" && f.pkg.info.Types[e.Fun].IsBuiltin() {
			// A capacity is a hint: no mutants of it.
			if _, slice := f.typeOf(e).Underlying().(*types.Slice); slice {
				f.walk(e.Args[1])
			}
			return false
		}
	case *ast.BinaryExpr:
		f.binary(e)
	case *ast.UnaryExpr:
		switch {
		case e.Op == token.NOT:
			f.negate(e, f.short(e.X))
		case e.Op == token.SUB && is(t.Type, real):
			f.add(e, f.short(e), []string{f.short(e.X)}, func(id int) []part {
				return []part{say("mutant_minus(%d, ", id), f.sub(e), say(")")}
			})
		}
	default:
		if f.whole[e] {
			f.negate(e, "!("+f.short(e)+")")
		}
	}
	if call, ok := e.(*ast.CallExpr); ok && f.whole[call] {
		f.negate(e, "!"+f.short(e))
	}
	return true
}

func (f *finder) negate(e ast.Expr, after string) {
	f.add(e, f.short(e), []string{after}, func(id int) []part {
		return []part{say("mutant_not(%d, ", id), f.sub(e), say(")")}
	})
}

// constant notes the mutants of a constant that has a literal in it.
func (f *finder) constant(e ast.Expr, t types.TypeAndValue) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") && is(t.Type, types.IsBoolean) {
		f.negate(e, map[string]string{"true": "false", "false": "true"}[id.Name])
		return
	}
	name := f.typ(t.Type)
	if !is(t.Type, real) || name == "" {
		return
	}
	literal := false
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BasicLit)
		literal = literal || ok && b.Kind != token.STRING && b.Kind != token.CHAR
		return true
	})
	if !literal {
		return
	}
	before := f.short(e)
	if call, ok := f.parent().(*ast.CallExpr); ok && strings.HasSuffix(f.text(call.Fun), "Inf") && constant.Sign(t.Value) != 0 {
		// Of the number that math.Inf and math.IsInf take only the sign counts.
		f.add(e, before, []string{"-(" + before + ")"}, func(id int) []part {
			return []part{say("mutant_minus[%s](%d, ", name, id), f.sub(e), say(")")}
		})
		return
	}
	after := []string{before + " + 1", before + " - 1", "0"}
	if x, _ := constant.Float64Val(t.Value); is(t.Type, types.IsFloat) && x+1 == x {
		after[0], after[1] = "", "" // too large for a difference
	}
	if _, ok := e.(*ast.BasicLit); ok {
		if n, exact := constant.Int64Val(constant.ToInt(t.Value)); exact && constant.ToInt(t.Value).Kind() == constant.Int {
			after[0], after[1] = fmt.Sprint(n+1), fmt.Sprint(n-1)
		}
	}
	if constant.Sign(t.Value) == 0 || constant.Compare(t.Value, token.EQL, constant.MakeInt64(1)) {
		after[2] = ""
	}
	f.add(e, before, after, func(id int) []part {
		return []part{say("mutant_constant[%s](%d, ", name, id), f.sub(e), say(")")}
	})
}

// relations are the functions that compare: the relation, its neighbour and its
// opposite.
var relations = map[token.Token]struct{ name, near, far string }{
	token.LSS: {"less", "<=", ">="},
	token.LEQ: {"atMost", "<", ">"},
	token.GTR: {"more", ">=", "<="},
	token.GEQ: {"atLeast", ">", "<"},
}

// operations are the functions that calculate, with the operator of the mutant.
var operations = map[token.Token]struct {
	name string
	op   token.Token
}{
	token.ADD: {"add", token.SUB}, token.SUB: {"sub", token.ADD},
	token.MUL: {"mul", token.QUO}, token.QUO: {"quo", token.MUL}, token.REM: {"rem", token.MUL},
	token.AND: {"and", token.OR}, token.OR: {"or", token.AND},
	token.XOR: {"xor", token.OR}, token.AND_NOT: {"andNot", token.AND},
	token.SHL: {"shl", token.SHR}, token.SHR: {"shr", token.SHL},
}

func (f *finder) binary(e *ast.BinaryExpr) {
	x, y := f.short(e.X), f.short(e.Y)
	with := func(op string) string { return x + " " + op + " " + y }
	call := func(name string) func(id int) []part {
		return func(id int) []part {
			return []part{say("mutant_%s(%d, ", name, id), f.sub(e.X), say(", "), f.sub(e.Y), say(")")}
		}
	}
	switch e.Op {
	case token.EQL:
		f.negate(e, with("!="))
	case token.NEQ:
		f.negate(e, with("=="))
	case token.LAND, token.LOR:
		other := token.LOR
		if e.Op == token.LOR {
			other = token.LAND
		}
		after := []string{with(other.String())}
		if f.whole[e] {
			after = append(after, "!("+f.short(e)+")")
		}
		f.add(e, f.short(e), after, func(id int) []part {
			parts := []part{
				say("(mutant_is(%d) && ((", id), f.raw(e.X), say(") %v (", other), f.raw(e.Y),
				say(")) || !mutant_is(%d) && (", id), f.sub(e), say("))"),
			}
			if len(after) > 1 {
				parts = append(append([]part{say("mutant_not(%d, ", id+1)}, parts...), say(")"))
			}
			return parts
		})
	default:
		if r, ok := relations[e.Op]; ok {
			f.add(e, f.short(e), []string{with(r.near), with(r.far)}, call(r.name))
			return
		}
		o := operations[e.Op]
		name := o.name
		switch {
		case e.Op == token.SHL || e.Op == token.SHR:
			t := f.typ(f.typeOf(e))
			if t == "" {
				return
			}
			name += "[" + t + "]"
		case !is(f.typeOf(e), real):
			return
		}
		f.add(e, f.short(e), []string{with(o.op.String())}, call(name))
	}
}

// statement notes the mutants of a statement.
func (f *finder) statement(s ast.Stmt) {
	listed := false
	switch f.parent().(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		listed = true
	case *ast.CommClause:
		listed = f.parent().(*ast.CommClause).Comm != s
	}
	remove := func() {
		if listed {
			f.add(s, f.short(s), []string{"(removed)"}, func(id int) []part {
				return []part{say("if !mutant_is(%d) { ", id), f.sub(s), say(" }")}
			})
		}
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" && f.lastInFunction(s) {
				return
			}
		}
		remove()
	case *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
		remove()
	case *ast.IncDecStmt:
		f.step(s, listed)
	case *ast.AssignStmt:
		f.assignment(s, listed, remove)
	case *ast.ReturnStmt:
		f.returned(s)
	case *ast.BranchStmt:
		f.branch(s, listed)
	}
}

// lastInFunction tells whether a function that returns something may end with s,
// whose removal would not compile.
func (f *finder) lastInFunction(s ast.Stmt) bool {
	if f.results.Len() == 0 {
		return false
	}
	for i := len(f.stack) - 1; i >= 0; i-- {
		var list []ast.Stmt
		switch n := f.stack[i].(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.FuncLit:
			return true
		default:
			continue
		}
		if len(list) > 0 && list[len(list)-1].End() > s.End() {
			return false
		}
	}
	return true
}

// step notes the mutants of x++ and x--.
func (f *finder) step(s *ast.IncDecStmt, listed bool) {
	name := f.typ(f.typeOf(s.X))
	if name == "" {
		return
	}
	op, other := "+=", "--"
	if s.Tok == token.DEC {
		op, other = "-=", "++"
	}
	after := []string{f.short(s.X) + other, "(removed)"}
	if !listed {
		after = after[:1]
	}
	f.add(s, f.short(s), after, func(id int) []part {
		return []part{f.sub(s.X), say(" %s mutant_step[%s](%d)", op, name, id)}
	})
}

// assignment notes that an assignment is left out, and the other operator of one
// that calculates.
func (f *finder) assignment(s *ast.AssignStmt, listed bool, remove func()) {
	if s.Tok == token.DEFINE {
		return
	}
	if s.Tok == token.ASSIGN {
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				remove()
				return
			}
		}
		return
	}
	// The operators with = follow those without it in the same order.
	o, ok := operations[s.Tok-token.ADD_ASSIGN+token.ADD]
	if !listed || !ok {
		return
	}
	if !is(f.typeOf(s.Lhs[0]), real) {
		remove()
		return
	}
	x, y := s.Lhs[0], s.Rhs[0]
	after := []string{f.short(x) + " " + o.op.String() + "= " + f.short(y), "(removed)"}
	f.add(s, f.short(s), after, func(id int) []part {
		return []part{
			say("if mutant_is(%d) { ", id), f.raw(x), say(" %v= ", o.op), f.raw(y),
			say(" } else if !mutant_is(%d) { ", id+1), f.sub(s), say(" }"),
		}
	})
}

// error tells whether a result is an error, beside which others mean nothing.
func (f *finder) error(e ast.Expr) bool {
	last := f.results.At(f.results.Len() - 1).Type()
	return types.Identical(last, types.Universe.Lookup("error").Type()) && !f.pkg.info.Types[e].IsNil()
}

// returned notes that a result is its type's zero value, or the other truth.
func (f *finder) returned(s *ast.ReturnStmt) {
	if len(s.Results) != f.results.Len() {
		return
	}
	failed := len(s.Results) > 1 && f.error(s.Results[len(s.Results)-1])
	for i, e := range s.Results {
		t := f.pkg.info.Types[e]
		if failed && t.Value != nil {
			f.beside[e] = true
			continue
		}
		if is(f.results.At(i).Type(), types.IsBoolean) {
			f.whole[e] = true
			continue
		}
		name := f.typ(f.results.At(i).Type())
		if name == "" || t.IsNil() || t.Value != nil {
			continue
		}
		if lit, ok := e.(*ast.CompositeLit); ok && len(lit.Elts) == 0 {
			continue
		}
		f.add(e, f.short(e), []string{"(zero value)"}, func(id int) []part {
			return []part{say("mutant_zero[%s](%d, ", name, id), f.sub(e), say(")")}
		})
	}
}

// branch notes break for continue, and the reverse.
func (f *finder) branch(s *ast.BranchStmt, listed bool) {
	other := map[token.Token]string{token.BREAK: "continue", token.CONTINUE: "break"}[s.Tok]
	if !listed || other == "" {
		return
	}
	label := ""
	if s.Label != nil {
		label = " " + s.Label.Name
	}
	for i := len(f.stack) - 1; i >= 0; i-- {
		switch n := f.stack[i].(type) {
		case *ast.FuncLit:
			return
		case *ast.SwitchStmt, *ast.SelectStmt, *ast.TypeSwitchStmt:
			if s.Tok == token.BREAK && s.Label == nil {
				return
			}
		case *ast.RangeStmt, *ast.ForStmt:
			// A loop without a condition that ends a function must not break.
			if loop, ok := n.(*ast.ForStmt); ok && loop.Cond == nil && s.Tok == token.CONTINUE {
				return
			}
			f.add(s, f.short(s), []string{other + label}, func(id int) []part {
				return []part{say("if mutant_is(%d) { %s%s }; ", id, other, label), f.sub(s)}
			})
			return
		}
	}
}
