package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func mustRun(t *testing.T, p Plan, options ...Option) *Result {
	t.Helper()
	runs := alltest.Must(p.Run(t.Context(), options...))(t)
	return runs
}

// breakable lets journals fail once it is true.
func breakable(t *testing.T) *atomic.Bool {
	var broken atomic.Bool
	write := journal.Disk.Write
	journal.Disk.Write = func(f *os.File, text []byte) (int, error) {
		if broken.Load() {
			return 0, os.ErrClosed
		}
		return write(f, text)
	}
	t.Cleanup(func() { journal.Disk.Write = write })
	return &broken
}

// watched lets journals look at once for what others did to them.
func watched(t *testing.T) {
	every := journal.Disk.Every
	journal.Disk.Every = 0
	t.Cleanup(func() { journal.Disk.Every = every })
}

func TestRecordsDoNotDependOnWorkers(t *testing.T) {
	plan := examplePlan(9, 5)
	plan.Workers = 1
	one := mustRun(t, plan, In(t.TempDir()))
	alltest.Require(t, len(one.Records()) == 9*2*5 && !one.Interrupted, "%d records, interrupted %v", len(one.Records()), one.Interrupted)
	for _, workers := range []int{2, 8} {
		plan.Workers = workers
		many := mustRun(t, plan, In(t.TempDir()))
		alltest.Equal(t, cmp.Diff(experimenttest.Timeless(one.Records()), experimenttest.Timeless(many.Records())), "", "%d workers (-1 worker +many)", workers)
	}
	solved := 0
	for _, r := range one.Records() {
		if r.Solved() {
			solved++
		}
	}
	alltest.Check(t, solved != 0 && solved != len(one.Records()), "%d of %d solved: the fake engine is of no use", solved, len(one.Records()))
}

func TestRecordsAreInPlanOrder(t *testing.T) {
	plan := examplePlan(4, 3)
	plan.Workers = 8
	runs := mustRun(t, plan)
	var got, want []string
	for _, r := range runs.Records() {
		got = append(got, fmt.Sprint(r.Puzzle, r.Variant, r.Run))
	}
	for _, p := range plan.Puzzles {
		for _, e := range plan.Engines {
			for run := range plan.Runs {
				want = append(want, fmt.Sprint(p.ID(), e.Describe().Variant, run))
			}
		}
	}
	alltest.Equal(t, cmp.Diff(want, got), "")
}

func TestRecordTellsTheRun(t *testing.T) {
	plan := examplePlan(1, 1)
	plan.Engines = plan.Engines[:1]
	runs := mustRun(t, plan)
	r := runs.Records()[0]
	p, d := plan.Puzzles[0], plan.Engines[0].Describe()
	host, _ := os.Hostname()
	want := Record{
		Puzzle: "c00", Kind: "coins", Content: p.Hash().String(), Rows: 1, Cols: 1,
		Engine: d.Engine, Variant: d.Variant, ConfigHash: d.Hash(),
		Run: 0, Seed: solver.Seed(7, p.Hash(), d.Engine, 0), Budget: plan.Budget, Status: solver.Solved,
		Iterations: r.Iterations, Evaluations: r.Iterations, Trace: r.Trace,
		Seconds: r.Seconds, CPU: r.CPU, PeakBytes: r.PeakBytes, Digest: r.Digest, Board: r.Board, Host: host, Arch: runtime.GOARCH, Session: r.Session, Code: r.Code,
	}
	alltest.Equal(t, cmp.Diff(want, r), "")
	n := len(r.Trace)
	alltest.Check(t, n != 0 && r.Trace[n-1].Cost == 0, "the trace of a solved run is %v", r.Trace)
	board, err := puzzle.Unpack(p.Size(), r.Board)
	alltest.Check(t, err == nil && !board.IsZero() && len(p.Check(board)) <= 0, "the board of a solved run is %q: %v", r.Board, err)
	alltest.Check(t, r.Seconds > 0 && r.Code != "" && r.Digest != 0, "%v seconds, code %q", r.Seconds, r.Code)
	alltest.Check(t, strings.HasPrefix(r.Session, fmt.Sprintf("%s_%d-", host, os.Getpid())), "session %q", r.Session)
}

// Puzzles with equal content are one run with two names.
func TestEqualContentSharesRuns(t *testing.T) {
	var calls atomic.Int64
	count := experimenttest.Flips{Bias: 0.5, Crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
		calls.Add(1)
		return solver.Outcome{}, nil
	}}
	plan := Plan{
		Puzzles: append(experimenttest.Table(3), experimenttest.Coins{Name: "twin", Board: puzzle.Size{Rows: 1, Cols: 2}}),
		Engines: []solver.Solver{count}, Runs: 2, Budget: solver.Iterations(3),
	}
	dir := t.TempDir()
	runs := mustRun(t, plan, In(dir))
	alltest.Check(t, calls.Load() == 6 && len(runs.Records()) == 8, "%d runs for %d records, want 6 for 8", calls.Load(), len(runs.Records()))
	a, b := runs.Records()[2], runs.Records()[6]
	alltest.Check(t, a.Puzzle == "c01" && b.Puzzle == "twin" && a.Key() == b.Key(), "%s and %s", a.Puzzle, b.Puzzle)
	diff := cmp.Diff(runs.Records(), mustRun(t, plan, In(dir)).Records())
	alltest.Check(t, diff == "" && calls.Load() == 6, "again, %d runs: %s", calls.Load(), diff)
}

func TestFailuresAreRecords(t *testing.T) {
	deep := func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { panic("no ants left") }
	ones := puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 3}, 1)
	ending := func(out solver.Outcome, err error) func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
		return func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { return out, err }
	}
	cases := []struct {
		name, text string
		crash      func(puzzle.Puzzle, solver.Run) (solver.Outcome, error)
	}{
		{"panic", "panic: no ants left", deep},
		{"nil map", "assignment to entry in nil map", func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			func(m map[int]int) { m[1] = 1 }(nil)
			return solver.Outcome{}, nil
		}},
		{"goexit", "Goexit", func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			runtime.Goexit()
			return solver.Outcome{}, nil
		}},
		{"error", "this engine cannot take", ending(solver.Outcome{}, fmt.Errorf("clue ?: %w", solver.ErrPuzzle))},
		{"wrong solution", "not heads", ending(solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 3}, 0)}, nil)},
		{"no solution", "another size", ending(solver.Outcome{Status: solver.Unique}, nil)},
		{"one solution twice", "the same", ending(solver.Outcome{Status: solver.Multiple, Best: ones, Second: ones}, nil)},
		{"second is wrong", "second solution", ending(solver.Outcome{Status: solver.Multiple, Best: ones}, nil)},
		{"no status", `status "maybe"`, ending(solver.Outcome{Status: "maybe"}, nil)},
		{"cost", "cost of NaN", ending(solver.Outcome{Status: solver.Exhausted, Cost: math.NaN()}, nil)},
		{"statistic", `"heat" is +Inf`, ending(solver.Outcome{Status: solver.Exhausted, Cost: -1, Statistics: []solver.Statistic{{Name: "heat", Value: math.Inf(1)}}}, nil)},
		{"cancelled by nobody", "nobody cancelled", ending(solver.Outcome{Status: solver.Cancelled}, nil)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			bad := experimenttest.Flips{Variant: "bad", Bias: 0.5, Crash: func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
				if p.ID() == "c02" {
					return c.crash(p, run)
				}
				return solver.Outcome{}, nil
			}}
			plan := examplePlan(5, 2)
			plan.Engines = append(plan.Engines, bad)
			dir := t.TempDir()
			runs := mustRun(t, plan, In(dir))
			failed := 0
			for _, r := range runs.Records() {
				alltest.Equal(t, (r.Status == Failed), (r.Puzzle == "c02" && r.Variant == "bad"), "%s %s: %s %s", r.Puzzle, r.Variant, r.Status, r.Error)
				if r.Status == Failed {
					failed++
					alltest.Check(t, strings.Contains(r.Error, c.text) && r.Cost == -1 && !r.Solved(), "error %q, cost %v", r.Error, r.Cost)
					alltest.Equal(t, strings.HasPrefix(r.Error, "panic"), strings.Contains(r.Stack, "plan_test.go:"), "%s: stack %q", r.Error, r.Stack)
				}
			}
			alltest.Check(t, failed == 2 && len(runs.Records()) == 30, "%d of %d failed, want 2 of 30", failed, len(runs.Records()))
			alltest.Equal(t, cmp.Diff(runs.Records(), mustRun(t, plan, In(dir)).Records()), "", "a failure is rerun")
		})
	}
}

// One failure has one text, whichever goroutine it came from; it ends with the engine.
func TestStacksAreRepeatable(t *testing.T) {
	bad := experimenttest.Flips{Crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { panic("again") }}
	plan := Plan{Puzzles: experimenttest.Table(4), Engines: []solver.Solver{bad}, Runs: 5, Workers: 4}
	runs := mustRun(t, plan)
	for _, r := range runs.Records() {
		if r.Stack != runs.Records()[0].Stack || strings.Contains(r.Stack, "goroutine") || strings.Contains(r.Stack, "internal/run.") || !strings.Contains(r.Stack, "TestStacksAreRepeatable") {
			t.Fatalf("stacks %q and %q", r.Stack, runs.Records()[0].Stack)
		}
	}
}

func TestCancelKeepsWhatWasDone(t *testing.T) {
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		plan := examplePlan(6, 4)
		plan.Workers = workers
		plan.Budget = solver.Budget{} // endless, but for the easy puzzles
		plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.5, Pause: time.Microsecond, Crash: func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
			if p.ID() != "c05" {
				return solver.Outcome{}, nil
			}
			return solver.Outcome{}, errors.New("not reached")
		}}}
		plan.Puzzles[5] = experimenttest.Coins{Name: "hard", Board: puzzle.Size{Rows: 20, Cols: 50}}
		dir := t.TempDir()
		runs, err := plan.Run(ctx, In(dir), OnRecord(func(r Record) {
			if r.Run == 1 {
				cancel()
			}
		}), OnProgress(func(p Progress) {
			if p.Done > 0 && workers == 1 {
				cancel() // the one worker may be stuck on the hard one
			}
		}))
		cancel()
		alltest.Require(t, err == nil && runs.Interrupted, "interrupted %v, error %v", runs.Interrupted, err)
		n := len(runs.Records())
		alltest.Check(t, n != 0 && n != 24, "%d of 24 records", n)
		alltest.Equal(t, len(journalled(t, dir)), len(runs.Records()), "records returned journalled")
		for _, r := range runs.Records() {
			alltest.Check(t, r.Puzzle != "hard" && r.Solved(), "a cancelled run was kept: %+v", r)
		}
	}
}

func TestBadPlans(t *testing.T) {
	good := examplePlan(2, 2)
	good.Budget = solver.Budget{}
	good.Engines = append(slices.Clone(good.Engines), solver.Sketch("s", func(*solver.Meter, puzzle.Puzzle, *rand.Rand) puzzle.Grid { return puzzle.Grid{} }))
	runs, err := good.Run(t.Context())
	alltest.Check(t, errors.Is(err, ErrPlan) && runs == nil, "no end: %v, %v", runs, err)
	alltest.Panics(t, func() { Plan{}.MustRun(t.Context()) }, "MustRun did not panic")
}

// A hook that panics must not leave the journal locked or workers running.
func TestHookPanics(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(5, 5)
	alltest.Equal(t, alltest.Panics(t, func() { _, _ = plan.Run(t.Context(), In(dir), OnRecord(func(Record) { panic("stop here") })) }), "stop here")
	runs := mustRun(t, plan, In(dir))
	alltest.Equal(t, len(runs.Records()), 50)
}
