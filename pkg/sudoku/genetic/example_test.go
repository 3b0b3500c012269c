package genetic_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/sudokus"
)

// A population of boards breeds a solution.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("1...\n...2\n.3..\n...."))
	if err != nil {
		panic(err)
	}
	p := set.Items[0].Puzzle.(*sudoku.Puzzle)
	out, err := genetic.New().Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(1000)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// 1234
	// 3412
	// 2341
	// 4123
}
