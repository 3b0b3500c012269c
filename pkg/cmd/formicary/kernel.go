package main

import (
	"cmp"
	"fmt"
	"text/tabwriter"

	"formicary/pkg/lab"
)

type kernelCommand struct {
	Install   kernelInstallCommand   `cmd:"" help:"Install the kernel where Jupyter finds it."`
	Uninstall kernelUninstallCommand `cmd:"" help:"Remove the kernel; kernels of other origin stay."`
	List      kernelListCommand      `cmd:"" help:"List the lab's kernels, and others named gonb."`
}

// kernelPlace is the folder of kernels that a command works in.
type kernelPlace struct {
	User      bool   `xor:"place" help:"In the user's Jupyter folder; this is the default."`
	SysPrefix bool   `xor:"place" help:"In the active Python environment, or else in that of the Python on the PATH."`
	Prefix    string `xor:"place" placeholder:"DIR" help:"In DIR/share/jupyter/kernels."`
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

func (c *kernelInstallCommand) Help() string {
	return `The kernel then serves every Jupyter that looks there: JupyterLab, nbconvert, papermill, editors. Notebooks in any folder
use the module of this clone, unless they lie in another one, or below a go.mod that replaces formicary by a folder.`
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
	JSON bool `help:"Print the list as JSON."`
}

func (c *kernelListCommand) Run(s *streams) error {
	found, err := lab.FindKernels(s.ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.json(append([]lab.KernelSpec{}, found...))
	}
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	for _, k := range found {
		state := "of other origin"
		if k.Ours {
			state = cmp.Or(k.Wrong, "module "+k.Root)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", line.Replace(k.Name), line.Replace(k.Dir), line.Replace(state))
	}
	return table.Flush()
}
