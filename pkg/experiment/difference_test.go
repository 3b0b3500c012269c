package experiment

import (
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// What two runs of one name came to is told apart by everything where seed and budget are
// the same and no time ends them, and by solution, cost and proof otherwise.
func TestDifference(t *testing.T) {
	base := Record{
		Puzzle: "p", Content: "1", Engine: "e", ConfigHash: "c", Seed: 1, Budget: solver.Iterations(9), Status: solver.Exhausted, Cost: 4,
		Iterations: 9, Evaluations: 90, Digest: 7, Code: "x", Seconds: 1, Trace: []Point{{Iterations: 1, Cost: 4}},
	}
	with := func(change ...func(r *Record)) Record {
		r := base
		for _, c := range change {
			c(&r)
		}
		return r
	}
	longer := func(r *Record) { r.Budget, r.Iterations = solver.Iterations(99), 99 }
	other := func(r *Record) { r.Seed, r.Evaluations = 2, 91 }
	timed := func(r *Record) { r.Budget = solver.Budget{Wall: time.Second} }
	later := func(r *Record) { r.Iterations++ }
	cost := func(r *Record) { r.Cost = 3 }
	ends := func(s solver.Status) func(r *Record) {
		return func(r *Record) { r.Status, r.Cost = s, 0 }
	}
	for name, c := range map[string]struct {
		first, second Record
		differ        bool
	}{
		"the same":                   {base, base, false},
		"other code and time":        {base, with(func(r *Record) { r.Code, r.Seconds = "y", 2 }), false},
		"one without trace":          {base, with(func(r *Record) { r.Trace, r.Digest = nil, 0 }), false},
		"the other without trace":    {with(func(r *Record) { r.Trace, r.Digest = nil, 0 }), base, false},
		"digest":                     {base, with(func(r *Record) { r.Digest = 8 }), true},
		"iterations":                 {base, with(later), true},
		"cost":                       {base, with(cost), true},
		"budget":                     {base, with(longer), false},
		"budget and cost":            {base, with(longer, cost), true},
		"seed":                       {base, with(other), false},
		"seed and solution":          {base, with(other, ends(solver.Solved)), true},
		"time":                       {with(timed), with(timed, later), false},
		"time and cost":              {with(timed), with(timed, cost), true},
		"proof of a solution":        {with(longer, ends(solver.Solved)), with(ends(solver.Unique)), false},
		"proofs that contradict":     {with(longer, ends(solver.Multiple)), with(ends(solver.Unique)), true},
		"the same, failed":           {with(ends(Failed)), with(ends(Failed)), false},
		"failed with another budget": {with(func(r *Record) { r.Status = Failed }), with(longer), true},
		"time that explains nothing": {with(timed, ends(solver.Multiple)), with(timed, ends(solver.Unique)), true},
	} {
		first, second := record.Pair{First: c.first, Second: c.second}.Difference()
		alltest.Check(t, (first != "") == c.differ && (second != "") == c.differ && (!c.differ || first != second), "%s: %q, %q", name, first, second)
	}
}

// Runs are paired by what they are: those with the same seed and budget first.
func TestCompare(t *testing.T) {
	record := func(content, parameters string, run int, seed uint64, iterations int64) Record {
		return Record{Puzzle: "p" + content, Content: content, Engine: "e", ConfigHash: parameters, Run: run, Seed: seed, Budget: solver.Iterations(iterations)}
	}
	a, b := record("1", "c", 0, 1, 9), record("1", "c", 0, 1, 99)
	renamed := a
	renamed.Puzzle = "q"
	c := Compare(
		[]Record{a, b, record("1", "c", 1, 1, 9), record("2", "c", 0, 1, 9)},
		[]Record{record("1", "d", 0, 1, 9), record("1", "c", 0, 2, 99), b, renamed, record("2", "c", 0, 3, 9)},
	)
	var got []string
	for _, p := range c.Both {
		alike := "other"
		if p.Alike() {
			alike = "alike"
		}
		got = append(got, p.Name()+" "+alike)
	}
	want := "run 0 of e on p1 alike; run 0 of e on p1 alike; run 0 of e on p2 other"
	alltest.Check(t, strings.Join(got, "; ") == want, "%q, want %q", strings.Join(got, "; "), want)
	alltest.Check(t, len(c.First) == 1 && c.First[0].Run == 1 && len(c.Second) == 2 && c.Second[0].ConfigHash == "d" && c.Second[1].Seed == 2,
		"only in one: %v, %v", c.First, c.Second)
}
