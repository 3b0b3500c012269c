package paper_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// The table's own sums: the classes must add up to the printed totals, and
// the rates, weighted by instances, to the printed rate, within the rounding
// of three decimals.
func TestTable1AddsUp(t *testing.T) {
	table := paper.Table1()
	alltest.Require(t, len(table) == 36, "%d cells, want 6 schemes × (5 classes + all)", len(table))
	for scheme := range 6 {
		rows := table[6*scheme : 6*scheme+6]
		instances, any, rate := 0, 0, 0.0
		for i, r := range rows[:5] {
			alltest.Check(t, r.Class == analysis.SizeClasses[i] && r.Label == rows[5].Label, "row %d of %s is %v", i, r.Label, r.Class)
			alltest.Check(t, r.Any <= r.Instances && r.Rate <= float64(r.Any)/float64(r.Instances),
				"%s %v: more runs than instances succeed: %+v", r.Label, r.Class, r)
			instances += r.Instances
			any += r.Any
			rate += r.Rate * float64(r.Instances)
		}
		all := rows[5]
		alltest.Check(t, all.Class == (analysis.Class{}) && instances == all.Instances && any == all.Any && math.Abs(rate/float64(instances)-all.Rate) <= 0.001,
			"%s: the classes give %d, %d, %.4f; the table has %+v", all.Label, instances, any, rate/float64(instances), all)
	}
	all := table[5]
	alltest.Check(t, all.Instances == 908, "%d instances", all.Instances)
}

func TestLabelsAreTheEngines(t *testing.T) {
	for i, engine := range acs.Schemes() {
		got := engine.Describe().Label()
		alltest.Check(t, got == paper.Table1()[6*i].Label, "scheme %d is labelled %q", i, got)
	}
}

// The class sizes are those of Janko's collection without the instances that
// have a "?".
func TestClassesOfTheCollection(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip("the collection is not part of this repository: set " + sets.DataEnv)
	}
	set := alltest.Must(nurikabes.Kind.Open("janko-911"))(t)
	set = set.Where(func(i puzzle.Item) bool { return !i.Puzzle.(*nurikabe.Puzzle).HasUnknown() })
	for _, r := range paper.Table1()[:6] {
		n := set.Where(func(i puzzle.Item) bool { return r.Class.Contains(i.Size().Cells()) }).Len()
		alltest.Check(t, n == r.Instances, "%v: %d instances, the paper has %d", r.Class, n, r.Instances)
	}
}

// The paper's best scheme, class by class.
func ExampleTable1() {
	for _, r := range paper.Table1() {
		if r.Label == "ants, shuffled" {
			fmt.Printf("%-7v %3d instances, %3d solved, %.3f of runs\n", r.Class, r.Instances, r.Any, r.Rate)
		}
	}
	// Output:
	// 0–99    136 instances, 135 solved, 0.942 of runs
	// 100–199 615 instances, 599 solved, 0.787 of runs
	// 200–299  64 instances,  39 solved, 0.267 of runs
	// 300–399  72 instances,  28 solved, 0.081 of runs
	// ≥400     21 instances,   0 solved, 0.000 of runs
	// all     908 instances, 801 solved, 0.700 of runs
}
