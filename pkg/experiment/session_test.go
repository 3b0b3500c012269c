package experiment

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/solver"
)

// trialsOf are the trials of a plan in its own order.
func trialsOf(p Plan) (out []Trial) {
	for i := range p.Puzzles {
		for j := range p.Engines {
			for r := range p.Runs {
				out = append(out, Trial{Puzzle: i, Engine: j, Run: r})
			}
		}
	}
	return out
}

// A session gives the records that the plan gives, in any portions and on any
// number of workers.
func TestSessionIsThePlan(t *testing.T) {
	p := examplePlan(4, 3)
	want, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		p.Workers = workers
		s, err := p.Open()
		if err != nil {
			t.Fatal(err)
		}
		var got []Record
		for trials := trialsOf(p); len(trials) > 0; trials = trials[min(5, len(trials)):] {
			records, err := s.Do(t.Context(), trials[:min(5, len(trials))]...)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, records...)
		}
		if diff := cmp.Diff(timeless(want.Records), timeless(got)); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
		if done, reused := s.Counts(); done != 24 || reused != 0 {
			t.Errorf("%d done, %d reused", done, reused)
		}
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Error(err)
		}
		if _, err := s.Do(t.Context(), Trial{}); !errors.Is(err, os.ErrClosed) {
			t.Errorf("closed: %v", err)
		}
	}
}

// The journal keeps what a session did, for the next one and for the plan.
func TestSessionJournal(t *testing.T) {
	dir := t.TempDir()
	p := examplePlan(3, 2)
	work := func(options ...Option) (records []Record, reused int) {
		t.Helper()
		s, err := p.Open(append(options, In(dir))...)
		if err != nil {
			t.Fatal(err)
		}
		// One run twice, one beyond the plan's runs, one with another budget.
		records, err = s.Do(t.Context(), Trial{}, Trial{Engine: 1}, Trial{}, Trial{Puzzle: 2, Run: 7}, Trial{Puzzle: 2, Budget: solver.Iterations(1)})
		if err != nil {
			t.Fatal(err)
		}
		_, reused = s.Counts()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return records, reused
	}
	heard := 0
	first, reused := work(OnRecord(func(Record) { heard++ }))
	if reused != 1 || heard != 5 || len(first) != 5 {
		t.Errorf("%d reused, %d heard of", reused, heard)
	}
	if r := first[4]; r.Budget != solver.Iterations(1) || r.Iterations > 1 || first[3].Run != 7 || first[3].Puzzle != "c02" {
		t.Errorf("records %+v", first)
	}
	second, reused := work()
	if diff := cmp.Diff(first, second); diff != "" || reused != 5 {
		t.Errorf("again, %d reused: %s", reused, diff)
	}
	if m := manifestOf(t, dir); len(m.Sessions) != 2 || m.Sessions[1].Finished.IsZero() {
		t.Errorf("manifest %+v", m)
	}
	var last Progress
	result := mustRun(t, p, In(dir), OnProgress(func(p Progress) { last = p }))
	if last.Reused != 2 || len(result.Records) != 12 {
		t.Errorf("the plan reuses %d of %d", last.Reused, len(result.Records))
	}
}
