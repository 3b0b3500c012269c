package pushfit_test

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/pushfit"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Two filled cells on a diagonal can be on the other diagonal, too: the solver
// guesses once and finds both.
func Example() {
	board := puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 2}, Values: []uint8{1, 0, 0, 1}}
	p, err := nonogram.FromPicture("switch", board, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := pushfit.New().Solve(context.Background(), p, solver.Run{})
	fmt.Println(out.Status, err)
	fmt.Println(p.Rows(out.Best), p.Rows(out.Second))
	fmt.Println(out.Statistics[0].Name, out.Statistics[0].Value)
	// Output:
	// multiple <nil>
	// [.# #.] [#. .#]
	// nodes 1
}
