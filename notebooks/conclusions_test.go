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
		published := from["show.Published"] || from["papers.JudgeAll"] // package papers reads them itself
		for _, s := range all {
			for _, p := range s.Plans {
				// The plan of a study is not run.
				published = published || from["show.Run"] && from["Name: "+strconv.Quote(p.Name)]
			}
		}
		said := a.From == "records"
		alltest.Check(t, said == published, "%s: its answer is said to be from %q; its conclusion takes published records: %v", name, a.From, published)
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
	return alltest.Must(parser.ParseFile(token.NewFileSet(), "cell.go", "package main\n"+outside, 0))(t)
}

// reached are what [refer] finds in the last cell.
func reached(t *testing.T, codes []string) map[string]bool {
	t.Helper()
	declared := map[string][]ast.Node{}
	var last ast.Node
	for _, code := range codes {
		for name, nodes := range declarations(parsed(t, code)) {
			declared[name] = nodes
			if name == "_" { // what the cell runs
				last = nodes[0]
			}
		}
	}
	delete(declared, "_")
	return refer(last, declared)
}

// declarations are the funcs and variables of a file, by their names: the func, or the values.
func declarations(file *ast.File) map[string][]ast.Node {
	out := map[string][]ast.Node{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			out[d.Name.Name] = []ast.Node{d.Body}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				v, ok := spec.(*ast.ValueSpec)
				for i := 0; ok && i < len(v.Names); i++ {
					out[v.Names[i].Name] = nil
					if len(v.Values) > 0 {
						out[v.Names[i].Name] = []ast.Node{v.Values[min(i, len(v.Values)-1)]}
					}
				}
			}
		}
	}
	return out
}

// refer are the names in a part of a program, in qualified names that after the dot, too, and the texts of fields Name; also
// in what it refers to of the declarations.
func refer(part ast.Node, declared map[string][]ast.Node) map[string]bool {
	out := map[string]bool{}
	var visit func(ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				out["."+n.Sel.Name] = true
				if of, ok := n.X.(*ast.Ident); ok {
					out[of.Name+"."+n.Sel.Name] = true
				}
			case *ast.KeyValueExpr:
				key, named := n.Key.(*ast.Ident)
				if value, ok := n.Value.(*ast.BasicLit); ok && named && key.Name == "Name" {
					out["Name: "+value.Value] = true
				}
			case *ast.Ident:
				if !out[n.Name] {
					out[n.Name] = true
					for _, d := range declared[n.Name] {
						visit(d)
					}
				}
			}
			return true
		})
	}
	visit(part)
	return out
}

// TestSourceConclusions looks at what notebooks write: each ends with exactly one
// conclusion, and nothing else that its cells write is bold or ranks.
func TestSourceConclusions(t *testing.T) {
	paths := alltest.Must(filepath.Glob("[0-9]*.ipynb"))(t)
	for _, path := range paths {
		codes := codesOf(t, path)
		last := codes[len(codes)-1]
		n := strings.Count(strings.Join(codes, "\n"), "show.Conclusion(")
		alltest.Check(t, n == 1 && strings.Contains(last, "show.Conclusion("), "%s has %d conclusions, want one, in its last cell of code", path, n)
		for i, code := range codes {
			for _, text := range written(t, code) {
				word := analysis.Ranks(text)
				alltest.Check(t, word == "" && !strings.Contains(text, "**"), "%s, cell of code %d writes %q (%q): that is for the conclusion", path, i+1, text, word)
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
