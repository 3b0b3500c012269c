package external

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// served is a worker that is a shell script: it evaluates the script for each line.
func served(script string) *Command {
	return &Command{Name: "worker", Worker: true, Kind: nurikabes.Kind, Args: []string{"/bin/sh", "-c", `while read -r line; do ` + script + `; done`}}
}

// TestWorker: one process answers many runs. It is told the puzzle, the seed, the budget and the parameters.
func TestWorker(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	c := served(`printf '%s\n' "$$ $line" >> ` + log + `; echo '{"cost": 2, "board": "####"}'; echo '{"status": "solved", "iterations": 3, "board": "` + solution + `"}'`)
	c.Numbers = []Number{{Name: "rate", Value: 0.5, High: 1}, {Name: "rule", Values: []string{"a", "b"}, Value: 1}}
	for seed := range uint64(3) {
		improved := 0
		out, err := c.Solve(t.Context(), small(t), solver.Run{Seed: seed << 33, Budget: solver.Iterations(9), Trace: func(solver.Event) { improved++ }})
		alltest.Require(t, err == nil && out.Status == solver.Solved && out.Iterations == 3 && improved == 1, "%v, %v, %d improvements", out, err, improved)
	}
	lines := strings.Split(strings.TrimSpace(string(alltest.Must(os.ReadFile(log))(t))), "\n")
	pid, _, _ := strings.Cut(lines[0], " ")
	text := strings.ReplaceAll(string(alltest.Must(c.text(small(t)))(t)), "\n", `\n`)
	for i, line := range lines {
		want := fmt.Sprintf(`%s {"puzzle":"%s","seed":%d,"iterations":9,"evaluations":0,"seconds":0,"parameters":{"rate":0.5,"rule":"b"}}`, pid, text, i)
		alltest.Check(t, line == want && len(lines) == 3, "it was asked\n%s, want\n%s", line, want)
	}
	var together sync.WaitGroup
	for range 4 {
		together.Go(func() {
			out, err := c.Solve(t.Context(), small(t), solver.Run{})
			alltest.Check(t, err == nil && out.Status == solver.Solved, "%v, %v", out.Status, err)
		})
	}
	together.Wait()
	c.Args = append(c.Args, "{seed}")
	alltest.Check(t, c.Validate() != nil, "a worker has the placeholder of one run")
}

// TestWorkerFails: a worker that fails, lies, dies, floods or runs over its budget ends, and the next run has a new one.
func TestWorkerFails(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"it dies", `echo help >&2; exit 3`, `worker: the program failed (exit status 3); its last words: "help"`},
		{"it is killed", `kill -9 $$`, "worker: the program was ended by a signal (signal: killed); it may have run out of memory"},
		{"it ends", `exit 0`, "worker: the program has ended without an answer"},
		{"it lies", `echo '{"status": "solved", "board": "####"}'`, "worker: the program's solution of 1 breaks"},
		{"half a board", `echo '{"status": "solved", "board": ".#"}'`, "worker: answer:2: expected 2 rows of 2 signs, found 1 row"},
		{"no JSON", `echo '{"status": '`, "worker: expected an answer in JSON, found"},
		{"a flood", `yes`, "worker: the program has written more than 64 MB"},
		{"a flood without a line's end", `yes | tr -d '\n'`, "worker: the program has written more than 64 MB"},
	} {
		c := served(test.script)
		for range 2 {
			_, err := c.Solve(t.Context(), small(t), solver.Run{})
			alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), test.want) && !strings.Contains(err.Error(), "\n"),
				"%s: %.200v, want %s", test.name, err, test.want)
		}
	}
	hangs := served(`if [ -n "${line##*\"seed\":1,*}" ]; then echo '{"status": "solved", "board": "` + solution + `"}'; else while :; do :; done; fi`)
	for i, want := range []solver.Status{solver.Solved, solver.Exhausted, solver.Solved} {
		out, err := hangs.Solve(t.Context(), small(t), solver.Run{Seed: uint64(i%2) << 33, Budget: solver.CPU(100 * time.Millisecond)})
		alltest.Check(t, err == nil && out.Status == want && (want != solver.Exhausted || out.CPU >= 50*time.Millisecond),
			"run %d: %v, %v, processor time %v", i, out.Status, err, out.CPU)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	out, err := served(`sleep 1000`).Solve(ctx, small(t), solver.Run{})
	alltest.Check(t, err == nil && out.Status == solver.Cancelled, "the context ends it: %v, %v", out.Status, err)
}

// BenchmarkWorker compares a run of a worker with a line there and back: the time that a run takes in addition.
func BenchmarkWorker(b *testing.B) {
	item := alltest.Must(nurikabes.Kind.Read("small", strings.NewReader("nurikabe/2/2/1i")))(b).Items[0]
	answer := `{"status":"solved","board":"` + solution + `"}`
	python, err := exec.LookPath("python3")
	if err != nil {
		b.Skip("no python3 on the PATH")
	}
	c := &Command{Name: "worker", Worker: true, Kind: nurikabes.Kind, Args: []string{python, "-c", "import sys\nfor line in sys.stdin: print('" + answer + "', flush=True)"}}
	w, err := start(c.filled(map[string]string{}), 0)
	alltest.OK(b, err)
	defer w.dismiss()
	line := []byte(`{"puzzle":"nurikabe/2/2/1i\n","seed":0,"iterations":0,"evaluations":0,"seconds":60}` + "\n")
	solve := func() { alltest.Must(c.Solve(b.Context(), item, solver.Run{Budget: solver.Wall(time.Minute)}))(b) }
	var alone, whole time.Duration
	ask := func() {
		_, err := w.in.Write(line)
		alltest.Require(b, err == nil && w.out.Scan(), "no answer")
	}
	solve() // both have started
	ask()
	for b.Loop() {
		began := time.Now()
		ask()
		middle := time.Now()
		solve()
		alone, whole = alone+middle.Sub(began), whole+time.Since(middle)
	}
	b.ReportMetric(float64(whole-alone)/float64(time.Microsecond)/float64(b.N), "µs-more")
	b.ReportMetric(float64(whole)/float64(alone), "times")
}
