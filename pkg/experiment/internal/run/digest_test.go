package run

import (
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Everything that a second run comes to again has a part in the digest, and what it
// does not has none.
func TestDigest(t *testing.T) {
	size := puzzle.Size{Rows: 1, Cols: 2}
	base := func() (record.Record, solver.Outcome) {
		r := record.Record{
			Status: solver.Exhausted, Cost: 2, Iterations: 5, Evaluations: 6, Seconds: 1, CPU: 1, Board: "b",
			Trace:      []record.Point{{Iterations: 1, Evaluations: 1, Seconds: 0.5, Cost: 3}, {Iterations: 2, Evaluations: 2, Seconds: 0.6, Cost: 2}},
			Statistics: []solver.Statistic{{Name: "a", Value: 1}, {Name: "b", Value: 2}},
		}
		return r, solver.Outcome{Digest: 7, Second: puzzle.NewGrid(size, 1)}
	}
	r, out := base()
	want := digest(r, out, false)
	alltest.Require(t, want != 0, "0")
	seen := map[uint64]string{want: "nothing"}
	for name, change := range map[string]func(r *record.Record, out *solver.Outcome){
		"status":                func(r *record.Record, _ *solver.Outcome) { r.Status = solver.Unsolvable },
		"cost":                  func(r *record.Record, _ *solver.Outcome) { r.Cost = 3 },
		"board":                 func(r *record.Record, _ *solver.Outcome) { r.Board = "c" },
		"second board":          func(_ *record.Record, out *solver.Outcome) { out.Second = puzzle.NewGrid(size, 2) },
		"iterations":            func(r *record.Record, _ *solver.Outcome) { r.Iterations++ },
		"evaluations":           func(r *record.Record, _ *solver.Outcome) { r.Evaluations++ },
		"a statistic":           func(r *record.Record, _ *solver.Outcome) { r.Statistics[0].Value++ },
		"a statistic's name":    func(r *record.Record, _ *solver.Outcome) { r.Statistics[0].Name = "c" },
		"fewer statistics":      func(r *record.Record, _ *solver.Outcome) { r.Statistics = r.Statistics[:1] },
		"the trace":             func(r *record.Record, _ *solver.Outcome) { r.Trace[1].Iterations++ },
		"the trace, evaluation": func(r *record.Record, _ *solver.Outcome) { r.Trace[1].Evaluations++ },
		"the trace, cost":       func(r *record.Record, _ *solver.Outcome) { r.Trace[0].Cost++ },
		"a shorter trace":       func(r *record.Record, _ *solver.Outcome) { r.Trace = r.Trace[1:] },
		"rounds":                func(_ *record.Record, out *solver.Outcome) { out.Digest++ },
	} {
		r, out := base()
		change(&r, &out)
		got := digest(r, out, false)
		same, ok := seen[got]
		alltest.Check(t, !ok, "%s has the digest of %s", name, same)
		seen[got] = name
	}
	r, out = base()
	r.Seconds, r.CPU, r.PeakBytes, r.Trace[0].Seconds, r.Host, r.Arch, r.Session, out.Elapsed = 9, 9, 9, 9, "h", "a", "s", time.Hour
	alltest.Equal(t, digest(r, out, false), want, "times, machine or session count")
	// A limit of time may end a round that has counted something.
	timed := digest(r, out, true)
	r.Statistics[0].Value++
	alltest.Check(t, digest(r, out, true) == timed && timed != want, "statistics of an undecided run with a limit of time count")
	r.Status = solver.Solved
	timed = digest(r, out, true)
	r.Statistics[0].Value++
	alltest.Check(t, digest(r, out, true) != timed, "statistics of a solved run with a limit of time do not count")
}

// Of the runs of a process only the first has a peak.
func TestPeakOfTheFirstRun(t *testing.T) {
	before := begun.Swap(0)
	defer begun.Store(before)
	for i := range 3 {
		r, _ := Solve(t.Context(), experimenttest.Flips{Bias: 0.5}, experimenttest.Table(1)[0], solver.Run{Budget: solver.Iterations(9)})
		mine := i == 0
		alltest.Check(t, mine == (r.PeakBytes > 1<<20) && (mine || r.PeakBytes == 0), "run %d: %d bytes", i+1, r.PeakBytes)
	}
}
