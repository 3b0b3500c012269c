package nurikabe

import "formicary/pkg/puzzle"

// writable prepares a set for a writer: all puzzles are Nurikabe, solutions are
// complete boards of their size, and where ids are written they are UTF-8 and
// no two are the same.
func writable(s puzzle.Set, ids bool) ([]puzzle.Entry[*Puzzle], error) {
	return puzzle.Writable(kindName, s, ids, func(_ *Puzzle, v uint8) bool { return v == Wall || v == Island })
}

// parseNumber reads a clue of plain digits; anything else is 0.
func parseNumber(text string) int { return puzzle.ParseCount(text, MaxClue) }
