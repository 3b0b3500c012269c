package puzzle_test

import (
	"fmt"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
)

// A puzzle is read with its place in the source, has a size and a hash of its
// content, judges a board, and draws itself.
func Example() {
	set, err := nurikabes.Kind.Read("mine", strings.NewReader("2..\n...\n..1\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := set.Puzzles()[0]
	fmt.Println(p.Kind(), p.Size(), p.Size().Cells(), "cells")

	board := puzzle.NewGrid(p.Size(), nurikabe.Island)
	for _, v := range p.Check(board) {
		fmt.Println(v)
	}
	svg := p.Draw(puzzle.View{Board: board, Violations: p.Check(board)})
	fmt.Println(strings.Contains(string(svg), "<title>nurikabe"), strings.Contains(string(svg), "<desc>"))
	// Output:
	// nurikabe 3x3 9 cells
	// island-two-clues: the island at r1c1 has 2 clues: 2 at r1c1, 1 at r3c3
	// true true
}
