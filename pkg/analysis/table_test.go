package analysis

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// budgeted gives records budgets, some of them none.
func budgeted(t *rapid.T, records []experiment.Record) []experiment.Record {
	for i := range records {
		if rapid.Bool().Draw(t, "budget") {
			records[i].Budget = solver.Wall(60e9)
		}
		records[i].Engine, records[i].Kind, records[i].Host, records[i].PeakBytes = "e", "k", "h", int64(i)
	}
	return records
}

// bare is a record without what a table leaves out.
func bare(r experiment.Record) experiment.Record {
	r.Trace, r.Statistics, r.Error, r.Stack = nil, nil, "", ""
	return r
}

// A table gives records back; groups are what a loop over records finds; views
// of views are views.
func TestTableAgainstRecords(t *testing.T) {
	type key struct {
		label string
		large bool
	}
	rapid.Check(t, func(t *rapid.T) {
		records := budgeted(t, draw(t))
		table := TableOf(records)
		streamed := NewTable(slices.Values(records))
		i := 0
		for r := range table.Records() {
			if d := cmp.Diff(bare(records[i]), r); d != "" {
				t.Fatal(d)
			}
			if d := cmp.Diff(r, streamed.Row(i).Record()); d != "" {
				t.Fatal(d)
			}
			i++
		}
		if i != len(records) || table.Len() != i {
			t.Fatalf("%d of %d rows", i, len(records))
		}
		large := func(r Row) bool { return r.Cells() > 200 }
		parts := GroupBy(table, func(r Row) key { return key{r.Label(), large(r)} })
		total := 0
		for _, p := range parts {
			var sum, solved, runs, counted float64
			puzzles := map[[2]string]bool{}
			for _, r := range records {
				if r.Label() != p.Key.label || (r.Cells() > 200) != p.Key.large {
					continue
				}
				runs++
				puzzles[[2]string{r.Puzzle, r.Content}] = true
				switch {
				case r.Solved():
					solved++
					sum += r.Seconds
					counted++
				case r.Budget.Wall > 0:
					sum += 2 * 60
					counted++
				}
			}
			s := p.Table.Summary(Seconds, 2)
			if float64(s.Runs) != runs || float64(s.Solved.Successes) != solved || float64(s.Counted) != counted || s.Puzzles != len(puzzles) ||
				s.Solved != Wilson(int(solved), int(runs)) || counted > 0 && !near(s.Penalised, sum/counted, 6) || counted == 0 && !math.IsNaN(s.Penalised) {
				t.Fatalf("%+v: %+v, by hand %v of %v, %v counted, sum %v", p.Key, s, solved, runs, counted, sum)
			}
			total += s.Runs
			where := table.Where(func(r Row) bool { return r.Label() == p.Key.label }).Where(func(r Row) bool { return large(r) == p.Key.large })
			if !slices.Equal(Column(where, Row.Seed), Column(p.Table, Row.Seed)) {
				t.Fatalf("%+v: filtered and grouped rows differ", p.Key)
			}
		}
		if total != len(records) {
			t.Fatalf("%d of %d rows are in groups", total, len(records))
		}
	})
}

// Cutting a table and cutting records is the same but for the cost; a run that
// is not over the limit stays; nothing is solved after it.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := budgeted(t, draw(t))
		m := rapid.SampledFrom([]Measure{Seconds, CPU, Iterations, Evaluations}).Draw(t, "measure")
		limit := float64(rapid.IntRange(1, 40).Draw(t, "limit"))
		short := Cut(records, m, limit)
		table := TableOf(records).Cut(m, limit)
		for i, r := range short {
			whole := records[i]
			if over := m.Of(whole) > limit; over && (r.Solved() || m.Of(r) > limit || r.Cost == 0) || !over && r.Status != whole.Status {
				t.Fatalf("%+v of %+v", r, whole)
			}
			if l := m.limit(r); l > limit || l == 0 {
				t.Fatalf("allowed %v", l)
			}
			for _, p := range r.Trace {
				if m.at(whole, p) > limit && m.Of(whole) > limit {
					t.Fatalf("%+v came after %v", p, limit)
				}
			}
			got := table.Row(i)
			if got.Limit(m) != m.limit(r) && m != Seconds && m != CPU {
				t.Fatalf("limits %v and %v", got.Limit(m), m.limit(r))
			}
			a, b := got.Record(), bare(r)
			a.Cost, b.Cost = 0, 0
			if d := cmp.Diff(a, b); d != "" {
				t.Fatal(d)
			}
		}
		twice := TableOf(records).Cut(m, 2*limit).Cut(m, limit)
		for i := range records {
			if a, b := table.Row(i), twice.Row(i); a.Status() != b.Status() || a.Of(Seconds) != b.Of(Seconds) || a.Cost() != b.Cost() {
				t.Fatalf("cut once %+v, twice %+v", a.Record(), b.Record())
			}
		}
	})
	run := row("a", "p", 9, 0, solver.Solved, 5)
	run.Trace = []experiment.Point{{Seconds: 1, Cost: 8}, {Seconds: 2, Cost: 3}, {Seconds: 4, Cost: 0}}
	got := Cut([]experiment.Record{run}, Seconds, 2.5)[0]
	if got.Status != solver.Exhausted || got.Cost != 3 || len(got.Trace) != 2 || got.Seconds != 2.5 || got.CPU != 1.25 || got.Iterations != 25 || got.Budget.Wall != 2.5e9 {
		t.Errorf("%+v", got)
	}
	for name, f := range map[string]func(){"records": func() { Cut(nil, Seconds, 0) }, "table": func() { TableOf(nil).Cut(Seconds, math.NaN()) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestSummaryOfNothing(t *testing.T) {
	s := TableOf(nil).Summary(Seconds, 2)
	if s.Runs != 0 || s.Solved.High != 1 || !math.IsNaN(s.Penalised) || !math.IsInf(s.Expected, 1) || !math.IsInf(s.Median, 1) {
		t.Errorf("%+v", s)
	}
	if parts := GroupBy(TableOf(nil), Row.Label); len(parts) != 0 {
		t.Errorf("%d groups", len(parts))
	}
}

// Quantiles are over all runs, and infinite where they fall among the unsolved.
func TestSummaryQuantiles(t *testing.T) {
	var records []experiment.Record
	for i := range 10 {
		status := solver.Solved
		if i >= 7 {
			status = solver.Exhausted
		}
		records = append(records, row("a", "p", 9, i, status, float64(10-i)))
	}
	s := TableOf(records).Summary(Seconds, 2)
	if s.Median != 8 || !math.IsInf(s.Q90, 1) || s.Counted != 7 || s.Penalised != 7 || !near(s.Expected, 55.0/7, 12) {
		t.Errorf("%+v", s)
	}
}
