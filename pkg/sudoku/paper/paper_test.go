package paper_test

import (
	"fmt"
	"os"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/paper"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/tabu"
)

// The names are those of the sets, and of the engines.
func TestNames(t *testing.T) {
	for _, method := range []string{cuckoo.Name, tabu.Name, genetic.Name} {
		_, ok := paper.Of2(method, "s10a")
		alltest.Check(t, ok, "table 2 has nothing for %s", method)
	}
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip("the papers' puzzles are not part of this repository: set " + sets.DataEnv)
	}
	for _, item := range sudokus.Kind.MustOpen("paper-11").Items {
		_, ok := paper.AntSeconds(item.ID())
		alltest.Check(t, ok, "no duration for %s", item.ID())
	}
	for _, item := range sudokus.Kind.MustOpen("cuckoo-9-inferred").Items {
		_, ok := paper.Of1(item.ID())
		alltest.Check(t, ok, "table 1 has nothing for %s", item.ID())
	}
}

// The percentages that section 7 prints beside the counts: 51, 80 and 70 % of
// hard a, b and c in table 1 (cut, not rounded), and the GA's 33 % of medium in
// table 2.
func TestPercentages(t *testing.T) {
	for id, want := range map[string]int{"s10b": 100, "s11a": 100, "s12a": 51, "s12b": 80, "s12c": 70} {
		got, ok := paper.Of1(id)
		rate := got.Rate()
		alltest.Check(t, ok && int(100*rate.Rate) == want && rate.Low < rate.High, "%s: %v is %.1f %%, printed %d %%", id, got, 100*rate.Rate, want)
	}
	got, ok := paper.Of2(genetic.Name, "s11b")
	alltest.Check(t, ok && int(100*got.Rate().Rate) == 33, "table 2 has %v", got)
	got, _ = paper.Of1("s11b")
	alltest.Check(t, got.Tries == 0 && got.Bound == "below all (inferred)" && got.Rate().High == 1, "medium b is %v", got)
}

func TestUnknown(t *testing.T) {
	for _, id := range []string{"", "s12", "s12d", "s13a", "puzzle 1"} {
		got, ok := paper.Of1(id)
		alltest.Check(t, !ok, "table 1 has %v for %q", got, id)
	}
	got, ok := paper.Of2("sudoku/exact", "s12a")
	alltest.Check(t, !ok, "table 2 has %v for a method that is not in it", got)
	_, ok = paper.AntSeconds("puzzle 12")
	alltest.Check(t, !ok, "there is no puzzle 12")
}

// Nobody solves more often than it tries.
func TestComplete(t *testing.T) {
	for _, level := range []string{"s10", "s11", "s12"} {
		for _, puzzle := range []string{"a", "b", "c"} {
			r, ok := paper.Of1(level + puzzle)
			alltest.Check(t, ok && r.Solved <= r.Tries && (r.Tries == 0) != (r.Bound == ""), "%s%s: %+v", level, puzzle, r)
		}
		for _, method := range []string{cuckoo.Name, tabu.Name, genetic.Name} {
			r, ok := paper.Of2(method, level+"a")
			alltest.Check(t, ok && r.Solved >= 1 && r.Solved <= r.Tries && r.Tries == paper.Tries2, "%s, %s: %+v", method, level, r)
		}
	}
}

// What the cuckoo paper says of its hard puzzles.
func ExampleOf1() {
	for _, id := range []string{"s12a", "s12b", "s12c"} {
		r, _ := paper.Of1(id)
		rate := r.Rate()
		fmt.Printf("hard %s: %d/%d, %.0f %% [%.0f, %.0f]\n", id[3:], r.Solved, r.Tries, 100*rate.Rate, 100*rate.Low, 100*rate.High)
	}
	// Output:
	// hard a: 50/97, 52 % [41, 62]
	// hard b: 50/62, 81 % [69, 90]
	// hard c: 50/71, 70 % [58, 81]
}
