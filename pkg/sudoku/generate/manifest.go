package generate

import (
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// Manifest says how a file of puzzles was made.
type Manifest = puzzle.Manifest[Options]

// Generator reads manifests and makes their files again.
var Generator = puzzle.Generator[Options]{
	Command: "formicary generate sudoku",
	Version: Version,
	Flags:   (*Options).Parameters,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Make:    Sudoku,
	Write:   sudoku.WriteLines,
}
