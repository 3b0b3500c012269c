package network_test

import (
	"fmt"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// Each filter leaves fewer values than the one before, and the strongest is not
// enough to solve this puzzle.
func Example() {
	const o = puzzle.Unset
	p, err := sudoku.New("small", puzzle.Size{Rows: 2, Cols: 2}, []uint8{
		1, o, o, o,
		o, o, o, o,
		o, o, 1, o,
		o, o, o, 2,
	})
	if err != nil {
		panic(err)
	}
	for _, s := range []network.Strength{network.None, network.AC3, network.GAC} {
		n := network.New(p)
		ok := n.Filter(s)
		left := 0
		for _, d := range n.Domains {
			left += d.Len()
		}
		fmt.Println(s, ok, left)
	}
	// Output:
	// none true 55
	// ac3 true 38
	// gac true 34
}
