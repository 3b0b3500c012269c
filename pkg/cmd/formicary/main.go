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
	"slices"
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
	Lab struct {
		Open   labCommand    `cmd:"" default:"withargs" help:"Open the notebooks, or a folder, in JupyterLab."`
		Doctor doctorCommand `cmd:"" help:"List what the lab needs, and install it with --prepare."`
		Kernel struct {
			Install   kernelInstallCommand   `cmd:"" help:"Install the kernel in a folder of Jupyter."`
			Uninstall kernelUninstallCommand `cmd:"" help:"Remove the kernel; kernels of other origin stay."`
			List      kernelListCommand      `cmd:"" help:"List the lab's kernels, and others named gonb."`
		} `cmd:"" help:"Install the Go kernel for any Jupyter."`
	} `cmd:"" under:"Notebooks" help:"Open the notebooks in JupyterLab."`
	Run     runCommand     `cmd:"" under:"Notebooks" help:"Execute notebooks and write their pages."`
	Figure  figureCommand  `cmd:"" under:"Notebooks" help:"Write a chart or a table for a paper."`
	Gallery galleryCommand `cmd:"" under:"Notebooks" help:"Write all notebooks as a site."`
	Play    playCommand    `cmd:"" under:"Notebooks" set:"page=play.html" help:"Open a page in which engines run."`
	Explore exploreCommand `cmd:"" under:"Notebooks" set:"page=explore.html" help:"Open a page that explores runs."`
	Bundle  struct {
		Pack packCommand `cmd:"" help:"Write notebooks with their pages, runs and puzzles as one file."`
		Open openCommand `cmd:"" help:"Check a bundle, unpack it, and show its pages."`
	} `cmd:"" under:"Notebooks" help:"Publish notebooks with all their runs."`
	Solve    solveCommand    `cmd:"" under:"Puzzles" help:"Solve puzzles with an engine."`
	Generate generateCommand `cmd:"" under:"Puzzles" help:"Generate puzzles that have one solution."`
	Convert  convertCommand  `cmd:"" under:"Puzzles" help:"Write puzzles in another format."`
	Engines  enginesCommand  `cmd:"" under:"Puzzles" help:"List the engines and their parameters."`
	Study    struct {
		List studyListCommand `cmd:"" help:"List the studies: runs made, verified here, size, when and where, question."`
		Show studyShowCommand `cmd:"" help:"Show a published study: question, plans, budgets, engines, files."`
		Run  studyRunCommand  `cmd:"" help:"Run what a study lacks, and publish its records."`
	} `cmd:"" under:"Runs" help:"List, show or run published studies."`
	Journal struct {
		List    journalListCommand   `cmd:"" help:"List the journals: runs made, size, version of the code, engines."`
		Show    journalShowCommand   `cmd:"" help:"Show the plans of a journal."`
		Compact collectCommand       `cmd:"" help:"Write a journal's records as one sealed file, in a thirtieth of the size."`
		Verify  journalVerifyCommand `cmd:"" help:"Rerun a sample of the runs that other code has made."`
		Rm      journalRmCommand     `cmd:"" help:"Delete a journal with all its files, or put it aside."`
		Export  exportCommand        `cmd:"" help:"Write runs as CSV, JSON or Parquet, for ASlib or for IOHanalyzer."`
		Import  importCommand        `cmd:"" help:"Read the runs of another program."`
	} `cmd:"" under:"Runs" help:"List, compact, export, import journals."`
	Verify  verifyCommand `cmd:"" under:"Runs" help:"Rerun a sample of published runs."`
	Diff    diffCommand   `cmd:"" under:"Runs" help:"Compare two sets of runs."`
	Cluster struct {
		Plan    planCommand    `cmd:"" help:"Write what a notebook would run as files, or show such a plan."`
		Submit  submitCommand  `cmd:"" help:"Submit the missing runs of a plan: to Slurm, to this machine, or as a job file."`
		Status  statusCommand  `cmd:"" help:"Show how far a plan is: done, running, missing, failed, rate, time left."`
		Collect collectCommand `cmd:"" help:"Write the records of all journals of a plan as one sealed file."`
		Work    workCommand    `cmd:"" hidden:"" help:"Run a part of a plan, beside other workers."`
	} `cmd:"" under:"Runs" help:"Run a plan on many machines."`
	Irace      iraceCommand              `cmd:"" hidden:"" help:"Make a run for irace, and print what it costs."`
	Completion kongcompletion.Completion `cmd:"" hidden:"" help:"Print the line by which bash, zsh or fish complete commands and flags."`
	Version    kong.VersionFlag          `hidden:"" help:"Print the version and exit."`
}

// exit is what the parser panics with when it has printed the help or the version.
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
	parser := newParser(stdout, stderr)
	kongcompletion.Register(parser) // answers a shell that asks, and exits
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:], "--help")
	}
	// A noun alone prints its help, unless it does something by itself.
	if node, rest := find(parser.Model.Node, args); len(rest) == 0 && len(node.Children) > 0 && node.DefaultCmd == nil {
		args = append(args, "--help")
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		see := parser.Model.Node
		if wrong := (*kong.ParseError)(nil); errors.As(err, &wrong) && wrong.Context.Selected() != nil {
			see = wrong.Context.Selected()
		}
		text, _, _ := strings.Cut(err.Error(), ": time: ") // which repeats it
		fmt.Fprintf(stderr, "formicary: %s\nSee: %s --help\n", parserWords.Replace(text), see.FullPath())
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

// newParser is the parser of the command line, which panics with exit when it has printed all.
func newParser(stdout, stderr io.Writer) *kong.Kong {
	cli := commands{Generate: newGenerateCommand()}
	parser, err := kong.New(&cli,
		kong.Name("formicary"),
		kong.Description("A research lab in notebooks for puzzle solvers."),
		kong.Vars{"version": version()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.Help(help),
	)
	if err != nil {
		panic("formicary: " + err.Error())
	}
	parser.Model.HelpFlag.Help = "Print this help and exit."
	explain(parser.Model.Node)
	return parser
}

// parserWords puts errors of the parser into the words of all others.
var parserWords = strings.NewReplacer(` but got "EOL" (<EOL>)`, ", found none", " but got ", ", found ", "a valid 64 bit int", "a whole number", " (string)", "", "expected duration", "expected a time such as 10s")

// find is the command that words name, and the words behind it.
func find(node *kong.Node, words []string) (*kong.Node, []string) {
	for len(words) > 0 {
		i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == words[0] })
		if i < 0 {
			break
		}
		node, words = node.Children[i], words[1:]
	}
	return node, words
}

// helpText has, below the name of each command behind "## ", what its --help prints besides the usage: examples, then text.
//
//go:embed help.txt
var helpText string

// explain gives commands their texts, before those that they have of their own.
func explain(program *kong.Node) {
	for section := range strings.SplitSeq(strings.TrimPrefix(helpText, "## "), "\n## ") {
		names, text, _ := strings.Cut(section, "\n")
		node, rest := find(program, strings.Fields(names))
		if len(rest) > 0 {
			panic("formicary: help.txt has a text about " + names + ", which is no command")
		}
		node.Detail = "For example:\n" + strings.TrimRight(text+"\n\n"+node.Detail, "\n")
	}
}

// help prints the help of a command; without one, all commands on one screen, each by an example.
func help(options kong.HelpOptions, k *kong.Context) error {
	if k.Selected() != nil {
		return kong.DefaultHelpPrinter(options, k)
	}
	fmt.Fprintf(k.Stdout, "%s\n", k.Model.Help)
	group := ""
	for _, node := range k.Model.Children {
		if node.Hidden {
			continue
		}
		if under := node.Tag.Get("under"); under != group {
			group = under
			fmt.Fprintf(k.Stdout, "\n%s\n", group)
		}
		_, example, _ := strings.Cut(node.Detail, "    formicary ")
		example, _, _ = strings.Cut(example, "\n")
		fmt.Fprintf(k.Stdout, "  %-37s %s\n", example, node.Help)
	}
	_, err := fmt.Fprint(k.Stdout, "\nEach line is an example, to follow the word formicary.\nformicary COMMAND --help says more; formicary --version prints the version.\n")
	return err
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
