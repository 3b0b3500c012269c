package tabu_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/sudoku/tabu"
)

// A tabu search solves a puzzle swap by swap.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("1...\n...2\n.3..\n...."))
	if err != nil {
		panic(err)
	}
	p := set.Items[0].Puzzle.(*sudoku.Puzzle)
	out, err := tabu.New().Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(1000)})
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
