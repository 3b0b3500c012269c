package pencil_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/solver"
)

// A Slitherlink of an address is decided; its solution tells the cells inside the loop.
func Example() {
	set, err := pencils.Of(pencil.Slitherlink).Read("typed", strings.NewReader("https://puzz.link/p?slither/5/5/g7ch123882b8cg"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.Items[0].Puzzle.(*model.Puzzle)
	fmt.Println(p.Text())
	out, err := exact.New(pencil.Slitherlink).Solve(context.Background(), p, solver.Run{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Status)
	fmt.Println(p.SolutionText(out.Best))
	// Output:
	// 5 5
	// - 2 - 2 -
	// - - - 1 2
	// 3 3 - 3 -
	// 2 1 - - 3
	// - 2 - - -
	// unique
	// 5 5
	// x x x x -
	// - - x x x
	// x - x - x
	// x x x - x
	// - x x - -
}
