package sudoku

import (
	"fmt"
	"io"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readURLs reads addresses of the pzpr family of puzzle sites, one a line (see
// [sets.ReadAddresses]), such as
//
//	https://puzz.link/p?sudoku/9/9/i78k4j3h…
//
// The id of a puzzle is its number in the input. An address does not tell the
// size of boxes; those sites draw boxes of 2×2, 2×3, 3×3, 4×4, 5×5 and 6×6 on
// boards of 4, 6, 9, 16, 25 and 36, and other boards are errors here.
func readURLs(source string, r io.Reader) (puzzle.Set, error) {
	kind := sets.Addresses{Title: "Sudoku", Names: []string{kindName}, Most: MaxN * MaxN}
	return sets.ReadAddresses(source, r, kind, func(a *sets.Address) (puzzle.Puzzle, error) {
		box, ok := usualBox(a.Size.Rows)
		if a.Size.Rows != a.Size.Cols || !ok || !inURL(box) {
			return nil, a.Errorf(a.Start, "expected a board of 4x4, 6x6, 9x9, 16x16, 25x25 or 36x36, found %v", a.Size)
		}
		begin := a.Column()
		givens, err := a.Numbers(a.Size.Cells(), a.Size.Rows, true)
		if err != nil {
			return nil, err
		}
		open := 0
		for i, n := range givens {
			if n == puzzle.UnknownNumber {
				givens[i], open = 0, open+1
			}
		}
		if open > 0 {
			a.Warn(begin, "%s left out", puzzle.Plural(open, "given without a digit is", "givens without a digit are"))
		}
		p, err := New(a.ID, box, digits(givens))
		if err != nil {
			return nil, a.Errorf(begin, "%v", err)
		}
		return p, nil
	})
}

// inURL says whether the sites draw such boxes (pzpr, variety sudoku.js,
// initBoardSize: sides of √n, and 2×3 for n = 6).
func inURL(box puzzle.Size) bool {
	return box.Rows == box.Cols || box == puzzle.Size{Rows: 2, Cols: 3}
}

// url is the puzzle's address at puzz.link. Boxes that are not square are an
// error, except for those of 2×3.
func (p *Puzzle) url() (string, error) {
	if !inURL(p.layout.Box) {
		return "", fmt.Errorf("sudoku %s: boxes of %v cannot be written as an address", p.id, p.layout.Box)
	}
	givens := make([]int, len(p.givens))
	for i, v := range p.givens {
		if v != puzzle.Unset {
			givens[i] = int(v)
		}
	}
	body, _ := puzzle.Numbers(givens) // digits are far below its limit
	return fmt.Sprintf("https://puzz.link/p?%s/%d/%d/%s", kindName, p.layout.N, p.layout.N, body), nil
}

// writeURLs writes addresses at puzz.link, one a line. Ids, solutions and
// grades are lost; boxes that the site does not draw are an error.
func writeURLs(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(item sets.Entry[*Puzzle]) (string, error) {
		address, err := item.P.url()
		return address + "\n", err
	})
}
