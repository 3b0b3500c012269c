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
var readURLs = sets.ReadAddresses(addresses, func(a *sets.Address) puzzle.Puzzle { return parseAddress(a) })

// parseAddress reads the body of an address.
func parseAddress(a *sets.Address) *nurikabe.Puzzle {
	begin := a.Column()
	clues := a.Numbers(a.Size.Cells(), puzzle.MaxNumber, true)
	p, err := nurikabe.New(a.ID, a.Size, clues)
	a.Check(begin, err)
	return p
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
