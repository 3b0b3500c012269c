package analysis

import "fmt"

// About is what the intervals of a result are about, for captions: what would
// be drawn anew if the experiment were made again. Intervals are pointwise,
// each for itself, where a result does not say otherwise.
type About struct {
	// Level is their confidence, between 0 and 1.
	Level float64
	// Runs says that they are about other runs on the very puzzle, and nothing
	// beyond it; otherwise they are about puzzles of which those of the
	// experiment are a random sample.
	Runs bool
}

// String is "95 %, for puzzles like these" or "95 %, for runs on the same
// puzzle".
func (a About) String() string {
	of := "puzzles like these"
	if a.Runs {
		of = "runs on the same puzzle"
	}
	return fmt.Sprintf("%.4g %%, for %s", 100*a.Level, of)
}

// about is what intervals over so many puzzles are about.
func (s Settings) about(puzzles int) About {
	return About{Level: s.complete().Level, Runs: puzzles == 1}
}
