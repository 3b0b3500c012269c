package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
)

// commands is the command line.
type commands struct {
	Lab        labCommand                `cmd:"" group:"notebooks" help:"Open the lab: prepare what it needs, then start JupyterLab on the notebooks."`
	Run        runCommand                `cmd:"" group:"notebooks" help:"Run notebooks without a browser; write each as a notebook and as one HTML file."`
	Pack       packCommand               `cmd:"" group:"notebooks" help:"Write notebooks with their pages, records and puzzles as one bundle, to publish."`
	Open       openCommand               `cmd:"" group:"notebooks" help:"Check a bundle, unpack it, and show its pages."`
	Reproduce  reproduceCommand          `cmd:"" group:"notebooks" help:"Execute a notebook, verify its studies, and compare what it shows with a page or a bundle."`
	Figure     figureCommand             `cmd:"" group:"notebooks" help:"Write a chart of an executed notebook as SVG or PDF, or a table for LaTeX or Typst."`
	Gallery    galleryCommand            `cmd:"" group:"notebooks" help:"Run all notebooks and write them as a site, with puzzle sets and engines."`
	Play       playCommand               `cmd:"" group:"notebooks" help:"Write a page in which the engines run, and open it."`
	Explore    exploreCommand            `cmd:"" group:"notebooks" help:"Write a page in which runs are explored by clicks."`
	Plan       planCommand               `cmd:"" group:"notebooks" help:"Write what a notebook would run as files, for other machines; or say what such a plan is."`
	Runs       runsCommand               `cmd:"" group:"notebooks" help:"List the journals of notebooks; show, compare, delete one, or run it afresh."`
	Export     exportCommand             `cmd:"" group:"notebooks" help:"Write the records of a plan as CSV, JSON, Parquet, a scenario of ASlib, or for IOHprofiler."`
	Import     importCommand             `cmd:"" group:"notebooks" help:"Read runs that another program has made from a table, and judge their boards."`
	Collect    collectCommand            `cmd:"" group:"notebooks" aliases:"seal" help:"Write the records of all journals of a plan's folder as one sealed file."`
	Kernel     kernelCommand             `cmd:"" group:"notebooks" help:"Install the Go kernel for other Jupyters: nbconvert, papermill, editors; list or uninstall it."`
	Doctor     doctorCommand             `cmd:"" group:"notebooks" help:"List what is installed on this machine and what is missing."`
	Solve      solveCommand              `cmd:"" group:"puzzles" help:"Solve puzzles with an engine."`
	Generate   generateCommand           `cmd:"" group:"puzzles" help:"Generate puzzles of a kind, such as slitherlink, with exactly one solution."`
	Convert    convertCommand            `cmd:"" group:"puzzles" help:"Write puzzles in another format."`
	Engines    enginesCommand            `cmd:"" group:"puzzles" help:"List the engines and their parameters."`
	Work       workCommand               `cmd:"" group:"machines" help:"Make a part of a plan's runs, beside other workers on other machines."`
	Submit     submitCommand             `cmd:"" group:"machines" help:"Submit what is missing of a plan: to Slurm, to this machine, or as a job file for others."`
	Status     statusCommand             `cmd:"" group:"machines" help:"Say how far a plan on many machines is: done, running, missing, failed, rate, time left."`
	Records    recordsCommand            `cmd:"" group:"code" help:"List the published studies, say what one is, or write its runs as a page."`
	Verify     verifyCommand             `cmd:"" group:"code" help:"Make a sample of published runs again, or of a plan's runs that other code has made, and compare."`
	Diff       diffCommand               `cmd:"" group:"code" help:"Compare two sets of records: what is in one only, which runs came out otherwise, and whether engines differ."`
	Study      studyCommand              `cmd:"" group:"code" help:"List the studies, or run one."`
	Bench      benchCommand              `cmd:"" group:"code" help:"Compare the benchmarks of two commits."`
	Help       helpCommand               `cmd:"" group:"program" help:"Say what a command does; without one, list them."`
	Completion kongcompletion.Completion `cmd:"" group:"program" help:"Print the line that lets bash, zsh or fish complete commands and flags."`
	Version    kong.VersionFlag          `help:"Print the version and exit."`
}

// streams are a command's context, input and outputs, those for people as [plain].
type streams struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	raw            io.Writer // the standard output itself
}

// failure is an error with an exit status; a nil err has been reported already.
type failure struct {
	code int
	err  error
}

func (f failure) Error() string { return fmt.Sprint(f.err) }
func (f failure) Unwrap() error { return f.err }

// badInput makes an error that ends the command with status 2.
func badInput(err error) error { return failure{2, err} }

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
	kongcompletion.Register(parser) // answers a shell that asks, and exits
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
	errors.As(err, &f)
	if f.err != nil {
		fmt.Fprintf(stderr, "formicary: %v\n", f.err)
	}
	return f.code
}

// helpCommand is “formicary help COMMAND” for “formicary COMMAND --help”.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"A command, such as solve, or runs compare."`
}

func (c *helpCommand) Run(k *kong.Context) error {
	_, err := k.Kong.Parse(append(c.Command, "--help")) // which prints it and exits
	return badInput(err)
}

// json writes a value for programs to read.
func (s *streams) json(v any) error {
	encoder := json.NewEncoder(s.stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
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
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		text += ", revision " + revision[:min(12, len(revision))]
		if settings["vcs.modified"] == "true" {
			text += " with changes"
		}
	}
	return text + ", " + runtime.Version()
}
