package analysis

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// TestTogether: records that stand together by label and puzzle are grouped as when
// they are mixed, and stay as they are, also where their runs are out of order.
func TestTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var grouped []experiment.Record
	for _, label := range []string{"b", "a"} {
		for _, id := range []string{"q", "p", "r"} {
			for _, run := range random.Perm(4) {
				grouped = append(grouped, experiment.Record{Variant: label, Engine: "e", Puzzle: id, Content: "of " + id, Rows: 3, Cols: 4, Run: run, Status: solver.Solved})
			}
		}
	}
	before := slices.Clone(grouped)
	want := byLabel(given(grouped))
	// held are the runs, and takes what depends on the order of the records from them and from the groups.
	held := func(groups []group) (all [][]run) {
		for _, g := range groups {
			for i := range g.instances {
				in := &g.instances[i]
				for at := range in.runs() {
					r := &in.runs()[at]
					r.place, r.from = 0, nil
				}
				all = append(all, in.runs())
				in.first, in.place, in.made = 0, 0, nil
			}
		}
		return all
	}
	wanted := held(want)
	alltest.Check(t, reflect.DeepEqual(grouped, before), "the records were changed")
	for range 10 {
		mixed := slices.Clone(grouped)
		random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		got := byLabel(given(mixed))
		slices.SortFunc(got, func(a, b group) int { return cmp.Compare(b.Label, a.Label) }) // b came first
		if runs := held(got); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(runs, wanted) {
			t.Fatalf("mixed records are grouped as %+v\nwant %+v", got, want)
		}
	}
}

// TestNatural: names are ordered as people do, and so are the puzzles of one size.
func TestNatural(t *testing.T) {
	want := []string{"", "a", "q0 = 0.5", "q0 = 0.9", "q0 = 0.99", "scheme 2", "scheme 10", "scheme 10 b", "x1.", "x1.5"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, Natural)
	alltest.Check(t, slices.Equal(got, want), "sorted %q", got)
	var records []experiment.Record
	for _, name := range []string{"puzzle 1", "puzzle 10", "puzzle 2"} {
		records = append(records, experiment.Record{Puzzle: name, Content: name, Engine: "e", Rows: 9, Cols: 9, Status: solver.Solved})
	}
	got = got[:0]
	for _, row := range Group(records).By(EachPuzzle).Success().Rows {
		got = append(got, row.Puzzle)
	}
	alltest.Check(t, slices.Equal(got, []string{"puzzle 1", "puzzle 2", "puzzle 10"}), "puzzles are in the order %q", got)
}
