//go:build linux || darwin

package experiment

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// killEnv makes the test binary the process that is to be killed: it names
// the folder of the experiment.
const killEnv = "FORMICARY_TEST_KILL"

func killPlan() Plan {
	plan := examplePlan(8, 12)
	plan.Workers = 2
	plan.Budget = solver.Iterations(30)
	plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.3, Pause: 100 * time.Microsecond}}
	return plan
}

// holdEnv is after how many runs the process that is to be killed makes no other: it
// waits for its end.
const holdEnv = "FORMICARY_TEST_HOLD"

// child is what the process does that is to be killed.
func child(dir string) error {
	if size, err := strconv.ParseInt(os.Getenv(filesEnv), 10, 64); err == nil {
		return fullChild(dir, size)
	}
	how, runs, _ := strings.Cut(os.Getenv(poisonEnv), " ")
	plan := poisoned(how, strings.Fields(runs)...)
	if most, err := strconv.ParseInt(os.Getenv(holdEnv), 10, 64); err == nil {
		f := plan.Engines[0].(experimenttest.Flips)
		var begun atomic.Int64
		f.Crash = func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			if begun.Add(1) > most {
				select {}
			}
			return solver.Outcome{}, nil
		}
		plan.Engines[0] = f
	}
	if os.Getenv(stepEnv) == "" {
		_, err := plan.Run(context.Background(), In(dir))
		return err
	}
	s, err := plan.Open(In(dir))
	if err != nil {
		return err
	}
	trials := trialsOf(plan)
	for len(trials) > 0 {
		n := min(10, len(trials))
		if _, err := s.Do(context.Background(), trials[:n]...); err != nil {
			return err
		}
		trials = trials[n:]
	}
	return s.Close()
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(killEnv); dir != "" {
		if err := child(dir); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// An experiment that is killed without warning, several times, and gone on
// with, comes to the records of one that was left in peace: none lost, none
// doubled.
func TestKillAndResume(t *testing.T) {
	program := alltest.Must(os.Executable())(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "journal.jsonl")
	lines := func() int {
		text, _ := os.ReadFile(path)
		return bytes.Count(text, []byte("\n"))
	}
	kills := 0
	for _, target := range []int{5, 30, 60} {
		cmd := exec.Command(program)
		// Some runs are made twice, to see that they repeat.
		cmd.Env = append(os.Environ(), killEnv+"="+dir, fmt.Sprint(holdEnv, "=", target-lines()+20))
		cmd.Stderr = os.Stderr
		alltest.OK(t, cmd.Start())
		for lines() < target { // a process that does not get there hangs, which go test ends
			time.Sleep(time.Millisecond)
		}
		alltest.OK(t, cmd.Process.Kill())
		if err := cmd.Wait(); err != nil {
			kills++
		}
	}
	before := lines()
	total := 8 * 12
	alltest.Require(t, kills == 3 && before >= 60 && before < total, "%d kills left %d of %d lines: nothing is tested", kills, before, total)
	var last Progress
	runs := mustRun(t, killPlan(), In(dir), OnProgress(func(p Progress) { last = p }))
	if last.Reused < before || last.Reused > before+1 { // one more where only the line's end was missing
		t.Errorf("%d runs reused of %d journalled", last.Reused, before)
	}
	want := mustRun(t, killPlan())
	alltest.Equal(t, cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(runs.Records())), "")
	known := journalled(t, dir)
	for _, r := range want.Records() {
		_, ok := known[r.Key()]
		alltest.Check(t, ok, "%s run %d is not in the journal", r.Puzzle, r.Run)
	}
	if total := 8 * 12; lines() != total || len(known) != total {
		t.Errorf("%d lines with %d records, want %d", lines(), len(known), total)
	}
}
