package experiment

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
)

// losses are what others may do to a journal that is being written.
var losses = map[string]func(path string) error{
	"folder removed": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
	"folder moved":   func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".moved") },
	"removed":        os.Remove,
	"moved":          func(path string) error { return os.Rename(path, path+".moved") },
	"replaced": func(path string) error {
		text, err := os.ReadFile(path)
		return errors.Join(err, os.Remove(path), os.WriteFile(path, text, 0o666))
	},
	"cut":      func(path string) error { return os.Truncate(path, 10) },
	"appended": func(path string) error { return add(path, "more\n") },
}

func add(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// A journal that is taken away or changed while a plan runs ends the plan. No
// finished run is lost: all are returned, and the next start has them.
func TestLostJournal(t *testing.T) {
	watched(t)
	plan := examplePlan(4, 3)
	plan.Workers = 1
	want := mustRun(t, plan)
	for name, lose := range losses {
		for moment, after := range map[string]int{"in the middle": 7, "at the end": 24} {
			dir := filepath.Join(t.TempDir(), "runs")
			count, path := 0, filepath.Join(dir, "journal.jsonl")
			result, err := plan.Run(t.Context(), In(dir), OnRecord(func(Record) {
				if count++; count == after {
					alltest.OK(t, lose(path))
				}
			}))
			if !errors.Is(err, journal.ErrLost) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "rescued-") {
				t.Errorf("%s %s: %v", name, moment, err)
				continue
			}
			if len(result.Records()) < after {
				t.Errorf("%s %s: %d records after %d were made", name, moment, len(result.Records()), after)
			}
			again := mustRun(t, plan, In(dir))
			alltest.Equal(t, cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(again.Records())), "", "%s %s", name, moment)
			before := map[record.Key]Record{}
			for _, r := range result.Records() {
				before[r.Key()] = r
			}
			for _, r := range again.Records() {
				was, ok := before[r.Key()]
				alltest.Check(t, !ok || cmp.Equal(was, r), "%s %s: run %d of %s on %s was rerun", name, moment, r.Run, r.Label(), r.Puzzle)
			}
			left, _ := filepath.Glob(filepath.Join(dir, "rescued-*.jsonl"))
			alltest.Check(t, len(left) <= 0, "%s %s: left behind %q", name, moment, left)
			third := mustRun(t, plan, In(dir))
			alltest.Check(t, len(third.Warnings) <= 0 && cmp.Diff(again.Records(), third.Records()) == "", "%s %s: the third time %q", name, moment, third.Warnings)
		}
	}
}

// A session keeps what it did, too, and says so once.
func TestSessionWithALostJournal(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(3, 1)
	s, err := plan.Open(In(dir))
	alltest.OK(t, err)
	first := alltest.Must(s.Do(t.Context(), Trial{}))(t)
	watched(t)
	alltest.OK(t, os.Remove(filepath.Join(dir, "journal.jsonl")))
	for range 2 { // also what is made after it was told
		if _, err := s.Do(t.Context(), Trial{Puzzle: 1}, Trial{Puzzle: 2}); err != nil && !errors.Is(err, journal.ErrLost) {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("told twice: %v", err)
	}
	if s, err = plan.Open(In(dir)); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	again, err := s.Do(t.Context(), Trial{})
	diff := cmp.Diff(first, again)
	alltest.Check(t, diff == "" && err == nil, "%v\n%s", err, diff)
}

// A rescued file with a line that is no record gives its records and stays.
func TestRescuedFileWithDamage(t *testing.T) {
	plan := examplePlan(2, 1)
	_, text, want := journalOf(t, plan)
	dir := t.TempDir()
	path := filepath.Join(dir, "rescued-1.jsonl")
	alltest.OK(t, os.WriteFile(path, append([]byte("rubbish\n"), text...), 0o666))
	runs := mustRun(t, plan, In(dir))
	diff := cmp.Diff(want, runs.Records())
	alltest.Check(t, diff == "" && contains(runs.Warnings, "4 rescued runs") && contains(runs.Warnings, path+":1:2: "), "%q\n%s", runs.Warnings, diff)
	kept, err := os.ReadFile(path)
	alltest.Check(t, err == nil && bytes.HasPrefix(kept, []byte("rubbish\n")), "%q, %v", kept, err)
}
