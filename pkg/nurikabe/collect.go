package nurikabe

import (
	"io"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// write writes what part adds for each puzzle of a set (see [sets.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, part func(b *strings.Builder, i int, item sets.Entry[*Puzzle]) error) error {
	complete := func(_ *Puzzle, v uint8) bool { return v == Wall || v == Island }
	return sets.WriteSet(w, kindName, s, ids, complete, part)
}

// parseNumber reads a clue of plain digits; anything else is 0.
func parseNumber(text string) int { return puzzle.ParseCount(text, MaxClue) }
