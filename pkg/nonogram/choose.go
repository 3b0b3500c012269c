package nonogram

import "formicary/pkg/puzzle"

// MustOpenFirst opens the first of the named sets that is there, for notebooks
// that want a benchmark and do with an open set. It panics where none is, and
// where one is there but cannot be read.
func MustOpenFirst(names ...string) puzzle.Set { return puzzle.MustFirst(Kind, Open, names...) }

// Colourful says whether a puzzle has more than one colour beside the
// background, for [puzzle.Set.Where].
func Colourful(i puzzle.Item) bool { return Hues(i) > 1 }
