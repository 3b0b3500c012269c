package experiment

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// An engine that never returns holds its plan up for a while only: the runs that
// ended are returned, the warning says which one did not, and neither the journal
// nor a later start knows of it.
func TestNeverReturns(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	stuck := make(chan struct{})
	defer close(stuck)
	e := experimenttest.Flips{Variant: "stuck", Crash: func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
		if p.ID() == experimenttest.Table(2)[1].ID() {
			cancel()
			<-stuck
		}
		return solver.Outcome{}, nil
	}}
	plan := Plan{Puzzles: experimenttest.Table(2), Engines: []solver.Solver{experimenttest.Flips{}, e}, Budget: solver.Iterations(5), Workers: 4}
	dir := t.TempDir()
	r, err := plan.Run(ctx, In(dir))
	alltest.Require(t, err == nil && r.Interrupted, "%+v, %v", r, err)
	for _, record := range r.Records() {
		alltest.Check(t, record.Variant != "stuck" || record.Puzzle != experimenttest.Table(2)[1].ID(), "a record of a run that did not end: %+v", record)
	}
	want := fmt.Sprintf("on %s, run 0: the engine has not returned", experimenttest.Table(2)[1].ID())
	alltest.Check(t, len(r.Warnings) == 1 && strings.Contains(r.Warnings[0], want) && strings.Contains(r.Warnings[0], "stuck"), "warnings %q, want one with %q", r.Warnings, want)
	e.Crash = nil
	plan.Engines[1] = e
	if r, err := plan.Run(t.Context(), In(dir)); err != nil || r.Interrupted || len(r.Records()) != 4 {
		t.Errorf("at the next start: %+v, %v", r, err)
	}
}
