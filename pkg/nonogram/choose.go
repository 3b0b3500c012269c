package nonogram

import "formicary/pkg/puzzle"

// Colourful says whether a puzzle has more than one colour beside the
// background, for [puzzle.Set.Where].
func Colourful(i puzzle.Item) bool { return Hues(i) > 1 }
