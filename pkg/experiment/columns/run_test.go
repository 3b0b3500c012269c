package columns_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
)

// TestRunSealed: a plan whose folder is sealed runs without its journals, here and where
// others make its runs, and its result is the one that they gave; where the sealed file
// does not have all, the journals count.
func TestRunSealed(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "journal.jsonl")
	plan := planned()
	told := 0
	var last experiment.Progress
	run := func(p experiment.Plan, more ...experiment.Option) *experiment.Result {
		t.Helper()
		told = 0
		result := alltest.Must(p.Run(t.Context(), append(more, experiment.In(dir), experiment.Columnar(columns.Records),
			experiment.OnRecord(func(experiment.Record) { told++ }), experiment.OnProgress(func(p experiment.Progress) { last = p }))...))(t)
		return result
	}
	run(plan)
	want := run(plan) // of the journal
	same := func(what string, got *experiment.Result, reuse string) {
		t.Helper()
		alltest.Check(t, reflect.DeepEqual(got.Records(), want.Records()) && got.Reuse == reuse && !got.Interrupted && len(got.Warnings) == 0,
			"%s: %d records, interrupted %v, %q, %q", what, len(got.Records()), got.Interrupted, got.Reuse, got.Warnings)
		alltest.Check(t, told == 12 && last.Done == 12 && last.Reused == 12 && last.Finished && last.Reuse == reuse, "%s: told of %d records, %+v", what, told, last)
	}
	same("the journal", want, want.Reuse)
	seal(t, dir)
	text := alltest.Must(os.ReadFile(journal))(t)
	garbage := []byte(strings.Repeat("x", len(text)-1) + "\n")
	aged(t, journal, garbage, 0)
	same("sealed", run(plan), want.Reuse)
	same("sealed, and others make its runs", run(plan, experiment.Remote(
		func(context.Context, experiment.Plan, string) error { return errors.New("no run is missing") },
		func(context.Context, string) bool { return false })), "")
	alltest.Equal(t, string(alltest.Must(os.ReadFile(journal))(t)), string(garbage), "the journal was changed")
	part := plan
	part.Puzzles = part.Puzzles[:1]
	if got := run(part); !reflect.DeepEqual(got.Records(), want.Records()[:4]) || told != 4 {
		t.Errorf("a part of the plan: %d records", len(got.Records()))
	}
	// A sealed file of other code, and one that is damaged, leave it to the journal.
	aged(t, journal, text, 0)
	sealed := alltest.Must(os.ReadFile(filepath.Join(dir, columns.File)))(t)
	others := func(change func(*experiment.Record)) {
		t.Helper()
		file := alltest.Must(os.Create(filepath.Join(dir, columns.File)))(t)
		w := columns.Create(file, []columns.Source{{Name: "journal.jsonl", Size: int64(len(text))}})
		for i, r := range want.Records() {
			if r.Cost++; i == len(want.Records())-1 {
				change(&r)
			}
			alltest.OK(t, w.Add(r))
		}
		alltest.OK(t, errors.Join(w.Close(), file.Close()))
	}
	for name, change := range map[string]func(*experiment.Record){
		"of other code": func(r *experiment.Record) { r.Code += "0" },
		"of a seed":     func(r *experiment.Record) { r.Seed++ },
		"of a budget":   func(r *experiment.Record) { r.Budget.Iterations++ },
		"of a run":      func(r *experiment.Record) { r.Run = 2 },
		"doubled":       func(r *experiment.Record) { *r = want.Records()[0] },
	} {
		others(change)
		same(name, run(plan), want.Reuse)
	}
	others(func(*experiment.Record) {})
	got := run(plan)
	alltest.Check(t, got.Records()[0].Cost == want.Records()[0].Cost+1, "the sealed file was not looked at: %+v", got.Records()[0])
	damaged := append([]byte(nil), sealed...)
	damaged[20] ^= 1
	alltest.OK(t, os.WriteFile(filepath.Join(dir, columns.File), damaged, 0o666))
	if got := run(plan); !reflect.DeepEqual(got.Records(), want.Records()) || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "checksum") {
		t.Errorf("damaged: %d records, %q", len(got.Records()), got.Warnings)
	}
	// A plan that has grown, and a journal that has changed.
	alltest.OK(t, os.WriteFile(filepath.Join(dir, columns.File), sealed, 0o666))
	grown := plan
	grown.Runs = 3
	if got := run(grown); len(got.Records()) != 18 || last.Reused != 12 {
		t.Errorf("grown: %d records, %+v", len(got.Records()), last)
	}
	others(func(*experiment.Record) {}) // which the journal is longer than
	if got := run(plan); !reflect.DeepEqual(got.Records(), want.Records()) {
		t.Errorf("stale: %d records", len(got.Records()))
	}
}
