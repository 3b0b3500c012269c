package notebooks_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/lab"
)

// TestSourceConclusionsOfRecords: a conclusion whose claims are said to be from published
// records takes them from there, and one that takes them from there says so. All others
// are told with the run that they are of ([answer.source]).
func TestSourceConclusionsOfRecords(t *testing.T) {
	all := alltest.Must(archive.All())(t)
	for name, a := range readAnswers(t) {
		from := reached(t, codesOf(t, name+".ipynb"))
		published := from["show.Published"] || from["papers.All"] // package papers reads them itself
		for _, s := range all {
			for _, p := range s.Plans {
				// The plan of a study is not run.
				published = published || from["show.Run"] && from["Name: "+strconv.Quote(p.Name)]
			}
		}
		if said := a.From == "records"; said != published {
			t.Errorf("%s: its answer is said to be from %q; its conclusion takes published records: %v", name, a.From, published)
		}
	}
}

// codesOf are a notebook's cells of code.
func codesOf(t *testing.T, path string) (codes []string) {
	t.Helper()
	nb := alltest.Must(lab.ReadNotebook(path))(t)
	for _, cell := range nb.Cells {
		if cell.Type == "code" {
			codes = append(codes, string(cell.Source))
		}
	}
	return codes
}

// parsed is a cell of code, with what it runs as the body of a func.
func parsed(t *testing.T, code string) *ast.File {
	t.Helper()
	outside, inside, runs := strings.Cut("\n"+code, "\n%%")
	if runs {
		_, body, _ := strings.Cut(inside, "\n")
		outside += "\nfunc _() {\n" + body + "\n}\n"
	}
	file := alltest.Must(parser.ParseFile(token.NewFileSet(), "cell.go", "package main\n"+outside, 0))(t)
	return file
}

// reached are the qualified names and the texts of fields Name in the last cell, and in
// what it calls or refers to of the cells' declarations.
func reached(t *testing.T, codes []string) map[string]bool {
	t.Helper()
	declared := map[string][]ast.Node{}
	var last ast.Node
	for _, code := range codes {
		file := parsed(t, code)
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if last = d; d.Name.Name != "_" {
					declared[d.Name.Name] = []ast.Node{d}
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, n := range v.Names {
							declared[n.Name] = []ast.Node{v}
						}
					}
				}
			}
		}
	}
	out := map[string]bool{}
	var visit func(ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok {
					out[of.Name+"."+n.Sel.Name] = true
				}
			case *ast.KeyValueExpr:
				key, named := n.Key.(*ast.Ident)
				if value, ok := n.Value.(*ast.BasicLit); ok && named && key.Name == "Name" {
					out["Name: "+value.Value] = true
				}
			case *ast.Ident:
				if nodes := declared[n.Name]; nodes != nil && !out[n.Name] {
					out[n.Name] = true
					for _, d := range nodes {
						visit(d)
					}
				}
			}
			return true
		})
	}
	visit(last)
	return out
}

// TestSourceConclusions looks at what notebooks write: each ends with exactly one
// conclusion, and nothing else that its cells write is bold or ranks.
func TestSourceConclusions(t *testing.T) {
	paths := alltest.Must(filepath.Glob("[0-9]*.ipynb"))(t)
	for _, path := range paths {
		codes := codesOf(t, path)
		last := codes[len(codes)-1]
		if n := strings.Count(strings.Join(codes, "\n"), "show.Conclusion("); n != 1 || !strings.Contains(last, "show.Conclusion(") {
			t.Errorf("%s has %d conclusions, want one, in its last cell of code", path, n)
		}
		for i, code := range codes {
			for _, text := range written(t, code) {
				if word := analysis.Ranks(text); word != "" || strings.Contains(text, "**") {
					t.Errorf("%s, cell of code %d writes %q (%q): that is for the conclusion", path, i+1, text, word)
				}
			}
		}
	}
}

// words are the functions of package show that write sentences.
var words = []string{"Markdown", "Text", "Warn"}

// written are the texts that a cell hands to functions that write sentences.
func written(t *testing.T, code string) (out []string) {
	t.Helper()
	file := parsed(t, code)
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		of, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains(words, of.Sel.Name) {
			return true
		}
		if in, ok := of.X.(*ast.Ident); !ok || in.Name != "show" {
			return true
		}
		for _, arg := range call.Args {
			ast.Inspect(arg, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						out = append(out, text)
					}
				}
				return true
			})
		}
		return true
	})
	return out
}

func TestWritten(t *testing.T) {
	got := written(t, "func a() { show.Text(\"one\", f(\"two\")) }\n%%\nshow.Markdown(`**three** `+\"four\")\nshow.Table(\"five\")")
	if want := []string{"one", "two", "**three** ", "four"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
