package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// keptRuns makes the runs of a small plan in a folder of its own, NAME, and returns
// the folder and the records.
func keptRuns(t *testing.T, name string) (dir string, records []experiment.Record) {
	t.Helper()
	home := t.TempDir()
	t.Setenv(assets.RunsEnv, home)
	dir = filepath.Join(home, name)
	plan := experiment.Plan{
		Name: name, Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Engines: []solver.Solver{acs.New(), acs.WithScheme(acs.Raster)},
		Runs: 3, Budget: solver.Iterations(5), Seed: 1,
	}
	result, err := plan.Run(t.Context(), experiment.In(dir))
	if err != nil {
		t.Fatal(err)
	}
	return dir, result.Records
}

// command runs the command.
func command(t *testing.T, args ...string) (out, errors string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

// TestCollect: the sealed file has every record that the plan gave, in whatever
// journals they were, and the journals stay.
func TestCollect(t *testing.T) {
	dir, records := keptRuns(t, "small")
	text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "journals"), 0o777); err != nil {
		t.Fatal(err)
	}
	attempt := filepath.Join(dir, "journals", "W-1_2-0.jsonl")
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(attempt, []byte(strings.Join(lines[:5], "")+"torn"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "journal.jsonl"), []byte(strings.Join(lines[3:], "")), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"collect", "seal"} {
		out, notes, code := command(t, name, "small")
		if code != 0 || !strings.Contains(out, "24 runs of 2 journals") || !strings.Contains(out, "2 lines more of these runs") || !strings.Contains(notes, "W-1_2-0.jsonl:6:3: expected the record of a run") {
			t.Fatalf("%s: status %d\n%s%s", name, code, out, notes)
		}
	}
	s, err := columns.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	type run struct {
		content, engine string
		run             int
	}
	sealed := map[run]experiment.Record{}
	for r, err := range s.Records() {
		if err != nil {
			t.Fatal(err)
		}
		sealed[run{r.Content, r.ConfigHash, r.Run}] = r
	}
	for _, r := range records {
		if got := sealed[run{r.Content, r.ConfigHash, r.Run}]; !reflect.DeepEqual(got, r) {
			t.Errorf("read\n%+v\nwant\n%+v", got, r)
		}
	}
	if left, _ := os.ReadFile(attempt); !bytes.HasSuffix(left, []byte("torn")) {
		t.Error("a journal was changed")
	}
	if out, notes, code := command(t, "collect", "none"); code != 2 {
		t.Errorf("status %d\n%s%s", code, out, notes)
	}
}
