package aco_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/aco"
	"formicary/pkg/sudoku/sudokus"
)

// Puzzle 2 of the paper. With singles filled one at a time no choice is ever
// punished.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("75.98....6...5...8......42....395....23....81...8...5...4...3......79.....8....12"))
	if err != nil {
		panic(err)
	}
	p := set.Items[0].Puzzle.(*sudoku.Puzzle)
	out, err := aco.New().Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(10000)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	punishments, _ := out.Statistic("punishments")
	fmt.Println("punishments", punishments)
	// Output:
	// solved <nil>
	// 752984136
	// 641253798
	// 389761425
	// 816395247
	// 523647981
	// 497812653
	// 164528379
	// 235179864
	// 978436512
	// punishments 0
}
