package genome_test

import (
	"fmt"

	"formicary/pkg/sudoku/genome"
)

// The child of a partially matched crossover has the middle of one parent and
// what fits of the other.
func ExamplePMX() {
	child := make([]uint8, 9)
	genome.PMX(child, []uint8{8, 4, 7, 3, 6, 2, 5, 1, 9}, []uint8{9, 1, 2, 3, 4, 5, 6, 7, 8}, 3, 8)
	fmt.Println(child)
	// Output: [9 7 4 3 6 2 5 1 8]
}
