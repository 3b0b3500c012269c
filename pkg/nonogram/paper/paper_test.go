package paper_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/nonogram/genetic"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/paper"
	"formicary/pkg/nonogram/pushfit"
	"formicary/pkg/puzzle"
)

// TestWords checks the table against what section IV says of it.
func TestWords(t *testing.T) {
	rows := paper.Tables()
	var genetic, combinatorial, lancaster []string // N/A, or not
	colours := 0
	for _, r := range rows {
		if r.Colour {
			colours++
			alltest.Check(t, math.IsNaN(r.Genetic) && math.IsNaN(r.Combinatorial) && math.IsNaN(r.Lancaster), "%s is in colour: %+v", r.Name, r)
			if r.Logic >= 1 { // "within seconds"
				t.Errorf("%s took %v s", r.Name, r.Logic)
			}
			continue
		}
		if !math.IsInf(r.Genetic, 1) {
			genetic = append(genetic, r.Name)
		}
		if math.IsInf(r.Combinatorial, 1) {
			combinatorial = append(combinatorial, r.Name)
		}
		if math.IsInf(r.Lancaster, 1) {
			lancaster = append(lancaster, r.Name)
		}
		// "within a 1 second"; "it also takes larger times than the Logic";
		// "much faster than the combinatorial one in all the puzzles".
		alltest.Check(t, r.Logic <= 1 && r.Lancaster > r.Logic && r.Combinatorial > r.Logic && (r.Genetic > r.Combinatorial || math.IsInf(r.Genetic, 1)),
			"%s: %v", r.Name, r.Seconds())
		for _, s := range r.Seconds() {
			alltest.Check(t, math.IsInf(s, 1) || s < paper.Limit.Seconds(), "%s: %v s is beyond the limit", r.Name, s)
		}
	}
	want := []string{"Charlie", "Popeye"}
	alltest.Check(t, slices.Equal(genetic, want), "the GA solves %v, want %v", genetic, want)
	want = []string{"Fishing", "King", "Jazz"}
	alltest.Check(t, slices.Equal(combinatorial, want), "the combinatorial heuristic does not solve %v, want %v", combinatorial, want)
	want = []string{"Fishing"}
	alltest.Check(t, slices.Equal(lancaster, want), "the solver of [11] does not solve %v, want %v", lancaster, want)
	alltest.Check(t, len(rows) == 20 && colours == 8, "%d rows, %d in colour; the text has 8 colour puzzles", len(rows), colours)
	// "the smallest one is the 20×20 puzzle Earth, and the largest Parrot2
	// 35×35"; black and white "charlie … 15×15", "jazz … 60×145".
	for name, want := range map[string]puzzle.Size{"Earth": {Rows: 20, Cols: 20}, "Parrot2": {Rows: 35, Cols: 35}, "Charlie": {Rows: 15, Cols: 15}, "Jazz": {Rows: 60, Cols: 145}} {
		i := slices.IndexFunc(rows, func(r paper.Row) bool { return r.Name == name })
		alltest.Check(t, i >= 0 && rows[i].Size == want, "%s: %v", name, rows)
	}
}

// The hour of the paper's machine is shorter here, by factors from 4 to 16.
func TestLimitNow(t *testing.T) {
	least, likely, most := paper.LimitNow()
	alltest.Check(t, 16*least == paper.Limit && 8*likely == paper.Limit && 4*most == paper.Limit, "%v, %v, %v", least, likely, most)
}

func TestEngines(t *testing.T) {
	want := []string{genetic.Name, combinatorial.Name, logic.Name, pushfit.Name}
	got := paper.Engines()
	alltest.Check(t, slices.Equal(got, want), "%v, want %v", got, want)
	alltest.Equal(t, len(paper.Tables()[0].Seconds()), len(want), "engines with times")
}

// The puzzles that the combinatorial heuristic did not solve.
func ExampleTables() {
	for _, r := range paper.Tables() {
		if math.IsInf(r.Combinatorial, 1) {
			fmt.Printf("%s, %v: %v s by logic\n", r.Name, r.Size, r.Logic)
		}
	}
	// Output:
	// Fishing, 50x70: 0.6 s by logic
	// King, 60x75: 0.8 s by logic
	// Jazz, 60x145: 1 s by logic
}
