//go:build linux || darwin

package experiment

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
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

const (
	// poisonEnv is how a run ends the process, and which runs do, as
	// "panic c02/3 c05/0".
	poisonEnv = "FORMICARY_TEST_POISON"
	// stepEnv makes the process take steps.
	stepEnv = "FORMICARY_TEST_STEP"
)

// poisoned is [killPlan] with runs that end the process.
func poisoned(how string, runs ...string) Plan {
	plan := killPlan()
	f := plan.Engines[0].(experimenttest.Flips)
	seeds := map[uint64]bool{}
	for _, p := range plan.Puzzles {
		for run := range plan.Runs {
			if slices.Contains(runs, fmt.Sprintf("%s/%d", p.ID(), run)) {
				seeds[solver.Seed(plan.Seed, p.Hash(), f.Describe().Engine, run)] = true
			}
		}
	}
	f.Crash = func(_ puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
		if seeds[run.Seed] {
			poison[how]()
		}
		return solver.Outcome{}, nil
	}
	plan.Engines[0] = f
	return plan
}

var hoard [][]byte

// poison are ways to end a process that no recover can prevent.
var poison = map[string]func(){
	"stack": func() {
		debug.SetMaxStack(1 << 20)
		var down func(n int) int
		down = func(n int) int { return down(n+1) + n }
		down(0)
	},
	"panic": func() {
		go func() { panic("in a goroutine of its own") }()
		select {}
	},
	"exit": func() { os.Exit(3) },
	"memory": func() {
		for {
			hoard = append(hoard, make([]byte, 64<<20))
		}
	},
}

// says is what is known of each.
var says = map[string]string{
	"stack":  "fatal error: stack overflow",
	"panic":  "panic: in a goroutine of its own",
	"exit":   "no crash output: os.Exit, the system's out-of-memory killer or a kill",
	"memory": "fatal error: out of memory",
}

// start starts this test as another process on a plan with poison.
func start(t *testing.T, dir, how string, extra ...string) *exec.Cmd {
	t.Helper()
	program := alltest.Must(os.Executable())(t)
	cmd := exec.Command(program)
	if strings.HasPrefix(how, "memory") {
		cmd = exec.Command("sh", "-c", `ulimit -v 2000000 && exec "$0"`, program)
	}
	cmd.Env = append(append(os.Environ(), killEnv+"="+dir, poisonEnv+"="+how), extra...)
	alltest.OK(t, cmd.Start())
	return cmd
}

// Runs that end the process do so twice at most each; then they are recorded as
// failed, with what is known, and all other runs come out as ever.
func TestPoisonousRuns(t *testing.T) {
	want := mustRun(t, killPlan())
	for _, c := range []struct {
		how, extra string
		runs       []string
	}{
		{"stack", "", []string{"c03/2"}},
		{"stack", "", []string{"c03/2", "c04/2"}},
		{"panic", "", []string{"c00/0"}},
		{"panic", "", []string{"c07/11", "c01/5"}},
		{"exit", "", []string{"c05/1"}},
		{"exit", "", []string{"c05/1", "c06/1"}},
		{"memory", "", []string{"c02/4"}},
		{"memory", "", []string{"c02/4", "c03/4"}},
		{"panic", stepEnv + "=1", []string{"c02/3"}},
		{"exit", stepEnv + "=1", []string{"c02/3", "c02/4", "c02/5"}},
	} {
		t.Run(strings.TrimSpace(c.how+" "+strings.Join(c.runs, " ")+c.extra), func(t *testing.T) {
			if c.how == "memory" && alltest.UnderRace() {
				t.Skip("the race detector needs more address space than the limit leaves")
			}
			t.Parallel()
			dir := t.TempDir()
			deaths, most := 0, 2*len(c.runs)
			for ; deaths <= most; deaths++ {
				if start(t, dir, c.how+" "+strings.Join(c.runs, " "), c.extra).Wait() == nil {
					break
				}
			}
			alltest.Require(t, deaths >= 2 && deaths <= most, "%d processes ended, expected 2 to %d", deaths, most)
			result := mustRun(t, killPlan(), In(dir))
			alltest.Require(t, len(result.Records()) == len(want.Records()) && len(result.Warnings) == 0,
				"%d records, %q", len(result.Records()), result.Warnings)
			got, expected := experimenttest.Timeless(result.Records()), experimenttest.Timeless(want.Records())
			failed := 0
			for i, r := range got {
				name := fmt.Sprintf("%s/%d", r.Puzzle, r.Run)
				if !slices.Contains(c.runs, name) {
					alltest.Equal(t, cmp.Diff(expected[i], r), "")
					continue
				}
				failed++
				if r.Status != Failed || !strings.Contains(r.Error, "ended 2 times while this run was made") || !strings.Contains(r.Error, says[c.how]) || !strings.Contains(r.Error, "made alone, after") {
					t.Errorf("%s: %s: %s", name, r.Status, r.Error)
				}
				alltest.Check(t, (c.how == "exit") == (r.Stack == "") && (c.how == "exit" || strings.Contains(r.Stack, "goroutine ")), "%s: the stack is %q", name, r.Stack)
			}
			alltest.Equal(t, failed, len(c.runs), "runs failed")
			tidy(t, dir)
		})
	}
}

// tidy wants nothing in a folder but what a finished plan leaves.
func tidy(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"running.jsonl", "deaths.json", "crash.txt"} {
		alltest.Refused(os.Stat(filepath.Join(dir, name)))(t, os.ErrNotExist, "%s is left", name)
	}
}

// The first start after a process ended says which runs were in flight, and a
// session that is asked for a run that is dead gives its record at once.
func TestFirstStartAfterADeath(t *testing.T) {
	dir := t.TempDir()
	alltest.Require(t, start(t, dir, "panic c02/3").Wait() != nil, "the process lives")
	s, err := killPlan().Open(In(dir))
	alltest.OK(t, err)
	w := s.Warnings()
	alltest.Check(t, len(w) == 1 && strings.Contains(w[0], "run 3 of coins/flips on c02") && strings.Contains(w[0], "panic: in a goroutine of its own"), "%q", w)
	alltest.OK(t, s.Close())
	// Nothing was run: the next start neither says it again nor counts it twice.
	alltest.Require(t, start(t, dir, "panic c02/3").Wait() != nil, "the process lives")
	if s, err = killPlan().Open(In(dir)); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	records, err := s.Do(t.Context(), Trial{Puzzle: 2, Run: 3})
	if err != nil || len(records) != 1 || records[0].Status != Failed || records[0].Engine != "coins/flips" || records[0].Budget != killPlan().Budget {
		t.Errorf("%+v, %v", records, err)
	}
}

// Random kills lose nothing: a run is recorded as failed only if it was killed
// twice, the second time alone.
func TestRandomKills(t *testing.T) {
	want := mustRun(t, killPlan())
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(20, 9))
	killed := map[string][]bool{} // by what a run is called: alone, for each kill
	kills, session := 0, ""
	for kills < 20 {
		cmd := start(t, dir, "")
		lines := func() int {
			text, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
			return bytes.Count(text, []byte("\n"))
		}
		target := lines() + r.IntN(6)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for done := false; !done; {
			select {
			case err := <-ended:
				alltest.OK(t, err)
				kills, done = 20, true
				continue
			case <-time.After(time.Millisecond):
			}
			if _, err := os.Stat(filepath.Join(dir, "running.jsonl")); err == nil && lines() >= target {
				time.Sleep(time.Duration(r.IntN(5000)) * time.Microsecond)
				_ = cmd.Process.Kill() // it may have ended
				if <-ended != nil {
					kills++
					known := journalledLoosely(dir)
					head, runs, _ := journal.ReadMarker(filepath.Join(dir, "running.jsonl"))
					for _, run := range runs { // of this process, not of one before it
						if !known[run.Mark] && head.Session != session {
							killed[run.What] = append(killed[run.What], run.Alone)
						}
					}
					session = head.Session
				} else {
					kills = 20
				}
				done = true
			}
		}
	}
	result := mustRun(t, killPlan(), In(dir))
	got, expected := experimenttest.Timeless(result.Records()), experimenttest.Timeless(want.Records())
	alltest.Require(t, len(got) == len(expected), "%d records", len(got))
	blamed := 0
	for i, r := range got {
		ends := killed[fmt.Sprintf("run %d of coins/flips on %s", r.Run, r.Puzzle)]
		if guilty := len(ends) >= 2 && ends[1]; guilty != (r.Status == Failed) {
			t.Errorf("run %d on %s: %s, killed %v: %s", r.Run, r.Puzzle, r.Status, ends, r.Error)
		} else if guilty {
			blamed++
			continue
		}
		diff := cmp.Diff(expected[i], r)
		alltest.Check(t, diff == "" || r.Status == Failed, "%v", diff)
	}
	t.Logf("%d runs were in flight at a kill, %d are recorded as failed", len(killed), blamed)
	tidy(t, dir)
}

// journalledLoosely are the marks of the records in a journal that may be torn.
func journalledLoosely(dir string) map[string]bool {
	marks := map[string]bool{}
	text, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	for line := range bytes.Lines(text) {
		r, _, err := record.Parse("journal", 1, line)
		if err != nil {
			continue
		}
		k := r.Key()
		marks[k.Mark(0)] = true
	}
	return marks
}
