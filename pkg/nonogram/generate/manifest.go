package generate

import (
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// Generator reads manifests and makes their files again.
var Generator = puzzle.Generator[Options]{
	Kind:    nonogram.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Make:    Nonogram,
}
