package nonograms

import (
	"math"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// Cells is the number of cells of a nonogram's board, NaN of anything else.
func Cells(i puzzle.Item) float64 {
	return of(i, func(p *nonogram.Puzzle) float64 { return float64(p.Size().Cells()) })
}

// Blocks is the number of blocks in the clues of all rows and columns of a
// nonogram, NaN of anything else.
func Blocks(i puzzle.Item) float64 {
	return of(i, func(p *nonogram.Puzzle) float64 { return float64(blocks(p)) })
}

// BlocksPerLine is the mean number of blocks of the lines of a nonogram, NaN
// of anything else. The arrangements of a line grow with it faster than with its
// length.
func BlocksPerLine(i puzzle.Item) float64 {
	return of(i, func(p *nonogram.Puzzle) float64 { return ratio(blocks(p), p.Lines()) })
}

// Density is the share of a nonogram's cells that the clues of the rows fill, NaN
// of anything else.
func Density(i puzzle.Item) float64 {
	return of(i, func(p *nonogram.Puzzle) float64 {
		filled := 0
		for row := range p.Size().Rows {
			for _, block := range p.Row(row) {
				filled += block.Length
			}
		}
		return ratio(filled, p.Size().Cells())
	})
}

// MeanSlack is the mean over all lines of a nonogram of the slack as a share of
// the line's length ([nonogram.Clue.Slack]): 0 where every line is full, 1 where all are
// blank. Clues that do not fit count as full. It is NaN of anything else.
func MeanSlack(i puzzle.Item) float64 {
	return of(i, func(p *nonogram.Puzzle) float64 {
		sum := 0.0
		for line := range p.Lines() {
			_, _, length := p.LineCells(line)
			sum += float64(max(p.Line(line).Slack(length), 0)) / float64(length)
		}
		return sum / float64(p.Lines())
	})
}

// Colourful says whether a puzzle has more than one colour beside the
// background, for [puzzle.Set.Where].
func Colourful(i puzzle.Item) bool {
	return of(i, func(p *nonogram.Puzzle) float64 { return float64(p.Colours()) }) > 1
}

// blocks is the number of blocks in all clues.
func blocks(p *nonogram.Puzzle) (sum int) {
	for i := range p.Lines() {
		sum += len(p.Line(i))
	}
	return sum
}

// of answers for a nonogram, NaN for anything else.
func of(i puzzle.Item, answer func(*nonogram.Puzzle) float64) float64 {
	if p, ok := i.Puzzle.(*nonogram.Puzzle); ok && p != nil {
		return answer(p)
	}
	return math.NaN()
}

func ratio(a, b int) float64 {
	return float64(a) / float64(b)
}
