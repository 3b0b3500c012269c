package generate

import (
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// Manifest says how a file of puzzles was made.
type Manifest = puzzle.Manifest[Options]

// Generator reads manifests and makes their files again.
var Generator = puzzle.Generator[Options]{
	Kind:    nonogram.Kind,
	Version: Version,
	Flags:   (*Options).Parameters,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Make:    Nonogram,
}
