package analysis_test

import (
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Two engines on the same 60 puzzles, one run each: "new" takes half the time of
// "old" on most.
func ExampleCompare() {
	var records []experiment.Record
	for i := range 60 {
		for _, label := range []string{"old", "new"} {
			seconds := 1 + float64(i)/10
			if label == "new" && i%5 > 0 {
				seconds /= 2
			}
			records = append(records, experiment.Record{
				Engine: label, Puzzle: fmt.Sprint(i), Content: fmt.Sprint(i), Rows: 10, Cols: 10, Status: solver.Solved, Seconds: seconds, Budget: solver.Budget{Wall: 5e9},
			})
		}
	}
	answer := analysis.Group(records).Compare(analysis.Question{Score: analysis.PAR(analysis.Seconds, 2), AgainstFirst: true})
	fmt.Println(answer)
	for _, w := range answer.AllWarnings() {
		fmt.Println("note:", w)
	}
	// Output:
	// “new” needs less time (PAR-2) than “old”: 2.01 s against 3.5 s, a factor of 0.574 (0.447 to 0.787; p < 0.0001; geometric mean over puzzles, 60 puzzles, 100 cells, up to 5 s of time a run). The interval is 95 %.
}
