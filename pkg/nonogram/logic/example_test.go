package logic_test

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A puzzle is solved, with and without some of the sub-procedures, and a step is
// told.
func Example() {
	picture := puzzle.Grid{Size: puzzle.Size{Rows: 4, Cols: 5}, Values: []uint8{
		0, 1, 1, 1, 0,
		1, 0, 1, 0, 1,
		0, 0, 1, 0, 0,
		0, 1, 1, 0, 0,
	}}
	p, err := nonogram.FromPicture("umbrella", picture, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, rules := range []logic.Rules{0, logic.One, logic.One | logic.Two, logic.All} {
		out, err := logic.With(rules).Solve(context.Background(), p, solver.Run{})
		fmt.Printf("%s: %s %v %v\n", rules.Label(), out.Status, p.Rows(out.Best), err)
	}
	trace, err := logic.New().Explain(context.Background(), p, solver.Budget{})
	fmt.Println(trace.Steps[len(trace.Steps)-1].Text, err)
	// Output:
	// preprocessing alone: exhausted [??#?? #.#.# ??#?? ??#??] <nil>
	// sub-procedure 1: exhausted [?##?? #.#.# ??#?? ??#??] <nil>
	// sub-procedures 1, 2: solved [.###. #.#.# ..#.. .##..] <nil>
	// all sub-procedures: solved [.###. #.#.# ..#.. .##..] <nil>
	// no block of column 4 (1) comes to r2c4 to r4c4: the last ends at r1c4 or earlier <nil>
}
