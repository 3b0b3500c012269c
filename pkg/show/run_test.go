package show

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// engine solves nothing: it counts rounds, fails on demand, and waits for the
// context where it is told to.
type engine struct {
	err   error
	wait  chan bool // where not nil, told that the engine waits for the context
	panic bool
}

func (e engine) Describe() solver.Description {
	return solver.Description{Engine: "test/engine", Variant: "variant"}
}

func (e engine) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if e.err != nil {
		return solver.Outcome{}, e.err
	}
	if e.panic {
		panic("the engine is broken")
	}
	m := solver.Start(ctx, p, run)
	board := puzzle.NewGrid(p.Size(), 1)
	for m.Continue() {
		if e.wait != nil {
			e.wait <- true
			<-ctx.Done()
			continue
		}
		m.Iterated(float64(10-m.Iterations()), board, make([]float64, p.Size().Cells()))
	}
	return m.Finish(solver.Outcome{Status: m.Undecided(), Best: board, Cost: 1})
}

func puzzles(t *testing.T, n int) []puzzle.Puzzle {
	t.Helper()
	var out []puzzle.Puzzle
	for i := range n {
		p := alltest.Must(nurikabe.New(string(rune('a'+i)), puzzle.Size{Rows: 2, Cols: i + 2}, append([]int{2}, make([]int, 2*i+3)...)))(t)
		out = append(out, p)
	}
	return out
}

// module makes an empty module folder for journals.
func module(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	alltest.OK(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module formicary\n"), 0o644))
	t.Setenv(sets.RootEnv, root)
	return root
}

func TestRun(t *testing.T) {
	root := module(t)
	was := asked.Swap(false)
	t.Cleanup(func() { asked.Store(was) })
	r := record(t)
	plan := experiment.Plan{Name: "A plan", Puzzles: puzzles(t, 3), Engines: []solver.Solver{engine{}}, Runs: 2, Budget: solver.Iterations(3)}
	runs := Run(plan)
	alltest.Require(t, len(runs.Records()) == 6 && !runs.Interrupted, "%d records, interrupted %v", len(runs.Records()), runs.Interrupted)
	files, err := os.ReadDir(folderOf(filepath.Join(root, ".formicary", "runs"), "A plan"))
	alltest.Check(t, err == nil && len(files) != 0, "no journal: %v", err)
	last := r.all()[len(r.all())-1]
	alltest.Check(t, regexp.MustCompile(`^A plan: ✓ 6 runs in [^·]+ · [^·]+/s · 0 solved$`).MatchString(last.plain),
		"the summary says %q", last.plain)
	alltest.Check(t, strings.Contains(last.html, `data-done="6" data-total="6" data-finished="true"`) && r.flushed == len(r.all()),
		"the summary is %q", last.html)
	// Everything in one place, the bar first.
	for _, o := range r.all() {
		alltest.Equal(t, o.id, r.all()[0].id, "an output beside the line: %q", o.html)
	}
	first := r.all()[0]
	alltest.Check(t, strings.Contains(first.html, "<progress") && first.plain == "", "the line begins as %q", first.html)
	// The second time nothing is left to do.
	r = record(t)
	Run(plan)
	by := "6 of 6 runs reused: same puzzles, seeds, parameters, "
	if last := r.all()[len(r.all())-1]; !strings.Contains(last.plain, "6 reused") || !strings.Contains(last.plain, "\n"+by) || !strings.Contains(last.html, by) {
		t.Errorf("the second summary says %q", last.plain)
	}
}

// TestRunThatLosesItsJournal: the runs are returned, and the error is a warning.
func TestRunThatLosesItsJournal(t *testing.T) {
	root := module(t)
	r := record(t)
	plan := experiment.Plan{Name: "lost", Puzzles: puzzles(t, 3), Engines: []solver.Solver{engine{}}, Runs: 2, Budget: solver.Iterations(3)}
	runs := Run(plan, experiment.OnRecord(func(experiment.Record) {
		err := os.RemoveAll(filepath.Join(root, ".formicary"))
		alltest.Check(t, err == nil, "%v", err)
	}))
	alltest.Check(t, len(runs.Records()) == 6 && !runs.Interrupted, "%d records, interrupted %v", len(runs.Records()), runs.Interrupted)
	alltest.Check(t, said(r, "journal.jsonl was removed while the plan ran"), "no warning")
}

// said says whether an output has a text.
func said(r *recorder, text string) bool {
	return slices.ContainsFunc(r.all(), func(o output) bool { return strings.Contains(o.plain, text) })
}

func TestRunFailures(t *testing.T) {
	module(t)
	r := record(t)
	plan := experiment.Plan{Puzzles: puzzles(t, 2), Engines: []solver.Solver{engine{err: errors.New("out of <ants>")}}}
	runs := Run(plan)
	alltest.Require(t, len(runs.Records()) == 2, "%d records", len(runs.Records()))
	last := r.all()[len(r.all())-1]
	alltest.Equal(t, last.plain, "Warning: 2 runs of 2 failed. The first: variant on a, run 0: out of <ants>")
	alltest.Has(t, last.html, "out of &lt;ants&gt;", "it shows")
	r = record(t)
	plan.Engines = []solver.Solver{engine{panic: true}}
	Run(plan)
	last = r.all()[len(r.all())-1]
	alltest.Check(t, strings.Contains(last.html, "<details>") && strings.Contains(last.html, "run_test.go"),
		"a panic is shown without its place: %q", last.html)
}

func TestRunBadPlan(t *testing.T) {
	record(t)
	alltest.Has(t, alltest.Panics(t, func() { Run(experiment.Plan{Engines: []solver.Solver{engine{}}}) }), "no puzzles")
}

// interrupted calls what sends itself the signal that interrupting a kernel sends: a
// second listener keeps it from ending the test.
func interrupted(t *testing.T, run func(interrupt func())) {
	t.Helper()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	defer signal.Stop(caught)
	run(func() {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Signal(os.Interrupt)
		<-caught
	})
}

// TestRunInterrupted sends the signal that interrupting a kernel sends.
func TestRunInterrupted(t *testing.T) {
	module(t)
	r := record(t)
	started := make(chan bool, 8)
	plan := experiment.Plan{Puzzles: puzzles(t, 4), Engines: []solver.Solver{engine{wait: started}}, Budget: solver.Iterations(1), Workers: 2}
	var runs *experiment.Result
	interrupted(t, func(interrupt func()) {
		go func() { <-started; interrupt() }()
		runs = Run(plan)
	})
	alltest.Check(t, runs.Interrupted && len(runs.Records()) == 0, "%d records, interrupted %v", len(runs.Records()), runs.Interrupted)
	alltest.Check(t, said(r, "■ interrupted: 0 of 4 runs done") && said(r, "Run the cell again to continue"), "it says %+v", r.all())
}

// TestProgressText: the mode is said where a cell asks for it, and nowhere else: published
// runs are no quick ones.
func TestProgressText(t *testing.T) {
	was := asked.Swap(false)
	t.Cleanup(func() { asked.Store(was) })
	for _, c := range []struct {
		p    experiment.Progress
		want string
	}{
		{experiment.Progress{Total: 10, Remaining: -1}, "0 of 10 runs · 0 solved"},
		{experiment.Progress{Name: "x", Total: 100, Done: 40, Solved: 30, Rate: 12.345, Remaining: 4860 * time.Millisecond}, "x: 40 of 100 runs · 12.3/s · 4.86 s left · 30 solved"},
		{experiment.Progress{Total: 100, Done: 40, Failed: 2, Reused: 10, Rate: 0.01, Remaining: 100 * time.Minute}, "40 of 100 runs · 0.01/s · 100 min left · 0 solved · 10 reused · 2 failed"},
		{experiment.Progress{Total: 1, Done: 1, Solved: 1, Elapsed: 61 * time.Second, Finished: true}, "✓ 1 run in 61 s · 1 solved"},
		{experiment.Progress{Total: 9, Done: 3, Finished: true, Interrupted: true}, "■ interrupted: 3 of 9 runs done · 0 solved"},
	} {
		alltest.Equal(t, progressText(c.p), c.want)
		asked.Store(true)
		alltest.Equal(t, progressText(c.p), c.want+" · quick mode", "where the cell asks for the mode it")
		asked.Store(false)
	}
}

// TestLive follows a live chart over an experiment: all updates go to one
// place and one element, the last shows all records, and one output that is
// never replaced brings the library before the first.
func TestLive(t *testing.T) {
	module(t)
	library := filepath.Join(t.TempDir(), "echarts.min.js")
	alltest.OK(t, os.WriteFile(library, []byte("var echarts;"), 0o644))
	t.Setenv(assets.EchartsEnv, library)
	r := record(t)
	seen := 0
	option := Live(func(records []experiment.Record) charts.Success {
		alltest.Check(t, len(records) >= seen, "%d records after %d", len(records), seen)
		seen = len(records)
		return charts.SuccessBySize(records)
	})
	runs := Run(experiment.Plan{Puzzles: puzzles(t, 5), Engines: []solver.Solver{engine{}}, Runs: 3, Budget: solver.Iterations(5)}, option)
	var live []output
	libraries := 0
	for _, o := range r.all() {
		if strings.Contains(o.html, "formicary-library") {
			libraries++
			alltest.Check(t, o.id == "" && len(live) == 0, "the library comes with %q after %d charts", o.id, len(live))
		}
		if strings.Contains(o.html, `class="formicary-chart"`) {
			live = append(live, o)
		}
	}
	alltest.Require(t, len(live) != 0, "no chart")
	last := live[len(live)-1]
	element := regexp.MustCompile(`id="(formicary-[0-9a-f]+)"`)
	for i, o := range live {
		alltest.Check(t, o.id == live[0].id && o.id != "", "update %d goes to %q", i, o.id)
		if a, b := element.FindString(o.html), element.FindString(live[0].html); a != b {
			t.Errorf("update %d is element %s, the first %s", i, a, b)
		}
	}
	alltest.Check(t, seen == len(runs.Records()), "the last chart is of %d records of %d", seen, len(runs.Records()))
	alltest.Check(t, libraries == 1 && strings.Contains(last.plain, "5 puzzles, 15 runs"),
		"%d libraries; the text of what stays is %q", libraries, last.plain)
	alltest.Check(t, r.flushed >= len(r.all())-1, "%d outputs of %d were delivered", r.flushed, len(r.all()))
}

// TestLivePanics: a mistake in the notebook's func is shown and stops the
// chart, not the experiment.
func TestLivePanics(t *testing.T) {
	module(t)
	r := record(t)
	runs := Run(experiment.Plan{Puzzles: puzzles(t, 2), Engines: []solver.Solver{engine{}}, Budget: solver.Iterations(5)},
		Live(func([]experiment.Record) charts.Chart { panic("index out of range") }))
	alltest.Equal(t, len(runs.Records()), 2, "records")
	n := 0
	for _, o := range r.all() {
		if strings.Contains(o.plain, "the live chart stopped: index out of range") {
			n++
		}
	}
	alltest.Equal(t, n, 1, "the mistake is shown")
}

func TestSolve(t *testing.T) {
	p := puzzles(t, 1)[0]
	out, frames := Solve(engine{}, p, solver.Iterations(200), 1)
	alltest.Check(t, out.Iterations == 200 && len(frames) >= 30 && len(frames) <= 61 && frames[0].Iterations == 1,
		"%d iterations, %d frames", out.Iterations, len(frames))
	alltest.Has(t, alltest.Panics(t, func() { Solve(engine{err: errors.New("no ants")}, p, solver.Iterations(1), 1) }), "variant on a: no ants")
}

// TestLocked: a plan that another notebook is running ends the cell with a sentence and no stack.
func TestLocked(t *testing.T) {
	const home = "FORMICARY_TEST_LOCKED"
	plan := experiment.Plan{Name: "locked", Puzzles: puzzles(t, 1), Engines: []solver.Solver{engine{}}, Budget: solver.Iterations(3), Seed: 1}
	if os.Getenv(home) != "" {
		Run(plan)
		os.Exit(0)
	}
	runs := t.TempDir()
	t.Setenv(assets.RunsEnv, runs)
	var said []byte
	_, err := plan.Run(t.Context(), experiment.In(alltest.Must(journalFolder(plan.Name))(t)), experiment.OnRecord(func(experiment.Record) {
		other := exec.Command(os.Args[0], "-test.run=^TestLocked$")
		other.Env = append(os.Environ(), home+"=1")
		var ended error
		if said, ended = other.CombinedOutput(); ended == nil || ended.Error() != "exit status 1" {
			t.Errorf("the other cell ends with %v", ended)
		}
	}))
	if text := string(said); err != nil || !strings.Contains(text, "another cell or program is running the plan; wait for it") || strings.Contains(text, "goroutine") || strings.Contains(text, "panic") {
		t.Errorf("%v; the other cell says\n%s", err, text)
	}
}
