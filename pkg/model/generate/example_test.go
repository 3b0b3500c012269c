package generate_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/model/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle"
)

// A small Slitherlink: the numbers that are left, and the cells inside of the loop, with the numbers of others.
func Example() {
	set, err := generate.Generator(pencil.Slitherlink).Make(context.Background(), generate.Options{Size: puzzle.Size{Rows: 5, Cols: 5}, Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.Items[0].Puzzle.(*model.Puzzle)
	fmt.Println(p.ID())
	fmt.Println(p.Text())
	fmt.Println(strings.Join(p.Rows(set.Items[0].Solution), "\n"))
	// Output:
	// 5x5-1-1
	// 5 5
	// - 2 - 2 -
	// - - - 1 2
	// 3 3 - 3 -
	// 2 1 - - 3
	// - 2 - - -
	// ####.
	// ..###
	// #3#3#
	// ###.#
	// .##..
}
