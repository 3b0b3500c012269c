package paper_test

import (
	"fmt"
	"os"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/paper"
	"formicary/pkg/sudoku/tabu"
)

// The names are those of the sets, and of the engines.
func TestNames(t *testing.T) {
	if cuckoo.Name != paper.Cuckoo || tabu.Name != paper.Tabu || genetic.Name != paper.Genetic {
		t.Error("the methods of table 2 are labelled otherwise than the engines")
	}
	if os.Getenv(puzzle.DataEnv) == "" {
		t.Skip("the papers' puzzles are not part of this repository: set " + puzzle.DataEnv)
	}
	for i, item := range sudoku.Kind.MustOpen("paper-11").Items {
		if d := paper.AntTable1()[i]; d.Puzzle != item.ID() {
			t.Errorf("row %d is %s, the set has %s", i+1, d.Puzzle, item.ID())
		}
		if _, ok := paper.AntSeconds(item.ID()); !ok {
			t.Errorf("no duration for %s", item.ID())
		}
	}
	for i, item := range sudoku.Kind.MustOpen("cuckoo-9-inferred").Items {
		if got, ok := paper.Of1(item.ID()); !ok || got != paper.CuckooTable1()[i] {
			t.Errorf("table 1 has %v for %s", got, item.ID())
		}
	}
}

// The percentages that section 7 prints beside the counts: 51, 80 and 70 % of
// hard a, b and c in table 1 (cut, not rounded), and the GA's 33 % of medium in
// table 2.
func TestPercentages(t *testing.T) {
	for id, want := range map[string]int{"s10b": 100, "s11a": 100, "s12a": 51, "s12b": 80, "s12c": 70} {
		got, ok := paper.Of1(id)
		if rate := got.Rate(); !ok || int(100*rate.Rate) != want || rate.Low >= rate.High {
			t.Errorf("%s: %v is %.1f %%, printed %d %%", id, got, 100*rate.Rate, want)
		}
	}
	if got, ok := paper.Of2(paper.Genetic, "s11b"); !ok || int(100*got.Rate().Rate) != 33 {
		t.Errorf("table 2 has %v", got)
	}
	if got, _ := paper.Of1("s11b"); got.Tries != 0 || got.String() != "below all" || got.Rate().High != 1 {
		t.Errorf("medium b is %v", got)
	}
}

func TestUnknown(t *testing.T) {
	for _, id := range []string{"", "s12", "s12d", "s13a", "puzzle 1"} {
		if got, ok := paper.Of1(id); ok {
			t.Errorf("table 1 has %v for %q", got, id)
		}
	}
	if got, ok := paper.Of2("sudoku/exact", "s12a"); ok {
		t.Errorf("table 2 has %v for a method that is not in it", got)
	}
	if _, ok := paper.AntSeconds("puzzle 12"); ok {
		t.Error("there is no puzzle 12")
	}
}

// Nine puzzles in table 1, three methods and levels in table 2, none twice;
// nobody solves more often than it tries.
func TestComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range append(paper.CuckooTable1(), paper.CuckooTable2()...) {
		key := r.Method + r.Level + r.Puzzle
		if seen[key] || r.Solved > r.Tries || (r.Tries == 0) == (r.Bound == "") {
			t.Errorf("row %+v", r)
		}
		seen[key] = true
	}
	if len(paper.AntTable1()) != 11 || len(seen) != 18 {
		t.Errorf("%d durations, %d figures of tries", len(paper.AntTable1()), len(seen))
	}
	for _, p := range paper.Hardest() {
		if p.Solved > p.Runs || p.Mean <= 0 || p.Mean > p.Limit {
			t.Errorf("%+v", p)
		}
	}
}

// What the cuckoo paper says of its hard puzzles.
func ExampleCuckooTable1() {
	for _, r := range paper.CuckooTable1()[6:] {
		rate := r.Rate()
		fmt.Printf("%s %s: %v, %.0f %% [%.0f, %.0f]\n", r.Level, r.Puzzle, r, 100*rate.Rate, 100*rate.Low, 100*rate.High)
	}
	// Output:
	// hard a: 50/97, 52 % [42, 61]
	// hard b: 50/62, 81 % [69, 89]
	// hard c: 50/71, 70 % [59, 80]
}
