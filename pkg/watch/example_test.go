package watch_test

import (
	"context"
	"fmt"
	"os"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/watch"
)

// A run of ants, watched in a pipe: every improvement is written.
func Example() {
	p, err := nurikabe.New("small", puzzle.Size{Rows: 2, Cols: 3}, []int{2, 0, 0, 0, 0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	screen := watch.New(os.Stdout, p, 0)
	run := solver.Run{Seed: 1, Budget: solver.Iterations(10), Observer: screen.Observe}
	out, err := acs.New().Solve(context.Background(), p, run)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Status)
	// Output:
	//  2 # #
	//  . # 1
	// iteration 1 · cost 0, lowest 0
	// solved
}
