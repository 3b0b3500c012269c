package genetic_test

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/genetic"
	"formicary/pkg/solver"
)

// A population of boards breeds an arrow.
func Example() {
	clue := func(lengths ...int) (c nonogram.Clue) {
		for _, n := range lengths {
			c = append(c, nonogram.Block{Length: n, Colour: nonogram.Filled})
		}
		return c
	}
	p, err := nonogram.New("arrow",
		[]nonogram.Clue{clue(1), clue(3), clue(5), clue(1), clue(1)},
		[]nonogram.Clue{clue(1), clue(2), clue(5), clue(2), clue(1)}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := genetic.New().Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(1000)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// ..#..
	// .###.
	// #####
	// ..#..
	// ..#..
}
