package analysis

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

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
func sealedOf(t fatal, records []experiment.Record) *Runs {
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
	s, err := columns.OpenSealed("sealed", bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Columns()
	if err != nil {
		t.Fatal(err)
	}
	return Collect(c, others, len(c.Puzzle))
}

// saysAlike compares what statistics say: all exported fields, but no funcs.
var saysAlike = cmp.Options{
	cmpopts.EquateNaNs(),
	cmp.FilterPath(func(p cmp.Path) bool {
		field, ok := p.Last().(cmp.StructField)
		return ok && (field.Name()[0] >= 'a' || field.Type().Kind() == reflect.Func)
	}, cmp.Ignore()),
}

// argument is one for a parameter of a statistic.
func argument(of reflect.Type, m Measure, score Score, labels []string, used *int) reflect.Value {
	feature := Feature{Name: "cells", Values: map[string]float64{}}
	for i := range 8 {
		feature.Values[fmt.Sprint("p", i)] = float64(i * i % 5)
	}
	switch of {
	case reflect.TypeFor[Measure]():
		return reflect.ValueOf(m)
	case reflect.TypeFor[Score]():
		return reflect.ValueOf(score)
	case reflect.TypeFor[Question]():
		return reflect.ValueOf(Question{Score: score})
	case reflect.TypeFor[Feature]():
		return reflect.ValueOf(feature)
	case reflect.TypeFor[[]Feature]():
		return reflect.ValueOf([]Feature{feature})
	case reflect.TypeFor[int]():
		return reflect.ValueOf(2)
	case reflect.TypeFor[string]():
		*used++
		return reflect.ValueOf(labels[min(*used, len(labels))-1])
	case reflect.TypeFor[[]string]():
		return reflect.ValueOf([]string(nil))
	case reflect.TypeFor[[]float64]():
		return reflect.ValueOf([]float64{3, 1})
	}
	panic(fmt.Sprintf("no argument of type %v: write one", of))
}

// ask asks a statistic of Settings, with the table in the place of the records, or of
// the records.
func ask(t *rapid.T, name string, s Settings, of any, m Measure, score Score, labels []string) []any {
	t.Helper()
	method := reflect.ValueOf(s).MethodByName(name)
	in := []reflect.Value{}
	used := 0
	for i := 1; i < method.Type().NumIn(); i++ {
		in = append(in, argument(method.Type().In(i), m, score, labels, &used))
	}
	if runs, ok := of.(*Runs); ok {
		method = reflect.ValueOf(runs).MethodByName(name)
		if !method.IsValid() {
			t.Fatalf("a table cannot be asked for %s", name)
		}
		if method.Type().NumIn() == len(in)+1 {
			in = append([]reflect.Value{reflect.ValueOf(s)}, in...)
		}
	} else {
		in = append([]reflect.Value{reflect.ValueOf(of)}, in...)
	}
	var results []reflect.Value
	if method.Type().IsVariadic() {
		results = method.CallSlice(in)
	} else {
		results = method.Call(in)
	}
	var out []any
	for _, r := range results {
		out = append(out, r.Interface())
	}
	return out
}

// statistics are the names of all methods of Settings that take records.
func statistics() (names []string) {
	t := reflect.TypeFor[Settings]()
	for i := range t.NumMethod() {
		of := reflect.TypeFor[[]experiment.Record]()
		if m := t.Method(i); m.Type.NumIn() > 1 && m.Type.In(1) == of && (m.Type.NumIn() == 2 || m.Type.In(2) != of) { // of one set of records
			names = append(names, m.Name)
		}
	}
	return names
}

// TestTableOfColumns: every statistic that there is says of a sealed file what it
// says of the records, also of a part of them, and of runs that are cut off.
func TestTableOfColumns(t *testing.T) {
	names := statistics()
	if len(names) < 24 {
		t.Fatalf("only %d statistics: %q", len(names), names)
	}
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
		table := sealedOf(t, records)
		switch rapid.IntRange(0, 2).Draw(t, "of") {
		case 1:
			records, table = Within(records, solver.Iterations(100)), table.Within(solver.Iterations(100))
		case 2:
			table = table.Where(func(label, _ string, p PuzzleKey) bool { return p.Content != "cp0-" })
			records = slices.DeleteFunc(records, func(r experiment.Record) bool { return r.Content == "cp0-" })
		}
		labels := table.Labels()
		if len(labels) == 0 {
			return
		}
		for _, name := range names {
			if name == "CriticalDifferences" && len(labels) < 2 {
				continue // it panics
			}
			want, got := ask(t, name, s, records, m, score, labels), ask(t, name, s, table, m, score, labels)
			if diff := cmp.Diff(want, got, saysAlike); diff != "" {
				t.Fatalf("%s of %v by %s:\n%s", name, m, score.Name, diff)
			}
		}
	})
}

// TestCopies: a plan records the runs of a puzzle under the ID of each copy; every
// statistic says the same as without the copies, wherever they stand among the records.
// Runs of a copy with other seeds are runs of the puzzle, and repeated runs stay.
func TestCopies(t *testing.T) {
	s, names := Settings{Resamples: 20, GridPoints: 7}, statistics()
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
		for _, all := range [][]experiment.Record{records, with} {
			slices.SortStableFunc(all, func(a, b experiment.Record) int { return strings.Compare(a.Label(), b.Label()) })
		}
		labels := Group(records).Labels()
		slices.Sort(labels)
		for range 6 {
			name := rapid.SampledFrom(names).Draw(t, "statistic")
			if name == "CriticalDifferences" && len(labels) < 2 {
				continue // it panics
			}
			want, got := ask(t, name, s, records, Iterations, SuccessRate(), labels), ask(t, name, s, with, Iterations, SuccessRate(), labels)
			if diff := cmp.Diff(want, got, saysAlike, but); diff != "" {
				t.Fatalf("%s:\n%s", name, diff)
			}
		}
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
		if got := Default.SuccessBySize(c.records).Totals[0]; got.Instances != 1 || got.Runs.Trials != c.runs || got.Runs.Successes == 0 {
			t.Errorf("%d records: %+v, want 1 puzzle with %d runs", len(c.records), got, c.runs)
		}
	}
	other := row("b", "p", 9, 0, solver.Exhausted, 1)
	pair := []experiment.Record{p, copied(0), other, row("a", "r", 9, 0, solver.Solved, 1), row("b", "r", 9, 0, solver.Solved, 1)}
	if got := Default.Compare(pair, Question{}).Effects()[0].String(); !strings.Contains(got, "; 2 puzzles, 1 copy not counted, 9 cells") {
		t.Error(got)
	}
}
