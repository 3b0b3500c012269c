package papers

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
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
		alltest.Check(t, ok && p.Reference != "", "%s: nobody counted what it numbers, or it has no reference", p.Key)
		for _, place := range missing(p, want) {
			t.Errorf("%s: no row for %s", p.Key, place)
		}
	}
	alltest.Equal(t, len(All()), len(numbered), "papers")
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

// TestRows holds what every row has.
func TestRows(t *testing.T) {
	for _, p := range All() {
		for _, r := range p.Rows {
			for _, fault := range faults(r) {
				t.Errorf("%s, %s: %s", p.Key, r.Place, fault)
			}
			for _, name := range r.names() {
				err := exists(name)
				alltest.Check(t, err == nil, "%s, %s: %v", p.Key, r.Place, err)
			}
		}
	}
}

// TestRead: a mistake in the file is an error that names its place.
func TestRead(t *testing.T) {
	const row, end = `[{"key":"gecco","rows":[{"place":"section 3, small boards","kind":"claim"}`, `]}]`
	for text, want := range map[string]string{
		`[{"key":"none"}]`:                          `"none": expected the key`,
		`[{"key":"gecco","rows":[{"plaice":"x"}]}]`: `unknown field "plaice"`,
		row + `,{"place":"a","kind":"x"}` + end:     `gecco, a: expected a kind of row, found "x"`,
		row + "," + row[24:] + end:                  "section 3, small boards is there twice",
		row + end:                                   `no row for the comparison "section 3, medium boards"`,
	} {
		alltest.Refused(read([]byte(text)))(t, want, text)
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
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				name := n.Name.Name
				if n.Recv != nil {
					receiver, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*"), "[")
					name = receiver + "." + name
				}
				out[name] = true
				return false
			case *ast.ValueSpec:
				for _, name := range n.Names {
					out[name.Name] = true
				}
			case *ast.TypeSpec:
				out[n.Name.Name] = true
				if s, ok := n.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							out[n.Name.Name+"."+name.Name] = true
						}
					}
				}
			}
			return true
		})
	}
	parsed[path] = out
	return out, nil
}

// A statement differs where some of its numbers does, and one sentence counts once.
func TestStatements(t *testing.T) {
	row := func(place, statement string, v Verdict) Judged {
		return Judged{Row: Row{Place: place, Statement: statement}, Verdict: v}
	}
	rows := []Judged{
		row("1", "", Reproduced), row("2", "s", Reproduced), row("3", "s", CloseLower), row("4", "", Untried), row("5", "s", Incomparable),
		row("6", "t", Lower), row("7", "t", Unsettled), row("8", "u", Unsettled), row("9", "u", CloseHigher), row("10", "", Printed),
	}
	want := []struct {
		name string
		rows int
		v    Verdict
	}{{"1", 1, Reproduced}, {"s", 3, Close}, {"4", 1, Untried}, {"t", 2, Differs}, {"u", 2, Unsettled}, {"10", 1, Printed}}
	got := Statements(rows)
	alltest.Require(t, len(got) == len(want), "%d statements, want %d", len(got), len(want))
	for i, w := range want {
		if s := got[i]; s.Name != w.name || len(s.Rows) != w.rows || s.Verdict() != w.v {
			t.Errorf("%s has %d rows and is %q; want %v", s.Name, len(s.Rows), s.Verdict(), w)
		}
	}
}

func TestMarkdown(t *testing.T) {
	got := Markdown([]Judged{
		{Row: Row{Place: "Algorithm 1", Kind: Algorithm, Paper: "a|b_c*d<e", Here: "sudoku/aco.Solver, 60-sudoku-aco", Reading: "As $x."}, Verdict: Read},
		{Row: Row{Place: "Table 1", Kind: Table, Paper: "Half.", Here: "60-sudoku-aco"}, Verdict: Lower, Sentence: "ours 1 of 9 [x]"},
	})
	want := "<details><summary>2 rows</summary>\n\n| place | the paper has | what comes out | here |\n|---|---|---|---|\n" +
		"| Algorithm 1<br>(algorithm) | a&#124;b&#95;c&#42;d&#60;e | by a reading | sudoku/<wbr>aco&#46;<wbr>Solver, [60-sudoku-aco](60-sudoku-aco.ipynb)<br>Read so: As <span>&#36;</span>x&#46; |\n" +
		"| Table 1<br>(table) | Half&#46; | lower here: ours 1 of 9 &#91;x&#93; | [60-sudoku-aco](60-sudoku-aco.ipynb) |\n\n</details>\n"
	alltest.Equal(t, got, want)
	for line := range strings.SplitSeq(want, "\n") {
		alltest.Check(t, !strings.HasPrefix(line, "|") || strings.Count(line, "|") == 5, "bars in %q", line)
	}
}
