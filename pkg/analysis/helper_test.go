package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// near says whether two numbers agree to so many digits after the point.
func near(got, want float64, digits int) bool {
	return got == want || math.Abs(got-want) <= 0.5000001*math.Pow10(-digits)
}

func expect(t *testing.T, what string, got, want float64, digits int) {
	t.Helper()
	alltest.Check(t, near(got, want, digits), "%s is %.*f, want %.*f", what, digits+2, got, digits, want)
}

// row is a record in few words: who ran on what, how it ended and when.
func row(label, puzzle string, cells, run int, status solver.Status, seconds float64) experiment.Record {
	r := experiment.Record{
		Engine: "e", Variant: label, Puzzle: puzzle, Content: "c" + puzzle, Rows: 1, Cols: cells, Run: run, Seed: uint64(run),
		Status: status, Seconds: seconds, CPU: seconds / 2, Iterations: int64(10 * seconds), Evaluations: int64(100 * seconds), Cost: 5,
	}
	if r.Solved() {
		r.Cost = 0
	}
	return r
}

// draw makes the records of an experiment with everything in it: several
// labels, sizes, unequal numbers of runs, twins, failures, censored runs.
func draw(t *rapid.T) []experiment.Record {
	var out []experiment.Record
	labels := rapid.IntRange(1, 3).Draw(t, "labels")
	puzzles := rapid.IntRange(1, 8).Draw(t, "puzzles")
	statuses := []solver.Status{solver.Solved, solver.Unique, solver.Multiple, solver.Exhausted, solver.Exhausted, solver.Unsolvable, experiment.Failed}
	of := 0 // the cells of the first, and of its copies
	for p := range puzzles {
		cells := rapid.IntRange(1, 500).Draw(t, "cells")
		twin := rapid.Bool().Draw(t, "twin")
		if p == 0 {
			of = cells
		} else if twin {
			cells = of
		}
		for l := range labels {
			for run := range rapid.IntRange(1, 5).Draw(t, "runs") {
				r := row(fmt.Sprint("label ", l), fmt.Sprint("p", p), cells, run, rapid.SampledFrom(statuses).Draw(t, "status"), rapid.Float64Range(0, 60).Draw(t, "seconds"))
				if twin && p > 0 {
					r.Content = "cp0"
				}
				cost := float64(rapid.IntRange(1, 40).Draw(t, "cost"))
				for i, n := 0, rapid.IntRange(0, 4).Draw(t, "improvements"); i < n; i++ {
					share := float64(i+1) / float64(n+1)
					r.Trace = append(r.Trace, experiment.Point{
						Iterations: int64(share * float64(r.Iterations)), Evaluations: int64(share * float64(r.Evaluations)),
						Seconds: share * r.Seconds, Cost: math.Floor(cost*(1-share)) + 1,
					})
				}
				out = append(out, r)
			}
		}
	}
	return out
}

// shuffled puts records into another order.
func shuffled(t *rapid.T, records []experiment.Record) []experiment.Record {
	out := slices.Clone(records)
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// sortedText writes each item and sorts: equal for results that differ in the
// order of the labels only.
func sortedText[T any](items []T) string {
	var lines []string
	for _, i := range items {
		lines = append(lines, fmt.Sprintf("%+v", i))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// A label's results are its own: another label beside it changes nothing.
func TestLabelsDoNotMeet(t *testing.T) {
	s := Settings{Resamples: 50}
	rapid.Check(t, func(t *rapid.T) {
		all := draw(t)
		label := all[len(all)-1].Label()
		alone := slices.DeleteFunc(slices.Clone(all), func(r experiment.Record) bool { return r.Label() != label })
		keep := func(rows []Success) []Success {
			return slices.DeleteFunc(rows, func(r Success) bool { return r.Label != label })
		}
		x, y := s.Group(all).By(Size).Success(), s.Group(alone).By(Size).Success()
		if a, b := sortedText(append(keep(x.Rows), keep(x.Totals)...)), sortedText(append(y.Rows, y.Totals...)); a != b {
			t.Fatalf("%s\n\nalone:\n%s", a, b)
		}
		e := slices.DeleteFunc(s.Group(all).By(Size).ExpectedRunTime(Seconds).Rows, func(e ExpectedRunTime) bool { return e.Label != label })
		if a, b := sortedText(e), sortedText(s.Group(alone).By(Size).ExpectedRunTime(Seconds).Rows); a != b {
			t.Fatalf("%s\n\nalone:\n%s", a, b)
		}
	})
}

// TestNoRecordsNoResults: nothing is said of nothing, and nothing panics.
func TestNoRecordsNoResults(t *testing.T) {
	for name, ask := range statistics(CPU, SuccessRate(), "a", "b") {
		if name == "CriticalDifferences" {
			continue // it needs two engines
		}
		got := reflect.ValueOf(ask(Group(nil)))
		alltest.Check(t, got.Kind() != reflect.Slice || got.Len() <= 0, "%s of nothing: %v", name, got)
	}
	r := Group(nil).By(Size).Success()
	alltest.Check(t, len(r.Rows)+len(r.Totals)+len(r.Labels)+len(r.Classes)+len(r.Warnings) == 0, "%+v", r)
}

func TestBadSettingsPanic(t *testing.T) {
	for _, s := range []Settings{{Level: 1}, {Level: -0.5}, {Resamples: -1}, {GridPoints: 1}} {
		alltest.Panics(t, func() { s.Group(nil).By(Size).Success() }, "%+v", s)
	}
}

func TestMeasures(t *testing.T) {
	r := experiment.Record{Seconds: 2, CPU: 1, Iterations: 30, Evaluations: 400, Budget: solver.Budget{Wall: 5e9, CPU: 4e9, Iterations: 50, Evaluations: 600}}
	p := experiment.Point{Seconds: 1, Iterations: 10, Evaluations: 110}
	spent := spentBy(&r)
	for _, c := range []struct {
		m                  Measure
		name, unit         string
		whole, at, allowed float64
	}{
		{Seconds, "time", "s", 2, 1, 5},
		{CPU, "processor time", "s", 1, 0.5, 4},
		{Iterations, "iterations", "", 30, 11, 50},
		{Evaluations, "evaluations", "", 400, 110, 600},
	} {
		if c.m.String() != c.name || c.m.Unit() != c.unit || c.m.Of(r) != c.whole || c.m.at(&spent, p) != c.at || c.m.Limit(r.Budget) != c.allowed {
			t.Errorf("%v: unit %q, whole %v, at %v, limit %v", c.m, c.m.Unit(), c.m.Of(r), c.m.at(&spent, p), c.m.Limit(r.Budget))
		}
	}
	alltest.Equal(t, CPU.at(new([4]float64), p), 0, "processor time within a run of no time")
	at := Iterations.at(&[4]float64{Iterations: 10}, p)
	alltest.Check(t, at == 10, "an improvement in an unfinished round is at %v", at)
}
