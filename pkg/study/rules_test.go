package study_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// rulesIn are the funcs that Go source assigns to fields of a rule, by field.
func rulesIn(t *testing.T, source string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "source.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 1 {
			return true
		}
		field, ok := assign.Lhs[0].(*ast.SelectorExpr)
		literal, isFunc := assign.Rhs[0].(*ast.FuncLit)
		if of, named := fieldOf(field, ok); named && of == "rule" && isFunc {
			var text bytes.Buffer
			if err := format.Node(&text, token.NewFileSet(), literal); err != nil {
				t.Fatal(err)
			}
			out[field.Sel.Name] = text.String()
		}
		return true
	})
	return out
}

func fieldOf(field *ast.SelectorExpr, ok bool) (name string, named bool) {
	if !ok {
		return "", false
	}
	of, named := field.X.(*ast.Ident)
	if !named {
		return "", false
	}
	return of.Name, true
}

// codeCells are the code cells of a notebook.
func codeCells(t *testing.T, notebook string) (all []string) {
	t.Helper()
	text, err := os.ReadFile("../../notebooks/" + notebook + ".ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source []string
		}
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatal(err)
	}
	for _, c := range nb.Cells {
		if c.Type == "code" {
			all = append(all, strings.Join(c.Source, ""))
		}
	}
	return all
}

// The study of changed rules is about the rules that notebook 40 races; it shows three more,
// of which it says so.
func TestRulesAreThoseOfTheNotebook(t *testing.T) {
	shown := map[string]string{}
	for _, source := range codeCells(t, "40-change-one-rule") {
		if !strings.HasPrefix(source, "var ") {
			continue
		}
		for field, rule := range rulesIn(t, "package p\n"+source) {
			shown[field] = rule
		}
	}
	source, err := os.ReadFile("rules.go")
	if err != nil {
		t.Fatal(err)
	}
	studied := rulesIn(t, string(source))
	for _, more := range []string{"Eta", "Improve", "Update"} {
		if shown[more] == "" {
			t.Errorf("the notebook has no rule %s", more)
		}
		delete(shown, more)
	}
	if len(shown) != 5 || len(studied) != 5 {
		t.Errorf("%d rules in the notebook, %d in the study", len(shown), len(studied))
	}
	for field, rule := range shown {
		if studied[field] != rule {
			t.Errorf("%s: the notebook has\n%s\nthe study\n%s", field, rule, studied[field])
		}
	}
}
