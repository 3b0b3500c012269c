package experiment_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/solver"
)

// closures builds the program of testdata/closures once.
var closures = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "closures-")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "closures")
	out, err := exec.Command("go", "build", "-o", program, "./testdata/closures").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return program, err
})

// session is one process of that program.
func session(t *testing.T, k, dir, kind string, numbers ...string) []string {
	t.Helper()
	program := alltest.Must(closures())(t)
	cmd := exec.Command(program, append([]string{dir, kind}, numbers...)...)
	cmd.Env = append(os.Environ(), "FORMICARY_TEST_K="+k)
	out, err := cmd.CombinedOutput()
	alltest.Require(t, err == nil, "%v: %s", err, out)
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// costs are those of the runs.
func costs(line string) string { before, _, _ := strings.Cut(line, " |"); return before }

// A value of k never gets the records of another, however the func comes by it,
// and gets its own again: from the environment or the arguments of a process, or
// from a variable that changes within one.
func TestClosuresOfOtherValues(t *testing.T) {
	want := map[string]string{}
	for _, k := range []string{"1", "2"} {
		want[k] = costs(session(t, k, t.TempDir(), "closure")[0])
	}
	alltest.Require(t, want["1"] != want["2"], "k does not show in %q", want["1"])
	said := regexp.MustCompile(`^6 of 12 runs reused: same puzzles, seeds, parameters, sources \(src-\w+\) of nurikabe/acs; 6 records of nurikabe/acs "times k" are left aside: run \d on \S+ rerun gave .* instead of `)
	for _, kind := range []string{"closure", "method", "global", "field"} {
		dir := t.TempDir()
		for i, k := range []string{"1", "2", "1", "2"} {
			line := session(t, k, dir, kind)[0]
			_, reuse, _ := strings.Cut(line, " | ")
			alltest.Equal(t, costs(line), want[k], "%s, session %d: k = %s", kind, i+1, k)
			switch all := strings.HasPrefix(reuse, "12 of 12 runs reused: ") && strings.HasSuffix(reuse, "(3 runs rerun came out the same)"); {
			case i > 1 && !all:
				t.Errorf("%s, session %d: its own are not reused: %s", kind, i+1, reuse)
			case i == 1 && kind != "field" && !said.MatchString(reuse):
				t.Errorf("%s: %s", kind, reuse)
			case i == 1 && kind == "field" && !strings.Contains(reuse, "6 records of nurikabe/acs \"times k\" were made with other arguments or values (with-"):
				t.Errorf("%s: %s", kind, reuse)
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		lines := strings.Count(string(text), "\n")
		alltest.Check(t, err == nil && lines == 18, "%s: %d lines of 18: a run was made twice, or lost", kind, lines)
	}
	dir := t.TempDir()
	lines := session(t, "", dir, "global", "1", "2", "1")
	alltest.Check(t, len(lines) == 3 && costs(lines[0]) == want["1"] && costs(lines[1]) == want["2"] && costs(lines[2]) == want["1"],
		"a variable that changes between two runs: %q", lines)
	for _, k := range []string{"1", "2"} {
		alltest.Equal(t, costs(session(t, "", dir, "closure", k)[0]), want[k], "an argument %s", k)
	}
}

// The loop of one cell: a value does not get the records of another, and three sets of runs
// with a variant each are reused in the next process.
func TestLoopOfClosures(t *testing.T) {
	lines := session(t, "", t.TempDir(), "closure", "1", "2", "1")
	alltest.Check(t, len(lines) == 3 && costs(lines[0]) != costs(lines[1]) && costs(lines[0]) == costs(lines[2]), "%q", lines)
	dir := t.TempDir()
	first := session(t, "", dir, "variant", "1", "2", "3")
	alltest.Check(t, len(first) == 3 && costs(first[0]) != costs(first[1]) && costs(first[1]) != costs(first[2]), "%q", first)
	for i, line := range session(t, "", dir, "variant", "1", "2", "3") {
		alltest.Check(t, costs(line) == costs(first[i]) && strings.Contains(line, "12 of 12 runs reused"), "again: %q", line)
	}
}

// Engines of one name in one plan are refused with their funcs.
func TestFuncsOfOneName(t *testing.T) {
	rules := func(k float64) *acs.Solver {
		s := acs.Named("rules")
		s.Deposit = func(cost float64) float64 { return k / cost }
		return s
	}
	plan := experiment.Plan{Name: "anew", Puzzles: boards(t, 2, 9), Engines: []solver.Solver{rules(1), rules(2)}, Budget: solver.Iterations(5), Seed: 1}
	if _, err := plan.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "are the same (ants, rules)") || !strings.Contains(err.Error(), "rule Deposit: a func of this engine\n\t") {
		t.Errorf("%v", err)
	}
}
