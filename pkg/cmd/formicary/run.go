package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/study"
)

// executing are the flags of commands that execute notebooks.
type executing struct {
	Full    bool          `help:"Run the full experiments, which can take hours, in place of samples that take seconds."`
	Timeout time.Duration `placeholder:"TIME" help:"Time limit for each notebook, such as 10m; none by default."`
}

type runCommand struct {
	executing `embed:""`
	Force     bool     `help:"Rerun published runs, instead of taking them from the archive."`
	Out       string   `type:"path" placeholder:"DIR" xor:"out" help:"The folder for NAME.ipynb and NAME.html; .formicary/run in the checkout by default."`
	Set       []string `sep:"none" placeholder:"NAME=VALUE" xor:"set" help:"A value for a parameter of the notebook; may be repeated."`
	checking  `embed:""`
	Notebooks []string `arg:"" name:"notebook" help:"Notebooks to execute."`
}

func (c *runCommand) Run(s *streams) error {
	if err := apart(c.Notebooks, c.Set...); err != nil {
		return badInput(err)
	}
	if c.Check {
		return c.check(s, c.executing, c.Notebooks)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	out := cmp.Or(c.Out, filepath.Join(env.Root, ".formicary", "run"))
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	wrong := false
	for _, path := range c.Notebooks {
		if same(filepath.Join(out, base(path)+".ipynb"), path) {
			return badInput(fmt.Errorf("%s would be overwritten: give another folder with --out", path))
		}
		if err := c.one(s, env, path, out); err != nil {
			s.report(err)
			wrong = true
		}
		if s.ctx.Err() != nil {
			break
		}
	}
	return failed(wrong || s.ctx.Err() != nil)
}

// apart is the error of notebooks that cannot be run together: one cannot be
// read, two would be written to the same files,
// or one has no parameters of the names set, or of other types.
func apart(notebooks []string, set ...string) error {
	names := map[string]string{}
	for _, path := range notebooks {
		if err := checkNotebook(path, set); err != nil {
			return gathered.Missing(err, "notebook", path, "the path of an .ipynb file")
		}
		if other, taken := names[base(path)]; taken {
			return fmt.Errorf("%s and %s would be written to the same files", other, path)
		}
		names[base(path)] = path
	}
	return nil
}

// checkNotebook reads a notebook as it would be run.
func checkNotebook(path string, set []string) error {
	text, err := sets.ReadFile(path)
	if err != nil {
		return err
	}
	_, err = lab.SetParameters(path, text, set)
	return err
}

// options are those by which a notebook is executed.
func (e executing) options(s *streams, path string) lab.ExecuteOptions {
	return lab.ExecuteOptions{Full: full(e.Full), Timeout: e.Timeout, Progress: progress(s.stderr, path)}
}

// one runs one notebook and writes the result.
func (c *runCommand) one(s *streams, env *lab.Env, path, out string) error {
	start, o := time.Now(), c.options(s, path)
	if o.Set = c.Set; c.Force {
		o.Env = append(o.Env, assets.ForceEnv+"=1")
	}
	executed, errRun := env.Execute(s.ctx, path, o)
	if executed == nil {
		return errRun
	}
	file := filepath.Join(out, base(path))
	if err := os.WriteFile(file+".ipynb", executed, 0o644); err != nil {
		return errors.Join(errRun, err)
	}
	page, err := env.HTML(s.ctx, executed, base(path), filepath.Dir(path))
	if err == nil {
		err = os.WriteFile(file+".html", page, 0o644)
	}
	if err := errors.Join(errRun, err); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "%s (%.1f s)\n", file+".html", time.Since(start).Seconds())
	return err
}

// progress reports the cells of a notebook.
func progress(w io.Writer, path string) func(cell, of int) {
	return func(cell, of int) { fmt.Fprintf(w, "%s: cell %d of %d\n", path, cell, of) }
}

// early notes that a cell of a notebook ended early.
func (s *streams) early(notebook, as string) func(cell int, why string) {
	return func(cell int, why string) {
		first, _, _ := strings.Cut(strings.TrimSpace(why), "\n")
		s.notes(fmt.Sprintf("%s: code cell %d ended early%s: %s", notebook, cell, as, first))
	}
}

// full reports whether notebooks run in full, because of a flag or of the
// environment, as in the lab.
func full(flag bool) bool { return flag || os.Getenv(assets.ModeEnv) == assets.ModeFull }

// same reports whether two paths name one file.
func same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

type planCommand struct {
	executing `embed:""`
	Out       string   `type:"path" placeholder:"DIR" help:"The folder for the plans; by default .formicary/runs in the checkout, in which the notebook finds the runs."`
	Set       []string `sep:"none" placeholder:"NAME=VALUE" help:"A value for a parameter of the notebook; may be repeated."`
	JSON      bool     `name:"json" help:"Of the folder of a plan: print JSON, for programs."`
	Path      string   `arg:"" help:"A notebook, or the folder of a plan."`
}

func (c *planCommand) Run(s *streams) error {
	if info, err := os.Stat(c.Path); err == nil && info.IsDir() {
		return c.show(s, c.Path)
	}
	if err := checkNotebook(c.Path, c.Set); err != nil {
		return badInput(gathered.Missing(err, "notebook", c.Path, "the path of an .ipynb file, or the folder of a plan"))
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
		return badInput(gathered.Missing(err, "plan", dir, "the folder of a plan, with a plan.json"))
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
				fmt.Fprintf(t, "  worker\t%s: the program of the cell that %s is typed into, for %s; “formicary cluster work” starts it\n", f.Worker, line.Replace(f.Engines[typed].Label()), line.Replace(f.Arch))
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

// codes is the flag of commands that mind which code has made runs, or will.
type codes struct {
	AllowCodeMismatch bool `help:"Accept code that differs from the plan's. Records say which code made them."`
}

type studyRunCommand struct {
	Workers int    `placeholder:"N" help:"Simultaneous runs; by default one for each processor."`
	Runs    string `type:"path" placeholder:"DIR" help:"The folder of the journals; .formicary/studies of the checkout by default."`
	Force   bool   `help:"Rerun published runs, except for those in the journals."`
	codes   `embed:""`
	outside `embed:""`
	Name    string `arg:"" name:"study" help:"A study."`
}

func (c *studyRunCommand) Run(s *streams) error {
	chosen, err := study.Get(c.Name)
	if err != nil {
		return badInput(err)
	}
	if c.Workers < 0 {
		return badInput(errors.New("expected no negative number for --workers"))
	}
	dir := c.Runs
	if dir == "" {
		root, err := sets.Root()
		if err != nil {
			return err
		}
		dir = filepath.Join(root, ".formicary", "studies")
	}
	told := time.Time{}
	var options []experiment.Option
	if c.Force {
		options = append(options, experiment.Archive(nil))
	}
	if c.AllowCodeMismatch {
		options = append(options, experiment.OtherCode())
	}
	options = append(options, experiment.OnProgress(func(p experiment.Progress) {
		if now := time.Now(); p.Finished || now.Sub(told) >= 10*time.Second {
			told = now
			fmt.Fprintf(s.stderr, "%s: %d of %d runs, %d solved, %d failed", p.Name, p.Done, p.Total, p.Solved, p.Failed)
			if p.Remaining > 0 {
				fmt.Fprintf(s.stderr, ", about %v left", p.Remaining.Round(time.Second))
			}
			fmt.Fprintln(s.stderr)
			if p.Finished && p.Reuse != "" {
				fmt.Fprintf(s.stderr, "%s: %s\n", p.Name, p.Reuse)
			}
		}
	}))
	if strings.TrimSpace(c.Command) != "" {
		return c.suite(s, chosen, dir, options)
	}
	made, planned, warnings, err := chosen.Run(s.ctx, dir, c.Workers, options...)
	if s.notes(warnings...); err != nil {
		if made > 0 {
			s.notes(fmt.Sprintf("%d of %d runs are made", made, planned))
		}
		return badInput(err)
	}
	fmt.Fprintf(s.stdout, "data/records/%s: %d of %d runs\n", chosen.Name, made, planned)
	return failed(made < planned)
}
