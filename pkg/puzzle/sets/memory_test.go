package sets

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// TestRemember: a set that is opened again takes the place of what was opened before,
// so that a loop that opens sets does not fill the memory; another kind's set of the
// same name stays.
func TestRemember(t *testing.T) {
	sets, before, size := opened.sets, opened.puzzles, len(opened.sets)
	t.Cleanup(func() { opened.sets, opened.puzzles = sets, before })
	three := puzzle.Set{Items: make([]puzzle.Item, 3)}
	for range 5 {
		remember("kind", "name", three)
		remember("other", "name", three)
	}
	remember("kind", "name", puzzle.Set{Items: make([]puzzle.Item, 2)})
	got := opened.puzzles - before
	alltest.Check(t, got == 5, "%d puzzles are remembered, expected 2 and 3", got)
	got = len(opened.sets) - size
	alltest.Check(t, got == 2, "%d sets are remembered, expected 2", got)
}
