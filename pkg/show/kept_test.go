package show

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	packed "formicary/pkg/experiment/columns"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// TestRuns: the table of a plan says what its records say, of its journal and of its
// sealed file; of that the plan also runs, without its journal.
func TestRuns(t *testing.T) {
	record(t)
	home := t.TempDir()
	t.Setenv(assets.RunsEnv, home)
	plan := experiment.Plan{Name: "p", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(9), Seed: 1}
	result := alltest.Must(plan.Run(t.Context(), experiment.In(filepath.Join(home, "p"))))(t)
	want := analysis.Group(result.Records()).AnytimeCurves(analysis.Iterations)
	for _, sealed := range []bool{false, true} {
		if sealed {
			alltest.Must(packed.Seal(filepath.Join(home, "p")))(t)
			nobodyReads(t, filepath.Join(home, "p", "journal.jsonl"))
			if got := Run(plan); got.Interrupted || !reflect.DeepEqual(got.Records(), result.Records()) {
				t.Errorf("sealed: %d records, %q", len(got.Records()), got.Warnings)
			}
		}
		got := Runs("p").AnytimeCurves(analysis.Iterations)
		alltest.Check(t, reflect.DeepEqual(got, want), "sealed %v: %+v\nwant %+v", sealed, got, want)
		if got := Kept("p"); !reflect.DeepEqual(got, Records(result.Records())) {
			t.Errorf("sealed %v: %d records", sealed, len(got))
		}
	}
}

// nobodyReads makes a journal unreadable that is as long and as old as it was.
func nobodyReads(t *testing.T, journal string) {
	t.Helper()
	info, err := os.Stat(journal)
	if err == nil {
		err = os.WriteFile(journal, []byte(strings.Repeat("x", int(info.Size()))), 0o666)
	}
	if err == nil {
		err = os.Chtimes(journal, info.ModTime(), info.ModTime())
	}
	alltest.OK(t, err)
}
