package study_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// bodies are what the named funcs of Go source do.
func bodies(t *testing.T, source string, names ...string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "source.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		for _, name := range names {
			if !ok || f.Name.Name != name {
				continue
			}
			var text bytes.Buffer
			if err := format.Node(&text, token.NewFileSet(), f.Body); err != nil {
				t.Fatal(err)
			}
			out[name] = text.String()
		}
	}
	return out
}

// The study of annealing is about the search that notebook 41 types into cells.
func TestAnnealingIsThatOfTheNotebook(t *testing.T) {
	source, err := os.ReadFile("engines.go")
	if err != nil {
		t.Fatal(err)
	}
	studied, shown := bodies(t, string(source), "search", "step"), map[string]string{}
	for _, cell := range codeCells(t, "41-your-own-engine") {
		declared, _, _ := strings.Cut(cell, "%%")
		if !strings.Contains(declared, "func") {
			continue
		}
		for name, body := range bodies(t, "package p\n"+declared, "search", "step") {
			shown[name] = body
		}
		for _, temperature := range []string{"return 0.7 * solver.Exp(solver.Log(0.2/0.7)*float64(step%5000)/5000)", "schedule(func(int64) float64 { return 0 })"} {
			if strings.Contains(declared, temperature) && !strings.Contains(string(source), temperature) {
				t.Errorf("the study lacks %s", temperature)
			} else if strings.Contains(declared, temperature) {
				shown[temperature] = temperature
			}
		}
	}
	if len(shown) != 4 || len(studied) != 2 {
		t.Errorf("%d parts in the notebook, %d funcs in the study", len(shown), len(studied))
	}
	for name, body := range studied {
		if shown[name] != body {
			t.Errorf("%s: the notebook has\n%s\nthe study\n%s", name, shown[name], body)
		}
	}
}
