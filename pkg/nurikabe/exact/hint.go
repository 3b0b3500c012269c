package exact

import (
	"fmt"

	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
)

// step is asked after each conflict of the search: it asks for a hint while
// there is no solution, tells the meter, and says whether to go on. A conflict
// whose hint took longer than there was time is not told.
func (x *search) step() bool {
	if x.Hint != nil && len(x.found) == 0 {
		if board, ok := x.Hint(); ok {
			if broken := x.puzzle.Check(board); len(broken) > 0 {
				panic(fmt.Sprintf("exact: the hint for %s breaks %v", x.puzzle.ID(), broken[0]))
			}
			x.keep(board.Clone())
			x.hinted = true
			x.more()
			return false
		}
		if x.meter.Expired() {
			return false
		}
	}
	return x.more()
}

// exclude asks for a solution other than the one that was given.
func (x *search) exclude() {
	x.s.Backtrack(0)
	x.remember()
	var other []cdcl.Lit
	for c, v := range x.found[0].Values {
		other = append(other, cdcl.Var(c).Lit(v == nurikabe.Wall))
	}
	x.s.AddClause(other...)
}
