package sudokus_test

import (
	"fmt"
	"os"
	"strings"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku/sudokus"
)

// A set is opened by name. A puzzle is read from a line, with the boxes that the line
// does not name, and written in another format.
func Example() {
	first := sudokus.Kind.MustOpen("open").Items[0]
	fmt.Println(first.Size(), sudokus.Fixed(first), "per cent given")

	line := "1.....2.....3.....4.....5.....6....."
	for _, box := range []puzzle.Size{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}} {
		set, err := sudokus.WithBoxes(box).Read("typed", strings.NewReader(line))
		if err != nil {
			fmt.Println(err)
			return
		}
		format, err := sudokus.Kind.Format("text")
		if err == nil {
			err = format.Write(os.Stdout, set)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 4x4 25 per cent given
	// id: 1
	// 1 . . | . . .
	// 2 . . | . . .
	// ------+------
	// 3 . . | . . .
	// 4 . . | . . .
	// ------+------
	// 5 . . | . . .
	// 6 . . | . . .
	// id: 1
	// 1 . | . . | . .
	// 2 . | . . | . .
	// 3 . | . . | . .
	// ----+-----+----
	// 4 . | . . | . .
	// 5 . | . . | . .
	// 6 . | . . | . .
}
