package nonograms

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readURLs reads addresses of the pzpr family of puzzle sites, one a line (see
// [sets.ReadAddresses]), such as
//
//	https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h
//
// The id of a puzzle is its number in the input. Columns come first, then rows;
// each has half as many places as cells, rounded up, and its blocks stand in
// them from the board outwards.
var readURLs = sets.ReadAddresses(sets.Addresses{Title: "Nonogram", Names: []string{kindName}, Most: nonogram.MaxCells},
	func(a *sets.Address) puzzle.Puzzle {
		begin, size := a.Column(), a.Size
		numbers := a.Numbers(size.Cols*blocksInURL(size.Rows)+size.Rows*blocksInURL(size.Cols), max(size.Rows, size.Cols), false)
		var sides [2][]nonogram.Clue
		for side, shape := range []struct{ lines, length int }{{size.Cols, size.Rows}, {size.Rows, size.Cols}} {
			for range shape.lines {
				n := blocksInURL(shape.length)
				var clue nonogram.Clue
				for i := range n {
					if length := numbers[n-1-i]; length > 0 {
						clue = append(clue, nonogram.Block{Length: length, Colour: nonogram.Filled})
					}
				}
				sides[side] = append(sides[side], clue)
				numbers = numbers[n:]
			}
		}
		p, err := nonogram.New(a.ID, sides[1], sides[0], nil)
		a.Check(begin, err)
		return p
	})

// blocksInURL is the number of places that an address has for the blocks of a
// line: as many as fit.
func blocksInURL(length int) int { return (length + 1) / 2 }

// urlOf is the puzzle's address at puzz.link. Puzzles with colours, clues with
// more blocks than fit and blocks longer than the board or 255 cells have none.
func urlOf(p *nonogram.Puzzle) (string, error) {
	if err := noColours(p); err != nil {
		return "", err
	}
	size := p.Size()
	longest := min(max(size.Rows, size.Cols), 0xff)
	var numbers []int
	rows, cols := sides(p)
	for side, clues := range [][]nonogram.Clue{cols, rows} {
		n := blocksInURL([]int{size.Rows, size.Cols}[side])
		for _, clue := range clues {
			if len(clue) > n {
				return "", fmt.Errorf("nonogram %s: an address has room for %d blocks of a line, not %d", p.ID(), n, len(clue))
			}
			for i := range clue {
				length := clue[len(clue)-1-i].Length
				if length > longest {
					return "", fmt.Errorf("nonogram %s: its address holds blocks of up to %d cells, not %d", p.ID(), longest, length)
				}
				numbers = append(numbers, length)
			}
			numbers = append(numbers, make([]int, n-len(clue))...)
		}
	}
	text, _ := puzzle.Numbers(numbers)
	return fmt.Sprintf("https://puzz.link/p?%s/%d/%d/%s", kindName, size.Cols, size.Rows, text), nil
}

// writeURLs writes one address a line as [readURLs] reads them: puzzles only.
func writeURLs(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*nonogram.Puzzle]) error {
		address, err := urlOf(item.P)
		if err != nil {
			return err
		}
		b.WriteString(address + "\n")
		return nil
	})
}
