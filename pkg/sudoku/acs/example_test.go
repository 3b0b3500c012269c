package acs_test

import (
	"context"
	"fmt"
	"strings"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/acs"
	"formicary/pkg/sudoku/sudokus"
)

// A puzzle that Arto Inkala made to be hard.
func Example() {
	set, err := sudokus.Kind.Read("example", strings.NewReader("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
	if err != nil {
		panic(err)
	}
	p := set.Items[0].Puzzle.(*sudoku.Puzzle)
	colony := acs.New()
	colony.Patience = 100
	out, err := colony.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(20000)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// 812753649
	// 943682175
	// 675491283
	// 154237896
	// 369845721
	// 287169534
	// 521974368
	// 438526917
	// 796318452
}
