package main

import (
	"cmp"
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

// executing are the flags of commands that execute notebooks.
type executing struct {
	Full    bool          `help:"Run the full experiments, which can take hours; without it samples that take seconds."`
	Timeout time.Duration `placeholder:"TIME" help:"Time limit for each notebook, such as 10m; none by default."`
}

type runCommand struct {
	executing `embed:""`
	Afresh    bool     `help:"Make published runs here once more, instead of taking them from the archive."`
	Out       string   `type:"path" placeholder:"DIR" help:"Where to write NAME.ipynb and NAME.html; .formicary/run in the checkout by default."`
	Set       []string `sep:"none" placeholder:"NAME=VALUE" help:"A value for a parameter of the notebook; may be repeated."`
	Notebooks []string `arg:"" name:"notebook" help:"Notebooks to run."`
}

func (c *runCommand) Run(s *streams) error {
	if err := apart(c.Notebooks, c.Set...); err != nil {
		return badInput(err)
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

// options are those by which a notebook is executed.
func (e executing) options(s *streams, path string) lab.ExecuteOptions {
	return lab.ExecuteOptions{Full: full(e.Full), Timeout: e.Timeout, Progress: progress(s.stderr, path)}
}

// one runs one notebook and writes the result.
func (c *runCommand) one(s *streams, env *lab.Env, path, out string) error {
	start, o := time.Now(), c.options(s, path)
	if o.Set = c.Set; c.Afresh {
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
