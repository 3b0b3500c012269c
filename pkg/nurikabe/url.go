package nurikabe

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
)

// MaxURLClue is the largest clue that an address can hold.
const MaxURLClue = puzzle.MaxNumber

// ReadURLs reads addresses of the pzpr family of puzzle sites, one a line (see
// [puzzle.ReadAddresses]). The id of a puzzle is its number in the input.
func ReadURLs(source string, r io.Reader) (puzzle.Set, error) {
	return puzzle.ReadAddresses(source, r, kindName, func(line int, text puzzle.Field, id string) (puzzle.Puzzle, error) {
		return parseAddress(source, line, text, id)
	})
}

// parseAddress reads what follows the question mark of an address.
func parseAddress(source string, line int, text puzzle.Field, id string) (*Puzzle, error) {
	size, body, err := puzzle.ParseAddress(source, line, text, kindName, MaxCells)
	if err != nil {
		return nil, err
	}
	clues, err := puzzle.ParseNumbers(source, line, body.Column, size, body.Text)
	if err != nil {
		return nil, err
	}
	p, err := New(id, size, clues)
	if err != nil {
		return nil, puzzle.Errorf(source, line, body.Column, "%v", err)
	}
	return p, nil
}

// URL is the puzzle's address at puzz.link. Clues above [MaxURLClue] are an
// error.
func (p *Puzzle) URL() (string, error) {
	address, err := p.address()
	if err != nil {
		return "", err
	}
	return "https://puzz.link/p?" + address, nil
}

// address is what follows the question mark of a puzzle's address.
func (p *Puzzle) address() (string, error) {
	clues := make([]int, len(p.clues))
	for i, clue := range p.clues {
		clues[i] = int(clue)
	}
	body, bad := puzzle.Numbers(clues)
	if bad >= 0 {
		return "", fmt.Errorf("nurikabe %s: the clue %d at %v does not fit into an address: expected at most %d", p.id, clues[bad], p.size.At(bad), MaxURLClue)
	}
	return fmt.Sprintf("%s/%d/%d/%s", kindName, p.size.Cols, p.size.Rows, body), nil
}

// WriteURLs writes addresses at puzz.link, one a line. Ids, solutions and
// grades are lost; clues above [MaxURLClue] are an error.
func WriteURLs(w io.Writer, s puzzle.Set) error {
	items, err := writable(s, false)
	if err != nil {
		return err
	}
	b := &strings.Builder{}
	for _, item := range items {
		address, err := item.P.URL()
		if err != nil {
			return err
		}
		b.WriteString(address + "\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}
