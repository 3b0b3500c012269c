package nonogram_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
)

// A puzzle is read, judges boards, and is written in another format.
func Example() {
	set, err := nonograms.Kind.Read("example", strings.NewReader(`catalogue "boat"
width 4
height 3
rows
1
4
2
columns
1
2
3
1
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.MustGet("boat").Puzzle.(*nonogram.Puzzle)
	board := puzzle.Grid{Size: p.Size(), Values: []uint8{
		0, 0, 1, 0,
		1, 1, 1, 1,
		0, 1, 0, 1,
	}}
	fmt.Println(strings.Join(p.Rows(board), "\n"))
	for _, broken := range p.Check(board) {
		fmt.Println(broken)
	}
	urls, _ := nonograms.Kind.Format("url")
	if err := urls.Write(os.Stdout, set); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ..#.
	// ####
	// .#.#
	// row-clue: row 3 reads 1 1, its clue is 2
	// column-clue: column 3 reads 2, its clue is 3
	// column-clue: column 4 reads 2, its clue is 1
	// https://puzz.link/p?nonogram/4/3/1g2g3g1g1g4g2g
}

// A picture makes a puzzle; whether it is the only one is for an engine to tell.
func Example_picture() {
	set, err := nonograms.Kind.Read("heart.pbm", strings.NewReader("P1\n5 4\n01010\n11111\n01110\n00100\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.Items[0].Puzzle.(*nonogram.Puzzle)
	for row := range p.Size().Rows {
		fmt.Println(p.Row(row))
	}
	// Output:
	// 1 1
	// 5
	// 3
	// 1
}

// Errors name the place in the input.
func Example_error() {
	_, err := nonograms.Kind.Read("mine.nin", strings.NewReader("2 2\n1\n1 one\n"))
	fmt.Println(err)
	// Output: mine.nin:3:3: expected a block's length from 1 to 1048576, found "one"
}
