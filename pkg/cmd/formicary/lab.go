package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/external"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

type labCommand struct {
	NoBrowser bool   `help:"Print the address, but open no browser."`
	Port      int    `default:"0" placeholder:"PORT" help:"The port; the first free one from 8888 on by default."`
	Listen    string `default:"127.0.0.1" placeholder:"IP" help:"The address to listen on; addresses other than the loopback are for containers."`
	Folder    string `arg:"" optional:"" type:"existingdir" help:"The folder to open; the notebooks of the checkout by default."`
}

func (c *labCommand) Run(s *streams) error {
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if c.Folder == "" {
		if err := env.StripOutputs(s.ctx); err != nil {
			fmt.Fprintf(s.stderr, "notebooks will be committed with their outputs: %v\n", err)
		}
	}
	server, err := env.Serve(s.ctx, lab.ServeOptions{Listen: c.Listen, Port: c.Port, Folder: c.Folder, Browser: !c.NoBrowser})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "The lab is open at %s\nCtrl-C closes it.\n", server.URL)
	ctx, cancel := context.WithCancel(s.ctx)
	gopls := make(chan struct{})
	go func() {
		defer close(gopls)
		bringGopls(ctx, env, s.stderr)
	}()
	err = server.Wait()
	cancel()
	<-gopls
	if s.ctx.Err() != nil {
		fmt.Fprintln(s.stdout, "The lab is closed.") // as it should be: this is how one closes it
		return nil
	}
	return err
}

// bringGopls builds gopls while the lab is open, and says what that means to its user.
func bringGopls(ctx context.Context, env *lab.Env, w io.Writer) {
	if env.HasGopls() {
		return
	}
	fmt.Fprintln(w, "gopls is being built: completion (Tab) and documentation (Shift-Tab) come in some minutes.")
	if err := env.MakeGopls(ctx, lab.Options{}); err == nil {
		fmt.Fprintln(w, "gopls is built: Tab completes names, and Shift-Tab shows documentation.")
	} else if ctx.Err() == nil {
		fmt.Fprintln(w, noGopls(err))
	}
}

// noGopls says what notebooks do without, and what to do.
func noGopls(err error) string {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return "Notebooks have no completion and no documentation: " + reason + ". With a network, formicary lab doctor --prepare builds it."
}

// kernelPlace is the folder of kernels that a command works in.
type kernelPlace struct {
	User      bool   `xor:"place" help:"Use the user's Jupyter folder, the default."`
	SysPrefix bool   `xor:"place" help:"Use the active Python environment, or else that of the Python on the PATH."`
	Prefix    string `xor:"place" placeholder:"DIR" help:"Use DIR/share/jupyter/kernels."`
	Name      string `placeholder:"NAME" help:"The kernel's name; gonb by default, or formicary if there is a gonb of other origin."`
}

func (p *kernelPlace) folder(s *streams) (string, error) {
	if p.SysPrefix || p.Prefix != "" {
		return lab.PrefixKernels(s.ctx, p.Prefix)
	}
	return lab.UserKernels()
}

type kernelInstallCommand struct {
	kernelPlace `embed:""`
}

func (c *kernelInstallCommand) Run(s *streams) error {
	folder, err := c.folder(s)
	if err != nil {
		return err
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	k, other, err := env.InstallKernel(folder, c.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "Installed the kernel %s in %s\n", k.Name, k.Dir)
	if other != nil {
		fmt.Fprintf(s.stdout, "The gonb in %s is of other origin and stays as it is; --name gonb installs this kernel under that name elsewhere.\n", other.Dir)
	}
	if k.Name != lab.KernelName {
		fmt.Fprintf(s.stdout, `Notebooks name the kernel gonb. A notebook picks this one by its name:
  JupyterLab   Kernel > Change Kernel > Go (%[1]s)
  papermill    papermill --kernel %[1]s IN.ipynb OUT.ipynb
  nbconvert    jupyter nbconvert --execute --ExecutePreprocessor.kernel_name=%[1]s
`, k.Name)
	}
	return nil
}

type kernelUninstallCommand struct {
	kernelPlace `embed:""`
}

func (c *kernelUninstallCommand) Run(s *streams) error {
	folder, err := c.folder(s)
	if err != nil {
		return err
	}
	removed, err := lab.UninstallKernel(folder, c.Name)
	for _, k := range removed {
		fmt.Fprintf(s.stdout, "Removed the kernel %s in %s\n", k.Name, k.Dir)
	}
	return err
}

type kernelListCommand struct {
	JSON bool `help:"Print JSON, for programs."`
}

func (c *kernelListCommand) Run(s *streams) error {
	found, err := lab.FindKernels(s.ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.json(append([]lab.KernelSpec{}, found...))
	}
	return s.table(func(t io.Writer) {
		for _, k := range found {
			state := "of other origin"
			if k.Ours {
				state = cmp.Or(k.Wrong, "module "+k.Root)
			}
			fmt.Fprintf(t, "%s\t%s\t%s\n", line.Replace(k.Name), line.Replace(k.Dir), line.Replace(state))
		}
	})
}

type doctorCommand struct {
	JSON    bool `help:"Print JSON, for programs."`
	Prepare bool `help:"First install what the lab can install, and repair installed kernels."`
}

func (c *doctorCommand) Run(s *streams) error {
	prepared := true
	if c.Prepare {
		if err := c.prepare(s); err != nil {
			s.report(err)
			prepared = false
		}
	}
	report := lab.Doctor(s.ctx)
	report.Checks = append(report.Checks, baselines()...)
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if c.JSON {
		if err := s.json(report); err != nil {
			return err
		}
	} else {
		printReport(s.stdout, report)
	}
	return failed(!report.Fit() || !prepared)
}

// baselines says which third-party solvers are here.
func baselines() (all []lab.Check) {
	kind, err := engines.FindKind("nurikabe")
	if err != nil {
		return nil
	}
	for _, c := range external.Baselines(kind) {
		check := lab.Check{Name: c.Name}
		if err := c.Missing(); err != nil {
			check.Hint = c.Source + map[bool]string{true: ", or a Python with it in FORMICARY_PYTHON"}[strings.HasPrefix(c.Source, "pip")]
		} else {
			_, check.Found, _ = strings.Cut(c.Program(), " ")
			check.OK = true
		}
		all = append(all, check)
	}
	return all
}

func (c *doctorCommand) prepare(s *streams) error {
	if _, err := sets.Root(); err != nil {
		_, err := preparePages(s) // what works without a checkout
		return err
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if err := env.MakeGopls(s.ctx, lab.Options{Log: s.stderr}); err != nil && s.ctx.Err() == nil {
		fmt.Fprintln(s.stderr, noGopls(err))
	}
	repaired, err := env.RepairKernels(s.ctx)
	for _, k := range repaired {
		fmt.Fprintf(s.stderr, "  ✓ repaired the kernel %s in %s\n", k.Name, k.Dir)
	}
	return err
}

// printReport writes a line for each check, and below it what to do.
func printReport(w io.Writer, r lab.Report) {
	for _, c := range r.Checks {
		mark := map[bool]string{true: "✗", false: "–"}[c.Required]
		if c.OK {
			mark = "✓"
		}
		line := fmt.Sprintf("%s %-18s %-16s %s", mark, c.Name, c.Found, c.Path)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
		if !c.OK {
			fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(c.Hint, "\n", "\n    "))
		}
	}
}
