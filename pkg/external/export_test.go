package external

import "formicary/pkg/puzzle"

// Board reads an answer of a command.
func Board(c *Command, p puzzle.Puzzle, text string) (puzzle.Grid, error) {
	return (&answers{command: c, puzzle: p}).board(text)
}

// Reads says whether a puzzle reads solutions in a notation of its own.
func Reads(p puzzle.Puzzle) bool {
	_, ok := p.(reads)
	return ok
}
