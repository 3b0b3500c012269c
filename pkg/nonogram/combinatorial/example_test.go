package combinatorial_test

import (
	"context"
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A puzzle is solved, and the arrangements that it took are counted.
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
	out, err := combinatorial.New().Solve(context.Background(), p, solver.Run{})
	fmt.Println(out.Status, p.Rows(out.Best), err)
	fmt.Println(out.Evaluations, "arrangements")
	trace, err := combinatorial.New().Explain(context.Background(), p, solver.Budget{})
	fmt.Println(trace.Steps[len(trace.Steps)-1].Text, err)
	// Output:
	// solved [.###. #.#.# ..#.. .##..] <nil>
	// 11 arrangements
	// row 1 (clue 3): one arrangement keeps what is known <nil>
}
