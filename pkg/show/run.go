package show

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// RunsFolder is where [Run] keeps journals, below the module's root, unless
// the environment names another folder ([assets.RunsEnv]).
const RunsFolder = ".formicary/runs"

// Run runs a plan and shows its progress. A plan with a name has its journal
// in a folder of that name below [RunsFolder]: what is there is not run again,
// in the next cell or after a restart. Options add to that; experiment.In puts
// the journal elsewhere.
//
// Interrupting the kernel stops the runs and returns those that are done; the
// cell goes on with them, and running it again goes on where it stopped. Runs
// that failed and other circumstances are shown as warnings. Run panics where
// [experiment.Plan.Run] returns an error: the plan cannot be run as it is.
func Run(plan experiment.Plan, options ...experiment.Option) *experiment.Result {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	all := []experiment.Option{experiment.Report(Progress())}
	if dir, err := journalFolder(plan.Name); err != nil {
		Warn("The runs are not kept on disk: %v", err)
	} else {
		all = append(all, experiment.In(dir))
	}
	runs, err := plan.Run(ctx, append(all, options...)...)
	if err != nil {
		if errors.Is(err, experiment.ErrLocked) {
			err = fmt.Errorf("%w: another cell or program runs this plan; wait for it, or give the plan another name", err)
		}
		panic("show: " + err.Error())
	}
	tell(runs)
	return runs
}

// journalFolder is where the journal of a plan lives; "" for a plan without a
// name.
func journalFolder(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	if runs := os.Getenv(assets.RunsEnv); runs != "" {
		return filepath.Join(runs, slug(name)), nil
	}
	root, err := puzzle.Root()
	if err != nil {
		return "", err
	}
	return filepath.Join(root, filepath.FromSlash(RunsFolder), slug(name)), nil
}

// slug makes the name of a folder out of a plan's name: small letters and
// digits, other signs as dashes.
func slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if s := strings.Trim(b.String(), "-."); s != "" {
		return s
	}
	return "plan"
}

// tell shows what the reader should know of the runs beside their results.
func tell(runs *experiment.Result) {
	if runs.Interrupted {
		Warn("Interrupted. %s done; what follows is about these alone. Run the cell again to go on.", count(len(runs.Records), "run"))
	}
	for _, w := range runs.Warnings {
		Warn("%s", w)
	}
	failed := 0
	var first experiment.Record
	for _, r := range runs.Records {
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
	text := fmt.Sprintf("%s of %d failed. The first: %s on %s, run %d: %s", count(failed, "run"), len(runs.Records), first.Label(), first.Puzzle, first.Run, first.Error)
	markup := html.EscapeString(text)
	if first.Stack != "" {
		markup += `<details><summary>where</summary><pre style="overflow-x:auto">` + html.EscapeString(first.Stack) + `</pre></details>`
	}
	put(output{html: warning(markup), plain: "Warning: " + text})
}

// filmFrames is how many frames [Solve] keeps: what a slider can tell apart.
const filmFrames = 60

// Solve runs an engine once and films it: the frames are evenly spaced over
// the run, the last one is where it ended. Interrupting the kernel ends the
// run, not the cell. Solve panics where the engine returns an error.
func Solve(s solver.Solver, p puzzle.Puzzle, budget solver.Budget, seed uint64) (solver.Outcome, []solver.Frame) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	film := solver.NewRecorder(filmFrames)
	out, err := s.Solve(ctx, p, solver.Run{Seed: seed, Budget: budget, Observer: film.Observe})
	if err != nil {
		panic(fmt.Sprintf("show: %s on %s: %v", s.Describe().Label(), p.ID(), err))
	}
	return out, film.Frames()
}
