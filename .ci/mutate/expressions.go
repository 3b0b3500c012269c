package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

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
