package nurikabes

import (
	"io"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// addresses are how addresses name Nurikabes.
var addresses = sets.Addresses{Title: "Nurikabe", Names: []string{kind}, Most: nurikabe.MaxCells}

// readURLs reads addresses of the pzpr family of puzzle sites, one a line (see
// [sets.ReadAddresses]). The id of a puzzle is its number in the input.
func readURLs(source string, r io.Reader) (puzzle.Set, error) {
	return sets.ReadAddresses(source, r, addresses, func(a *sets.Address) (puzzle.Puzzle, error) { return parseAddress(a) })
}

// parseAddress reads the body of an address.
func parseAddress(a *sets.Address) (*nurikabe.Puzzle, error) {
	begin := a.Column()
	clues, err := a.Numbers(a.Size.Cells(), puzzle.MaxNumber, true)
	if err != nil {
		return nil, err
	}
	p, err := nurikabe.New(a.ID, a.Size, clues)
	if err != nil {
		return nil, a.Errorf(begin, "%v", err)
	}
	return p, nil
}

// writeURLs writes addresses at puzz.link, one a line. Ids, solutions and
// grades are lost; clues above [puzzle.MaxNumber] are an error.
func writeURLs(w io.Writer, s puzzle.Set) error {
	return write(w, s, false, func(b *strings.Builder, _ int, item sets.Entry[*nurikabe.Puzzle]) error {
		address, err := item.P.Address()
		if err != nil {
			return err
		}
		b.WriteString("https://puzz.link/p?" + address + "\n")
		return nil
	})
}
