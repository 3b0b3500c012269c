package sudoku_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
)

// A puzzle is read, judges boards, and is written in another format.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("1.....1..1....2. # a small one\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.MustGet("a small one").Puzzle.(*sudoku.Puzzle)
	board := p.Board()
	copy(board.Values, []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 2})
	for _, broken := range p.Check(board) {
		fmt.Println(broken)
	}
	for _, name := range []string{"text", "url"} {
		format, err := sudokus.Kind.Format(name)
		if err == nil {
			err = format.Write(os.Stdout, set)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// row-twice: row 4 holds the digit 2 2 times, first at r4c3 and r4c4
	// column-twice: column 4 holds the digit 2 2 times, first at r2c4 and r4c4
	// box-twice: box 4 holds the digit 2 2 times, first at r4c3 and r4c4
	// id: a small one
	// 1 . | . .
	// . . | 1 .
	// ----+----
	// . 1 | . .
	// . . | 2 .
	// https://puzz.link/p?sudoku/4/4/1k1h1j2g
}

// Errors name the place in the input.
func Example_error() {
	_, err := sudokus.Kind.Read("mine.txt", strings.NewReader("1..2\n..x.\n....\n....\n"))
	fmt.Println(err)
	// Output: mine.txt:2:3: expected ., -, 0 or a digit from 1 to 4, found 'x'
}
