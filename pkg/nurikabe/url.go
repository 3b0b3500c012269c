package nurikabe

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// maxURLClue is the largest clue that an address can hold.
const maxURLClue = puzzle.MaxNumber

// addresses are how addresses name Nurikabes.
var addresses = sets.Addresses{Title: "Nurikabe", Names: []string{kindName}, Most: MaxCells}

// readURLs reads addresses of the pzpr family of puzzle sites, one a line (see
// [sets.ReadAddresses]). The id of a puzzle is its number in the input.
func readURLs(source string, r io.Reader) (puzzle.Set, error) {
	return sets.ReadAddresses(source, r, addresses, func(a *sets.Address) (puzzle.Puzzle, error) { return parseAddress(a) })
}

// parseAddress reads the body of an address.
func parseAddress(a *sets.Address) (*Puzzle, error) {
	begin := a.Column()
	clues, err := a.Numbers(a.Size.Cells(), maxURLClue, true)
	if err != nil {
		return nil, err
	}
	p, err := New(a.ID, a.Size, clues)
	if err != nil {
		return nil, a.Errorf(begin, "%v", err)
	}
	return p, nil
}

// url is the puzzle's address at puzz.link. Clues above maxURLClue are an
// error.
func (p *Puzzle) url() (string, error) {
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
		return "", fmt.Errorf("nurikabe %s: the clue %d at %v does not fit into an address: expected at most %d", p.id, clues[bad], p.size.At(bad), maxURLClue)
	}
	return fmt.Sprintf("%s/%d/%d/%s", kindName, p.size.Cols, p.size.Rows, body), nil
}

// writeURLs writes addresses at puzz.link, one a line. Ids, solutions and
// grades are lost; clues above maxURLClue are an error.
func writeURLs(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*Puzzle]) error {
		address, err := item.P.url()
		if err != nil {
			return err
		}
		b.WriteString(address + "\n")
		return nil
	})
}
