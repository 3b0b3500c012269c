package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/external"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// samplePlan is a command of scripts that writes the plan of 24 runs into a folder:
// "small" and other names are done in no time, "endless" never; "program" runs a program, which leaves a file "started"
// as soon as it is asked for its version.
func samplePlan(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sampleplan small|endless|…")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	plan := plan24(args[0] == "endless")
	started := ts.MkAbs("started")
	if args[0] == "program" {
		plan.Engines = []solver.Solver{&external.Command{Name: "x", Args: []string{"sh"}, Version: []string{"touch", started}}}
	}
	f, err := plan.File()
	ts.Check(err)
	ts.Check(os.RemoveAll(started))
	file, err := os.Create(filepath.Join(dir, experiment.PlanName))
	ts.Check(err)
	ts.Check(f.Write(file))
	ts.Check(file.Close())
}

// failRun is a command of scripts that writes the first record of a plan's folder
// anew, as that of a run that failed. Its line has no checksum, as those of the first
// release.
func failRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: failrun DIR")
	}
	dir := ts.MkAbs(args[0])
	k, err := columns.Kept(dir)
	ts.Check(err)
	r := k.Plans[0].Records[0]
	failed := experiment.Record{
		Puzzle: r.Puzzle, Kind: r.Kind, Content: r.Content, Rows: r.Rows, Cols: r.Cols, Engine: r.Engine, Variant: r.Variant, ConfigHash: r.ConfigHash,
		Run: r.Run, Seed: r.Seed, Budget: r.Budget, Status: experiment.Failed, Cost: -1, Error: "panic: for the test", Host: r.Host, Arch: r.Arch, Session: r.Session, Code: r.Code,
	}
	line, err := json.Marshal(failed)
	ts.Check(err)
	journals, err := experiment.Journals(dir)
	ts.Check(err)
	for _, path := range journals {
		text, err := os.ReadFile(path)
		ts.Check(err)
		lines := strings.SplitAfter(string(text), "\n")
		for i, old := range lines {
			var was experiment.Record
			if json.Unmarshal([]byte(old), &was) == nil && was.Seed == r.Seed && was.ConfigHash == r.ConfigHash {
				lines[i] = string(line) + "\n"
				ts.Check(os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666))
				return
			}
		}
	}
	ts.Fatalf("%s has no journal with its first record", dir)
}

func plan24(endless bool) experiment.Plan {
	plan := experiment.Plan{Name: "small", Runs: 4, Seed: 1, Budget: solver.Iterations(3)}
	size := puzzle.Size{Rows: 5, Cols: 5}
	if endless { // nothing is decided by chance on so large a board
		plan.Budget, size = solver.Iterations(1<<40), puzzle.Size{Rows: 30, Cols: 30}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, id := range []string{"a", "b"} {
		plan.Puzzles = append(plan.Puzzles, nonogramtest.Noise(r, id, size))
	}
	for _, rate := range []string{"0.01", "0.02", "0.03"} {
		e, err := engines.New("nonogram/genetic", "mutation="+rate)
		if err != nil {
			panic(err)
		}
		plan.Engines = append(plan.Engines, e)
	}
	return plan
}

// A scheduler's variables are looked for in a fixed order, and the job's name goes
// into those of journals.
func TestSchedulers(t *testing.T) {
	for _, c := range []struct {
		env   map[string]string
		index int
		job   string
	}{
		{map[string]string{"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_JOB_ID": "17"}, 4, "17"},
		{map[string]string{"JOB_COMPLETION_INDEX": "0", "JOB_NAME": "ants"}, 0, "ants"},
		{map[string]string{"PARALLEL_SEQ": "1"}, 0, ""},
	} {
		w := workCommand{Shard: "auto/6"}
		shard, job, err := w.shard(func(name string) string { return c.env[name] })
		alltest.Check(t, err == nil && shard == (campaign.Shard{Index: c.index, Of: 6}) && job == c.job, "%v: %v, %q, %v", c.env, shard, job, err)
	}
}
