package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/solver"
)

// reading is what of a text decides how one engine runs.
type reading struct {
	*text
	parameters map[string]bool   // of the engine, by name
	counted    map[ast.Node]bool // each with all that it names
	imports    map[string]bool   // paths that these name
	all        bool              // what main runs counts, too
}

// read finds what of the text an engine is made of. Its funcs and types count with
// all that they name. Where values may decide that come from elsewhere, the code that
// these come from counts, too: for the arguments of a call their text; for what else a
// func captured, for variables of the package that change, and for values behind
// pointers all that the program runs. The paths are those of the imports that all
// this names, the first ones without those that only what the program runs does.
func (t *text) read(p *parts, parameters []string) (sum string, own, all []string) {
	r := &reading{text: t, parameters: map[string]bool{}, counted: map[ast.Node]bool{}, imports: map[string]bool{}, all: p.hidden}
	for _, name := range parameters {
		r.parameters[name] = true
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.types)) {
		fmt.Fprintf(h, "type %s\n", name)
		name, _, _ = strings.Cut(name, "[")
		if o := t.Scope.Lookup(name); o != nil {
			r.refer(o)
		} else {
			r.all = true
		}
	}
	main := 0
	for _, f := range p.funcs {
		if from := solver.PackageOf(f.name); from == "main" {
			main++
			fmt.Fprintf(h, "%s is %s\n", f.field, r.part(f))
		} else if foreign(from) || f.own && (strings.Contains(f.name, ".func") || strings.HasSuffix(f.name, "-fm")) {
			r.all = true // it may have captured what a cell gave it
		}
	}
	r.all = r.all || main+len(p.types) == 0 // what is custom about it cannot be told
	r.all = r.all || r.variables(false)
	own = slices.Sorted(maps.Keys(r.imports))
	if r.all {
		for _, top := range t.tops {
			f, isFunc := top.(*ast.FuncDecl)
			if isFunc && f.Recv == nil && (f.Name.Name == "main" || f.Name.Name == "init") || !isFunc && runs(top) {
				r.count(top)
			}
		}
		for r.variables(true) {
		}
	}
	var sums []string
	for n := range r.counted {
		sums = append(sums, t.sum(n))
	}
	slices.Sort(sums)
	for _, sum := range slices.Compact(sums) {
		fmt.Fprintln(h, sum)
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), own, slices.Sorted(maps.Keys(r.imports))
}

// runs says whether a declaration calls something when the program starts.
func runs(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		_, ok := n.(*ast.CallExpr)
		found = found || ok
		return !found
	})
	return found
}

// sum is a hash of a node's tokens.
func (t *text) sum(n ast.Node) string {
	h := sha256.New()
	fmt.Fprintf(h, "%T\n", n)
	hashTokens(h, t.source[t.offset(n.Pos()):t.offset(n.End())])
	if s, ok := n.(*ast.ValueSpec); ok && s.Names[0].Obj != nil {
		fmt.Fprintln(h, s.Names[0].Obj.Kind)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (t *text) offset(p token.Pos) int { return t.files.Position(p).Offset }

// part counts a func of an engine and is a hash of its own text.
func (r *reading) part(f part) (sum string) {
	name := strings.TrimPrefix(f.name, "main.")
	if method, ok := strings.CutSuffix(name, "-fm"); ok {
		of, method, _ := strings.Cut(method, ".")
		of, _, _ = strings.Cut(strings.Trim(of, "(*)"), "[")
		o := r.Scope.Lookup(of)
		if o == nil || !r.values(method) {
			r.all = true
		}
		if o != nil {
			r.refer(o)
		}
		return name
	}
	found := 0
	ast.Inspect(r.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if r.line(n) == f.start {
				found, sum = found+1, sum+r.sum(n)
				r.count(n)
				r.all = r.all || n.Type.TypeParams != nil
			}
		case *ast.FuncLit:
			if r.line(n) == f.start {
				found, sum = found+1, sum+r.sum(n)
				r.literal(n, f.field)
			}
		case *ast.Ident: // the value of a generic func is a literal of the compiler's
			if n.Obj != nil && r.line(n) == f.start {
				d, ok := n.Obj.Decl.(*ast.FuncDecl)
				r.all = r.all || ok && d.Type.TypeParams != nil
			}
		}
		return true
	})
	r.all = r.all || found == 0 || f.start == 0
	return sum
}

func (t *text) line(n ast.Node) int { return t.files.Position(n.Pos()).Line }

// top is the declaration that a place is in.
func (t *text) top(pos token.Pos) ast.Node {
	for _, n := range t.tops {
		if within(pos, n) {
			return n
		}
	}
	return nil
}

// count counts a node with all that it names.
func (r *reading) count(n ast.Node) {
	if n == nil || r.counted[n] {
		return
	}
	r.counted[n] = true
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if id.Obj != nil {
				r.refer(id.Obj)
			} else {
				maps.Copy(r.imports, r.paths[id.Name])
				maps.Copy(r.imports, r.paths["."])
			}
		}
		return true
	})
}

// refer counts what declares an object of the package; a type with its methods, since
// these may be called by an interface.
func (r *reading) refer(o *object) {
	n, ok := o.Decl.(ast.Node)
	if !ok || r.local(o) {
		return
	}
	r.count(r.unit(n))
	for _, m := range r.methods[o] {
		r.count(m)
	}
}

// literal counts a literal and, where neither its text nor the plan tells all that it
// captured, the calls of the func around it.
func (r *reading) literal(lit *ast.FuncLit, field string) {
	r.count(lit)
	if r.explained(lit, field) {
		return
	}
	top := r.top(lit.Pos())
	if f, ok := top.(*ast.FuncDecl); ok && (f.Recv != nil || !r.calls(f.Name.Obj)) {
		r.all = true
		return
	}
	r.count(top)
}

// explained says whether text tells all values that a counted node takes from the
// func around it, and counts that text.
func (r *reading) explained(n ast.Node, field string) bool {
	ok := true
	ast.Inspect(n, func(m ast.Node) bool {
		id, isName := m.(*ast.Ident)
		if ok && isName && r.local(id.Obj) && !within(id.Obj.Pos(), n) {
			ok = r.captured(id.Obj, n, field)
		}
		return ok
	})
	return ok
}

// captured says whether text or the plan tells the value of a variable that a node
// captured: a parameter of the engine, the engine itself, a constant, or what was
// defined once.
func (r *reading) captured(o *object, by ast.Node, field string) bool {
	top := r.top(o.Pos())
	if top == nil {
		return false
	}
	if r.registered(o) || r.isEngine(o, by, field) {
		return true
	}
	if s, ok := o.Decl.(*ast.TypeSpec); ok {
		return r.once(s)
	}
	d, value := definition(o)
	_, isFunc := value.(*ast.FuncLit)
	if d == nil || mentions(d, "iota") || o.Kind == ast.Var && (!isFunc && !basic(value) || writes(top, o, nil)) {
		return false
	}
	return r.once(d)
}

// once counts a local definition and what that takes from around it.
func (r *reading) once(n ast.Node) bool {
	if r.counted[n] {
		return true
	}
	r.count(n)
	return r.explained(n, "")
}

// registered says whether a variable is a parameter of the engine:
// engine.With("pressure", &x, 0, 1).
func (r *reading) registered(o *object) (found bool) {
	ast.Inspect(r.File, func(n ast.Node) bool {
		found = found || r.registers(n, o)
		return !found
	})
	return found
}

func (r *reading) registers(n ast.Node, o *object) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	f, isMethod := call.Fun.(*ast.SelectorExpr)
	name, isText := call.Args[0].(*ast.BasicLit)
	if !isMethod || f.Sel.Name != "With" || !isText {
		return false
	}
	text, err := strconv.Unquote(name.Value)
	return err == nil && r.parameters[text] && slices.ContainsFunc(call.Args[1:], func(e ast.Expr) bool {
		u, ok := e.(*ast.UnaryExpr)
		return ok && u.Op == token.AND && root(u.X) == o
	})
}

// isEngine says whether a literal that was assigned to a field of an engine captured
// that engine, which a package of the lab made: its plain fields are hashed with it.
func (r *reading) isEngine(o *object, by ast.Node, field string) bool {
	lit, ok := by.(*ast.FuncLit)
	if !ok || r.parents[lit] == nil || r.parents[lit].Sel.Name != field || root(r.parents[lit].X) != o {
		return false
	}
	var made ast.Expr // acs.New in rule := acs.New(), *acs.Solver in a func's rule *acs.Solver
	if _, value := definition(o); value != nil {
		if call, ok := value.(*ast.CallExpr); ok {
			made = call.Fun
		}
	} else if f, ok := o.Decl.(*ast.Field); ok {
		if pointer, ok := f.Type.(*ast.StarExpr); ok {
			made = pointer.X
		}
	}
	f, ok := made.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := f.X.(*ast.Ident)
	if !ok || from.Obj != nil || len(r.paths[from.Name]) != 1 {
		return false
	}
	for path := range r.paths[from.Name] {
		ok = strings.HasPrefix(path, module+"/")
	}
	return ok
}

// calls counts the calls of a func; false where it is used otherwise, or with
// arguments of which the calls' text does not tell the values.
func (r *reading) calls(o *object) bool {
	called := map[ast.Node]bool{}
	return r.uses(func(n ast.Node) (good ast.Node, bad bool) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Obj == o && r.fixed(n) {
				called[id] = true
				return n, false
			}
		case *ast.FuncDecl:
			called[n.Name] = true
		case *ast.Ident:
			return nil, n.Obj == o && !called[n]
		}
		return nil, false
	})
}

// values counts where the value of a method is taken; false where the text there does
// not tell the receiver's value.
func (r *reading) values(method string) bool {
	called := map[ast.Node]bool{}
	return r.uses(func(n ast.Node) (good ast.Node, bad bool) {
		switch n := n.(type) {
		case *ast.CallExpr:
			called[n.Fun] = true
		case *ast.SelectorExpr:
			if n.Sel.Name == method && !called[n] {
				return n, !r.fixed(n)
			}
		}
		return nil, false
	})
}

// uses counts the uses that are good, and is false where one is bad or there is none.
func (r *reading) uses(of func(ast.Node) (good ast.Node, bad bool)) bool {
	var found []ast.Node
	ok := true
	ast.Inspect(r.File, func(n ast.Node) bool {
		good, bad := of(n)
		if ok = ok && !bad; good != nil {
			found = append(found, good)
		}
		return ok
	})
	for _, n := range found {
		r.count(n)
	}
	return ok && len(found) > 0
}

// variables says whether a declaration that is not counted may change a counted
// variable of the package. Then the order decides in which the program runs. It
// counts these declarations if that is asked for.
func (r *reading) variables(count bool) (changed bool) {
	for _, o := range r.Scope.Objects {
		spec, ok := o.Decl.(*ast.ValueSpec)
		if !ok || o.Kind != ast.Var || !r.counted[spec] || r.registered(o) {
			continue
		}
		_, value := definition(o)
		plain := value != nil && basic(value)
		for _, top := range r.tops {
			if !r.counted[top] && r.changes(top, o, plain) {
				changed = true
				if count {
					r.count(top)
				}
			}
		}
	}
	return changed
}

// changes says whether a declaration may change a variable outside of what is
// counted: one that is no plain value may have another name there.
func (r *reading) changes(top ast.Node, o *object, plain bool) (found bool) {
	counted := func(n ast.Node) bool { return r.counted[n] }
	if plain {
		return writes(top, o, counted)
	}
	ast.Inspect(top, func(n ast.Node) bool {
		if found || n != nil && counted(n) {
			return false
		}
		id, ok := n.(*ast.Ident)
		found = ok && id.Obj == o
		return true
	})
	return found
}

// startLine is the line on which a func begins, 0 where the program does not tell.
// The line of its first instruction may be that of another func, which the compiler
// has copied into it; package runtime keeps the line for its profiles.
func startLine(f *runtime.Func, pc uintptr) int {
	for i := range uintptr(1 << 12) {
		frame, _ := runtime.CallersFrames([]uintptr{pc + i + 1}).Next()
		if frame.Entry != f.Entry() {
			return 0
		}
		if frame.Func == nil || frame.Function != f.Name() {
			continue
		}
		if line := reflect.ValueOf(frame).FieldByName("startLine"); line.CanInt() {
			return int(line.Int())
		}
		return 0
	}
	return 0
}
