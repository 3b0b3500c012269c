package cuckoo_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku/cuckoo"
	"formicary/pkg/sudoku/sudokus"
)

// The full filter of the improved mode solves this puzzle before any egg is
// laid. The filter that the paper shows leaves 42 cells to the cuckoos, and they
// do not always succeed.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("..........79.5.18.8.......7..73.68..45.7.8.96..35.27..7.......5.16.3.42.........."))
	if err != nil {
		panic(err)
	}
	run := solver.Run{Seed: 2, Budget: solver.Iterations(10000)}
	for _, engine := range []*cuckoo.Solver{cuckoo.New(), cuckoo.NewImproved()} {
		out, err := engine.Solve(context.Background(), set.Items[0].Puzzle, run)
		open := out.Statistics[0]
		fmt.Println(engine.Describe().Label(), out.Status, open.Name, open.Value, err)
	}
	// Output:
	// cuckoo search solved open cells 42 <nil>
	// improved cuckoo search solved open cells 0 <nil>
}
