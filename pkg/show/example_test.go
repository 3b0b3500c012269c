package show_test

import (
	"formicary/pkg/puzzle"
	"formicary/pkg/show"
)

// Outside of a notebook everything is shown in words.
func Example() {
	show.Markdown("%d of %d puzzles solved", 3, 4)
	show.Table("Runs", []string{"puzzle", "iterations"},
		[]any{"0001", 72},
		[]any{"0029", 11265})
	show.Boards(show.Captioned(puzzle.SVG("<svg><title>nurikabe 0001, 10x10</title></svg>"), "solved after %d iterations", 72))
	// Output:
	// 3 of 4 puzzles solved
	// Runs
	// puzzle  iterations
	// 0001            72
	// 0029        11,265
	// solved after 72 iterations (nurikabe 0001, 10x10)
}
