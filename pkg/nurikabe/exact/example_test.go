package exact_test

import (
	"context"
	"fmt"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A 3×3 board with the clues 2 and 2 in opposite corners has two solutions;
// with 1 and 4 in two corners of one side it has one.
func Example() {
	for _, clues := range [][]int{
		{2, 0, 0, 0, 0, 0, 0, 0, 2},
		{1, 0, 4, 0, 0, 0, 0, 0, 0},
	} {
		p, err := nurikabe.New("corner", puzzle.Size{Rows: 3, Cols: 3}, clues)
		if err != nil {
			fmt.Println(err)
			return
		}
		out, err := exact.New().Solve(context.Background(), p, solver.Run{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(out.Status, exact.GradeOf(out))
		if out.Status.HasSolution() {
			for _, row := range p.Rows(out.Best) {
				fmt.Println(row)
			}
		}
	}
	// Output:
	// multiple learning
	// .##
	// .#.
	// ##.
	// unique deduction
	// .#.
	// ##.
	// #..
}
