package analysis

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// The effects of a comparison and of a regression say on which sizes and with
// which budget.
func TestEffectsHaveABasis(t *testing.T) {
	var records []experiment.Record
	for i := range 12 {
		for _, label := range []string{"a", "b"} {
			r := row(label, string(rune('a'+i)), 25+i, 0, solver.Solved, 1)
			if (i+len(label))%3 == 0 || label == "b" && i%2 == 0 {
				r.Status = solver.Exhausted
			}
			r.Budget = solver.Iterations(10)
			records = append(records, r)
		}
	}
	want := "12 puzzles, 25 to 36 cells, up to 10 iterations a run"
	if e := Group(records).Compare(Question{Score: PAR(Iterations, 2)}).Effects()[0].(Effect); !strings.HasSuffix(e.Basis, want) {
		t.Errorf("a comparison rests on %q, want %q", e.Basis, want)
	}
	e := Group(records).Compare(Question{}).Effects()[0].(Effect)
	alltest.Check(t, e.What == "within 10 iterations" && e.Basis == "12 puzzles, 25 to 36 cells", "success %q, on %q", e.What, e.Basis)
	records[0].Budget = solver.Iterations(20)
	if e := Group(records).Compare(Question{}).Effects()[0].(Effect); e.What != "" || e.Basis != "12 puzzles, 25 to 36 cells" {
		t.Errorf("with budgets that differ %q, on %q", e.What, e.Basis)
	}
	records[0].Budget = records[1].Budget
	cells := Feature{Name: "cells", Values: map[string]float64{}}
	for _, r := range records {
		cells.Values[r.Puzzle] = float64(r.Cells())
	}
	if e := Group(records).HardnessOf(Iterations, cells)[0].Success.Claims("success")[0].(Effect); e.Basis != want {
		t.Errorf("a regression rests on %q, want %q", e.Basis, want)
	}
}
