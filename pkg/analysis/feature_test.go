package analysis

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

func TestByFeatureByHand(t *testing.T) {
	var records []experiment.Record
	values := map[string]float64{}
	// Eight puzzles with the values 1 2 2 2 5 6 7 8; the last two unsolved.
	for i, v := range []float64{1, 2, 2, 2, 5, 6, 7, 8} {
		id, status := fmt.Sprintf("p%d", i), solver.Solved
		if i >= 6 {
			status = solver.Exhausted
		}
		records = append(records, row("a", id, 9, 0, status, float64(i+1)))
		values[id] = v
	}
	// Neither no value nor NaN counts as one.
	records = append(records, row("a", "nameless", 9, 0, solver.Solved, 1), row("a", "not a number", 9, 0, solver.Solved, 1))
	values["not a number"] = math.NaN()
	table := Group(records).By(Ranges(4, Feature{"islands", values})).Features(Seconds)
	// Quarters end at the values 2 2 6 8: equal values stay together.
	got := table.Get("islands", "a")
	alltest.Require(t, len(got) == 3, "%d bins: %+v", len(got), got)
	of := func(puzzles ...int) (keys []PuzzleKey) {
		for _, i := range puzzles {
			keys = append(keys, PuzzleKey{Puzzle: fmt.Sprintf("p%d", i), Content: records[i].Content, Cells: 9})
		}
		return keys
	}
	for i, want := range []FeatureBin{
		{Part: Part{Range: Range{Least: 1, Most: 2, Middle: 2, Of: of(0, 1, 2, 3)}}, Any: Default.Proportion(4, 4), Median: 2, Between: Interval{High: math.Inf(1)}},
		{Part: Part{Range: Range{Least: 5, Most: 6, Middle: 5, Of: of(4, 5)}}, Any: Default.Proportion(2, 2), Median: 5, Between: Interval{High: math.Inf(1)}},
		{Part: Part{Range: Range{Least: 7, Most: 8, Middle: 7, Of: of(6, 7)}}, Any: Default.Proportion(0, 2), Median: math.Inf(1), Between: Interval{High: math.Inf(1)}},
	} {
		want.Feature, want.Label = "islands", "a"
		alltest.Check(t, reflect.DeepEqual(got[i], want), "got  %+v\nwant %+v", got[i], want)
	}
	alltest.Has(t, strings.Join(table.Warnings, "\n"), "islands: 2 puzzles without a value are left out", "warnings")
}

// Every puzzle with a value is in exactly one bin of each label, bins do not
// overlap, and labels share their ends.
func TestByFeatureProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		bins := rapid.IntRange(1, 5).Draw(t, "bins")
		f := Feature{Name: "f", Values: map[string]float64{}}
		puzzles := map[string]map[string]bool{}
		for _, r := range records {
			if _, ok := f.Values[r.Puzzle]; !ok {
				f.Values[r.Puzzle] = float64(rapid.IntRange(0, 4).Draw(t, "value"))
			}
			if puzzles[r.Label()] == nil {
				puzzles[r.Label()] = map[string]bool{}
			}
			puzzles[r.Label()][r.Content] = true
		}
		table := Group(records).By(Ranges(bins, f)).Features(Seconds)
		again := Group(shuffled(t, records)).By(Ranges(bins, f)).Features(Seconds)
		if a, b := sortedText(table.Bins), sortedText(again.Bins); a != b {
			t.Fatalf("%s\n\nof the shuffled records:\n%s", a, b)
		}
		for _, label := range table.Labels {
			n := 0
			last := math.Inf(-1)
			got := table.Get("f", label)
			for _, b := range got {
				n += len(b.Of)
				if b.Least <= last || b.Least > b.Middle || b.Middle > b.Most || b.Any.Trials != len(b.Of) || b.Between.Low > b.Median || b.Between.High < b.Median {
					t.Fatalf("bin %+v after %v", b, last)
				}
				last = b.Most
			}
			alltest.Require(t, n == len(puzzles[label]) && len(got) <= bins,
				"%s: %d puzzles in %d bins, want %d in at most %d", label, n, len(got), len(puzzles[label]), bins)
		}
	})
}

// Features need a bin.
func TestNoBins(t *testing.T) {
	alltest.Panics(t, func() { Ranges(0) }, "no bins")
}
