package show

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	packed "formicary/pkg/experiment/columns"
	"formicary/pkg/lists"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// Run runs a plan and shows its progress. A plan with a name has its journal in a folder of its own in
// .formicary/runs below the module's root. The environment ([assets.RunsEnv]) or an option
// [experiment.In] can name another folder. What is there is not run again, in the next cell or after a
// restart; a folder that "formicary cluster collect" has sealed is read without its journals, where it
// has all runs. Runs that are not there but published (package archive) are taken from the archive,
// and a line says so; what is missing then is run. In quick mode nothing is run of a plan of which
// some runs are published. With the flag --force ("%% --force"), or "formicary run --force", nothing
// is taken from the archive.
//
// Interrupting the kernel stops the runs and returns the finished ones; the
// cell continues with them, and running it again goes on where it stopped. Runs
// that failed and other circumstances are shown as warnings, and so is an error
// that ended the plan, such as a full disk. Run panics where [experiment.Plan.Run]
// returns an error and no runs.
func Run(plan experiment.Plan, options ...experiment.Option) *experiment.Result {
	if result, done := instead(experiment.Result{}, plan.Run, func() experiment.Option { return verifyRuns(plan) }, func() { writePlan(plan, planned{What: "run", Runs: plan.Runs}) }); done {
		return result
	}
	ctx, stop := interruptible()
	defer stop()
	cited.solvers(plan.Puzzles, plan.Engines...)
	result, err := plan.Run(ctx, append([]experiment.Option{progress(), experiment.Archive(fromArchive)}, kept(plan.Name, options)...)...)
	checkUnless(err, result != nil && result.Len() > 0)
	cited.records(result.All())
	if result.Interrupted && ctx.Err() == nil && err == nil { // the archive does not have all
		Warn("Published so far: %s of %s; what follows is based on these. The full mode makes the others.", puzzle.Thousands(result.Len()), puzzle.Plural(len(plan.Puzzles)*len(plan.Engines)*max(plan.Runs, 1), "run"))
	} else if result.Interrupted {
		Warn("%s after %s; what follows is based on these alone. Run the cell again to continue.", ended(err), puzzle.Plural(result.Len(), "run"))
	}
	warn(result.Warnings)
	failures(result)
	if plan.Name != "" && !result.Interrupted {
		cameFrom(result.Len(), result.At, plan.Name, fmt.Sprintf("show.Kept(%q)", plan.Name))
	}
	useRuns(func() (experiment.Plan, *experiment.Result) { return plan, result })
	return result
}

// interruptible is a context that ends when the kernel is interrupted, when it is
// ended (then Jupyter asks all of its processes to end), and when it is gone and
// nobody reads what the cell writes: none of this is to end in the middle of a run.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	pipes := make(chan os.Signal, 1)
	if len(broken) > 0 {
		signal.Notify(pipes, broken...)
	}
	go func() {
		defer signal.Stop(pipes)
		for {
			select {
			case <-ctx.Done():
				return
			case <-pipes: // perhaps of a program that has ended without reading its input
				if unread() {
					stop()
				}
			}
		}
	}()
	return ctx, stop
}

// unread says whether nobody reads the standard output any more. It is known on Linux; elsewhere each broken pipe counts.
var unread = func() bool { return true }

// ended is how something that is not complete came to its end.
func ended(err error) string {
	if err != nil {
		return "Ended by an error"
	}
	return "Interrupted"
}

// checkUnless shows an error as a warning where there is something to show
// nevertheless: finished runs are never dropped.
func checkUnless(err error, something bool) {
	if err != nil && something && !errors.Is(err, race.ErrFailed) {
		Warn("%s", reason(err))
		return
	}
	check(err)
}

// prefixed is an error that names its package.
var prefixed = regexp.MustCompile(`^[a-z]+: `)

// check panics where a cell cannot go on, with the reason. That another program runs the plan is nobody's mistake: then the cell
// ends with the sentence alone.
func check(err error) {
	if errors.Is(err, experiment.ErrLocked) {
		Warn("%s", reason(err))
		reader().flush()
		os.Exit(1)
	}
	if err != nil {
		panic(reason(err))
	}
}

// reason is the text of an error: behind the name of one package, and with the
// line of a rule that is to blame.
func reason(err error) string {
	if errors.Is(err, experiment.ErrLocked) {
		err = fmt.Errorf("%w: another cell or program is running the plan; wait for it, or choose another name", err)
	}
	text := err.Error() + sourceLine(err.Error())
	if !prefixed.MatchString(text) {
		text = "show: " + text
	}
	return text
}

func warn(warnings []string) {
	for _, w := range warnings {
		Warn("%s", w+sourceLine(w))
	}
}

// kept adds the journal of a name to the options.
func kept(name string, options []experiment.Option) []experiment.Option {
	dir, err := journalFolder(name)
	if err != nil {
		Warn("The runs are not saved: %v", err)
		return options
	}
	return append([]experiment.Option{experiment.In(dir), experiment.Columnar(packed.Records)}, options...)
}

// fromArchive has the published runs of a plan, unless the reader wants to make them. In
// quick mode a plan whose runs are published as far as they were made is shown so far.
func fromArchive(fingerprint string) (a experiment.Archived, ok bool, err error) {
	if force {
		return a, false, nil
	}
	a, ok, err = archive.Find(fingerprint)
	a.NoMore = !full
	return a, ok, err
}

// failures shows how many runs failed, and why the first one did.
func failures(result *experiment.Result) {
	failed := 0
	var first experiment.Record
	for _, r := range result.All() {
		if r.Status == experiment.Failed {
			if failed == 0 {
				first = r
			}
			failed++
		}
	}
	if failed == 0 {
		return
	}
	text := fmt.Sprintf("%s of %d failed. The first: %s on %s, run %d: %s", puzzle.Plural(failed, "run"), result.Len(), first.Label(), first.Puzzle, first.Run, first.Error) + sourceLine(first.Error)
	body := markup.HTML(text)
	if first.Stack != "" {
		body += `<details><summary>where</summary><pre style="overflow-x:auto">` + markup.HTML(culprit(first.Stack)) + `</pre></details>`
	}
	put(output{html: warning(body), plain: "Warning: " + text})
}

// culprit is a stack, innermost first, up to the cell's own funcs and without Go's runtime:
// what called them is the lab's business. Without a func of the cell's it is the whole
// stack.
func culprit(stack string) string {
	lines := strings.SplitAfter(stack, "\n")
	end, begin := len(lines), 0
	for i := 0; i+1 < len(lines); i += 2 {
		if strings.HasPrefix(lines[i], "main.") {
			end = i + 2
		} else if i == begin && strings.HasPrefix(lines[i], "runtime.") {
			begin = i + 2
		}
	}
	if end == len(lines) {
		begin = 0
	}
	return strings.Join(lines[begin:end], "")
}

// Solve runs an engine once and films it: the frames are evenly spaced over
// the run, and the last one is its end. Interrupting the kernel ends the run,
// not the cell. A cell that is only planned has one frame, of an empty board. Solve
// panics where the engine returns an error.
func Solve(s solver.Solver, p puzzle.Puzzle, budget solver.Budget, seed uint64) (solver.Outcome, []solver.Frame) {
	if onlyPlanned(planned{What: "solve", Budget: budget}, []puzzle.Puzzle{p}, s) {
		empty := puzzle.NewGrid(p.Size(), puzzle.Unset)
		return solver.Outcome{Best: empty}, []solver.Frame{{Board: empty}}
	}
	ctx, stop := interruptible()
	defer stop()
	cited.solvers([]puzzle.Puzzle{p}, s)
	out, frames := film(ctx, s, p, solver.Run{Seed: seed, Budget: budget})
	useBeside("film of a single run")
	d := s.Describe()
	cited.records(slices.All([]experiment.Record{{
		Puzzle: p.ID(), Kind: p.Kind(), Content: p.Hash().String(), Rows: p.Size().Rows, Cols: p.Size().Cols,
		Engine: d.Engine, Variant: d.Variant, ConfigHash: d.Hash(), Seed: seed, Budget: budget,
		Status: out.Status, Cost: out.Cost, Iterations: out.Iterations, Evaluations: out.Evaluations,
		Seconds: out.Elapsed.Seconds(), CPU: out.CPU.Seconds(), Board: out.Best.Pack(),
	}}))
	return out, frames
}

// filmFrames is how many frames [Solve] keeps: as many as a slider can set.
const filmFrames = 60

// film makes a run with its film, and says what typed rules did in it ([solver.RuleCount]).
func film(ctx context.Context, s solver.Solver, p puzzle.Puzzle, run solver.Run) (solver.Outcome, []solver.Frame) {
	recorder := solver.NewRecorder(filmFrames)
	run.Observer = recorder.Observe
	what := fmt.Sprintf("%s on %s", s.Describe().Label(), p.ID())
	returned := make(chan struct{})
	defer close(returned)
	context.AfterFunc(ctx, func() { endUnless(returned, what) })
	counting, counts := solver.Counting(ctx)
	out, err := s.Solve(counting, p, run)
	if err != nil {
		check(fmt.Errorf("%s: %w", what, err))
	}
	if rules := lists.Map(counts(), solver.RuleCount.String); len(rules) > 0 {
		Text("%s: %s.", what, strings.Join(rules, "; "))
	}
	return out, recorder.Frames()
}

// grace is how long a run that is filmed may take to end after an interrupt. The
// kernel kills a cell after five seconds, without a word.
const grace = 3 * time.Second

// endUnless ends the cell with the reason where a run does not return.
func endUnless(returned <-chan struct{}, what string) {
	select {
	case <-returned:
	case <-time.After(grace):
		Warn("%s: the engine has not returned %g s after the interrupt. The cell is ended.", what, grace.Seconds())
		reader().flush()
		os.Exit(1)
	}
}

// JournalsEnv names a file to which cells write the folders of the journals that they open, a line each: what they show
// depends on them.
const JournalsEnv = "FORMICARY_JOURNALS"

// journalFolder is where the journal of a plan lives; "" for a plan without a
// name.
func journalFolder(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	runs, err := experiment.Home()
	if err != nil {
		return "", err
	}
	folder := folderOf(runs, name)
	if list := os.Getenv(JournalsEnv); list != "" {
		file, err := os.OpenFile(list, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return "", err
		}
		_, err = fmt.Fprintln(file, folder)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// folderOf is the folder of a plan's name below that of all runs. Names that
// [experiment.Slug] makes the same have different folders: a hash of the name follows,
// behind a sign that no slug has, unless the slug is the name.
func folderOf(runs, name string) string {
	short := experiment.Slug(name)
	if short == name && len(name) <= 80 {
		return filepath.Join(runs, short)
	}
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(runs, fmt.Sprintf("%.80s_%x", short, sum[:4]))
}
