package deduction_test

import (
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The preprocessing of a small puzzle, step by step.
func Example() {
	picture := puzzle.Grid{Size: puzzle.Size{Rows: 3, Cols: 4}, Values: []uint8{
		1, 1, 1, 0,
		1, 0, 0, 1,
		0, 0, 0, 0,
	}}
	p, err := nonogram.FromPicture("small", picture, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := deduction.New(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Record()
	fmt.Println(s.Preprocess(), p.Rows(s.Board()), s.Open(), "open")
	trace := s.Trace(solver.Exhausted)
	for _, step := range trace.Steps[:2] {
		fmt.Println(step.Cells(), step.Text)
	}
	fmt.Println(deduction.Arrangements(p.Row(1), 4), "arrangements of row 2")
	// Output:
	// true [?##? #??? ....] 5 open
	// [r1c2 r1c3] the clue 3 leaves a slack of 1 in row 1: every block longer than that covers cells wherever it stands
	// [r3c1 r3c2 r3c3 r3c4] row 3 has no block
	// 3 arrangements of row 2
}
