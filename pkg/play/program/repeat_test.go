package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/play/service"
	"formicary/pkg/solver"
)

// A run that a page makes again comes to the board of its record, for every engine.
func TestRepeat(t *testing.T) {
	for _, entry := range engines.Groups() {
		kind, err := engines.FindKind(entry.Kind)
		if err != nil {
			t.Fatal(err)
		}
		some := kind.MustOpenFirst("open", "open-908").Between(16, 400).Puzzles()[:1]
		e := entry.New()
		r := experiment.Plan{Puzzles: some, Engines: []solver.Solver{e}, Budget: solver.Iterations(5), Seed: 9}.MustRun(t.Context()).Records[0]
		args, err := json.Marshal(map[string]any{
			"kind": entry.Kind, "text": some[0].Text(), "engine": entry.Name, "parameters": e.Describe().Parameters, "seed": fmt.Sprint(r.Seed), "iterations": 5,
		})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := service.Do(t.Context(), "repeat", args, nil, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		var got repeated
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatal(err)
		}
		if want := (repeated{r.Status, r.Cost, r.Iterations, r.Evaluations, r.Board}); got != want {
			t.Errorf("%s: %+v, the record %+v", entry.Name, got, want)
		}
	}
}
