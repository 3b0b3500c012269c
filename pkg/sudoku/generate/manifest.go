package generate

import (
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// Generator reads manifests and makes their files again.
var Generator = puzzle.Generator[Options]{
	Kind:    sudoku.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Make:    Sudoku,
}
