package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// repeatLine is the command that a page offers to make the run of a record again,
// as the page's own script puts it together.
func repeatLine(t *testing.T, r experiment.Record, d solver.Description, p map[string]any) (line, why string) {
	t.Helper()
	script := alltest.Must(os.ReadFile("../../charts/page/facts.js"))(t)
	vm := goja.New()
	text := func(v any) string {
		text := alltest.Must(json.Marshal(v))(t)
		return string(text)
	}
	// A script gets the seed as a text: doubles do not hold it.
	record := map[string]any{"seed": text(r.Seed), "budget": r.Budget, "status": r.Status, "iterations": r.Iterations, "evaluations": r.Evaluations, "content": r.Content}
	v := alltest.Must(vm.RunString("var window = {formicary: {kin: function () { return {add: null, all: null}; }}};\n" + string(script) + "\nwindow.formicary.facts.repeat(" + text(record) + ", " + text(d) + ", " + text(p) + ")"))(t)
	var out struct{ Line, Why string }
	alltest.OK(t, json.Unmarshal([]byte(text(v.Export())), &out))
	return out.Line, out.Why
}

// words are those of a command as a shell takes them, and what it reads.
func words(t *testing.T, line string) (args []string, input string) {
	t.Helper()
	script := `formicary() { for word in "$@"; do printf '%s\0' "$word"; done; printf '\1'; case "$*" in *' -') cat;; esac; }` + "\n" + line
	out, err := exec.CommandContext(t.Context(), "sh", "-c", script).Output()
	alltest.Require(t, err == nil, "%s: %v", line, err)
	list, input, _ := strings.Cut(string(out), "\x01")
	return strings.Split(strings.TrimSuffix(list, "\x00"), "\x00"), input
}

// The command that a page offers for a run makes the run again, for every engine and
// every sort of budget: it ends in the same way, with the same cost, after as many
// iterations.
func TestPageRepeatsRuns(t *testing.T) {
	for _, entry := range engines.Groups() {
		kind := alltest.Must(engines.FindKind(entry.Kind))(t)
		name := "open"
		if entry.Kind == "nurikabe" {
			name = "open-908"
		}
		puzzles := kind.MustOpen(name).Between(16, 400).Take(2)
		alltest.Require(t, puzzles.Len() != 0, "no puzzle for %s", entry.Name)
		for i, budget := range []solver.Budget{solver.Iterations(7), solver.Evaluations(60), {Wall: 20 * time.Millisecond}} {
			e := entry.New()
			plan := experiment.Plan{Puzzles: puzzles.Puzzles()[i%puzzles.Len():][:1], Engines: []solver.Solver{e}, Runs: 1, Budget: budget, Seed: 5}
			r := plan.MustRun(t.Context()).Records()[0]
			p := map[string]any{"set": name}
			if i == 1 {
				p = map[string]any{"text": plan.Puzzles[0].Text()} // a puzzle of no set
			}
			line, why := repeatLine(t, r, e.Describe(), p)
			if why != "" {
				alltest.Check(t, r.Iterations <= 0 && r.Evaluations <= 0 && !r.Status.Decided(), "%s: %s", entry.Name, why)
				continue
			}
			args, input := words(t, line)
			var stdout, stderr bytes.Buffer
			run(t.Context(), append([]string{args[0], "--json"}, args[1:]...), strings.NewReader(input), &stdout, &stderr)
			var got answer
			if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
				t.Errorf("%s\n%s%s: %v", line, stdout.String(), stderr.String(), err)
				continue
			}
			alltest.Check(t, got.Status == r.Status && got.Cost == r.Cost && got.Iterations == r.Iterations,
				"%s\ncomes to %s, cost %v, %d iterations; the run was %s, %v, %d", line, got.Status, got.Cost, got.Iterations, r.Status, r.Cost, r.Iterations)
		}
	}
}

// What cannot be repeated by a command says why; names are no words of the shell's.
func TestPageDoesNotRepeat(t *testing.T) {
	r := experiment.Record{Content: "0123456789abcdef", Seed: 1<<63 + 1, Status: solver.Exhausted, Iterations: 3, Budget: solver.Iterations(3)}
	known := map[string]any{"set": "open"}
	hostile := solver.Description{Engine: "nurikabe/acs", Parameters: []solver.Parameter{{Name: "x", Value: `$(touch /tmp/x); 'a' "b"`}}}
	// Time ended nothing here: the run was decided in a round that is not counted.
	early := experiment.Record{Content: r.Content, Seed: 1, Status: solver.Solved, Iterations: 3, Budget: solver.Budget{Wall: time.Second}}
	if line, why := repeatLine(t, early, solver.Description{Engine: "nurikabe/acs"}, known); !strings.Contains(line, "--iterations 4 ") {
		t.Errorf("a run that was decided after three rounds is rerun by %q, %s", line, why)
	}
	line, _ := repeatLine(t, r, hostile, known)
	args, _ := words(t, line)
	want := []string{"solve", "--engine", "nurikabe/acs", "--param", `x=$(touch /tmp/x); 'a' "b"`, "--run-seed", "9223372036854775809", "--iterations", "3", "--only", "0123456789abcdef", "--", "open"}
	alltest.Check(t, strings.Join(args, "\n") == strings.Join(want, "\n"), "%s\nis %q", line, args)
	if line, _ := repeatLine(t, r, solver.Description{Engine: "nurikabe/acs"}, map[string]any{"set": "--engine=evil"}); !strings.HasSuffix(line, " -- --engine=evil") {
		t.Errorf("a set whose name is an option: %s", line)
	}
	_, why := repeatLine(t, r, solver.Description{Engine: "nurikabe/acs", Custom: true}, known)
	alltest.Check(t, strings.Contains(why, "rules that a notebook defines"), "a run with rules of a notebook: %q", why)
	_, why = repeatLine(t, r, hostile, map[string]any{"id": "p1"})
	alltest.Check(t, strings.Contains(why, "FILE"), "a puzzle that the page does not have: %q", why)
	r.Budget, r.Iterations = solver.CPU(time.Second), 0
	_, why = repeatLine(t, r, hostile, known)
	alltest.Check(t, strings.Contains(why, "before its first iteration"), "a run without an iteration: %q", why)
	var text bytes.Buffer
	code := run(t.Context(), []string{"solve", "--engine", "nurikabe/acs", "--only", "nobody", "open-908"}, nil, &text, &text)
	alltest.Check(t, code == 2 && strings.Contains(text.String(), `no puzzle has the id or the content "nobody"`), "status %d, %s", code, text.String())
}
