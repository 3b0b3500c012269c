package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// TestRuns lists two journals, shows and compares them, exports one, runs it afresh
// and deletes it.
func TestRuns(t *testing.T) {
	home := t.TempDir()
	t.Setenv(assets.RunsEnv, home)
	formicary := func(in string, args ...string) (out string, code int) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if len(args) == 0 || args[0] != "export" {
			args = append([]string{"runs"}, args...)
		}
		code = run(t.Context(), args, strings.NewReader(in), &stdout, &stderr)
		return stdout.String() + stderr.String(), code
	}
	says := func(code int, in string, args []string, want ...string) string {
		t.Helper()
		out, got := formicary(in, args...)
		if got != code {
			t.Errorf("%v: status %d, want %d:\n%s", args, got, code, out)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%v: no %q in\n%s", args, w, out)
			}
		}
		return out
	}
	says(0, "", nil, "There are no journals")
	for _, name := range []string{"first", "second"} {
		puzzles := nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles()
		plan := experiment.Plan{Name: "the " + name, Puzzles: puzzles, Engines: []solver.Solver{acs.New()}, Runs: 2, Budget: solver.Iterations(4), Seed: 1}
		if _, err := plan.Run(t.Context(), experiment.In(filepath.Join(home, name))); err != nil {
			t.Fatal(err)
		}
	}
	if list := says(0, "", nil, "journal", "first", "second", "8 of 8", " B", acs.New().Describe().Label()); strings.Count(list, "\n") != 3 {
		t.Errorf("the list is\n%s", list)
	}
	says(0, "", []string{"list"}, "8 of 8")
	says(0, "", []string{"show", "first"}, "1 plan", "the first", "8 of 8, complete", "4, 2 runs each", "4 iterations", "seed")
	says(0, "", []string{"show", filepath.Join(home, "first")}, "the first")
	says(0, "", []string{"compare", "first", "second"}, "first: ", "second: ", "of 8", "puzzles like these", "success rate")
	says(0, "", []string{"compare", "first"}, "of 8")
	raced := filepath.Join(home, "raced")
	rule := race.Race{Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Baseline: acs.New(), Variants: []solver.Solver{acs.Named("v")}, Budget: solver.Iterations(4)}
	if _, err := rule.Run(t.Context(), nil, experiment.In(raced)); err != nil {
		t.Fatal(err)
	}
	says(0, "", []string{"compare", "raced"}, "of 4", "not compared: a race or a tuner chose these runs")
	if err := os.RemoveAll(raced); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(says(0, "", []string{"export", "--csv", "first"}))).ReadAll()
	if err != nil || len(rows) != 9 || rows[0][0] != "puzzle" {
		t.Errorf("%d rows of CSV, %v", len(rows), err)
	}
	lines := strings.Split(strings.TrimSpace(says(0, "", []string{"export", "first", "--json"})), "\n")
	var r experiment.Record
	if err := json.Unmarshal([]byte(lines[0]), &r); err != nil || len(lines) != 8 || r.Puzzle != rows[1][0] {
		t.Errorf("%d lines of JSON, %v, %+v", len(lines), err, r)
	}
	says(0, "", []string{"afresh", "second"}, "aside-1")
	says(2, "", []string{"show", "second"}, `no journal "second"`)
	says(1, "no\n", []string{"delete", "first"}, "Nothing was deleted")
	says(1, "", []string{"delete", "first"}, "Nothing was deleted")
	says(0, "yes\n", []string{"delete", "first"}, "is deleted")
	if _, err := os.Stat(filepath.Join(home, "first")); err == nil {
		t.Error("it is still there")
	}
	says(2, "", []string{"delete", "--yes", "first"}, `no journal "first"`)
}
