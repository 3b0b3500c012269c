package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/sudokus"
)

// small is a Nurikabe with its solution; no program that is run here knows the solution but by its text.
func small(t *testing.T) puzzle.Item {
	t.Helper()
	set := alltest.Must(nurikabes.Kind.Read("small", strings.NewReader("nurikabe/2/2/1i")))(t)
	return set.Items[0]
}

// run runs a shell script as a program.
func run(t *testing.T, script string, budget solver.Budget) (solver.Outcome, error) {
	t.Helper()
	c := &Command{Name: "script", Args: []string{"/bin/sh", "-c", script, "script", "{seed}", "{seconds}"}, Kind: nurikabes.Kind}
	return c.Solve(t.Context(), small(t), solver.Run{Seed: 1 << 40, Budget: budget})
}

// solution is that of small.
const solution = `.###`

// TestSolve: what a program may write, and what comes of it.
func TestSolve(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"a board", `printf '` + solution + `\n'`, "solved 0 0 0 []"},
		{"without a last line's end", `printf '` + solution + `'`, "solved 0 0 0 []"},
		{"JSON", `echo '{"status": "unique", "board": "` + solution + `", "iterations": 3, "evaluations": 4, "statistics": {"b": 2, "a": 1}}'`, "unique 0 3 4 [{a 1} {b 2}]"},
		{"status and board apart", `echo '{"status": "unique"}'; printf '` + solution + `\n'`, "unique 0 0 0 []"},
		{"no solution", `echo '{"status": "unsolvable"}'`, "unsolvable -1 0 0 []"},
		{"unknown", `echo '{"status": "unknown", "iterations": 7}'`, "exhausted -1 7 0 []"},
		{"the best board", `echo '{"cost": 2, "board": "####"}'`, "exhausted 2 0 0 []"},
		{"the last of several", `echo '{"cost": 2, "board": "####", "iterations": 5}'; echo '{"board": "` + solution + `"}'`, "solved 0 5 0 []"},
		{"a solution of which it does not know", `echo '{"status": "unknown", "cost": 1, "board": "` + solution + `"}'`, "solved 0 0 0 []"},
		{"the seed", `[ "$1" = 128 ] && printf '` + solution + `\n'`, "solved 0 0 0 []"},
		{"the puzzle", `read kind && [ "$kind" = "` + string(alltest.Must((&Command{Kind: nurikabes.Kind}).text(small(t)))(t)[:4]) + `" ] || printf '` + solution + `\n'`, "solved 0 0 0 []"},
	} {
		out, err := run(t, test.script, solver.Budget{})
		out.Statistics = slices.DeleteFunc(out.Statistics, func(s solver.Statistic) bool { return s.Name == "peak memory (bytes)" })
		got := strings.TrimSpace(fmt.Sprintln(out.Status, out.Cost, out.Iterations, out.Evaluations, out.Statistics))
		alltest.Check(t, got == test.want && err == nil, "%s: %s (%v), want %s", test.name, got, err, test.want)
	}
}

// TestLies: a program that fails, lies or is broken has an error of one sentence.
func TestLies(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"nothing", `:`, "script: the program has written no answer"},
		{"half a board", `printf '.#\n'`, "script: answer:2: expected 2 rows of 2 signs, found 1 row"},
		{"a short row", `printf '.#\n#\n'`, "script: answer:2: expected 2 signs, found 1 sign"},
		{"another sign", `printf '.#\nz.\n'`, `script: answer:2:1: expected a sign of a solution, found "z"`},
		{"a wrong board", `printf '####\n'`, "script: the program's solution of 1 breaks"},
		{"solved without a board", `echo '{"status": "solved"}'`, "script: the status is solved, and there is no solution"},
		{"twice the same", `echo '{"status": "multiple", "board": "` + solution + `"}'`, "script: second solution: answer:1: expected"},
		{"a status", `echo '{"status": "great"}'`, `script: expected a status (solved, unique, multiple, unsolvable or unknown), found "great"`},
		{"no JSON", `echo '{"status": '`, "script: expected an answer in JSON, found"},
		{"a misspelt field", `echo '{"iteration": 3}'`, "script: expected an answer in JSON, found"},
		{"a failure", `echo one >&2; echo no such file >&2; exit 3`, `script: the program failed (exit status 3); its last words: "one / no such file"`},
		{"killed", `kill -9 $$`, "script: the program was ended by a signal (signal: killed); it may have run out of memory"},
		{"a flood", `yes`, "script: the program has written more than 64 MB"},
		{"a flood of errors", `yes >&2 & sleep 0.1; kill %1; exit 1`, "script: the program failed (exit status 1); its last words: "},
	} {
		_, err := run(t, test.script, solver.Budget{})
		alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), test.want) && !strings.Contains(err.Error(), "\n") && len(err.Error()) <= 300,
			"%s: %.400v, want %s…", test.name, err, test.want)
	}
	missing := &Command{Name: "missing", Args: []string{"no-such-program"}}
	if _, err := missing.Solve(t.Context(), small(t), solver.Run{}); err == nil || !strings.HasPrefix(err.Error(), "missing: the program does not start: ") {
		t.Errorf("a missing program: %v", err)
	}
}

// TestBudget: a budget ends a program that does not end, with what it has started, and its best board counts.
func TestBudget(t *testing.T) {
	for _, test := range []struct {
		name, script string
		budget       solver.Budget
		status       solver.Status
	}{
		{"it waits", `sleep 1000`, solver.Wall(50 * time.Millisecond), solver.Exhausted},
		{"it computes", `while :; do :; done`, solver.CPU(100 * time.Millisecond), solver.Exhausted},
		{"a child computes", `(while :; do :; done); :`, solver.CPU(100 * time.Millisecond), solver.Exhausted},
		{"it does not listen", `trap '' TERM; while :; do :; done`, solver.CPU(50 * time.Millisecond), solver.Exhausted},
		{"with a board", `echo '{"cost": 3, "board": "####"}'; sleep 1000`, solver.Wall(200 * time.Millisecond), solver.Exhausted},
		{"with half a board", `printf '.#\n'; sleep 1000`, solver.Wall(200 * time.Millisecond), solver.Exhausted},
		{"with a solution", `echo '{"board": "` + solution + `"}'; sleep 1000`, solver.Wall(500 * time.Millisecond), solver.Solved},
	} {
		out, err := run(t, test.script, test.budget)
		alltest.Check(t, err == nil && out.Status == test.status, "%s: %s, %v", test.name, out.Status, err)
		b := test.budget.CPU
		alltest.Check(t, out.CPU >= b/2 && (test.name != "with a board" || out.Cost == 3), "%s: processor time %v of %v, cost %v", test.name, out.CPU, b, out.Cost)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	c := &Command{Name: "script", Args: []string{"/bin/sh", "-c", "sleep 1000"}}
	out, err := c.Solve(ctx, small(t), solver.Run{})
	alltest.Check(t, err == nil && out.Status == solver.Cancelled, "the context ends it: %v, %v", out.Status, err)
}

// TestNothingIsLeft: processes that leave their group, or whose parents end, end with the run, and their processor time
// counts.
func TestNothingIsLeft(t *testing.T) {
	setsid, err := exec.LookPath("setsid")
	if err != nil {
		t.Skip("no setsid on the PATH: processes that leave their group are not tried")
	}
	pids := filepath.Join(t.TempDir(), "pids")
	burn := `i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done`
	out, err := run(t, setsid+` sh -c 'echo $$ >> `+pids+`; (echo $$; exec sleep 1000) >> `+pids+` & `+burn+`; exec sleep 1000' > /dev/null 2>&1 &
		until [ -s `+pids+` ]; do sleep 0.01; done; sleep 0.5; printf '`+solution+`\n'`, solver.Budget{})
	alltest.Require(t, err == nil && out.Status == solver.Solved, "%v, %v", out.Status, err)
	for _, word := range strings.Fields(string(alltest.Must(os.ReadFile(pids))(t))) {
		pid := alltest.Must(strconv.Atoi(word))(t)
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		alltest.Check(t, err != nil || strings.Contains(string(stat), ") Z "), "process %d is left: %s", pid, stat)
	}
	alltest.Check(t, out.CPU >= 20*time.Millisecond, "the processor time of what left the group does not count: %v", out.CPU)
}

// TestMemory: a program that asks for more than it may have fails.
func TestMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system limits no memory of a program")
	}
	c := &Command{Name: "script", Memory: 200 << 20, Args: []string{"/bin/sh", "-c", `sleep 0.1; x=$(head -c 300000000 /dev/zero | tr '\0' a); echo ${#x} >&2; printf '` + solution + `\n'`}}
	out, err := c.Solve(t.Context(), small(t), solver.Run{})
	alltest.Check(t, err != nil, "it has what it asked for: %v", out)
}

// TestIdentity: a record tells programs, files and numbers apart.
func TestIdentity(t *testing.T) {
	script := filepath.Join(t.TempDir(), "mine.sh")
	write := func(text string) { alltest.OK(t, os.WriteFile(script, []byte(text), 0o755)) }
	write("#!/bin/sh\necho 1\n")
	c := &Command{Name: "mine", Args: []string{"/bin/sh", script, "{rate}"}, Numbers: []Number{{Name: "rate", Value: 0.5, High: 1}}}
	seen := map[string]string{}
	differs := func(what string) {
		t.Helper()
		version := c.Describe().Hash() + " " + c.Program()
		before, ok := seen[version]
		alltest.Check(t, !ok, "%s: the same as %s", what, before)
		seen[version] = what
	}
	differs("at first")
	write("#!/bin/sh\necho 22\n")
	differs("another script")
	c.Numbers[0].Value = 0.25
	differs("another number")
	c.Files = []string{"external_test.go"}
	differs("another file")
	c.Args[0] = script
	differs("the script by itself")
	write("#!/bin/cat\necho 22\n")
	differs("another interpreter")
	c.Version = []string{"echo", "1.0"}
	differs("another version of a library")
	c.Version = []string{"echo", "1.1"}
	if differs("the next one"); !strings.HasSuffix(c.Program(), " 1.1") {
		t.Errorf("the version is %q", c.Program())
	}
}

// TestValidate: a command that cannot run says why.
func TestValidate(t *testing.T) {
	for want, c := range map[string]*Command{
		"external: a command has no name":                     {Args: []string{"x"}},
		"x: parameter out of range: Args are empty":           {Name: "x"},
		`x: parameter out of range: the argument "{sed}"`:     {Name: "x", Args: []string{"x", "{sed}"}},
		`x: parameter out of range: "seed" is no name`:        {Name: "x", Args: []string{"x"}, Numbers: []Number{{Name: "seed"}}},
		`x: parameter out of range: no format "nothing"`:      {Name: "x", Args: []string{"x"}, Format: "nothing", Kind: nurikabes.Kind},
		"rate = 2: parameter out of range: expected 0 to 1":   {Name: "x", Args: []string{"x"}, Numbers: []Number{{Name: "rate", Value: 2, High: 1}}},
		"ants = 1.5: parameter out of range: expected 0 to 4": {Name: "x", Args: []string{"x"}, Numbers: []Number{{Name: "ants", Value: 1.5, High: 4, Whole: true}}},
	} {
		err := c.Validate()
		alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.HasPrefix(err.Error(), want), "%v, want %s…", err, want)
	}
	c := &Command{Name: "x", Args: []string{"x"}, Kind: sudokus.Kind}
	alltest.Refused(c.Solve(t.Context(), small(t), solver.Run{}))(t, solver.ErrPuzzle, "a puzzle of another kind")
}

// TestPlan: runs of a program stand in a plan: one of them is repeated each time, no other is run again, and another version of the program runs all. Failed runs are records.
func TestPlan(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "mine.sh")
	count := filepath.Join(dir, "count")
	write := func(text string) {
		alltest.OK(t, os.WriteFile(script, []byte("echo >> "+count+"\n"+text), 0o644))
	}
	write(`sleep 0.05; printf '` + solution + `\n'`)
	plan := experiment.Plan{Name: "mine", Puzzles: []puzzle.Puzzle{small(t)}, Runs: 3, Engines: []solver.Solver{&Command{Name: "mine", Args: []string{"sh", script, "{puzzle}"}, Kind: nurikabes.Kind}}, Budget: solver.Wall(10 * time.Second)}
	for _, round := range []struct {
		change string
		status solver.Status
		runs   int
	}{{"", solver.Solved, 4}, {"", solver.Solved, 5}, {"exit 1", experiment.Failed, 8}} {
		if round.change != "" {
			write(round.change)
		}
		result := alltest.Must(plan.Run(t.Context(), experiment.In(filepath.Join(dir, "runs"))))(t)
		for _, r := range result.All() {
			alltest.Check(t, r.Status == round.status, "%v: %s", r.Status, r.Error)
			alltest.Check(t, !r.Solved() || r.PeakBytes != 0 || runtime.GOOS != "linux", "no memory: %v", r.Statistics)
		}
		lines := len(alltest.Must(os.ReadFile(count))(t))
		alltest.Check(t, lines == round.runs, "the program was started %d times, want %d", lines, round.runs)
	}
}

// BenchmarkOverhead compares a run of a program with the program alone: the time that a run takes in addition.
func BenchmarkOverhead(b *testing.B) {
	set := alltest.Must(nurikabes.Kind.Read("small", strings.NewReader("nurikabe/2/2/1i")))(b)
	c := &Command{Name: "script", Args: []string{"/bin/sh", "-c", "echo " + solution}, Kind: nurikabes.Kind}
	var alone, whole time.Duration
	for b.Loop() {
		start := time.Now()
		alltest.Must(exec.Command(c.Args[0], c.Args[1:]...).Output())(b)
		middle := time.Now()
		alltest.Must(c.Solve(b.Context(), set.Items[0], solver.Run{Budget: solver.Wall(time.Minute)}))(b)
		alone, whole = alone+middle.Sub(start), whole+time.Since(middle)
	}
	b.ReportMetric(float64(whole-alone)/float64(time.Millisecond)/float64(b.N), "ms-more")
	b.ReportMetric(float64(whole)/float64(alone), "times")
}
