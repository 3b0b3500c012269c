package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

type planCommand struct {
	Full    bool          `help:"Plan the full experiments; without it samples that take seconds."`
	Out     string        `type:"path" placeholder:"DIR" help:"Where to write a folder for each plan; .formicary/runs in the checkout by default, where the notebook finds the runs."`
	Set     []string      `sep:"none" placeholder:"NAME=VALUE" help:"A value for a parameter of the notebook, as for “formicary run”; may be repeated."`
	Timeout time.Duration `placeholder:"TIME" help:"Time limit for a notebook, such as 10m; none by default."`
	JSON    bool          `name:"json" help:"Of the folder of a plan: as JSON, for programs."`
	Path    string        `arg:"" help:"A notebook, or the folder of a plan."`
}

func (c *planCommand) Help() string {
	return `Of a notebook: goes through its cells without running any experiment, and writes what each show.Run would run to
DIR/NAME/plan.json. That folder is all that “formicary work” needs, on this machine or on others. The plan of a show.Race
has all runs that the race can make; the race then takes the runs that it needs from the folder. A tuner draws
configurations as it goes, so it cannot be planned.

No other program has the rules that are typed into a cell: the cell's own program is copied to DIR/NAME/worker, and
“formicary work” starts it.

Of the folder of a plan: says what the plan is, and whether the code of this program is that of the plan.

The exit status is 0 when there is a plan, 1 when a notebook has none or this program's code is not the plan's, and 2 on
bad input.`
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
		Failed: func(cell int, why string) {
			first, _, _ := strings.Cut(strings.TrimSpace(why), "\n")
			fmt.Fprintf(s.stderr, "note: %s: code cell %d ended early, as a cell may that has no runs to show: %s\n", c.Path, cell, first)
		},
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

// json prints what a plan is for programs.
func (c *planCommand) json(s *streams, f experiment.PlanFile) error {
	type engineJSON struct {
		Label      string `json:"label"`
		Parameters string `json:"parameters"`
		Code       string `json:"code"`
		Typed      bool   `json:"typed"`
	}
	out := struct {
		Name        string        `json:"name"`
		Total       int           `json:"runs"`
		Puzzles     int           `json:"puzzles"`
		Runs        int           `json:"runs_each"`
		Seed        uint64        `json:"seed"`
		Budget      solver.Budget `json:"budget"`
		Fingerprint string        `json:"fingerprint"`
		Engines     []engineJSON  `json:"engines"`
		Differs     []string      `json:"code_differs_in"`
		Why         string        `json:"cannot_run,omitempty"`
	}{f.Name, f.Total(), len(f.Puzzles), f.Runs, f.Seed, f.Budget, f.Fingerprint, nil, []string{}, ""}
	typed := false
	for _, e := range f.Engines {
		typed = typed || e.Typed
		out.Engines = append(out.Engines, engineJSON{e.Label(), e.Hash, e.Code, e.Typed})
	}
	if !typed {
		here, err := f.Here(engines.FromDescription, engines.Open)
		if err != nil {
			out.Why = err.Error()
		} else {
			out.Differs = append(out.Differs, f.Against(here)...)
		}
	}
	if err := s.json(out); err != nil {
		return err
	}
	if len(out.Differs) > 0 || out.Why != "" {
		return failure{1, nil}
	}
	return nil
}

// show says what a plan is.
func (c *planCommand) show(s *streams, dir string) error {
	f, err := experiment.OpenPlan(dir)
	if err != nil {
		return badInput(missing(err, "plan", dir, "the folder of a plan, with a plan.json"))
	}
	least, most := f.Puzzles[0].Cells(), 0
	var kinds, others []string
	for _, o := range f.Puzzles {
		least, most = min(least, o.Cells()), max(most, o.Cells())
		kinds = append(kinds, o.Kind)
		if o.Text == "" {
			others = append(others, o.Kind+"/"+o.Set)
		}
	}
	if c.JSON {
		return c.json(s, f)
	}
	fmt.Fprintf(s.stdout, "%s: %s\n", dir, line.Replace(orNone(f.Name)))
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintf(table, "  runs\t%s: %s × %s × %s\n", puzzle.Thousands(f.Total()), puzzle.Plural(len(f.Puzzles), "puzzle"), puzzle.Plural(len(f.Engines), "engine"), puzzle.Plural(f.Runs, "run"))
	fmt.Fprintf(table, "  puzzles\t%s of %d to %d cells\n", line.Replace(some(kinds, 9)), least, most)
	if len(others) > 0 {
		fmt.Fprintf(table, "  sets\t%s not in the plan, but in what %s names: %s\n", puzzle.Plural(len(others), "puzzle"), sets.DataEnv, line.Replace(some(others, 9)))
	}
	fmt.Fprintf(table, "  seed\t%d\n  budget\t%s\n  fingerprint\t%s\n", f.Seed, budgetWords(f.Budget), f.Fingerprint)
	typed := ""
	for _, e := range f.Engines {
		if e.Typed {
			typed = e.Label()
		}
		fmt.Fprintf(table, "  engine\t%s, parameters %s, code %s\n", line.Replace(e.Label()), e.Hash, line.Replace(e.Code))
	}
	var differ []string
	switch {
	case typed != "" && f.Worker != "":
		fmt.Fprintf(table, "  worker\t%s: the program of the cell that %s is typed into, for %s; “formicary work” starts it\n", f.Worker, line.Replace(typed), line.Replace(f.Arch))
	case typed != "":
		fmt.Fprintf(table, "  worker\tnone: %s has a func that only the program has that wrote the plan\n", line.Replace(typed))
	default:
		here, failed := f.Here(engines.FromDescription, engines.Open)
		if err = failed; err != nil {
			fmt.Fprintf(table, "  here\tit cannot be run: %s\n", line.Replace(err.Error()))
			break
		}
		differ = f.Against(here)
		fits := "this program has the plan's code"
		if len(differ) > 0 {
			fits = "another than the plan's: yours differs in " + line.Replace(strings.Join(differ, ", "))
		}
		fmt.Fprintf(table, "  code\t%s\n", fits)
	}
	if failed := table.Flush(); failed != nil {
		return failed
	}
	if err != nil || len(differ) > 0 {
		return failure{1, nil}
	}
	return nil
}
