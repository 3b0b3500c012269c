package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

type runCommand struct {
	Full      bool          `help:"Run the full experiments, which can take hours; without it samples that take seconds."`
	Afresh    bool          `help:"Make published runs here once more, instead of taking them from the archive."`
	Out       string        `type:"path" placeholder:"DIR" help:"Where to write NAME.ipynb and NAME.html; .formicary/run in the checkout by default."`
	Set       []string      `sep:"none" placeholder:"NAME=VALUE" help:"A value for a parameter of the notebook; may be repeated."`
	Timeout   time.Duration `placeholder:"TIME" help:"Time limit for each notebook, such as 10m; none by default."`
	Notebooks []string      `arg:"" name:"notebook" help:"Notebooks to run."`
}

func (c *runCommand) Help() string {
	return `Parameters are the variables in the cell with the tag “parameters”, as for papermill; the page shows the values set. Lists
and maps are given in JSON. The notebooks themselves are not changed. A notebook that fails is written up to the cell that failed.

The exit status is 0 when all notebooks ran to the end, 1 when some did not, and 2 when one cannot be read.`
}

func (c *runCommand) Run(s *streams) error {
	if err := apart(c.Notebooks, c.Set...); err != nil {
		return badInput(err)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	out := c.Out
	if out == "" {
		out = filepath.Join(env.Root, ".formicary", "run")
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	failed := 0
	for _, path := range c.Notebooks {
		if same(filepath.Join(out, base(path)+".ipynb"), path) {
			return badInput(fmt.Errorf("%s would be overwritten: give another folder with --out", path))
		}
		if err := c.one(s, env, path, out); err != nil {
			s.report(err)
			failed++
		}
		if s.ctx.Err() != nil {
			break
		}
	}
	if failed > 0 || s.ctx.Err() != nil {
		return failure{1, nil}
	}
	return nil
}

// apart is the error of notebooks that cannot be run together: one cannot be
// read, two would be written to the same files,
// or one has no parameters of the names set, or of other types.
func apart(notebooks []string, set ...string) error {
	names := map[string]string{}
	for _, path := range notebooks {
		if err := checkNotebook(path, set); err != nil {
			return missing(err, "notebook", path, "the path of an .ipynb file")
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

// one runs one notebook and writes the result.
func (c *runCommand) one(s *streams, env *lab.Env, path, out string) error {
	start := time.Now()
	o := lab.ExecuteOptions{Full: full(c.Full), Timeout: c.Timeout, Set: c.Set, Progress: progress(s.stderr, path)}
	if c.Afresh {
		o.Env = append(o.Env, assets.AfreshEnv+"=1")
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

// full reports whether notebooks run in full, because of a flag or of the
// environment, as in the lab.
func full(flag bool) bool { return flag || os.Getenv(assets.ModeEnv) == assets.ModeFull }

// base is a notebook's name without folder and extension.
func base(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// same reports whether two paths name one file.
func same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
