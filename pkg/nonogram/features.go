package nonogram

import (
	"math"

	"formicary/pkg/puzzle"
)

// Features are what may make a nonogram hard: cells, blocks of all clues, their
// mean length and how many a line has, the density of the picture, the mean
// slack of the lines, the share of lines that tell cells at once, and colours.
func Features() []puzzle.Feature {
	return []puzzle.Feature{
		puzzle.Cells(),
		{Name: "blocks", Of: Blocks},
		{Name: "mean block", Of: MeanBlock},
		{Name: "blocks a line", Of: BlocksPerLine},
		{Name: "density", Of: Density},
		{Name: "mean slack", Of: MeanSlack},
		{Name: "overlap", Of: Overlap},
		{Name: "colours", Of: Hues},
	}
}

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

// BlocksPerLine is the mean number of blocks of the lines of a nonogram, NaN
// of anything else. The arrangements of a line grow with it faster than with its
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

// Hues is the number of colours of a nonogram beside the background, NaN
// of anything else.
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
