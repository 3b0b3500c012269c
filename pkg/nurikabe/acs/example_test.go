package acs_test

import (
	"context"
	"fmt"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func Example() {
	p, err := nurikabe.New("small", puzzle.Size{Rows: 3, Cols: 4}, []int{
		2, 0, 0, 1,
		0, 0, 0, 0,
		0, 3, 0, 0,
	})
	if err != nil {
		panic(err)
	}
	colony := acs.New()
	colony.Ants = 4
	out, err := colony.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(500)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// ..#.
	// ####
	// ...#
}
