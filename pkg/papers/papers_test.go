package papers

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// numbered is what each paper numbers, counted in its text: "Algorithm" 1 to 6
// for {"Algorithm": 6}. Where its numbers are Roman it says so with a list.
var numbered = map[string][]string{
	"nurikabe":   numbers("Algorithm", 1, "equation", 7, "Figure", 4, "Table", 2, "Scheme", 6),
	"gecco":      numbers("Figure", 3),
	"nonogram":   append(numbers("equation", 4, "Figure", 15, "Sub-procedure", 5), "Sub-procedure colour", "Table I", "Table II"),
	"sudoku-aco": numbers("Algorithm", 6, "Table", 1),
	"cuckoo": append(numbers("Algorithm", 9, "Figure", 6, "Table", 2),
		"equation (1)", "equation (8)", "Example 1", "Example 2", "Example 3", "Example 6", "Example 9", "Definition 4", "Definition 5", "Definition 7", "Definition 8"),
}

// numbers counts up: "Algorithm 1", "equation (1)"; schemes begin at 0.
func numbers(pairs ...any) (out []string) {
	for i := 0; i < len(pairs); i += 2 {
		for n := range pairs[i+1].(int) {
			switch what := pairs[i].(string); what {
			case "equation":
				out = append(out, fmt.Sprintf("equation (%d)", n+1))
			case "Scheme":
				out = append(out, fmt.Sprintf("Scheme %d", n))
			default:
				out = append(out, fmt.Sprintf("%s %d", what, n+1))
			}
		}
	}
	return out
}

// TestComplete holds that every thing with a number of its own has a row, or
// rows for its parts.
func TestComplete(t *testing.T) {
	for _, p := range All() {
		want, ok := numbered[p.Key]
		if !ok || p.Reference == "" {
			t.Errorf("%s: nobody counted what it numbers, or it has no reference", p.Key)
		}
		for _, place := range missing(p, want) {
			t.Errorf("%s: no row for %s", p.Key, place)
		}
	}
	if len(All()) != len(numbered) {
		t.Errorf("%d papers, want %d", len(All()), len(numbered))
	}
}

// missing are the places without a row.
func missing(p Paper, want []string) (out []string) {
	for _, place := range want {
		found := false
		for _, r := range p.Rows {
			rest, ok := strings.CutPrefix(r.Place, place)
			found = found || ok && (rest == "" || strings.HasPrefix(rest, ","))
		}
		if !found {
			out = append(out, place)
		}
	}
	return out
}

func TestMissing(t *testing.T) {
	p := Paper{Rows: []Row{{Place: "Algorithm 1, lines 2–3"}, {Place: "Algorithm 12"}, {Place: "equation (1)"}}}
	got := strings.Join(missing(p, numbers("Algorithm", 2, "equation", 2)), "; ")
	if want := "Algorithm 2; equation (2)"; got != want {
		t.Errorf("missing %s, want %s", got, want)
	}
}

// TestRows holds what every row has.
func TestRows(t *testing.T) {
	kinds := map[Kind]bool{Algorithm: true, Formula: true, Parameter: true, Table: true, Drawing: true, Claim: true}
	for _, p := range All() {
		places := map[string]bool{}
		for _, r := range p.Rows {
			for _, fault := range faults(r) {
				t.Errorf("%s, %s: %s", p.Key, r.Place, fault)
			}
			if places[r.Place] {
				t.Errorf("%s: %s is there twice", p.Key, r.Place)
			}
			places[r.Place] = true
			if !kinds[r.Kind] {
				t.Errorf("%s, %s: kind %q", p.Key, r.Place, r.Kind)
			}
			for _, name := range r.names() {
				if err := exists(name); err != nil {
					t.Errorf("%s, %s: %v", p.Key, r.Place, err)
				}
			}
		}
	}
}

// faults are what is wrong with a row by itself.
func faults(r Row) (out []string) {
	fault := func(wrong bool, text string) {
		if wrong {
			out = append(out, text)
		}
	}
	number := r.Kind == Table || r.Kind == Claim
	fault(r.Place == "" || r.Paper == "", "no place, or nothing that the paper has")
	fault(r.Here == "" && r.Untried == "", "it is nowhere, and no reason")
	fault(number && r.Ours == nil && r.Incomparable == "" && r.Untried == "", "a number without ours, and no reason")
	fault(r.Untried != "" && (r.Ours != nil || r.Incomparable != ""), "tried and untried")
	for _, text := range []string{r.Paper, r.Reading} {
		fault(text != "" && !strings.HasSuffix(text, "."), fmt.Sprintf("%q has no full stop", text))
	}
	for _, text := range []string{r.Incomparable, r.Untried} {
		fault(strings.HasSuffix(text, "."), fmt.Sprintf("%q goes on with the numbers, or ends a cell: no full stop", text))
	}
	return out
}

func TestFaults(t *testing.T) {
	ours := func() (Finding, error) { return Finding{}, nil }
	good := Row{Place: "Table 1", Kind: Table, Paper: "A rate.", Here: "60-sudoku-aco", Ours: ours}
	if got := faults(good); len(got) > 0 {
		t.Errorf("%+v: %q", good, got)
	}
	for want, change := range map[string]func(*Row){
		"no place":       func(r *Row) { r.Place = "" },
		"it is nowhere":  func(r *Row) { r.Here = "" },
		"a number with":  func(r *Row) { r.Ours = nil },
		"tried and unt":  func(r *Row) { r.Untried = "no time" },
		`"A rate" has n`: func(r *Row) { r.Paper = "A rate" },
		`"Other." goes `: func(r *Row) { r.Incomparable = "Other." },
	} {
		r := good
		if change(&r); len(faults(r)) != 1 || !strings.HasPrefix(faults(r)[0], want) {
			t.Errorf("%+v: %q, want %q", r, faults(r), want)
		}
	}
}

// exists says whether a notebook, or a name of a package below pkg, is there.
func exists(name string) error {
	if notebook.MatchString(name) {
		_, err := os.Stat(filepath.Join("..", "..", "notebooks", name+".ipynb"))
		return err
	}
	dot := strings.Index(name, ".")
	if dot < 0 {
		return fmt.Errorf("%q is no name in a package, and no notebook", name)
	}
	declared, err := declarations(name[:dot])
	if err != nil {
		return err
	}
	if !declared[name[dot+1:]] {
		return fmt.Errorf("package %s has no %s", name[:dot], name[dot+1:])
	}
	return nil
}

var parsed = map[string]map[string]bool{}

// declarations are the names of a package, tests included: "New", "Solver",
// "Solver.Award".
func declarations(path string) (map[string]bool, error) {
	if known, ok := parsed[path]; ok {
		return known, nil
	}
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(path), "*.go"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("no package %s", path))
	}
	out := map[string]bool{}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range tree.Decls {
			declare(out, decl)
		}
	}
	parsed[path] = out
	return out, nil
}

func declare(out map[string]bool, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			name = receiver(decl.Recv.List[0].Type) + "." + name
		}
		out[name] = true
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					out[name.Name] = true
				}
			case *ast.TypeSpec:
				out[spec.Name.Name] = true
				if s, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							out[spec.Name.Name+"."+name.Name] = true
						}
					}
				}
			}
		}
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func TestExists(t *testing.T) {
	for name, want := range map[string]bool{
		"sudoku/aco.Solver.Award": true, "sudoku/aco.Solver.Solve": true, "sudoku/aco.ant.turn": true, "sudoku/aco.FirstTie": true,
		"sudoku/aco.TestChoice": true, "60-sudoku-aco": true,
		"sudoku/aco.Solver.Prize": false, "sudoku/aco.Award": false, "sudoku/none.New": false, "60-none": false, "sudoku/aco": false, "Solver": false,
	} {
		if err := exists(name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
