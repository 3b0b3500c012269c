//go:build linux || darwin

package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/nonogram/genetic"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

const (
	// workEnv makes this test a worker: its folder, part, number of parts and list.
	workEnv = "FORMICARY_TEST_WORK"
	// poisonEnv has the seeds of runs that kill their process.
	poisonEnv = "FORMICARY_TEST_POISON"
	// stayEnv has it stay until all parts are complete.
	stayEnv = "FORMICARY_TEST_STAY"
	// filesEnv is how many bytes a file may have: the disk is full.
	filesEnv = "FORMICARY_TEST_FILES"
)

func TestMain(m *testing.M) {
	if how := os.Getenv(workEnv); how != "" {
		os.Exit(child(strings.Fields(how)))
	}
	os.Exit(m.Run())
}

// slow is an engine whose runs last, and may kill their process.
type slow struct {
	solver.Solver
	poison map[string]bool
}

func (s slow) Describe() solver.Description {
	d := s.Solver.Describe()
	d.Variant = "slow"
	return d
}

func (s slow) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if s.poison[fmt.Sprint(run.Seed)] {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	time.Sleep(3 * time.Millisecond)
	return s.Solver.Solve(ctx, p, run)
}

func slowPlan() experiment.Plan {
	plan := planOf(10, 6)
	plan.Engines = []solver.Solver{slow{Solver: genetic.New()}, logic.New()}
	return plan
}

// slowWorker is a worker for such a plan.
func slowWorker(index, of int) Worker {
	w := worker(index, of)
	poison := map[string]bool{}
	for _, seed := range strings.Fields(os.Getenv(poisonEnv)) {
		poison[seed] = true
	}
	w.Rebuild = func(d solver.Description) (solver.Solver, error) {
		if d.Variant == "slow" {
			return slow{genetic.New(), poison}, nil
		}
		return engines.FromDescription(d)
	}
	return w
}

// child is a worker's process: 0 is the status of one whose part is complete.
func child(how []string) int {
	index, _ := strconv.Atoi(how[1])
	of, _ := strconv.Atoi(how[2])
	w := slowWorker(index, of)
	w.Stay = os.Getenv(stayEnv) != ""
	if size, err := strconv.ParseUint(os.Getenv(filesEnv), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
			return 3
		}
	}
	f, err := Open(how[0])
	if err == nil && len(how) > 3 {
		w.List, err = f.ReadList("list", strings.NewReader(strings.ReplaceAll(strings.Join(how[3:], " "), "|", "\n")))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	worked, err := f.Work(context.Background(), w)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return min(worked.Missing, 1)
}

// start starts a worker as a process of its own.
func start(t *testing.T, dir string, index, of int, list *List, extra ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	program := alltest.Must(os.Executable())(t)
	text, said := &bytes.Buffer{}, &bytes.Buffer{}
	if list != nil {
		alltest.OK(t, list.Write(text))
	}
	cmd := exec.Command(program)
	cmd.Env = append(append(os.Environ(), fmt.Sprintf("%s=%s %d %d %s", workEnv, dir, index, of, strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", "|"))), extra...)
	cmd.Stderr = said
	alltest.OK(t, cmd.Start())
	return cmd, said
}

// lines are those of all journals of a folder.
func lines(t *testing.T, dir string) (n int) {
	t.Helper()
	journals := alltest.Must(experiment.Journals(dir))(t)
	for _, path := range journals {
		text := alltest.Must(os.ReadFile(path))(t)
		n += bytes.Count(text, []byte("\n"))
	}
	return n
}

// Workers that are killed at any time, also two at a time on one part, and journals
// that are damaged in between, come to what one process comes to: nothing lost,
// nothing doubled, nothing that differs.
func TestKilledWorkers(t *testing.T) {
	plan := slowPlan()
	dir := t.TempDir()
	f := write(t, dir, plan)
	const parts = 4
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	kills, damages := 0, 0
	for round := 0; round < 30 && kills < 40; round++ {
		var all []*exec.Cmd
		for i := range parts {
			cmd, _ := start(t, dir, i, parts, nil)
			all = append(all, cmd)
		}
		twin, _ := start(t, dir, round%parts, parts, nil) // of a host that was taken for dead
		all = append(all, twin)
		ended := make(chan error, len(all))
		for _, cmd := range all {
			go func() { ended <- cmd.Wait() }()
		}
		left := len(all)
		for target := lines(t, dir) + r.IntN(24); left > 0 && lines(t, dir) < target; {
			select {
			case err := <-ended:
				if left--; err != nil {
					t.Fatal(err)
				}
			case <-time.After(time.Millisecond):
			}
		}
		for _, cmd := range all {
			_ = cmd.Process.Kill() // it may have ended
		}
		for ; left > 0; left-- {
			var killed *exec.ExitError
			if err := <-ended; errors.As(err, &killed) && !killed.Exited() {
				kills++
			} else if err != nil {
				t.Fatal(err)
			}
		}
		journals := alltest.Must(experiment.Journals(dir))(t)
		if len(journals) == 0 {
			continue
		}
		path := journals[r.IntN(len(journals))]
		if text, err := os.ReadFile(path); err == nil && len(text) > 1000 {
			damages++
			text[r.IntN(len(text))] ^= 1 << r.IntN(8)
			alltest.OK(t, os.WriteFile(path, text[:len(text)-r.IntN(100)], 0o666))
		}
	}
	t.Logf("%d kills, %d damages", kills, damages)
	alltest.Check(t, kills >= 5, "%d kills: nothing is tested", kills)
	for round := 0; ; round++ {
		list := alltest.Must(f.Missing(true))(t)
		if list == nil {
			break
		}
		alltest.Require(t, round != 3, "%d runs are missing or failed", list.Len())
		for i := range parts {
			cmd, said := start(t, dir, i, parts, list)
			alltest.Check(t, cmd.Wait() == nil, "part %d is not complete: %s", i, said)
		}
	}
	p, err := f.Progress()
	alltest.Check(t, err == nil && p.Done == p.Runs && p.Runs == plan.Runs*2*10 && p.Failed == 0, "%+v, %v", p, err)
	whole(t, dir, plan, nil)
}

// A run that kills its worker does so twice; then it is recorded as failed, and all
// other runs come out as ever. A record of a process that lived on takes its place.
func TestDeadlyRuns(t *testing.T) {
	plan := slowPlan()
	dir := t.TempDir()
	f := write(t, dir, plan)
	var poison []string
	deadly := map[[2]int]bool{{3, 1}: true, {7, 0}: true} // puzzle and run
	for at := range deadly {
		poison = append(poison, fmt.Sprint(solver.Seed(plan.Seed, plan.Puzzles[at[0]].Hash(), "nonogram/genetic", at[1])))
	}
	extra := poisonEnv + "=" + strings.Join(poison, " ")
	deaths := 0
	for ; deaths <= 4; deaths++ {
		if cmd, _ := start(t, dir, 0, 1, nil, extra); cmd.Wait() == nil {
			break
		}
	}
	alltest.Check(t, deaths >= 3 && deaths <= 4, "%d processes ended for two deadly runs", deaths)
	p, err := f.Progress()
	alltest.Check(t, err == nil && p.Missing == 0 && p.Failed == 2 && p.Killed == 2 && p.Running == 0 && p.Rate == 0, "%+v, %v", p, err)
	killed := func(r experiment.Record) bool {
		if r.Status != experiment.Failed {
			return false
		}
		var number int
		fmt.Sscanf(r.Puzzle, "p%d", &number)
		alltest.Check(t, deadly[[2]int{number, r.Run}] && strings.HasPrefix(r.Error, "killed: the process ended 2 times"), "%s run %d failed: %s", r.Puzzle, r.Run, r.Error)
		return true
	}
	whole(t, dir, plan, killed)
	// Asked for again they are rerun, and kill twice again.
	list, err := f.Missing(true)
	alltest.Require(t, err == nil && list.Len() == 2, "%v", err)
	for deaths = 0; deaths <= 4; deaths++ {
		if cmd, _ := start(t, dir, 0, 1, list, extra); cmd.Wait() == nil {
			break
		}
	}
	if p, err := f.Progress(); deaths < 3 || p.Killed != 2 || p.Missing != 0 || err != nil {
		t.Errorf("%d ends, %+v, %v", deaths, p, err)
	}
	// A process that was believed to be dead, and knows nothing of the others, writes its
	// record at last.
	alltest.OK(t, os.RemoveAll(filepath.Join(dir, "running")))
	s := alltest.Must(plan.Open(experiment.In(dir), experiment.Worker("survivor", "0")))(t)
	made, err := s.Stream(t.Context(), slices.Values([]experiment.Trial{{Puzzle: 3, Engine: 0, Run: 1}}), 1)
	if err = errors.Join(err, s.Close()); err != nil || made != 1 {
		t.Fatal(made, err)
	}
	if p, err = f.Progress(); err != nil || p.Killed != 1 || p.Missing != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	delete(deadly, [2]int{3, 1})
	whole(t, dir, plan, killed)
}

// What workers leave that are killed is made by those that are done: each run once, and
// the run that kills whoever makes it does so twice. Without Stay a worker takes what is
// left when it is done.
func TestLeftWork(t *testing.T) {
	for name, c := range map[string]struct {
		stay               string
		workers, ended     int // the processes, and those that are to end by themselves
		poisoned           int // processes with the deadly run, the owner of its part first
		killed, sequential bool
	}{
		"one is killed":           {"yes", 3, 2, 1, false, false},
		"a run kills":             {"yes", 4, 2, 4, true, false},
		"one comes later":         {"", 2, 1, 1, false, true},
		"all others are deadlier": {"yes", 2, 0, 2, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			plan, dir := slowPlan(), t.TempDir()
			f := write(t, dir, plan)
			at := 0
			var trial experiment.Trial // one in the middle of the first part
			for r := range f.runs(Shard{0, c.workers}, nil) {
				if trial = f.trial(r); at > 10 && trial.Engine == 0 {
					break
				}
				at++
			}
			seed := solver.Seed(plan.Seed, plan.Puzzles[trial.Puzzle].Hash(), "nonogram/genetic", trial.Run)
			var all []*exec.Cmd
			for i := range c.workers {
				extra := []string{stayEnv + "=" + c.stay}
				if i < c.poisoned {
					extra = append(extra, fmt.Sprintf("%s=%d", poisonEnv, seed))
				}
				cmd, _ := start(t, dir, i, c.workers, nil, extra...)
				if all = append(all, cmd); c.sequential {
					_ = cmd.Wait()
				}
			}
			ended := 0
			for _, cmd := range all {
				if !c.sequential {
					_ = cmd.Wait()
				}
				if cmd.ProcessState.ExitCode() == 0 {
					ended++
				}
			}
			p, err := f.Progress()
			if err != nil || ended != c.ended || p.Doubled != 0 || (p.Missing != 0) != (c.ended == 0) || (p.Killed == 1) != c.killed {
				t.Fatalf("%d workers ended by themselves, %+v, %v", ended, p, err)
			}
			left, _ := filepath.Glob(filepath.Join(dir, ListsFolder, "*.claim"))
			alltest.Check(t, (len(left) > 0) == (c.ended == 0), "claims: %q", left)
			if c.ended > 0 {
				whole(t, dir, plan, func(r experiment.Record) bool { return c.killed && r.Status == experiment.Failed })
			}
		})
	}
}

// A full disk ends a worker with status 1; what was written is whole, and the rest is
// rerun.
func TestFullDisk(t *testing.T) {
	for _, size := range []int{0, 100, 5000, 20000} {
		plan := slowPlan()
		dir := t.TempDir()
		f := write(t, dir, plan)
		cmd, said := start(t, dir, 0, 1, nil, filesEnv+"="+fmt.Sprint(size))
		if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(said.String(), "file too large") {
			t.Errorf("%d bytes: %v, %s", size, cmd.ProcessState, said)
		}
		before, err := f.Progress()
		alltest.Check(t, err == nil && before.Missing != 0 && (size <= 1000 || before.Done != 0) && len(before.Warnings) <= 0, "%d bytes: %+v, %v", size, before, err)
		if cmd, said := start(t, dir, 0, 1, nil); cmd.Wait() != nil {
			t.Errorf("%s", said)
		}
		after, err := f.Progress()
		alltest.Check(t, err == nil && after.Missing == 0 && after.Doubled == 0, "%d bytes: %+v, %v", size, after, err)
		whole(t, dir, plan, nil)
	}
}
