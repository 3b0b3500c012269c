package exact_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/sudokus"
)

// A puzzle is decided, counted and explained.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("12..3.....4....1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.Items[0].Puzzle.(*sudoku.Puzzle)
	out, err := exact.New().Solve(context.Background(), p, solver.Run{})
	fmt.Println(out.Status, p.Rows(out.Best), err)
	n, err := exact.Count(context.Background(), p, 10)
	fmt.Println("solutions:", n, err)
	trace, err := exact.Explain(context.Background(), p)
	fmt.Println(trace.Grade(), len(trace.Steps), err)
	for _, step := range trace.Steps[:2] {
		fmt.Println(step.Text)
	}
	// Output:
	// unique [1234 3412 2143 4321] <nil>
	// solutions: 1 <nil>
	// easy 11 <nil>
	// full house: box 1 lacks only 4, at r2c2
	// hidden single: in box 2, 1 can only be at r2c3
}
