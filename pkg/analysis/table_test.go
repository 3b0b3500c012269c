package analysis

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/solver"
)

// fatal is a test, or a part of one.
type fatal interface {
	Helper()
	Fatal(args ...any)
}

// sealedOf is the table of records that were sealed behind some others.
func sealedOf(t fatal, records []experiment.Record, reads *atomic.Int64) *Runs {
	t.Helper()
	var out bytes.Buffer
	w := columns.Create(&out, nil)
	const others = 2
	for _, r := range slices.Concat(make([]experiment.Record, others), records) {
		if err := w.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	from := bytes.NewReader(out.Bytes())
	s, err := columns.OpenSealed("sealed", &counting{from, reads}, from.Size())
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Columns()
	if err != nil {
		t.Fatal(err)
	}
	return Collect(c, others, len(c.Puzzle))
}

// counting counts how often it is read.
type counting struct {
	io.ReaderAt
	reads *atomic.Int64
}

func (c *counting) ReadAt(p []byte, at int64) (int, error) {
	c.reads.Add(1)
	return c.ReaderAt.ReadAt(p, at)
}

// TestColumnsRead: success takes no column but those of puzzles, engines and outcomes, and times are read when they are asked for.
func TestColumnsRead(t *testing.T) {
	var reads atomic.Int64
	runs := sealedOf(t, experimentOf(1, 6), &reads)
	before := reads.Load()
	if runs.By(Size).Success(); reads.Load() != before {
		t.Errorf("success reads %d columns more", reads.Load()-before)
	}
	if runs.RunTimes(Seconds); reads.Load() == before {
		t.Error("times are read before they are asked for")
	}
}

// saysAlike compares what statistics say: all exported fields, but no funcs.
var saysAlike = cmp.Options{
	cmpopts.EquateNaNs(),
	cmp.FilterPath(func(p cmp.Path) bool {
		field, ok := p.Last().(cmp.StructField)
		return ok && (field.Name()[0] >= 'a' || field.Type().Kind() == reflect.Func)
	}, cmp.Ignore()),
}

// statistics are all questions that runs of at least two labels can be asked.
func statistics(m Measure, score Score, labels ...string) map[string]func(*Runs) any {
	feature := Feature{Name: "cells", Values: map[string]float64{}}
	for i := range 8 {
		feature.Values[fmt.Sprint("p", i)] = float64(i * i % 5)
	}
	all := map[string]func(*Runs) any{
		"AnytimeCurves":       func(r *Runs) any { return r.AnytimeCurves(m) },
		"CactusCurves":        func(r *Runs) any { return r.CactusCurves(m) },
		"Compare":             func(r *Runs) any { return r.Compare(Question{Score: score}) },
		"CriticalDifferences": func(r *Runs) any { return r.CriticalDifferences(score) },
		"HardnessOf":          func(r *Runs) any { return r.HardnessOf(m, feature) },
		"PortfolioOf":         func(r *Runs) any { return r.PortfolioOf(score) },
		"Restarts":            func(r *Runs) any { return r.Restarts(m) },
		"RunTimes":            func(r *Runs) any { return r.RunTimes(m) },
		"Scores":              func(r *Runs) any { return r.Scores(score) },
		"SuccessCurves":       func(r *Runs) any { return r.SuccessCurves() },
		"TargetCurves":        func(r *Runs) any { return r.TargetCurves(m, 3, 1) },
		"HeadToHead":          func(r *Runs) any { return r.HeadToHead(labels[0], labels[1], m) },
	}
	for name, by := range map[string]Grouping{"Size": Size, "EachPuzzle": EachPuzzle, "Ranges": Ranges(2, feature)} {
		all["Success by "+name] = func(r *Runs) any { return r.By(by).Success() }
		all["ExpectedRunTime by "+name] = func(r *Runs) any { return r.By(by).ExpectedRunTime(m) }
		all["Features by "+name] = func(r *Runs) any { return r.By(by).Features(m) }
	}
	return all
}

// TestAllStatistics: the tests below ask every statistic that there is.
func TestAllStatistics(t *testing.T) {
	all, of := statistics(CPU, SuccessRate()), reflect.TypeFor[*Runs]()
	others := []string{"Budget", "By", "Count", "Labels", "Puzzles", "Where", "Within"}
	for i := range of.NumMethod() {
		if name := of.Method(i).Name; all[name] == nil && !slices.Contains(others, name) {
			t.Errorf("no test asks for %s", name)
		}
	}
}

// TestTableOfColumns: every statistic that there is says of a sealed file what it
// says of the records, also of a part of them, and of runs that are cut off.
func TestTableOfColumns(t *testing.T) {
	s := Settings{Resamples: 20, GridPoints: 7}
	own := Score{Name: "digits of seeds", Of: func(runs []experiment.Record) float64 {
		sum := 0.0
		for _, r := range runs {
			sum += float64(r.Seed+r.Digest) + r.Cost + float64(len(r.Trace)) + float64(r.Iterations)
		}
		return sum
	}}
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		for i := range records {
			records[i].Digest, records[i].Content = uint64(i), records[i].Content+"-"
			records[i].Budget = solver.Iterations(1000)
			if records[i].Status == solver.Exhausted {
				records[i].Iterations = 1000
			}
		}
		m := rapid.SampledFrom([]Measure{Seconds, CPU, Iterations, Evaluations}).Draw(t, "measure")
		score := rapid.SampledFrom([]Score{SuccessRate(), PAR(m, 10), CostOfSolution(m), TargetArea(m), own}).Draw(t, "score")
		table := sealedOf(t, records, new(atomic.Int64))
		switch rapid.IntRange(0, 2).Draw(t, "of") {
		case 1:
			records, table = Within(records, solver.Iterations(100)), table.Within(solver.Iterations(100))
		case 2:
			table = table.Where(func(label, _ string, p PuzzleKey) bool { return p.Content != "cp0-" })
			records = slices.DeleteFunc(records, func(r experiment.Record) bool { return r.Content == "cp0-" })
		}
		askAlike(t, s.Group(records), &Runs{table.groups, s.complete()}, m, score)
	})
}

// askAlike asks two tables all that there is.
func askAlike(t *rapid.T, want, got *Runs, m Measure, score Score, but ...cmp.Option) {
	t.Helper()
	labels := want.Labels()
	if len(labels) < 2 {
		return
	}
	for name, ask := range statistics(m, score, labels...) {
		diff := cmp.Diff(ask(want), ask(got), append(but, saysAlike)...)
		alltest.Require(t, diff == "", "%s of %v by %s:\n%s", name, m, score.Name, diff)
	}
}

// byLabelName orders records by label, for tables whose labels come in their order.
func byLabelName(records []experiment.Record) []experiment.Record {
	slices.SortStableFunc(records, func(a, b experiment.Record) int { return strings.Compare(a.Label(), b.Label()) })
	return records
}

// TestOrderOfRecordsMeansNothing: no statistic hangs on the order of records, but that
// labels keep their first appearance.
func TestOrderOfRecordsMeansNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records, s := draw(t), Settings{Resamples: 20, GridPoints: 9}
		m := rapid.SampledFrom([]Measure{Seconds, CPU, Iterations, Evaluations}).Draw(t, "measure")
		askAlike(t, s.Group(byLabelName(slices.Clone(records))), s.Group(byLabelName(shuffled(t, records))), m, CostOfSolution(m))
	})
}

// TestCopies: a plan records the runs of a puzzle under the ID of each copy; every
// statistic says the same as without the copies, wherever they stand among the records.
// Runs of a copy with other seeds are runs of the puzzle, and repeated runs stay.
func TestCopies(t *testing.T) {
	s := Settings{Resamples: 20, GridPoints: 7}
	but := cmp.FilterPath(func(p cmp.Path) bool {
		return slices.Contains([]string{".Warnings", ".Basis", ".basis"}, p.Last().String())
	}, cmp.Ignore())
	rapid.Check(t, func(t *rapid.T) {
		var records []experiment.Record
		for _, r := range draw(t) {
			r.Content, r.Budget = "c"+r.Puzzle, solver.Iterations(1000)
			if r.Status == solver.Exhausted {
				r.Iterations = 1000
			}
			records = append(records, r)
		}
		with := slices.Clone(records)
		for _, r := range records {
			if r.Puzzle < "p3" {
				r.Puzzle += " copied"
				with = append(with, r)
			}
		}
		with = shuffled(t, with)
		askAlike(t, s.Group(byLabelName(records)), s.Group(byLabelName(with)), Iterations, SuccessRate(), but)
	})
	copied := func(seed uint64) experiment.Record {
		r := row("a", "q", 9, 0, solver.Exhausted, 1)
		r.Content, r.Seed = "cp", seed
		return r
	}
	p := row("a", "p", 9, 0, solver.Solved, 1)
	for _, c := range []struct {
		records []experiment.Record
		runs    int
	}{{[]experiment.Record{p, copied(0)}, 1}, {[]experiment.Record{copied(0), p}, 1}, {[]experiment.Record{p, copied(7)}, 2}, {[]experiment.Record{p, p, copied(0), copied(0)}, 2}} {
		if got := Group(c.records).By(Size).Success().Totals[0]; got.Instances != 1 || got.Runs.Trials != c.runs || got.Runs.Successes == 0 {
			t.Errorf("%d records: %+v, want 1 puzzle with %d runs", len(c.records), got, c.runs)
		}
	}
	other := row("b", "p", 9, 0, solver.Exhausted, 1)
	pair := []experiment.Record{p, copied(0), other, row("a", "r", 9, 0, solver.Solved, 1), row("b", "r", 9, 0, solver.Solved, 1)}
	alltest.Has(t, Group(pair).Compare(Question{}).Effects()[0].String(), "; 2 puzzles, 1 copy not counted, 9 cells")
}
