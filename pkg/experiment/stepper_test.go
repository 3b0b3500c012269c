package experiment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/solver"
)

// cellsOf are the cells of a plan in its own order.
func cellsOf(p Plan) (out []Trial) {
	for i := range p.Puzzles {
		for j := range p.Engines {
			for r := range p.Runs {
				out = append(out, Trial{Puzzle: i, Engine: j, Run: r})
			}
		}
	}
	return out
}

// A bench gives the records that the plan gives, in any portions and on any
// number of workers.
func TestBenchIsThePlan(t *testing.T) {
	p := examplePlan(4, 3)
	want, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		p.Workers = workers
		b, err := p.Open()
		if err != nil {
			t.Fatal(err)
		}
		var got []Record
		for cells := cellsOf(p); len(cells) > 0; cells = cells[min(5, len(cells)):] {
			records, err := b.Do(t.Context(), cells[:min(5, len(cells))]...)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, records...)
		}
		if diff := cmp.Diff(timeless(want.Records), timeless(got)); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
		if done, reused := b.Counts(); done != 24 || reused != 0 {
			t.Errorf("%d done, %d reused", done, reused)
		}
		if err := errors.Join(b.Close(), b.Close()); err != nil {
			t.Error(err)
		}
		if _, err := b.Do(t.Context(), Trial{}); !errors.Is(err, os.ErrClosed) {
			t.Errorf("closed: %v", err)
		}
	}
}

// The journal keeps what a bench did, for the next bench and for the plan.
func TestBenchJournal(t *testing.T) {
	dir := t.TempDir()
	p := examplePlan(3, 2)
	work := func(options ...Option) (records []Record, reused int) {
		t.Helper()
		b, err := p.Open(append(options, In(dir))...)
		if err != nil {
			t.Fatal(err)
		}
		// One run twice, one beyond the plan's runs, one with another budget.
		records, err = b.Do(t.Context(), Trial{}, Trial{Engine: 1}, Trial{}, Trial{Puzzle: 2, Run: 7}, Trial{Puzzle: 2, Budget: solver.Iterations(1)})
		if err != nil {
			t.Fatal(err)
		}
		_, reused = b.Counts()
		if err := b.Close(); err != nil {
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
	loaded, err := Load(dir)
	if err != nil || len(loaded.Records) != 2 || !loaded.Interrupted || len(loaded.Manifest.Sessions) != 2 || loaded.Manifest.Sessions[1].Done != 5 {
		t.Errorf("loaded %+v, %v", loaded, err)
	}
	runs, err := p.Run(t.Context(), In(dir))
	if err != nil || runs.Manifest.Sessions[2].Reused != 2 {
		t.Errorf("the plan: %v", err)
	}
}

// What cannot be run is an error; what was cancelled leaves no record.
func TestBenchErrors(t *testing.T) {
	p := examplePlan(2, 1)
	b, err := p.Open(In(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, c := range []Trial{{Puzzle: 2}, {Engine: 2}, {Run: -1}, {Puzzle: -1}} {
		if _, err := b.Do(t.Context(), c); !errors.Is(err, ErrPlan) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := p.Open(In(filepath.Join(b.e.settings.dir))); !errors.Is(err, ErrLocked) {
		t.Errorf("a second bench: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if records, err := b.Do(ctx, Trial{}); !errors.Is(err, context.Canceled) || records != nil {
		t.Errorf("cancelled: %v, %v", records, err)
	}
	if _, err := b.Do(t.Context(), Trial{}); err != nil {
		t.Error(err)
	}
	if _, err := (Plan{}).Open(); !errors.Is(err, ErrPlan) {
		t.Errorf("an empty plan: %v", err)
	}
}
