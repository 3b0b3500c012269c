package generate_test

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/generate"
	"formicary/pkg/puzzle"
)

// A puzzle that the paper's sub-procedures solve.
func Example() {
	set, err := generate.Generator.Make(context.Background(), generate.Options{
		Size: puzzle.Size{Rows: 15, Cols: 15}, Seed: 1, Grade: "logic", Subject: "house",
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	item := set.Items[0]
	p := item.Puzzle.(*nonogram.Puzzle)
	fmt.Println(p.ID(), p.Title(), item.Grade)
	for _, row := range p.Rows(item.Solution) {
		fmt.Println(row)
	}
	// Output:
	// 15x15-1-1 House logic
	// ...............
	// ......###.##...
	// .....#######...
	// ....########...
	// ...####.####...
	// ..###########..
	// .#############.
	// ...............
	// ..###########..
	// ..#...###...#..
	// ..#...###...#..
	// ..#####.#####..
	// ..#####..####..
	// ..#####..####..
	// ..####...####..
}
