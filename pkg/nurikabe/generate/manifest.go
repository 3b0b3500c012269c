package generate

import (
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// Manifest says how a file of instances was made.
type Manifest = puzzle.Manifest[Options]

// Recipe is one call of the generator.
type Recipe = puzzle.Recipe[Options]

// Generator reads manifests and makes their files again.
var Generator = puzzle.Generator[Options]{
	Command: "formicary generate nurikabe",
	Version: Version,
	Flags:   (*Options).Parameters,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Make:    Nurikabe,
	Write:   nurikabe.WriteCompact,
}
