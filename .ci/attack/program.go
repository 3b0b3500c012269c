package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/external"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// program is a shell script that misbehaves, and what its record says: a status, or the beginning of an error.
type program struct {
	name, script string
	memory       uint64
	status       solver.Status
	says         string
}

var programs = []program{
	{name: "right", script: `echo '{"status": "solved", "board": ".###"}'`, status: solver.Solved},
	{name: "hangs", script: `sleep 1000`, status: solver.Exhausted},
	{name: "computes without end", script: `trap '' TERM; while :; do :; done`, status: solver.Exhausted},
	{name: "forks", script: `i=0; while [ $i -lt 50 ]; do sleep 1000 & i=$((i+1)); done; (setsid sleep 1000 &) ; while :; do :; done`, status: solver.Exhausted},
	{name: "floods", script: `yes "$(head -c 100000 /dev/zero | tr '\0' a)"`, says: "the program has written more than 64 MB"},
	{name: "half a board", script: `echo '{"status": "solved", "board": ".#"}'`, says: "answer:2: expected 2 rows of 2 signs"},
	{name: "another solution", script: `echo '{"status": "solved", "board": "#.##"}'`, says: "the program's solution of 1 breaks"},
	{name: "another puzzle", script: `echo '{"status": "solved", "board": "nurikabe/2/2/i1 solution=d"}'`, says: "answer:"},
	{name: "memory", script: `x=$(head -c 300000000 /dev/zero | tr '\0' a) || exit 7; echo '{"status": "unknown"}'`, memory: 100 << 20, says: "the program"},
	{name: "dies", script: `kill -9 $$`, says: "the program was ended by a signal"},
	{name: "leaves", script: `setsid sleep 1000 & echo '{"status": "solved", "board": ".###"}'; exit 0`, status: solver.Solved},
}

// breakPrograms runs programs that misbehave, started anew for each run or as workers: the record of each says in one
// sentence what was wrong, the others are as they should be, and no process is left.
func breakPrograms(f *field) error {
	set, err := nurikabes.Kind.Read("small", strings.NewReader("nurikabe/2/2/1i"))
	if err != nil {
		return err
	}
	worker := f.rand.IntN(2) == 0
	plan := experiment.Plan{Name: "programs", Puzzles: []puzzle.Puzzle{set.Items[0]}, Runs: 2, Seed: f.rand.Uint64(), Budget: solver.Budget{Wall: 8 * time.Second, CPU: 2 * time.Second}, Workers: 2}
	expected := map[string]program{}
	for _, p := range append(programs, program{name: "missing", says: "the program does not start: "}) {
		if worker && p.name == "leaves" {
			continue // it belongs to the worker until that ends
		}
		c := &external.Command{Name: p.name, Kind: nurikabes.Kind, Memory: p.memory, Worker: worker, Args: []string{"/bin/sh", "-c", p.script}}
		switch {
		case p.name == "missing":
			c.Args = []string{"no-such-program"}
		case worker:
			c.Args[2] = "while read -r line; do " + p.script + "; done"
		}
		expected[p.name] = p
		plan.Engines = append(plan.Engines, c)
	}
	f.tried += len(plan.Engines) * plan.Runs
	result, err := plan.Run(f.ctx, experiment.In(f.dir))
	if errors.Is(err, context.Canceled) || result != nil && result.Interrupted {
		return nil
	}
	if err != nil {
		return err
	}
	if lost := len(plan.Engines)*plan.Runs - result.Len(); lost > 0 {
		f.fault(&f.lost, "%d runs of programs have no record", lost)
	}
	for _, r := range result.Records() {
		p := expected[r.Engine]
		what := fmt.Sprintf("a program that %s (worker: %v) has a record of status %s, %q", p.name, worker, r.Status, r.Error)
		switch {
		case p.says == "" && r.Status != p.status, p.says != "" && r.Status != experiment.Failed:
			f.fault(&f.wrong, "%s", what)
		case p.says != "" && (!strings.Contains(r.Error, ": "+p.says) || strings.Contains(r.Error, "\n") || len(r.Error) > 400):
			f.fault(&f.wrong, "%s: expected one sentence, “%s…”", what, p.says)
		}
	}
	for _, of := range survivors(worker) {
		f.fault(&f.crashed, "a process is left: %s", of)
	}
	return nil
}

// survivors are processes that programs of this one have started, but for workers, which wait for their next run.
func survivors(worker bool) (out []string) {
	mine := fmt.Appendf(nil, "FORMICARY_COMMAND=%d-", os.Getpid())
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		environ, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(environ, mine) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		if text := string(bytes.ReplaceAll(line, []byte{0}, []byte(" "))); !worker || !strings.Contains(text, "while read") {
			out = append(out, text)
		}
	}
	return out
}
