package experiment

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// journalOf runs a plan and returns its folder, its journal and its records.
func journalOf(t *testing.T, plan Plan) (dir string, text []byte, records []Record) {
	t.Helper()
	dir = t.TempDir()
	plan.Workers = 1 // the order of the lines is then the same each time
	runs := mustRun(t, plan, In(dir))
	text = alltest.Must(os.ReadFile(filepath.Join(dir, "journal.jsonl")))(t)
	return dir, text, runs.Records()
}

// journalled are the records in the journal of a folder.
func journalled(t *testing.T, dir string) map[record.Key]Record {
	t.Helper()
	text := alltest.Must(os.ReadFile(filepath.Join(dir, "journal.jsonl")))(t)
	c, err := journal.Read(dir)
	alltest.Check(t, err == nil && len(c.Warnings) <= 0 && (len(text) <= 0 || text[len(text)-1] == '\n'), "the journal: %q, %v", c.Warnings, err)
	return maps.Collect(c.Records.All())
}

// counting is the plan with its engines replaced by ones that count their
// runs; that changes nothing else.
func counting(plan Plan, calls *int) Plan {
	engines := make([]solver.Solver, len(plan.Engines))
	for i, e := range plan.Engines {
		f := e.(experimenttest.Flips)
		f.Crash = func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { *calls++; return solver.Outcome{}, nil }
		engines[i] = f
	}
	plan.Engines, plan.Workers = engines, 1
	return plan
}

func TestNothingIsRunTwice(t *testing.T) {
	var calls int
	dir := t.TempDir()
	plan := counting(examplePlan(4, 3), &calls)
	first := mustRun(t, plan, In(dir))
	alltest.Require(t, calls == 24, "%d runs made, want 24", calls)
	var last Progress
	var seen []Record
	again := mustRun(t, plan, In(dir), OnProgress(func(p Progress) { last = p }), OnRecord(func(r Record) { seen = append(seen, r) }))
	alltest.Check(t, calls == 24 && last.Reused == 24 && last.Done == 24, "%d runs made, %d reused", calls, last.Reused)
	alltest.Equal(t, cmp.Diff(first.Records(), again.Records()), "")
	alltest.Equal(t, cmp.Diff(first.Records(), seen), "", "hooks see the reused records in plan order")

	// A larger plan makes what is missing, the smaller one is still there.
	calls = 0
	large := counting(examplePlan(5, 4), &calls)
	runs := mustRun(t, large, In(dir))
	alltest.Check(t, calls == 40-24 && len(runs.Records()) == 40, "%d runs made for %d records", calls, len(runs.Records()))
	calls = 0
	if runs := mustRun(t, plan, In(dir)); calls != 0 || len(runs.Records()) != 24 {
		t.Errorf("%d runs made for %d records", calls, len(runs.Records()))
	}
}

// What makes a run another run must make it run again.
func TestEveryPartOfTheKeyCounts(t *testing.T) {
	var calls int
	dir := t.TempDir()
	base := examplePlan(2, 1)
	base.Engines = base.Engines[:1]
	mustRun(t, counting(base, &calls), In(dir))
	cases := map[string]func(*testing.T, *Plan){
		"seed":   func(_ *testing.T, p *Plan) { p.Seed++ },
		"budget": func(_ *testing.T, p *Plan) { p.Budget.Iterations++ },
		"time":   func(_ *testing.T, p *Plan) { p.Budget.Wall = 1e9 },
		"parameter": func(_ *testing.T, p *Plan) {
			p.Engines = []solver.Solver{experimenttest.Flips{Variant: "fair", Bias: 0.6}}
		},
		"variant": func(_ *testing.T, p *Plan) {
			p.Engines = []solver.Solver{experimenttest.Flips{Variant: "even", Bias: 0.5}}
		},
		"content": func(_ *testing.T, p *Plan) {
			p.Puzzles = []puzzle.Puzzle{experimenttest.Coins{Name: "c00", Board: puzzle.Size{Rows: 1, Cols: 1}, Salt: "x"}, experimenttest.Coins{Name: "c01", Board: puzzle.Size{Rows: 2, Cols: 1}}}
		},
		"code": func(t *testing.T, _ *Plan) {
			otherSources(t, "another")
		},
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			plan := base
			change(t, &plan)
			calls = 0
			mustRun(t, counting(plan, &calls), In(dir))
			alltest.Equal(t, calls, 2, "%s changed runs made", name)
		})
	}
	calls = 0
	plan := base
	plan.Name, plan.Puzzles = "renamed", []puzzle.Puzzle{experimenttest.Coins{Name: "other", Board: puzzle.Size{Rows: 1, Cols: 1}}}
	if runs := mustRun(t, counting(plan, &calls), In(dir)); calls != 0 || runs.Records()[0].Puzzle != "other" {
		t.Errorf("a new name made %d runs; the record is of %s", calls, runs.Records()[0].Puzzle)
	}
}

// Going on with a torn journal makes the lost run again, and only that one.
func TestResumeFromATornLine(t *testing.T) {
	plan := examplePlan(2, 1)
	_, text, want := journalOf(t, plan)
	start := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
	for _, cut := range []int{start, start + 1, (start + len(text)) / 2, len(text) - 2, len(text) - 1, len(text)} {
		dir := t.TempDir()
		path := filepath.Join(dir, "journal.jsonl")
		alltest.OK(t, os.WriteFile(path, text[:cut], 0o666))
		var calls int
		runs := mustRun(t, counting(plan, &calls), In(dir))
		wantCalls := map[bool]int{true: 0, false: 1}[cut >= len(text)-1]
		alltest.Check(t, calls == wantCalls, "cut at %d of %d: %d runs made, want %d", cut-start, len(text)-start, calls, wantCalls)
		alltest.Equal(t, cmp.Diff(experimenttest.Timeless(want), experimenttest.Timeless(runs.Records())), "", "cut at %d", cut-start)
		after := alltest.Must(os.ReadFile(path))(t)
		known := journalled(t, dir)
		alltest.Check(t, len(known) == 4 && bytes.Count(after, []byte("\n")) == 4 && after[len(after)-1] == '\n', "cut at %d: the journal is\n%s", cut-start, after)
	}
}

// A broken line in the middle is told with its place, is moved to another file,
// and hides nothing else. The next time all is quiet.
func TestMalformedLineInTheMiddle(t *testing.T) {
	plan := examplePlan(2, 1)
	_, text, want := journalOf(t, plan)
	lines := bytes.SplitAfter(text, []byte("\n"))
	spoiled := bytes.Join([][]byte{lines[0], []byte("{\"puzzle\": oops}\n"), lines[1], []byte("{}\n\n"), lines[2], lines[3]}, nil)
	dir := t.TempDir()
	path := filepath.Join(dir, "journal.jsonl")
	alltest.OK(t, os.WriteFile(path, spoiled, 0o666))
	var calls int
	runs := mustRun(t, counting(plan, &calls), In(dir))
	alltest.Equal(t, calls, 0, "runs rerun")
	if !contains(runs.Warnings, path+":2:13: expected the record of a run: invalid character 'o'") || !contains(runs.Warnings, path+":4:1: ") || !contains(runs.Warnings, "moved to damaged.jsonl: 2 damaged lines") || len(runs.Warnings) != 3 {
		t.Errorf("warnings %q", runs.Warnings)
	}
	alltest.Equal(t, cmp.Diff(want, runs.Records()), "")
	blank := bytes.Replace(bytes.Replace(spoiled, []byte("{\"puzzle\": oops}"), bytes.Repeat([]byte(" "), 16), 1), []byte("{}"), []byte("  "), 1)
	after, _ := os.ReadFile(path)
	alltest.Check(t, bytes.Equal(after, blank), "the file became\n%s", after)
	aside, _ := os.ReadFile(filepath.Join(dir, "damaged.jsonl"))
	alltest.Check(t, string(aside) == "{\"puzzle\": oops}\n{}\n", "kept aside:\n%s", aside)
	again := mustRun(t, counting(plan, &calls), In(dir))
	alltest.Check(t, calls == 0 && len(again.Warnings) <= 0, "the next time %d runs are made, %q", calls, again.Warnings)
}

func TestAFileThatIsNoJournal(t *testing.T) {
	dir := t.TempDir()
	alltest.OK(t, os.WriteFile(filepath.Join(dir, "journal.jsonl"), bytes.Repeat([]byte("dear diary\n"), 1000), 0o666))
	runs := mustRun(t, examplePlan(1, 1), In(dir))
	alltest.Check(t, len(runs.Warnings) == journal.MostWarnings+2 && contains(runs.Warnings, "980 more lines"),
		"%d warnings, the last is %q", len(runs.Warnings), runs.Warnings[len(runs.Warnings)-1])
}

func TestTwoWritersAreRefused(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(2, 1)
	plan.Workers = 1
	var inner error
	_, err := plan.Run(t.Context(), In(dir), OnRecord(func(Record) {
		if inner == nil {
			_, inner = plan.Run(t.Context(), In(dir))
		}
	}))
	alltest.Check(t, err == nil && errors.Is(inner, ErrLocked), "outer %v, inner %v", err, inner)
	mustRun(t, plan, In(dir)) // and it is free again
}

func TestUnusableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	alltest.OK(t, os.WriteFile(file, nil, 0o666))
	runs, err := examplePlan(1, 1).Run(t.Context(), In(filepath.Join(file, "runs")))
	alltest.Check(t, err != nil && runs == nil, "%v, %v", runs, err)
}

// A journal that cannot be written ends the experiment with an error; what
// was done before is returned.
func TestJournalThatFails(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(4, 4)
	plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.3, Pause: time.Millisecond}, experimenttest.Flips{Variant: "loaded", Bias: 0.4, Pause: time.Millisecond}}
	broken := breakable(t)
	runs, err := plan.Run(t.Context(), In(dir), OnRecord(func(Record) { broken.Store(true) }))
	alltest.Require(t, errors.Is(err, os.ErrClosed), "error %v", err)
	n := len(runs.Records())
	alltest.Check(t, n != 0 && n != 32 && runs.Interrupted, "%d records, interrupted %v", n, runs.Interrupted)
}
