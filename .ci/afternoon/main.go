// Afternoon does in real kernels what a researcher does in an afternoon, and checks each
// result by other means than the lab's own words:
//
//		go run ./.ci/afternoon
//
//	 1. a rule: raced, tuned, run again after an unrelated edit (no run is made twice) and
//	    after an edit of the rule (no old run is taken);
//	 2. a kind: Tapa is declared, generated, explained, and a typed algorithm is raced on it;
//	 3. a cluster: a typed rule's plan on four workers of this machine, one of them killed;
//	 4. a table: runs of the race and a published study, counted again with pandas;
//	 5. a bundle: packed, and in a second clone verified, with the typed rules, and reproduced;
//	 6. results from elsewhere: a table of another program's runs, judged and taken.
//
// For each it prints the lines that were typed and the seconds that passed. The status is 1
// if a check fails.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

//go:embed *.cells *.py
var files embed.FS

func main() {
	only := flag.String("only", "", "only tasks whose name contains this, after those that they build upon")
	keep := flag.String("keep", "", "a new folder for everything, which stays")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := afternoon(ctx, *only, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "afternoon:", err)
		os.Exit(1)
	}
}

// task is one thing that a researcher does.
type task struct {
	name  string
	cells []string // the notebooks that are typed for it
	do    func(*day) error
	// python says that the task needs a Python with pandas.
	python bool
}

var tasks = []task{
	{"a rule", []string{"rule"}, (*day).rule, false},
	{"a kind", []string{"kind"}, (*day).kind, false},
	{"a cluster", []string{"cluster"}, (*day).cluster, false},
	{"a table", nil, (*day).table, true},
	{"a bundle", nil, (*day).bundle, false},
	{"from elsewhere", nil, (*day).elsewhere, true},
}

// day is the work of one afternoon.
type day struct {
	ctx     context.Context
	folder  string // of everything
	clone   string // of the repository, in which it happens
	program string // that was built there
	// clustered is the folder of the plan that the workers made.
	clustered string
}

func afternoon(ctx context.Context, only, keep string) (err error) {
	d := &day{ctx: ctx, folder: keep}
	if keep == "" {
		if d.folder, err = os.MkdirTemp("", "formicary-afternoon-"); err != nil {
			return err
		}
		defer os.RemoveAll(d.folder)
	}
	if d.clone, d.program, err = d.checkout("first"); err != nil {
		return err
	}
	fmt.Println("typed lines  seconds  task")
	for _, t := range tasks {
		if !strings.Contains(t.name, only) {
			continue
		}
		if t.python && os.Getenv("FORMICARY_PYTHON") == "" {
			fmt.Printf("SKIPPED: %s: FORMICARY_PYTHON names no Python with pandas\n", t.name)
			continue
		}
		lines, start := 0, time.Now()
		for _, name := range t.cells {
			text, err := files.ReadFile(name + ".cells")
			if err != nil {
				return err
			}
			lines += typed(string(text))
		}
		if err := t.do(d); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		fmt.Printf("%11d  %7.0f  %s\n", lines, time.Since(start).Seconds(), t.name)
	}
	return nil
}

// typed counts the lines of cells that have code, imports aside: goimports writes them.
func typed(text string) int {
	_, text, _ = strings.Cut(text, "\n// cell\n")
	var scan scanner.Scanner
	set, lines := token.NewFileSet(), map[int]bool{}
	file := set.AddFile("", set.Base(), len(text))
	scan.Init(file, []byte(text), nil, 0)
	for {
		at, t, literal := scan.Scan()
		if t == token.EOF {
			return len(lines)
		}
		if t != token.SEMICOLON || literal == ";" {
			lines[file.Line(at)] = true
		}
	}
}

// checkout clones the repository and builds the command there.
func (d *day) checkout(name string) (clone, program string, err error) {
	clone = filepath.Join(d.folder, name)
	if _, err := d.in(".", "git", "clone", "--quiet", ".", clone); err != nil {
		return "", "", err
	}
	program = filepath.Join(clone, "formicary.exe")
	_, err = d.in(clone, "go", "build", "-o", program, "./pkg/cmd/formicary")
	return clone, program, err
}

// in runs a program in a folder and returns what it prints.
func (d *day) in(folder string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(d.ctx, name, args...)
	cmd.Dir = folder
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out, said.String())
	}
	return string(out), err
}

// lab runs the lab's command in the clone.
func (d *day) lab(args ...string) (string, error) { return d.in(d.clone, d.program, args...) }

// cells are the cells of a notebook that is typed.
func cells(name string) ([]string, error) {
	text, err := files.ReadFile(name + ".cells")
	return strings.Split(string(text), "\n// cell\n"), err
}

// write writes a notebook of cells into the clone.
func (d *day) write(name string, cells []string) error {
	return os.WriteFile(filepath.Join(d.clone, name+".ipynb"), labtest.Notebook(cells, false), 0o666)
}

// execute runs a notebook and returns what its cells say, in order.
func (d *day) execute(name string, args ...string) (said []string, err error) {
	if _, err := d.lab(append([]string{"run", "--out", "out", name + ".ipynb"}, args...)...); err != nil {
		return nil, err
	}
	nb, err := lab.ReadNotebook(filepath.Join(d.clone, "out", name+".ipynb"))
	if err != nil {
		return nil, err
	}
	for _, cell := range nb.Cells {
		var all []string
		for _, out := range cell.Outputs {
			all = append(all, string(out.Text), string(out.Data["text/markdown"]), string(out.Data["text/plain"]))
		}
		if cell.Type == "code" {
			said = append(said, strings.Join(all, "\n"))
		}
	}
	return said, nil
}

// record is what the checks read of a run, with nothing of the lab.
type record struct {
	Puzzle, Content, Engine, Variant, Status, Code string
	Run                                            int
	Seed, Digest                                   uint64
}

// journals are the records in the journals below a folder of runs, by the folder's name.
func journals(runs string) (map[string][]record, error) {
	out := map[string][]record{}
	names, err := filepath.Glob(filepath.Join(runs, "*", "journal.jsonl"))
	for _, name := range names {
		text, failed := os.ReadFile(name)
		err = errors.Join(err, failed)
		key := filepath.Base(filepath.Dir(name))
		for line := range strings.Lines(string(text)) {
			var r record
			if failed := json.NewDecoder(strings.NewReader(line)).Decode(&r); failed != nil {
				return nil, fmt.Errorf("%s: %w", name, failed)
			}
			out[key] = append(out[key], r)
		}
	}
	return out, err
}

// want is an error if a text lacks one of some words.
func want(text string, words ...string) error {
	i := slices.IndexFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	if i < 0 {
		return nil
	}
	return fmt.Errorf("expected %q in:\n%s", words[i], text)
}
