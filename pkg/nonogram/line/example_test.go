package line_test

import (
	"fmt"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/puzzle"
)

// Blocks of 3 and 2 on eight cells, the second one known to be filled.
func Example() {
	clue := nonogram.Clue{{Length: 3, Colour: 1}, {Length: 2, Colour: 1}}
	cells := make([]uint8, 8)
	for i := range cells {
		cells[i] = puzzle.Unset
	}
	cells[1] = nonogram.Filled

	l := line.New(clue, len(cells), 1)
	may := make([]uint64, l.Masks())
	l.Load(may, cells)
	fmt.Println("arrangements:", l.Count(may))

	var s line.Scratch
	fmt.Println(l.Solve(&s, may))
	fmt.Printf("may be blank:  %08b\nmay be filled: %08b\n", may[0], may[1])

	starts, _ := l.Possible(&s, may)
	fmt.Printf("starts: %08b\n", starts)
	// Output:
	// arrangements: 5
	// true
	// may be blank:  11111001
	// may be filled: 11111111
	// starts: [00000011 01110000]
}
