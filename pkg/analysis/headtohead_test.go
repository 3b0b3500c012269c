package analysis

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

func TestHeadToHeadByHand(t *testing.T) {
	records := []experiment.Record{
		// Ants need 10 s for 2 successes: 5 s each. The other is faster.
		row("ants", "p1", 25, 0, solver.Solved, 2), row("ants", "p1", 25, 1, solver.Exhausted, 8), row("ants", "p1", 25, 2, solver.Solved, 0),
		row("exact", "p1", 25, 0, solver.Unique, 4),
		// Ants are faster.
		row("ants", "p2", 36, 0, solver.Solved, 1), row("exact", "p2", 36, 0, solver.Unique, 1.5),
		// As fast as each other.
		row("ants", "p3", 49, 0, solver.Solved, 3), row("exact", "p3", 49, 0, solver.Multiple, 3),
		// One alone, the other alone, none.
		row("ants", "p4", 150, 0, solver.Exhausted, 5), row("exact", "p4", 150, 0, solver.Unique, 1),
		row("ants", "p5", 151, 0, solver.Solved, 5), row("exact", "p5", 151, 0, solver.Exhausted, 60),
		row("ants", "p6", 152, 0, solver.Exhausted, 5), row("exact", "p6", 152, 0, experiment.Failed, 1),
		// Not run by both.
		row("ants", "p7", 160, 0, solver.Solved, 5), row("other", "p7", 160, 0, solver.Solved, 5),
	}
	for i := range records {
		records[i].Budget = solver.Budget{Wall: 10e9}
	}
	table := Group(records).HeadToHead("exact", "ants", Seconds)
	want := []HeadToHeadRow{
		{Class: Class{0, 99}, Instances: 3, First: 3, Second: 3, Both: 3, FasterFirst: 1, FasterSecond: 1},
		{Class: Class{100, 199}, Instances: 3, First: 1, Second: 1, OnlyFirst: 1, OnlySecond: 1},
		{Class: Class{}, Instances: 6, First: 4, Second: 4, Both: 3, OnlyFirst: 1, OnlySecond: 1, FasterFirst: 1, FasterSecond: 1},
	}
	alltest.Check(t, slices.Equal(table.Rows, want), "rows\n%+v, want\n%+v", table.Rows, want)
	if p := table.Points[0]; p.Puzzle != "p1" || p.Second != (HeadToHeadTime{3, 2, 10, 5, 10, solver.Solved}) || p.First.Status != solver.Unique {
		t.Errorf("p1: %+v", p)
	}
	if p := table.Points[5]; !math.IsInf(p.First.Mean, 1) || p.First.Status != experiment.Failed || p.Second.Status != solver.Exhausted {
		t.Errorf("p6: %+v", p)
	}
	a := table.Alone("exact")
	alltest.Check(t, len(a) == 1 && a[0].Puzzle == "p4", "exact alone: %+v", a)
	if a := table.Alone("ants"); len(a) != 1 || a[0].Puzzle != "p5" {
		t.Errorf("ants alone: %+v", a)
	}
	if text := strings.Join(table.Warnings, "\n"); !strings.Contains(text, "ants alone ran on 1 puzzle: left out") || !strings.Contains(text, "exact: 1 run failed") || strings.Contains(text, "other") {
		t.Errorf("warnings %q", text)
	}
	if row, ok := table.Get(Class{100, 199}); !ok || row != want[1] {
		t.Errorf("Get: %+v, %v", row, ok)
	}
	_, ok := table.Get(Class{400, 0})
	alltest.Check(t, !ok, "a row for a class without puzzles")
	none := Group(records).HeadToHead("exact", "nobody", Seconds)
	alltest.Check(t, len(none.Rows)+len(none.Points) == 0 && len(none.Warnings) != 0, "against nobody: %+v", none)
	alltest.Panics(t, func() { table.Alone("other") }, "Alone of a label that is not compared did not panic")
}

// What holds of any two engines: the counts add up, exchanging the two
// exchanges the columns, and the classes add up to the whole.
func TestHeadToHeadProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		a, b := "label 0", "label 1"
		x, y := Group(records).HeadToHead(a, b, CPU), Group(shuffled(t, records)).HeadToHead(b, a, CPU)
		alltest.Require(t, len(x.Points) == len(y.Points) && len(x.Rows) == len(y.Rows),
			"%d and %d points, %d and %d rows", len(x.Points), len(y.Points), len(x.Rows), len(y.Rows))
		var sum HeadToHeadRow
		for i, r := range x.Rows {
			m := y.Rows[i]
			if (HeadToHeadRow{m.Class, m.Instances, m.Second, m.First, m.Both, m.OnlySecond, m.OnlyFirst, m.FasterSecond, m.FasterFirst}) != r {
				t.Fatalf("exchanged: %+v, %+v", r, m)
			}
			if r.First != r.Both+r.OnlyFirst || r.Second != r.Both+r.OnlySecond || r.FasterFirst+r.FasterSecond > r.Both || r.Both+r.OnlyFirst+r.OnlySecond > r.Instances {
				t.Fatalf("the counts do not add up: %+v", r)
			}
			if r.Class == (Class{}) {
				alltest.Require(t, r == sum, "all: %+v, the sum of the classes %+v", r, sum)
				continue
			}
			sum = HeadToHeadRow{
				Class{},
				sum.Instances + r.Instances, sum.First + r.First, sum.Second + r.Second, sum.Both + r.Both,
				sum.OnlyFirst + r.OnlyFirst, sum.OnlySecond + r.OnlySecond, sum.FasterFirst + r.FasterFirst, sum.FasterSecond + r.FasterSecond,
			}
		}
		// The paper's measure is what ExpectedByPuzzle says.
		expected := map[string]float64{}
		for _, e := range Group(records).By(EachPuzzle).ExpectedRunTime(CPU).Rows {
			expected[e.Label+e.Puzzle+e.Content] = e.Mean
		}
		for _, p := range x.Points {
			if f, s := expected[a+p.Puzzle+p.Content], expected[b+p.Puzzle+p.Content]; !alike(p.First.Mean, f) || !alike(p.Second.Mean, s) {
				t.Fatalf("%s: %v and %v, want %v and %v", p.Puzzle, p.First.Mean, p.Second.Mean, f, s)
			}
		}
	})
}

func alike(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))
}
