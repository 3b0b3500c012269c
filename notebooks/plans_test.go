package notebooks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// planned is what a notebook wants to run, as package show writes it.
type planned struct {
	Notebook, What, Name, Mode, Folder string
	Puzzles, Least, Most, Runs, Blocks int
	Budget                             solver.Budget
	Engines                            []string
	Published                          bool `json:"-"` // its runs are in data/records
}

// extent is how much it runs.
func (p planned) extent() string {
	s := fmt.Sprintf("%s of %d", puzzle.Plural(p.Puzzles, "puzzle"), p.Least)
	if p.Most > p.Least {
		s += fmt.Sprintf("–%d", p.Most)
	}
	s += " cells"
	if p.Blocks > 0 {
		s += fmt.Sprintf(", at most %d of them", p.Blocks)
	}
	if p.Runs > 0 {
		s += fmt.Sprintf(", runs: %d", p.Runs)
	}
	for _, limit := range []struct {
		of   string
		many int64
	}{{"iterations", p.Budget.Iterations}, {"evaluations", p.Budget.Evaluations}} {
		if limit.many > 0 {
			s += fmt.Sprintf(", %d %s", limit.many, limit.of)
		}
	}
	for _, limit := range []struct {
		of string
		d  time.Duration
	}{{"wall time", p.Budget.Wall}, {"processor time", p.Budget.CPU}} {
		if limit.d > 0 {
			s += fmt.Sprintf(", %v of %s", limit.d, limit.of)
		}
	}
	return s
}

// String is the plan in words.
func (p planned) String() string {
	if p.Name == "" {
		return p.extent()
	}
	return fmt.Sprintf("%q: %s", p.Name, p.extent())
}

// exceeds says whether a quick plan is more than the full one in anything.
func (p planned) exceeds(full planned) bool {
	more := func(quick, full int64) bool { return quick > full && full > 0 }
	return p.Puzzles > full.Puzzles || p.Most > full.Most || p.Runs > full.Runs || more(int64(p.Blocks), int64(full.Blocks)) ||
		more(p.Budget.Iterations, full.Budget.Iterations) || more(p.Budget.Evaluations, full.Budget.Evaluations) ||
		more(int64(p.Budget.CPU), int64(full.Budget.CPU)) || more(int64(p.Budget.Wall), int64(full.Budget.Wall))
}

// inBoth says whether both modes have the same plan on purpose: its runs are published,
// or it is a small experiment beside published ones, whose name ends with "live".
func inBoth(quick, full planned) (mode string, ok bool) {
	full.Mode = quick.Mode
	switch {
	case !cmp.Equal(quick, full):
		return "", false
	case quick.Published:
		return "published", true
	}
	return "live", strings.HasSuffix(quick.Name, ", live")
}

// generates are the notebooks whose plans begin with hundreds of generated boards.
var generates = []string{"43-declare-a-puzzle.ipynb"}

// TestPlans looks at what each notebook runs in both modes, without running it:
// testdata/plans.txt has it in words (UPDATE=1 writes it). Those that generate many
// boards are for FORMICARY_TEST=all. A plan whose runs are
// published, which then runs nothing, and a live one beside it are the same in both
// modes. What else the modes run and is kept under a name differs in puzzles, runs or
// budget, and the name says "quick" in the quick mode alone. One name is one plan.
func TestPlans(t *testing.T) {
	t.Parallel()
	paths := numbered(t)
	if os.Getenv("UPDATE") == "" && !alltest.Asked() {
		paths = slices.DeleteFunc(paths, func(path string) bool { return slices.Contains(generates, path) })
	}
	binary := build(t, paths)
	modes := []string{assets.ModeQuick, assets.ModeFull}
	var of [2]map[string][]planned
	for i, mode := range modes {
		of[i] = plans(t, binary, mode)
	}
	var text strings.Builder
	named := map[string]planned{}
	for _, path := range paths {
		fmt.Fprintln(&text, strings.TrimSuffix(path, ".ipynb"))
		for _, pick := range picks(t, path) {
			fmt.Fprintf(&text, "\tPick(%s, %s)\n", pick[0], pick[1])
			alltest.Check(t, pick[0] != pick[1], "%s picks %s in both modes", path, pick[0])
		}
		quick, full := of[0][path], of[1][path]
		if len(quick) != len(full) {
			t.Errorf("%s: %d plans in the quick mode, %d in the full one: %v and %v", path, len(quick), len(full), quick, full)
			continue
		}
		for i, q := range quick {
			f := full[i]
			fmt.Fprintf(&text, "\t%s: %s\n", q.What, strings.Join(q.Engines, ", "))
			alltest.Check(t, q.What == f.What && slices.Equal(q.Engines, f.Engines), "%s: the modes run different things: %v and %v", path, q, f)
			if mode, ok := inBoth(q, f); ok {
				fmt.Fprintf(&text, "\t\t%-9s %v\n", mode, q)
				alltest.Check(t, !strings.Contains(q.Name, "quick"), "%s: both modes run %v", path, q)
				other, taken := named[q.Name]
				alltest.Check(t, !taken || other.extent() == q.extent(), "%s: %v and %s's %v have one name", path, q, other.Notebook, other)
				named[q.Name] = q
				continue
			}
			alltest.Check(t, (q.Name == "" || q.extent() != f.extent()) && !q.exceeds(f), "%s: the quick mode runs %v, the full mode %v", path, q, f)
			for j, p := range []planned{q, f} {
				fmt.Fprintf(&text, "\t\t%-5s %v\n", modes[j], p)
				alltest.Check(t, p.Mode == modes[j] && (p.Name == "" || strings.Contains(p.Name, "quick") == (j == 0)),
					"%s: in the %s mode it runs %v, which says %s", path, modes[j], p, p.Mode)
				if p.Name == "" || p.What == "ablate" { // whose journal is the tuner's
					continue
				}
				other, taken := named[p.Name]
				alltest.Check(t, !taken || cmp.Equal(p, other), "%s: %v and %s's %v have one name", path, p, other.Notebook, other)
				named[p.Name] = p
			}
		}
	}
	golden := filepath.Join("testdata", "plans.txt")
	if os.Getenv("UPDATE") != "" {
		alltest.OK(t, os.WriteFile(golden, []byte(text.String()), 0o644))
	}
	want := alltest.Must(os.ReadFile(golden))(t)
	var lines []string
	there := false
	for line := range strings.Lines(string(want)) {
		if !strings.HasPrefix(line, "\t") {
			there = slices.Contains(paths, strings.TrimSpace(line)+".ipynb")
		}
		if there {
			lines = append(lines, line)
		}
	}
	diff := cmp.Diff(lines, slices.Collect(strings.Lines(text.String())))
	alltest.Check(t, diff == "", "%s is not what the notebooks run; if that is meant, write it with UPDATE=1:\n%s", golden, diff)
}

// picks are the two arguments of each show.Pick in a notebook.
func picks(t *testing.T, path string) (out [][2]string) {
	t.Helper()
	files := token.NewFileSet()
	file := alltest.Must(parser.ParseFile(files, path, program(t, path), 0))(t)
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		f := call.Fun
		if typed, ok := f.(*ast.IndexExpr); ok {
			f = typed.X
		}
		if called, ok := f.(*ast.SelectorExpr); ok && called.Sel.Name == "Pick" {
			var pick [2]string
			for i, arg := range call.Args {
				var text bytes.Buffer
				alltest.OK(t, printer.Fprint(&text, files, arg))
				pick[i] = text.String()
			}
			out = append(out, pick)
		}
		return true
	})
	return out
}

// runs are the functions that run something, of package show and of plans.
var runs = []string{"show.Run", "show.Race", "show.Tune", "show.Ablate", "show.Solve", ".MustRun"}

// running are the cells of a program that lead to one of these functions.
func running(t *testing.T, source []byte) (cells []string) {
	t.Helper()
	file := alltest.Must(parser.ParseFile(token.NewFileSet(), "", source, 0))(t)
	declared := declarations(file)
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "cell") {
			names := refer(f.Body, declared)
			if slices.ContainsFunc(runs, func(run string) bool { return names[run] }) {
				cells = append(cells, f.Name.Name)
			}
		}
	}
	return cells
}

// mustRun matches a plan that runs without package show.
var mustRun = regexp.MustCompile(`(\w+)\.MustRun\(context\.Background\(\)\)`)

// build makes one program of all notebooks, with a package for each. It goes
// through the cells that run something; what fails in a cell, because there
// are no records, ends this cell.
func build(t *testing.T, paths []string) string {
	t.Helper()
	dir := t.TempDir()
	root := alltest.Must(filepath.Abs(".."))(t)
	overlay := map[string]string{}
	lay := func(name, source string) {
		path := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		alltest.OK(t, os.WriteFile(path, []byte(source), 0o644))
		overlay[filepath.Join(root, programs, name)] = path
	}
	var imported, called strings.Builder
	for i, path := range paths {
		source := program(t, path)
		text := strings.Replace(string(source), "package main\n", fmt.Sprintf("package nb%d\n", i), 1)
		text, _, _ = strings.Cut(text, "\nfunc main() {")
		text = mustRun.ReplaceAllString(text, "show.Run($1)")
		if strings.Contains(text, "\t\"context\"\n") {
			text += "\nvar _ = context.Background\n"
		}
		lay(fmt.Sprintf("nb%d/main.go", i), text+"\nfunc Cells() []func() { return []func(){"+strings.Join(running(t, source), ", ")+"} }\n")
		fmt.Fprintf(&imported, "\t\"formicary/%s/nb%d\"\n", programs, i)
		fmt.Fprintf(&called, "\t\t%q: nb%d.Cells(),\n", path, i)
	}
	lay("main.go", `package main

import (
	"fmt"
	"os"

`+imported.String()+`)

func main() {
	for path, cells := range map[string][]func(){
`+called.String()+`	} {
		file, err := os.OpenFile(os.Getenv("`+assets.PlansEnv+`")+"/`+assets.PlansFile+`", os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(file, "{\"notebook\": %q}\n", path)
		for _, cell := range cells {
			guarded(cell)
		}
	}
}

func guarded(cell func()) {
	defer func() { recover() }()
	cell()
}
`)
	text := alltest.Must(json.Marshal(map[string]any{"Replace": overlay}))(t)
	file, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "plans")
	alltest.OK(t, os.WriteFile(file, text, 0o644))
	compile := exec.Command("go", "build", "-overlay", file, "-o", binary, "./"+programs)
	compile.Dir = root
	out, err := compile.CombinedOutput()
	alltest.Require(t, err == nil, "%v\n%s", err, out)
	return binary
}

// plans are what the notebooks run in a mode, by notebook and without
// repetition. Single runs of an engine are one plan.
func plans(t *testing.T, binary, mode string) map[string][]planned {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(binary)
	// The open sets, which everybody has.
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=256MiB", assets.ModeEnv+"="+mode, assets.PlansEnv+"="+dir, sets.DataEnv+"=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := alltest.Must(os.ReadFile(filepath.Join(dir, assets.PlansFile)))(t)
	out := map[string][]planned{}
	notebook := ""
	for line := range bytes.Lines(text) {
		var p planned
		err := json.Unmarshal(line, &p)
		alltest.Require(t, err == nil, "%v: %s", err, line)
		if p.Notebook != "" {
			notebook = p.Notebook
			continue
		}
		if notebook == "" {
			t.Errorf("%v is run by a variable, in every cell: run it in a func", p)
			continue
		}
		if p.Folder != "" {
			p.Published = again(t, filepath.Join(dir, p.Folder))
		}
		p.Notebook, p.Folder = notebook, ""
		same := slices.IndexFunc(out[notebook], func(q planned) bool {
			if p.What == "solve" {
				q.Puzzles, q.Least, q.Most = p.Puzzles, p.Least, p.Most
			}
			return cmp.Equal(p, q)
		})
		if same < 0 {
			out[notebook] = append(out[notebook], p)
			continue
		}
		q := &out[notebook][same]
		q.Least, q.Most = min(q.Least, p.Least), max(q.Most, p.Most)
	}
	return out
}

// again makes a plan of its file: every engine but those with rules of a cell, and
// every puzzle, comes back with its hash. Where rules are typed into a cell the
// program is there. It says whether runs of this very plan are published, which a plan
// with such rules does not take.
func again(t *testing.T, folder string) (published bool) {
	t.Helper()
	path := filepath.Join(folder, experiment.PlanName)
	file := alltest.Must(experiment.OpenPlan(folder))(t)
	if info, err := os.Stat(filepath.Join(folder, experiment.WorkerName)); file.Typed() != (err == nil && info.Mode()&0o100 != 0) || file.Typed() != (file.Worker != "") {
		t.Errorf("%s: rules of a cell: %v; its worker: %q, %v", path, file.Typed(), file.Worker, err)
	}
	typed := file.Engines
	file.Engines = slices.DeleteFunc(slices.Clone(typed), func(e experiment.PlanEngine) bool { return e.Typed })
	_, err := engines.FindKind(file.Puzzles[0].Kind)
	if own := err != nil; own { // a kind that is declared in cells, as are all that solve it
		alltest.Check(t, len(file.Engines) == 0, "%s: %v", path, err)
	} else if _, err := experiment.PlanOf(file, nil, engines.WithPrograms, engines.Open); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	for _, e := range typed {
		_, err := engines.WithPrograms(e.Description)
		alltest.Check(t, !e.Typed || err != nil && strings.Contains(err.Error(), "func"), "%s: %s: %v", path, e.Label(), err)
	}
	_, published, err = archive.Find(file.Fingerprint)
	alltest.Check(t, err == nil, "%v", err)
	return published && !file.Typed()
}
