package generate_test

import (
	"context"
	"fmt"

	"formicary/pkg/nurikabe/generate"
	"formicary/pkg/puzzle"
)

func Example() {
	o := generate.Options{Size: puzzle.Size{Rows: 4, Cols: 6}, Seed: 1, Difficulty: "deduction"}
	set, err := generate.Generator.Make(context.Background(), o, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range set.Items {
		fmt.Println(item.ID(), item.Grade)
		for _, row := range item.Rows(item.Solution) {
			fmt.Println(row)
		}
	}
	// Output:
	// 4x6-1-1 deduction
	// ##..##
	// #.#.#.
	// ######
	// #.#...
}
