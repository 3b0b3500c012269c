package columns_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// planned is a plan of twelve runs.
func planned() experiment.Plan {
	return experiment.Plan{
		Name: "p", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(3).Puzzles(), Engines: []solver.Solver{acs.New(), acs.WithScheme(acs.Raster)},
		Runs: 2, Budget: solver.Iterations(5), Seed: 1,
	}
}

// seal seals a folder.
func seal(t *testing.T, dir string) {
	t.Helper()
	alltest.Must(columns.Seal(dir))(t)
}

// aged writes a file that is as old as it has to be: a minute before now, or later.
func aged(t *testing.T, path string, text []byte, after time.Duration) {
	t.Helper()
	at := time.Now().Add(after - time.Minute)
	alltest.OK(t, errors.Join(os.WriteFile(path, text, 0o666), os.Chtimes(path, at, at)))
}

// TestKeptSealed: a sealed folder is read without its journals, and gives what they
// gave; where a journal has changed, the journals are read, and a warning says so.
func TestKeptSealed(t *testing.T) {
	dir := t.TempDir()
	records := func() ([]experiment.Record, []string) {
		t.Helper()
		k := alltest.Must(columns.Kept(dir))(t)
		return k.Plans[0].Records, k.Warnings
	}
	planned().MustRun(t.Context(), experiment.In(dir))
	want, warnings := records()
	alltest.Require(t, len(want) == 12 && len(warnings) <= 0, "%d records, %q", len(want), warnings)
	if _, _, err := columns.OfPlan(dir, "p"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("nothing is sealed: %v", err)
	}
	seal(t, dir)
	journal := filepath.Join(dir, "journal.jsonl")
	text := alltest.Must(os.ReadFile(journal))(t)
	aged(t, journal, []byte(strings.Repeat("x", len(text))), 0) // nobody reads this
	if got, warnings := records(); !reflect.DeepEqual(got, want) || len(warnings) > 0 {
		t.Errorf("sealed: %d records, %q", len(got), warnings)
	}
	c, engines, err := columns.OfPlan(dir, "p")
	alltest.Require(t, err == nil && c != nil && len(c.Puzzle) == 12 && len(engines) == 2, "the columns of the plan: %v, %v", c, err)
	alltest.OK(t, c.Sealed.Close())
	if c, _, err := columns.OfPlan(dir, "another"); c != nil || err != nil {
		t.Errorf("of no plan: %v, %v", c, err)
	}
	aged(t, journal, text, 2*time.Minute)
	if got, warnings := records(); !reflect.DeepEqual(got, want) || len(warnings) != 1 || !strings.Contains(warnings[0], "older than the journals") {
		t.Errorf("stale: %d records, %q", len(got), warnings)
	}
	// Runs beyond the plan, another seed and another budget are others' runs.
	aged(t, journal, text, 0)
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
		seal(t, dir)
		c, _, err := columns.OfPlan(dir, "p")
		alltest.Check(t, c == nil && err == nil, "a run with another %s: %v", name, err)
		got, warnings := records()
		alltest.Check(t, reflect.DeepEqual(got, want) && len(warnings) == 0, "a run with another %s: %d records, %q", name, len(got), warnings)
	}
}

// TestCopiesAndLabels: of a plan with two puzzles of one content and engines that share a name and no parameters, columns
// say what records say. Labels carry the parameters in which the engines differ, in records, tables and journals alike.
func TestCopiesAndLabels(t *testing.T) {
	size := func(cols int) puzzle.Size { return puzzle.Size{Rows: 1, Cols: cols} }
	plan := experiment.Plan{Name: "p", Runs: 3, Budget: solver.Iterations(3), Seed: 1}
	plan.Puzzles = []puzzle.Puzzle{experimenttest.Coins{Name: "b", Board: size(3)}, experimenttest.Coins{Name: "a", Board: size(3)}, experimenttest.Coins{Name: "c", Board: size(4)}}
	plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.6}, experimenttest.Flips{Bias: 0.7}, experimenttest.Flips{Bias: 0.7, Variant: "odd"}}
	dir := t.TempDir()
	result := plan.MustRun(t.Context(), experiment.In(dir))
	text := alltest.Must(os.ReadFile(filepath.Join(dir, "journal.jsonl")))(t)
	alltest.Check(t, !strings.Contains(string(text), "bias 0.6"), "the journal has a name that depends on the plan")
	want := analysis.Group(result.Records()).By(analysis.Size).Success()
	var labels []string
	for _, row := range want.Rows {
		labels = append(labels, row.Label)
	}
	alltest.Check(t, slices.Equal(slices.Compact(labels), []string{"bias 0.6", "bias 0.7", "odd"}), "the labels are %q", labels)
	same := func(what string, runs *analysis.Runs) {
		t.Helper()
		got := runs.By(analysis.Size).Success()
		alltest.Check(t, reflect.DeepEqual(got, want), "%s: %+v instead of %+v", what, got, want)
	}
	same("the result", analysis.Of(result))
	kept := func(what string) {
		t.Helper()
		same(what, analysis.Group(alltest.Must(columns.Kept(dir))(t).Plans[0].Records))
	}
	kept("the journal")
	seal(t, dir)
	kept("the sealed file")
	c, _, err := columns.OfPlan(dir, "p")
	alltest.Require(t, err == nil && c != nil && len(c.Puzzle) == 18, "%+v, %v", c, err)
	same("columns", analysis.Collect(c, 0, 18))
	again := plan.MustRun(t.Context(), experiment.In(dir), experiment.Columnar(columns.Records))
	alltest.Check(t, reflect.DeepEqual(again.Records(), result.Records()) && again.Len() == 27, "%d records come back", again.Len())
}
