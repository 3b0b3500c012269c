// Package network sees a Sudoku as a constraint network and filters it: the prefiltering of R. Soto et
// al., "A Prefiltered Cuckoo Search Algorithm with Geometric Operators for Solving Sudoku Problems",
// The Scientific World Journal 2014 (definitions 4 to 8, algorithms 6 and 7).
//
// A network is a sequence of variables (one for each cell), a domain for each, and constraints. Each
// constraint says that the variables of its scheme take different values. Filtering takes away values
// that no solution can have: [Network.Revise] looks for a support of each value of one variable in one
// constraint, and [Network.Filter] revises until nothing changes.
//
// The paper says "generalized arc consistency", and shows something weaker: in
// its example 9 a value goes only because another cell has taken it. Both are
// here as a [Strength].
//
// Its opinion: the algorithms are written as the paper has them, a queue of
// pairs of a variable and a constraint. Its limits: filtering alone decides
// few puzzles, and for the speed of an exact solver see package exact.
package network

import (
	"fmt"
	"math/bits"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// Strength says what counts as a support.
type Strength int

const (
	// AC3 takes a value away from a variable when another variable of the
	// constraint has no other value left: arc consistency on the binary
	// constraints x ≠ y (Mackworth, "Consistency in networks of relations",
	// 1977). It is what the paper's example 9 does.
	AC3 Strength = iota
	// GAC takes a value away when no valid tuple of the whole constraint has
	// it: generalized arc consistency as the paper's definition 8 says.
	GAC
	// None takes nothing away.
	None
)

// Strengths are the names of all strengths.
var Strengths = []string{"ac3", "gac", "none"}

// String is "ac3", "gac" or "none".
func (s Strength) String() string { return solver.OptionName(Strengths, int(s)) }

// Domain is a set of digits: bit v stands for the digit v, bit 0 for nothing.
type Domain uint64

// All is the domain of the digits 1 to n.
func All(n int) Domain { return 1<<(n+1) - 2 }

// Only is the domain of one digit.
func Only(digit uint8) Domain { return 1 << digit }

// Has says whether a digit is in the domain.
func (d Domain) Has(digit uint8) bool { return d>>digit&1 != 0 }

// Len is the number of digits in the domain.
func (d Domain) Len() int { return bits.OnesCount64(uint64(d)) }

// Single is the digit of a domain of one, or 0 for every other domain.
func (d Domain) Single() uint8 {
	if d == 0 || d&(d-1) != 0 {
		return 0
	}
	return uint8(bits.TrailingZeros64(uint64(d)))
}

// Digits are the digits of the domain in order.
func (d Domain) Digits() []uint8 {
	var out []uint8
	for ; d != 0; d &= d - 1 {
		out = append(out, uint8(bits.TrailingZeros64(uint64(d))))
	}
	return out
}

// Network is the triple of the paper's definition 5. The variables are the
// numbers from 0 on.
type Network struct {
	// Domains has the domain of every variable.
	Domains []Domain
	// Constraints has the scheme of every constraint: the variables that must
	// take different values. At most [sudoku.MaxN] in each.
	Constraints [][]int16
	of          [][]int16 // constraints of each variable
}

// New makes the network of the paper's example 6: one variable a cell in
// raster order; given cells have the given as their domain, the others all
// digits; a constraint for each row, column and box.
func New(p *sudoku.Puzzle) *Network {
	domains := make([]Domain, p.Size().Cells())
	for cell := range domains {
		domains[cell] = All(p.N())
		if v := p.Given(cell); v != puzzle.Unset {
			domains[cell] = Only(v)
		}
	}
	return Of(domains, p.Layout().Units)
}

// Of makes a network of domains and the schemes of constraints. It keeps both.
// A scheme with a variable that has no domain, or one that is too long, is a
// programmer error and panics.
func Of(domains []Domain, constraints [][]int16) *Network {
	n := &Network{Domains: domains, Constraints: constraints, of: make([][]int16, len(domains))}
	for c, scheme := range constraints {
		if len(scheme) > sudoku.MaxN {
			panic(fmt.Sprintf("network: a constraint of %d variables, expected at most %d", len(scheme), sudoku.MaxN))
		}
		for _, x := range scheme {
			if x < 0 || int(x) >= len(domains) {
				panic(fmt.Sprintf("network: a constraint of variable %d, and %d domains", x, len(domains)))
			}
			n.of[x] = append(n.of[x], int16(c))
		}
	}
	return n
}

// Revise is the paper's algorithm 6: it takes from the domain of x every value
// that has no support on constraint c, and says whether there was one. x must
// be in the scheme of c.
func (n *Network) Revise(x, c int, s Strength) bool {
	before := n.Domains[x]
	switch s {
	case AC3:
		n.Domains[x] &^= n.taken(x, c)
	case GAC:
		n.Domains[x] = n.supported(x, c)
	}
	return n.Domains[x] != before
}

// taken are the digits that other variables of c have for certain.
func (n *Network) taken(x, c int) Domain {
	var out Domain
	for _, y := range n.Constraints[c] {
		if d := n.Domains[y]; int(y) != x && d&(d-1) == 0 {
			out |= d
		}
	}
	return out
}

// Filter is the paper's algorithm 7 (GAC3): it revises pairs of a variable and
// a constraint until no domain changes. It returns false as soon as a domain
// is empty: then the network has no solution.
//
// The paper puts back the pairs of other constraints only, which is enough
// where the support is a tuple of the whole constraint. Under [AC3] the pairs
// of the same constraint go back, too: what is certain about x is news to its
// neighbours there.
func (n *Network) Filter(s Strength) bool {
	if s == None {
		return true
	}
	type pair struct{ x, c int16 }
	var queue []pair
	waiting := map[pair]bool{}
	push := func(p pair) {
		if !waiting[p] {
			waiting[p] = true
			queue = append(queue, p)
		}
	}
	for c, scheme := range n.Constraints {
		for _, x := range scheme {
			push(pair{x, int16(c)})
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		delete(waiting, p)
		if !n.Revise(int(p.x), int(p.c), s) {
			continue
		}
		if n.Domains[p.x] == 0 {
			return false
		}
		for _, c := range n.of[p.x] {
			if c == p.c && s == GAC {
				continue
			}
			for _, x := range n.Constraints[c] {
				if x != p.x {
					push(pair{x, c})
				}
			}
		}
	}
	return true
}
