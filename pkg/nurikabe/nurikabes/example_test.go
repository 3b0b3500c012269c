package nurikabes_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// A puzzle is read, judges boards, and is written in another format.
func Example() {
	set, err := nurikabes.Kind.Read("example", strings.NewReader("id: a small one\n2...\n....\n..2.\n1...\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.MustGet("a small one")
	board := puzzle.NewGrid(p.Size(), nurikabe.Wall)
	for _, cell := range []puzzle.Cell{{Row: 0, Col: 0}, {Row: 1, Col: 0}, {Row: 2, Col: 2}, {Row: 3, Col: 0}} {
		board.Values[p.Size().Index(cell)] = nurikabe.Island
	}
	fmt.Println(strings.Join(p.Rows(board), "\n"))
	for _, broken := range p.Check(board) {
		fmt.Println(broken)
	}
	board.Values[6] = nurikabe.Island
	fmt.Println("broken rules now:", len(p.Check(board)))
	addresses, err := nurikabes.Kind.Format("url")
	if err == nil {
		err = addresses.Write(os.Stdout, set)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// .###
	// .###
	// ##.#
	// .###
	// wall-2x2: the 2x2 block from r1c2 to r2c3 is all wall
	// wall-2x2: the 2x2 block from r1c3 to r2c4 is all wall
	// island-size: the island at r3c3 has 1 cell, its clue says 2
	// broken rules now: 0
	// https://puzz.link/p?nurikabe/4/4/2o2g1i
}

// Errors name the place in the input.
func ExampleKind_error() {
	_, err := nurikabes.Kind.Read("mine.txt", strings.NewReader("2...\n..x.\n"))
	fmt.Println(err)
	// Output: mine.txt:2:3: expected ., -, ? or a digit from 1 to 9, found "x"
}
