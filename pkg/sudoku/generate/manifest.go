package generate

import (
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// Generator makes puzzles with a solution each, which is proved to be the only
// one unless Fixed is given, and with their grade where the board is no larger
// than 16×16 or a grade is asked for. It reads manifests and makes their files
// again, too.
var Generator = sets.Generator[Options]{
	Kind:    sudoku.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Begin:   begin,
}
