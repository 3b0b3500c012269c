package exact_test

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A ring has one solution, a diagonal of two cells has two.
func Example() {
	for _, picture := range []puzzle.Grid{
		{Size: puzzle.Size{Rows: 3, Cols: 3}, Values: []uint8{1, 1, 1, 1, 0, 1, 1, 1, 1}},
		{Size: puzzle.Size{Rows: 2, Cols: 2}, Values: []uint8{1, 0, 0, 1}},
	} {
		p, err := nonogram.FromPicture("small", picture, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		out, err := exact.New().Solve(context.Background(), p, solver.Run{})
		fmt.Println(out.Status, exact.GradeOf(out), p.Rows(out.Best), err)
		if out.Status == solver.Multiple {
			fmt.Println("and", p.Rows(out.Second))
		}
	}
	// Output:
	// unique line [### #.# ###] <nil>
	// multiple search [.# #.] <nil>
	// and [#. .#]
}
