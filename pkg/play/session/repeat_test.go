package session_test

import (
	"fmt"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// outcome is what a run came to.
type outcome struct {
	Status                  solver.Status
	Cost                    float64
	Iterations, Evaluations int64
	Board                   string
}

// A run that a page makes again comes to the board of its record, for every engine.
func TestRepeat(t *testing.T) {
	for _, entry := range engines.Groups() {
		kind := alltest.Must(engines.FindKind(entry.Kind))(t)
		some := kind.MustOpenFirst("open", "open-908").Between(16, 400).Puzzles()[:1]
		e := entry.New()
		r := experiment.Plan{Puzzles: some, Engines: []solver.Solver{e}, Budget: solver.Iterations(5), Seed: 9}.MustRun(t.Context()).Records()[0]
		parameters := map[string]string{}
		for _, p := range e.Describe().Parameters {
			parameters[p.Name] = p.Value
		}
		got := do[outcome](t, "play", map[string]any{
			"kind": entry.Kind, "text": some[0].Text(), "engine": entry.Name, "parameters": parameters, "seed": fmt.Sprint(r.Seed), "own": true, "iterations": 5, "quiet": true,
		})
		cost := max(r.Cost, 0) // a page has none in place of -1
		want := (outcome{r.Status, cost, r.Iterations, r.Evaluations, r.Board})
		alltest.Check(t, got == want, "%s: %+v, the record %+v", entry.Name, got, want)
	}
}
