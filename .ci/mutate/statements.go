package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

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
