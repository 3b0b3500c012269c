package portfolio_test

import (
	"context"
	"fmt"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/portfolio"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func Example() {
	p, err := nurikabe.New("small", puzzle.Size{Rows: 2, Cols: 3}, []int{0, 0, 2, 1, 0, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := portfolio.New().Solve(context.Background(), p, solver.Run{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Status)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// unique
	// ##.
	// .#.
}
