package show_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle/sets"
)

// cell builds the program of testdata/cell.
func cell(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "cell")
	out, err := exec.Command("go", "build", "-o", program, "./testdata/cell").CombinedOutput()
	alltest.Require(t, err == nil, "%v\n%s", err, out)
	return program
}

// start runs it as its notebook does: in full and with arguments.
func start(t *testing.T, program string, env ...string) (said string, err error) {
	t.Helper()
	return startWith(t, []string{program, "-weight", "3"}, env...)
}

func startWith(t *testing.T, command []string, env ...string) (said string, err error) {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(append(os.Environ(), assets.ModeEnv+"="+assets.ModeFull, sets.DataEnv+"="), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// outcomes are the digests of the runs of a plan in a folder, by what the runs are.
func outcomes(t *testing.T, dir string) map[string]uint64 {
	t.Helper()
	paths, err := experiment.Journals(dir)
	alltest.Require(t, err == nil && len(paths) != 0, "journals %v, %v", paths, err)
	out := map[string]uint64{}
	add := func(r experiment.Record) {
		name := fmt.Sprintf("%s %s %d", r.Puzzle, r.Label(), r.Run)
		alltest.Check(t, r.Digest != 0 && out[name] == 0, "%s: digest %x, and %x before", name, r.Digest, out[name])
		out[name] = r.Digest
	}
	for _, path := range paths {
		text := alltest.Must(os.ReadFile(path))(t)
		for line := range strings.Lines(string(text)) {
			var r experiment.Record
			alltest.OK(t, json.Unmarshal([]byte(line), &r))
			add(r)
		}
	}
	return out
}

// TestCellIsWorker: a plan with a rule that is typed into a cell takes the cell's
// program along. Its workers, on another machine as it were, without the sets, the
// arguments and the mode of the notebook, make the runs that the notebook makes.
func TestCellIsWorker(t *testing.T) {
	program, plans, runs := cell(t), t.TempDir(), t.TempDir()
	said, err := start(t, program, assets.PlansEnv+"="+plans)
	alltest.Require(t, err != nil && strings.Contains(said, "index out of range"), "the cell ends where it has no records: %v\n%s", err, said)
	if said, err := start(t, program, assets.RunsEnv+"="+runs); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	folders, err := filepath.Glob(filepath.Join(plans, "blocks-cost-3*"))
	alltest.Require(t, err == nil && len(folders) == 1, "folders %v, %v", folders, err)
	dir := folders[0]
	alltest.OK(t, os.Remove(program))

	t.Setenv(sets.RootEnv, t.TempDir())
	t.Setenv(assets.ModeEnv, "")
	f := alltest.Must(campaign.Open(dir))(t)
	if !f.Plan.Typed() || f.Plan.Engines[0].Typed || f.Plan.Worker != experiment.WorkerName || f.Plan.Mode != assets.ModeFull || !slices.Equal(f.Plan.Arguments, []string{"-weight", "3"}) {
		t.Errorf("%+v", f.Plan)
	}
	for i := range 2 {
		w := campaign.Worker{Shard: campaign.Shard{Index: i, Of: 2}, Job: "job", Task: fmt.Sprint(i), Workers: 1}
		if got, err := f.Work(t.Context(), w); err != nil || got.Runs != 10 || got.Made != 10 || got.Missing != 0 {
			t.Errorf("part %d: %+v, %v", i, got, err)
		}
		if got, err := f.Work(t.Context(), w); err != nil || got.Found != 10 || got.Made != 0 {
			t.Errorf("part %d again: %+v, %v", i, got, err)
		}
	}
	notebook, err := filepath.Glob(filepath.Join(runs, "blocks-cost-3*"))
	alltest.Require(t, err == nil && len(notebook) == 1, "folders %v, %v", notebook, err)
	want, got := outcomes(t, notebook[0]), outcomes(t, dir)
	alltest.Check(t, len(want) == 20 && fmt.Sprint(got) == fmt.Sprint(want), "workers made %v\nthe notebook %v", got, want)
}

// TestCellIsNoWorker: a program that does not come to the plan, that cannot be started
// or that is told to stop says so.
func TestCellIsNoWorker(t *testing.T) {
	program, plans := cell(t), t.TempDir()
	if said, err := start(t, program, assets.PlansEnv+"="+plans); err == nil {
		t.Fatalf("the cell did not end: %s", said)
	}
	folders, err := filepath.Glob(filepath.Join(plans, "blocks-cost-3*"))
	alltest.Require(t, err == nil && len(folders) == 1, "folders %v, %v", folders, err)
	work := func(ctx context.Context, change func(f *experiment.PlanFile)) (campaign.Worked, error) {
		f := alltest.Must(campaign.Open(folders[0]))(t)
		change(&f.Plan)
		return f.Work(ctx, campaign.Worker{Shard: campaign.Shard{Index: 0, Of: 1}, Job: "job", Task: "0", Workers: 1})
	}
	if got, err := work(t.Context(), func(f *experiment.PlanFile) { f.Arguments = nil }); err == nil || got.Made > 0 || !strings.Contains(err.Error(), "before it came to the plan") || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("other arguments: %+v, %v", got, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if got, err := work(ended, func(*experiment.PlanFile) {}); err != nil || got.Made > 0 || got.Missing != 20 {
		t.Errorf("ended: %+v, %v", got, err)
	}
	alltest.OK(t, os.WriteFile(filepath.Join(folders[0], experiment.WorkerName), []byte("no program"), 0o700))
	alltest.Refused(work(t.Context(), func(*experiment.PlanFile) {}))(t, "cannot be started here", "no program")
}

// askEnv makes TestAsks work, as a process of its own.
const askEnv = "FORMICARY_TEST_ASK"

// TestAsks is what [TestCellEnds] starts and kills.
func TestAsks(t *testing.T) {
	dir := os.Getenv(askEnv)
	if dir == "" {
		t.Skip("it is started by another test")
	}
	alltest.Must(waiting(t.Context(), dir))(t)
}

// waiting works on a plan whose runs do not end by themselves.
func waiting(ctx context.Context, dir string) (campaign.Worked, error) {
	f, err := campaign.Open(dir)
	if err != nil {
		return campaign.Worked{}, err
	}
	return f.Work(ctx, campaign.Worker{Shard: campaign.Shard{Index: 0, Of: 1}, Job: "job", Task: "0", Workers: 1})
}

// TestCellEnds: the program of a cell stops where the worker that started it is
// stopped, and where that is killed.
func TestCellEnds(t *testing.T) {
	program, plans := cell(t), t.TempDir()
	said, err := startWith(t, []string{program, "-wait"}, assets.PlansEnv+"="+plans)
	alltest.Require(t, err == nil, "%v\n%s", err, said)
	dir := filepath.Join(plans, "waiting")
	// until waits for a marker of a run in flight, or for its end.
	until := func(running bool) {
		for t.Context().Err() == nil {
			left, err := filepath.Glob(filepath.Join(dir, "running", "*.jsonl"))
			if err == nil && (len(left) > 0) == running {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		until(true)
		stop()
	}()
	if got, err := waiting(ctx, dir); err != nil || got.Runs != 5 || got.Missing != 5 {
		t.Errorf("stopped: %+v, %v", got, err)
	}
	until(false)

	this := alltest.Must(os.Executable())(t)
	cmd := exec.Command(this, "-test.run", "^TestAsks$")
	cmd.Env = append(os.Environ(), askEnv+"="+dir)
	alltest.OK(t, cmd.Start())
	until(true)
	alltest.OK(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	until(false)
}
