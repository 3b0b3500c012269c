package experiment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/solver"
)

// TestFollow: a plan whose runs somebody else makes has the records that it makes
// itself, in the same order, tells of each once, and writes nothing.
func TestFollow(t *testing.T) {
	dir := t.TempDir()
	plan := Plan{Name: "followed", Puzzles: experimenttest.Table(3), Engines: []solver.Solver{experimenttest.Flips{Bias: 0.5}}, Runs: 4, Budget: solver.Iterations(5), Seed: 3}
	worker := func(ctx context.Context, p Plan, dir string) error {
		s, err := p.Open(In(dir), Worker("job", "0"))
		if err != nil {
			return err
		}
		var trials []Trial
		for i := range p.Puzzles {
			for run := range p.Runs {
				trials = append(trials, Trial{Puzzle: i, Run: run})
			}
		}
		_, err = s.Stream(ctx, func(yield func(Trial) bool) {
			for _, t := range trials {
				if !yield(t) {
					return
				}
			}
		}, len(trials))
		return errors.Join(err, s.Close())
	}
	told := 0
	var last Progress
	follow := func(ctx context.Context, start func(context.Context, Plan, string) error, lives bool) (*Result, error) {
		told = 0
		return plan.Run(ctx, In(dir), OnRecord(func(Record) { told++ }), OnProgress(func(p Progress) { last = p }),
			Remote(start, func(context.Context, string) bool { return lives }))
	}
	want := alltest.Must(plan.Run(t.Context()))(t)
	// Nobody begins: the context ends, and then nobody lives.
	ended, cancel := context.WithCancel(t.Context())
	nothing := func(context.Context, Plan, string) error { cancel(); return nil }
	if got, err := follow(ended, nothing, true); err != nil || !got.Interrupted || len(got.Records()) != 0 || !last.Interrupted {
		t.Errorf("interrupted: %+v, %v", got, err)
	}
	if got, err := follow(t.Context(), func(context.Context, Plan, string) error { return nil }, false); err != nil || !got.Interrupted {
		t.Errorf("nobody lives: %+v, %v", got, err)
	}
	refused := errors.New("refused")
	alltest.Refused(follow(t.Context(), func(context.Context, Plan, string) error { return refused }, true))(t, refused, "refused")
	// Somebody begins, and it is followed to its end.
	got, err := follow(t.Context(), worker, true)
	alltest.Require(t, err == nil && !got.Interrupted && told == 12 && last.Reused == 0, "%d told, %+v, %v", told, last, err)
	a, b := experimenttest.Timeless(got.Records()), experimenttest.Timeless(want.Records())
	alltest.Check(t, reflect.DeepEqual(a, b), "%v, expected %v", a, b)
	entries, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	alltest.Check(t, len(entries) <= 0, "it writes %q", entries)
	// All is there; a line without an end is not read, and a damaged one is named.
	journal := filepath.Join(dir, "journals", "W-job_0-0.jsonl")
	text := alltest.Must(os.ReadFile(journal))(t)
	lines := strings.SplitAfter(string(text), "\n")
	broken := strings.Join(lines[:10], "") + "{\"damaged\n" + strings.TrimSuffix(lines[11], "\n")
	alltest.OK(t, os.WriteFile(journal, []byte(broken), 0o666))
	got, err = follow(t.Context(), func(context.Context, Plan, string) error {
		alltest.Equal(t, told, 10, "of 10 whole records are told of")
		file, err := os.OpenFile(journal, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		_, err = file.WriteString("\n" + lines[10])
		return errors.Join(err, file.Close())
	}, true)
	alltest.Check(t, err == nil && !got.Interrupted && told == 12 && last.Reused == 10, "%d told, %+v, %v", told, last, err)
	alltest.Has(t, strings.Join(got.Warnings, "\n"), "W-job_0-0.jsonl:11:", "the damaged line is not named: %q", got.Warnings)
	// Without a folder there is nothing to follow.
	alltest.Refused(plan.Run(t.Context(), Remote(worker, nil)))(t, ErrPlan, "without a folder")
}
