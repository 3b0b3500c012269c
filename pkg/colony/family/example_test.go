package family_test

import (
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/nurikabe/acs"
)

// A family is assigned to an engine as its update rule; one of your own takes a few lines.
func Example() {
	known := acs.Named("rank-based")
	known.Q0, known.Xi, known.Rho = 0, 0, 0.1
	known.Update = family.RankBased{Ranks: 6}.Update

	own := acs.Named("the better half")
	own.Update = func(g *colony.Generation) {
		g.Evaporate(g.Rho)
		for _, s := range g.Ants[:len(g.Ants)/2] {
			g.Lay(s, g.Delta(s.Cost))
		}
		g.Bound(0.1*g.Tau0, 100*g.Tau0)
	}
	fmt.Println(known.Describe().Label(), "and", own.Describe().Label())
	// Output: ants, rank-based and ants, the better half
}
