package generate_test

import (
	"context"
	"fmt"
	"os"

	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/generate"
	"formicary/pkg/sudoku/sudokus"
)

// Two easy puzzles of 9×9 whose givens stay the same by half a turn.
func Example() {
	set, err := generate.Generator.Make(context.Background(), generate.Options{Count: 2, Seed: 1, Difficulty: "easy", Symmetry: "rotation"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range set.Items {
		fmt.Println(item.ID(), item.Grade, item.Puzzle.(*sudoku.Puzzle).Givens())
	}
	text, err := sudokus.Kind.Format("text")
	if err == nil {
		err = text.Write(os.Stdout, set.Take(1))
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3x3-1-1 easy 34
	// 3x3-1-2 easy 28
	// id: 3x3-1-1
	// . . . | 4 9 6 | . 2 5
	// . 9 . | 8 . . | . 1 .
	// 2 . . | . 1 . | . . .
	// ------+-------+------
	// 5 . 1 | 7 4 . | . 8 3
	// 9 . . | . . . | . . 2
	// 4 3 . | . 8 2 | 9 . 1
	// ------+-------+------
	// . . . | . 3 . | . . 8
	// . 1 . | . . 8 | . 6 .
	// 8 4 . | 2 6 1 | . . .
}
