package generate

import (
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle/sets"
)

// Generator makes puzzles, each with a title, its grade and its only solution.
// It reads manifests and makes their files again, too.
var Generator = sets.Generator[Options]{
	Kind:    nonogram.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Begin:   begin,
}
