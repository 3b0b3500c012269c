package nonogram

import (
	"math"

	"formicary/pkg/puzzle"
)

// MustOpenFirst opens the first of the named sets that is there, for notebooks
// that want a benchmark and do with an open set. It panics where none is, and
// where one is there but cannot be read.
func MustOpenFirst(names ...string) puzzle.Set { return puzzle.MustFirst(Kind, Open, names...) }

// Cells is the number of cells of a nonogram's board, NaN of anything else.
func Cells(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 { return float64(p.Size().Cells()) })
}

// Blocks is the number of blocks in the clues of all rows and columns of a
// nonogram, NaN of anything else.
func Blocks(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 { return float64(p.Blocks()) })
}

// MeanBlock is the mean length of the blocks of a nonogram, in cells; NaN of one
// without blocks and of anything else.
func MeanBlock(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 { return ratio(p.covered(), p.Blocks()) })
}

// BlocksPerLine is the mean number of blocks of the lines of a nonogram, 0 of
// anything else. The arrangements of a line grow with it faster than with its
// length.
func BlocksPerLine(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 { return ratio(p.Blocks(), p.Lines()) })
}

// Density is the share of a nonogram's cells that the clues of the rows fill, NaN
// of anything else.
func Density(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 {
		filled := 0
		for _, clue := range p.rows {
			filled += clue.Cells()
		}
		return ratio(filled, p.Size().Cells())
	})
}

// MeanSlack is the mean over all lines of a nonogram of the slack as a share of
// the line's length ([Clue.Slack]): 0 where every line is full, 1 where all are
// blank. Clues that do not fit count as full. It is NaN of anything else.
func MeanSlack(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 {
		sum := 0.0
		for line := range p.Lines() {
			_, _, length := p.LineCells(line)
			sum += float64(max(p.Line(line).Slack(length), 0)) / float64(length)
		}
		return sum / float64(p.Lines())
	})
}

// Overlap is the share of a nonogram's lines whose longest block is longer than
// the slack: those of which a solver knows cells before it knows any other
// (Salcedo-Sanz and others 2007, equation 3). It is NaN of anything else.
func Overlap(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 {
		lines := 0
		for line := range p.Lines() {
			_, _, length := p.LineCells(line)
			longest := 0
			for _, block := range p.Line(line) {
				longest = max(longest, block.Length)
			}
			if slack := p.Line(line).Slack(length); slack >= 0 && longest > slack {
				lines++
			}
		}
		return ratio(lines, p.Lines())
	})
}

// Hues is the number of colours of a nonogram beside the background, 0 of
// anything else.
func Hues(i puzzle.Item) float64 {
	return of(i, func(p *Puzzle) float64 { return float64(p.Colours()) })
}

// of answers for a nonogram, NaN for anything else.
func of(i puzzle.Item, answer func(*Puzzle) float64) float64 {
	if p, ok := i.Puzzle.(*Puzzle); ok && p != nil {
		return answer(p)
	}
	return math.NaN()
}

func ratio(a, b int) float64 {
	return float64(a) / float64(b)
}

// covered is the number of cells that the blocks of all clues cover, rows and
// columns together.
func (p *Puzzle) covered() int {
	sum := 0
	for line := range p.Lines() {
		sum += p.Line(line).Cells()
	}
	return sum
}

// Colourful says whether a puzzle has more than one colour beside the
// background, for [puzzle.Set.Where].
func Colourful(i puzzle.Item) bool { return Hues(i) > 1 }
