package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type planCommand struct {
	executing `embed:""`
	Out       string   `type:"path" placeholder:"DIR" help:"Where to write a folder for each plan; .formicary/runs in the checkout by default, where the notebook finds the runs."`
	Set       []string `sep:"none" placeholder:"NAME=VALUE" help:"A value for a parameter of the notebook, as for “formicary run”; may be repeated."`
	JSON      bool     `name:"json" help:"Of the folder of a plan: as JSON, for programs."`
	Path      string   `arg:"" help:"A notebook, or the folder of a plan."`
}

func (c *planCommand) Run(s *streams) error {
	if info, err := os.Stat(c.Path); err == nil && info.IsDir() {
		return c.show(s, c.Path)
	}
	if err := checkNotebook(c.Path, c.Set); err != nil {
		return badInput(missing(err, "notebook", c.Path, "the path of an .ipynb file, or the folder of a plan"))
	}
	return c.write(s)
}

// listed is a line of what a notebook would run, as package show writes it.
type listed struct {
	What, Name, Folder string
}

// write plans a notebook.
func (c *planCommand) write(s *streams) error {
	env, err := prepare(s)
	if err != nil {
		return err
	}
	out := c.Out
	if out == "" {
		if out, err = experiment.Home(); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(out, ".plan-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	_, err = env.Execute(s.ctx, c.Path, lab.ExecuteOptions{
		Full: full(c.Full), Timeout: c.Timeout, Set: c.Set, Progress: progress(s.stderr, c.Path), Env: []string{assets.PlansEnv + "=" + scratch},
		Failed: s.early(c.Path, ", as a cell may that has no runs to show"),
	})
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(scratch, assets.PlansFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var written []string
	for line := range bytes.Lines(text) {
		var l listed
		if err := json.Unmarshal(line, &l); err != nil {
			return err
		}
		switch {
		case l.Folder != "" && !slices.Contains(written, l.Folder):
			if err := install(filepath.Join(scratch, l.Folder), filepath.Join(out, l.Folder)); err != nil {
				return err
			}
			written = append(written, l.Folder)
		case l.Folder == "" && l.What != "solve":
			fmt.Fprintf(s.stderr, "note: %s %q draws configurations as it goes: it cannot be planned\n", l.What, l.Name)
		}
	}
	if len(written) == 0 {
		fmt.Fprintf(s.stdout, "%s has no plan: none of its cells gets to a show.Run or a show.Race.\n", c.Path)
		return failure{1, nil}
	}
	for i, folder := range written {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		if err := c.show(s, filepath.Join(out, folder)); err != nil {
			return err
		}
	}
	return nil
}

// install moves the files of a plan to its folder. What was made for another plan
// stays what it is, so that one keeps the folder.
func install(from, to string) error {
	fresh, err := experiment.OpenPlan(from)
	if err != nil {
		return err
	}
	switch old, err := experiment.OpenPlan(to); {
	case err == nil && old.Fingerprint != fresh.Fingerprint:
		return badInput(fmt.Errorf("%s has the plan %s already, and this one is %s: give another folder with --out, or delete that one", to, old.Fingerprint, fresh.Fingerprint))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return badInput(err)
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, name := range []string{experiment.SetsName, experiment.WorkerName, experiment.PlanName} { // the plan when all is there
		if name == experiment.SetsName {
			if err := os.RemoveAll(filepath.Join(to, name)); err != nil { // the old ones; a folder does not take the place of one
				return err
			}
		}
		if err := os.Rename(filepath.Join(from, name), filepath.Join(to, name)); err != nil && (name == experiment.PlanName || !errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return nil
}

// show says what a plan is.
func (c *planCommand) show(s *streams, dir string) error {
	f, err := experiment.OpenPlan(dir)
	if err != nil {
		return badInput(missing(err, "plan", dir, "the folder of a plan, with a plan.json"))
	}
	out := struct {
		described
		Total   int      `json:"runs"`
		Differs []string `json:"code_differs_in"`
		Why     string   `json:"cannot_run,omitempty"`
	}{describe(f), f.Total(), []string{}, ""}
	typed := slices.IndexFunc(f.Engines, func(e experiment.PlanEngine) bool { return e.Typed })
	if typed < 0 {
		here, err := f.Here(engines.FromDescription, engines.Open)
		if err != nil {
			out.Why = err.Error()
		} else {
			out.Differs = append(out.Differs, f.Against(here)...)
		}
	}
	if c.JSON {
		err = s.json(out)
	} else {
		fmt.Fprintf(s.stdout, "%s: %s\n", dir, line.Replace(orNone(f.Name)))
		err = s.table(func(t io.Writer) {
			printPlan(t, f)
			switch {
			case typed >= 0 && f.Worker != "":
				fmt.Fprintf(t, "  worker\t%s: the program of the cell that %s is typed into, for %s; “formicary work” starts it\n", f.Worker, line.Replace(f.Engines[typed].Label()), line.Replace(f.Arch))
			case typed >= 0:
				fmt.Fprintf(t, "  worker\tnone: %s has a func that only the program has that wrote the plan\n", line.Replace(f.Engines[typed].Label()))
			case out.Why != "":
				fmt.Fprintf(t, "  here\tit cannot be run: %s\n", line.Replace(out.Why))
			case len(out.Differs) > 0:
				fmt.Fprintf(t, "  code\tanother than the plan's: yours differs in %s\n", line.Replace(strings.Join(out.Differs, ", ")))
			default:
				fmt.Fprintln(t, "  code\tthis program has the plan's code")
			}
		})
	}
	if err != nil {
		return err
	}
	return failed(len(out.Differs) > 0 || out.Why != "")
}

// printPlan prints what is to be run as rows of a table.
func printPlan(t io.Writer, f experiment.PlanFile) {
	least, most := f.Puzzles[0].Cells(), 0
	var kinds, names []string
	for _, o := range f.Puzzles {
		least, most = min(least, o.Cells()), max(most, o.Cells())
		kinds = append(kinds, o.Kind)
		if o.Text == "" {
			names = append(names, o.Kind+"/"+o.Set)
		}
	}
	fmt.Fprintf(t, "  runs\t%s: %s × %s × %s\n", puzzle.Thousands(f.Total()), puzzle.Plural(len(f.Puzzles), "puzzle"), puzzle.Plural(len(f.Engines), "engine"), puzzle.Plural(f.Runs, "run"))
	fmt.Fprintf(t, "  puzzles\t%s of %d to %d cells\n", line.Replace(some(kinds, 9)), least, most)
	if len(names) > 0 {
		fmt.Fprintf(t, "  sets\t%s not in the plan, but in what %s names: %s\n", puzzle.Plural(len(names), "puzzle"), sets.DataEnv, line.Replace(some(names, 9)))
	}
	fmt.Fprintf(t, "  seed\t%d\n  budget\t%s\n  fingerprint\t%s\n", f.Seed, budgetWords(f.Budget), f.Fingerprint)
	for _, e := range f.Engines {
		fmt.Fprintf(t, "  engine\t%s, parameters %s, code %s\n", line.Replace(e.Label()), e.Hash, line.Replace(e.Code))
	}
}
