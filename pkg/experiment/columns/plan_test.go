package columns_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// TestKeptSealed: a sealed folder is read without its journals, and gives what they
// gave; where a journal has changed, the journals are read, and a warning says so.
func TestKeptSealed(t *testing.T) {
	dir := t.TempDir()
	plan := experiment.Plan{
		Name: "p", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(3).Puzzles(), Engines: []solver.Solver{acs.New(), acs.WithScheme(acs.Raster)},
		Runs: 2, Budget: solver.Iterations(5), Seed: 1,
	}
	run := func() {
		t.Helper()
		if _, err := plan.Run(t.Context(), experiment.In(dir)); err != nil {
			t.Fatal(err)
		}
	}
	seal := func() {
		t.Helper()
		if _, err := columns.Seal(dir); err != nil {
			t.Fatal(err)
		}
	}
	records := func() ([]experiment.Record, []string) {
		t.Helper()
		k, err := columns.Kept(dir)
		if err != nil {
			t.Fatal(err)
		}
		return k.Records(), k.Warnings
	}
	run()
	want, warnings := records()
	if len(want) != 12 || len(warnings) > 0 {
		t.Fatalf("%d records, %q", len(want), warnings)
	}
	if _, _, err := columns.OfPlan(dir, "p"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("nothing is sealed: %v", err)
	}
	seal()
	journal := filepath.Join(dir, "journal.jsonl")
	text, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	nobody := func() { // reads this
		if err := os.WriteFile(journal, []byte(strings.Repeat("x", len(text))), 0o666); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-time.Minute)
		if err := os.Chtimes(journal, old, old); err != nil {
			t.Fatal(err)
		}
	}
	nobody()
	if got, warnings := records(); !reflect.DeepEqual(got, want) || len(warnings) > 0 {
		t.Errorf("sealed: %d records, %q", len(got), warnings)
	}
	c, engines, err := columns.OfPlan(dir, "p")
	if err != nil || c == nil || len(c.Puzzle) != 12 || len(engines) != 2 {
		t.Fatalf("the columns of the plan: %v, %v", c, err)
	}
	if err := c.Sealed.Close(); err != nil {
		t.Fatal(err)
	}
	if c, _, err := columns.OfPlan(dir, "another"); c != nil || err != nil {
		t.Errorf("of no plan: %v, %v", c, err)
	}
	if err := os.WriteFile(journal, text, 0o666); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(journal, later, later); err != nil {
		t.Fatal(err)
	}
	if got, warnings := records(); !reflect.DeepEqual(got, want) || len(warnings) != 1 || !strings.Contains(warnings[0], "older than the journals") {
		t.Errorf("stale: %d records, %q", len(got), warnings)
	}
	// Runs beyond the plan, another seed and another budget are others' runs.
	now := time.Now()
	if err := os.Chtimes(journal, now, now); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*experiment.Record){
		"run":      func(r *experiment.Record) { r.Run = 7 },
		"seed":     func(r *experiment.Record) { r.Seed++ },
		"budget":   func(r *experiment.Record) { r.Budget.Iterations++ },
		"code":     func(r *experiment.Record) { r.Code += "0" },
		"engine":   func(r *experiment.Record) { r.ConfigHash += "0" },
		"contents": func(r *experiment.Record) { r.Content = "0123456789abcdef" },
	} {
		other := want[0]
		change(&other)
		write(t, filepath.Join(dir, "journals", "W-1_1-0.jsonl"), []string{line(t, other)})
		seal()
		if c, _, err := columns.OfPlan(dir, "p"); c != nil || err != nil {
			t.Errorf("a run with another %s: %v", name, err)
		}
		if got, warnings := records(); !reflect.DeepEqual(got, want) || len(warnings) > 0 {
			t.Errorf("a run with another %s: %d records, %q", name, len(got), warnings)
		}
	}
}
