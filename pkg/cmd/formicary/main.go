// Command formicary opens the lab, runs notebooks without it, and solves,
// generates and converts puzzles.
//
// Its exit status is 0 on success, 1 on failure (a notebook failed, a puzzle
// was not decided, something is missing on the machine), and 2 on bad input:
// unknown flags, files that cannot be read, puzzles that an engine cannot take.
// After Ctrl-C it is 130, after another signal 128 and the signal's number; the lab,
// which Ctrl-C closes, ends with 0.
//
// # Design
//
// A command is a struct: its flags and arguments are fields with kong's tags, and Run does its work. The text
// that its --help prints below the usage is in help.txt. Commands print through [streams], and read records
// through package gathered, whatever a name stands for.
package main

import (
	"context"
	_ "embed" // help.txt
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"

	_ "formicary/data" // the open sets, without a checkout, too
	"formicary/pkg/experiment/cluster"
)

func main() {
	os.Exit(run(untilSignal(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// commands is the command line.
type commands struct {
	Lab       labCommand       `cmd:"" group:"notebooks" help:"Open the lab: prepare what it needs, then start JupyterLab on the notebooks."`
	Run       runCommand       `cmd:"" group:"notebooks" help:"Run notebooks without a browser; write each as a notebook and as one HTML file."`
	Pack      packCommand      `cmd:"" group:"notebooks" help:"Write notebooks with their pages, records and puzzles as one bundle, to publish."`
	Open      openCommand      `cmd:"" group:"notebooks" help:"Check a bundle, unpack it, and show its pages."`
	Reproduce reproduceCommand `cmd:"" group:"notebooks" help:"Execute a notebook, verify its studies, and compare what it shows with a page or a bundle."`
	Figure    figureCommand    `cmd:"" group:"notebooks" help:"Write a chart of an executed notebook as SVG or PDF, or a table for LaTeX or Typst."`
	Gallery   galleryCommand   `cmd:"" group:"notebooks" help:"Run all notebooks and write them as a site, with puzzle sets and engines."`
	Play      playCommand      `cmd:"" group:"notebooks" set:"page=play.html" help:"Write a page in which the engines run, and open it."`
	Explore   exploreCommand   `cmd:"" group:"notebooks" set:"page=explore.html" help:"Write a page in which runs are explored by clicks."`
	Plan      planCommand      `cmd:"" group:"notebooks" help:"Write what a notebook would run as files, for other machines; or say what such a plan is."`
	Journal   struct {
		List journalListCommand `cmd:"" help:"List the journals of notebooks: runs made, size, version of the code, engines."`
		Show journalShowCommand `cmd:"" help:"Show the plans of a journal."`
		Rm   journalRmCommand   `cmd:"" help:"Delete a journal with everything that belongs to it, or put it aside."`
	} `cmd:"" group:"notebooks" help:"List the journals of notebooks; show one, delete it, or put it aside."`
	Export  exportCommand  `cmd:"" group:"notebooks" help:"Write the records of a plan as CSV, JSON, Parquet, a scenario of ASlib, or for IOHprofiler."`
	Import  importCommand  `cmd:"" group:"notebooks" help:"Read runs that another program has made from a table, and judge their boards."`
	Collect collectCommand `cmd:"" group:"notebooks" aliases:"seal" help:"Write the records of all journals of a plan's folder as one sealed file."`
	Kernel  struct {
		Install   kernelInstallCommand   `cmd:"" help:"Install the kernel where Jupyter finds it."`
		Uninstall kernelUninstallCommand `cmd:"" help:"Remove the kernel; kernels of other origin stay."`
		List      kernelListCommand      `cmd:"" help:"List the lab's kernels, and others named gonb."`
	} `cmd:"" group:"notebooks" help:"Install the Go kernel for other Jupyters: nbconvert, papermill, editors; list or uninstall it."`
	Doctor   doctorCommand   `cmd:"" group:"notebooks" help:"List what is installed on this machine and what is missing."`
	Solve    solveCommand    `cmd:"" group:"puzzles" help:"Solve puzzles with an engine."`
	Generate generateCommand `cmd:"" group:"puzzles" help:"Generate puzzles of a kind, such as slitherlink, with exactly one solution."`
	Convert  convertCommand  `cmd:"" group:"puzzles" help:"Write puzzles in another format."`
	Engines  enginesCommand  `cmd:"" group:"puzzles" help:"List the engines and their parameters."`
	Work     workCommand     `cmd:"" group:"machines" help:"Make a part of a plan's runs, beside other workers on other machines."`
	Submit   submitCommand   `cmd:"" group:"machines" help:"Submit what is missing of a plan: to Slurm, to this machine, or as a job file for others."`
	Cluster  struct {
		Status statusCommand `cmd:"" help:"Say how far a plan is: done, running, missing, failed, rate, time left."`
	} `cmd:"" group:"machines" help:"Say how far a plan on many machines is."`
	Study struct {
		Run  studyRunCommand  `cmd:"" default:"withargs" help:"Make what is missing of a study; without a name, list them."`
		List studyListCommand `cmd:"" help:"List the studies: runs made, verified here, size, when and where, question."`
		Show studyShowCommand `cmd:"" help:"Say what a published study is: question, plans, budgets, engines, files."`
	} `cmd:"" group:"code" help:"List the published studies, say what one is, or run it."`
	Verify     verifyCommand             `cmd:"" group:"code" help:"Make a sample of published runs again, or of a plan's runs that other code has made, and compare."`
	Diff       diffCommand               `cmd:"" group:"code" help:"Compare two sets of records: what is in one only, which runs differ, and whether engines differ."`
	Help       helpCommand               `cmd:"" group:"program" help:"Say what a command does; without one, list them."`
	Completion kongcompletion.Completion `cmd:"" group:"program" help:"Print the line that lets bash, zsh or fish complete commands and flags."`
	Version    kong.VersionFlag          `help:"Print the version and exit."`
}

// renamed are commands that earlier versions had, and what does their work.
var renamed = map[string]string{
	"bench":   "it compared the benchmarks of two commits, which .ci/bench in the repository does",
	"records": "give formicary study list, formicary study show NAME, or formicary explore NAME for a page",
	"runs":    "give formicary journal list, formicary journal show NAME, formicary journal rm NAME, or formicary diff NAME to compare its engines",
	"status":  "give formicary cluster status",
}

// exit is what the parser panics with when it has done everything: help,
// version.
type exit int

// run runs the command and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(exit)
			if !ok {
				panic(r)
			}
			code = int(e)
		}
	}()
	raw := stdout
	stdout, stderr = plain{stdout}, plain{stderr}
	cli := commands{Generate: newGenerateCommand()}
	parser, err := kong.New(&cli,
		kong.Name("formicary"),
		kong.Description("A research lab in notebooks for puzzle solvers."),
		kong.Vars{"version": version()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.ExplicitGroups([]kong.Group{{Key: "notebooks", Title: "Notebooks:"}, {Key: "puzzles", Title: "Puzzles:"}, {Key: "machines", Title: "Many machines:"}, {Key: "code", Title: "This code:"}, {Key: "program", Title: "This program:"}}),
	)
	if err != nil {
		panic("formicary: " + err.Error())
	}
	explain(parser.Model.Node)
	kongcompletion.Register(parser) // answers a shell that asks, and exits
	if len(args) > 0 && renamed[args[0]] != "" {
		fmt.Fprintf(stderr, "formicary: there is no command %s any more: %s\n", args[0], renamed[args[0]])
		return 2
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "formicary: %v\nSee: formicary --help\n", err)
		return 2
	}
	s := &streams{ctx, stoppable{ctx, stdin}, stdout, stderr, raw}
	err = unlessInterrupted(ctx, parsed.Command(), func() error { return parsed.Run(s) })
	if err == nil {
		return 0
	}
	f := failure{1, err}
	if errors.Is(err, cluster.ErrJob) { // no scheduler can take it
		f.code = 2
	}
	errors.As(err, &f)
	if f.err != nil {
		fmt.Fprintf(stderr, "formicary: %v\n", f.err)
	}
	return f.code
}

// helpText has, below the name of each command behind "## ", what its --help prints besides the usage.
//
//go:embed help.txt
var helpText string

// explain gives commands their texts. A command that has one of its own, made of what the program has, keeps it.
func explain(program *kong.Node) {
	for section := range strings.SplitSeq(strings.TrimPrefix(helpText, "## "), "\n## ") {
		names, text, _ := strings.Cut(section, "\n")
		node := program
		for name := range strings.FieldsSeq(names) {
			var found *kong.Node
			for _, child := range node.Children {
				if child.Name == name {
					found = child
				}
			}
			if node = found; node == nil {
				panic("formicary: help.txt has a text about " + names + ", which is no command")
			}
		}
		node.Detail = strings.TrimSpace(text)
	}
}

// helpCommand is “formicary help COMMAND” for “formicary COMMAND --help”.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"A command, such as solve, or journal show."`
}

func (c *helpCommand) Run(k *kong.Context) error {
	_, err := k.Kong.Parse(append(c.Command, "--help")) // which prints it and exits
	return badInput(err)
}

// version is the version of the code, as far as the build knows it.
func version() string {
	text := "formicary (devel)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return text
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		text = "formicary " + v
	}
	changed := ""
	for _, s := range info.Settings { // the revision stands before whether it was changed
		switch {
		case s.Key == "vcs.revision":
			text += ", revision " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return text + changed + ", " + runtime.Version()
}
