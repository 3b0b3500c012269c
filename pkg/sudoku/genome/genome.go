// Package genome is what local searches for Sudoku share: boards whose rows, or whose boxes, are
// permutations of the digits that keep givens and filtered domains. It has the cost of such a board
// and the operators that stay among them.
//
// A genome is a slice of digits, one for each cell, group after group: a group is a row or a box, as
// the [Space] says. Every operator works on whole groups or within one, so a group never holds a digit
// twice. The cost counts the other two kinds of units only.
//
// The operators are those of R. Soto et al., "A Prefiltered Cuckoo Search Algorithm with Geometric
// Operators for Solving Sudoku Problems", The Scientific World Journal 2014, section 4: [PMX],
// [Sorting] and [Space.Mutate].
//
// Its limits: crossovers keep givens, because parents agree on them, but not
// filtered domains; [Space.Inside] tells. Slices of another length than the
// space's are programmer errors.
package genome

import (
	"math/bits"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// Groups says which units of a board are permutations.
type Groups uint8

const (
	// Rows are the groups of the cuckoo search.
	Rows Groups = iota
	// Boxes are the groups of the genetic algorithm.
	Boxes
)

// Space is the set of genomes of one puzzle. Nobody may write to it; many may
// read it.
type Space struct {
	n       int
	size    puzzle.Size
	cells   []int16          // cell of each gene
	domains []network.Domain // of each gene
	free    [][]int          // genes of each group that have a choice
	movable []int            // groups with two of them or more
	decided []uint8          // the digit of each gene without a choice, else 0
	taken   []network.Domain // these digits, by group
	a, b    []uint8          // the two other units of each gene, 0 to 2n-1
}

// New makes the space of a puzzle after filtering. It is false where there is
// none: then the puzzle has no solution, because a filter found a domain empty
// or because a group cannot be filled from the domains.
//
// Contradictions among the givens are found whatever the strength is, also
// with [network.None].
func New(p *sudoku.Puzzle, s network.Strength, g Groups) (*Space, bool) {
	if s == network.None && !network.New(p).Filter(network.AC3) {
		return nil, false
	}
	filtered := network.New(p)
	if !filtered.Filter(s) {
		return nil, false
	}
	l := p.Layout()
	first := 0
	if g == Boxes {
		first = 2 * l.N
	}
	out := &Space{n: l.N, size: l.Size()}
	for k := range l.N {
		var free []int
		var taken network.Domain
		for _, cell := range l.Units[first+k] {
			d := filtered.Domains[cell]
			if d.Len() > 1 {
				free = append(free, len(out.cells))
			} else if taken&d != 0 {
				return nil, false
			} else {
				taken |= d
			}
			out.cells, out.domains, out.decided = append(out.cells, cell), append(out.domains, d), append(out.decided, d.Single())
			units := l.UnitsOf[cell]
			if g == Boxes {
				out.a, out.b = append(out.a, uint8(units[0])), append(out.b, uint8(units[1]))
			} else {
				out.a, out.b = append(out.a, uint8(int(units[1])-l.N)), append(out.b, uint8(int(units[2])-l.N))
			}
		}
		out.free, out.taken = append(out.free, free), append(out.taken, taken)
		if len(free) > 1 {
			out.movable = append(out.movable, k)
		}
	}
	return out, out.Fill(make([]uint8, l.N*l.N), NewRandom(0))
}

// N is the number of digits, of groups, and of genes in a group.
func (s *Space) N() int { return s.n }

// Len is the number of genes.
func (s *Space) Len() int { return len(s.cells) }

// Free are the genes of a group that have a choice, in order. Read it only.
func (s *Space) Free(group int) []int { return s.free[group] }

// Movable are the groups with at least two genes that have a choice: nothing
// can move in the others. Read it only.
func (s *Space) Movable() []int { return s.movable }

// Fixed says whether the space is a single genome: if that is no solution, the
// puzzle has none.
func (s *Space) Fixed() bool { return len(s.movable) == 0 }

// Open is the number of genes that have a choice.
func (s *Space) Open() int {
	return lists.Sum(s.free, func(free []int) int { return len(free) })
}

// Group are the genes of a group.
func (s *Space) Group(genes []uint8, group int) []uint8 {
	return genes[group*s.n : (group+1)*s.n]
}

// Units are the two units other than its group that a gene lies in, as numbers
// from 0 to 2n−1.
func (s *Space) Units(gene int) (a, b int) { return int(s.a[gene]), int(s.b[gene]) }

// Domain is what the filter left of a gene's digits.
func (s *Space) Domain(gene int) network.Domain { return s.domains[gene] }

// Allowed says whether the domain of a gene has a digit.
func (s *Space) Allowed(gene int, digit uint8) bool { return s.domains[gene].Has(digit) }

// Inside says whether all digits of a group are in their domains.
func (s *Space) Inside(genes []uint8, group int) bool {
	inside := network.Domain(1)
	from := group * s.n
	domains := s.domains[from : from+s.n]
	for i, v := range s.Group(genes, group) {
		inside &= domains[i] >> v
	}
	return inside != 0
}

// Cost is the number of wrong values: for each unit that is no group, how many
// of its n digits it lacks, which is how many of its cells repeat a digit. 0
// is a solution.
func (s *Space) Cost(genes []uint8) int {
	var seen [2 * sudoku.MaxN]uint64
	a, b := s.a[:len(genes)], s.b[:len(genes)]
	for i, v := range genes {
		bit := uint64(1) << (v & 63)
		seen[a[i]] |= bit
		seen[b[i]] |= bit
	}
	cost := 2 * s.n * s.n
	for _, digits := range seen[:2*s.n] {
		cost -= bits.OnesCount64(digits)
	}
	return cost
}

// Board is the board of a genome.
func (s *Space) Board(genes []uint8) puzzle.Grid {
	board := puzzle.Grid{Size: s.size, Values: make([]uint8, len(genes))}
	for i, v := range genes {
		board.Values[s.cells[i]] = v
	}
	return board
}

// Fill makes a random genome: each group gets a random matching of its genes
// with the digits of their domains. Genes take a random digit that is left, in
// random order, and where none is left for one, others move; not all matchings
// are equally likely. It is false where a group has none.
func (s *Space) Fill(genes []uint8, r *Random) bool {
	f := filler{domains: s.domains, genes: genes}
	copy(genes, s.decided)
	for k := range s.n {
		if !f.group(s.free[k], s.taken[k], r) {
			return false
		}
	}
	return true
}

// filler matches the genes of a group with digits.
type filler struct {
	domains []network.Domain
	genes   []uint8
	used    network.Domain
	owner   [sudoku.MaxN + 1]int16 // gene that has a digit
}

// group fills the free genes of a group in which some digits are taken.
func (f *filler) group(free []int, taken network.Domain, r *Random) bool {
	var order [sudoku.MaxN]uint8
	for i := range free {
		order[i] = uint8(i)
	}
	r.Shuffle(order[:len(free)])
	f.used = taken
	for _, i := range order[:len(free)] {
		gene := free[i]
		left := f.domains[gene] &^ f.used
		if left == 0 {
			if seen := taken; !f.move(gene, &seen, r) {
				return false
			}
			continue
		}
		f.give(gene, left, r)
	}
	return true
}

// give gives a gene one of the digits that are left for it.
func (f *filler) give(gene int, left network.Domain, r *Random) {
	v := nth(left, r.Intn(left.Len()))
	f.used |= 1 << v
	f.owner[v], f.genes[gene] = int16(gene), uint8(v)
}

// move gives a gene for which no digit is left the digit of another gene, which
// then gets another; the digits in seen are not asked for again.
func (f *filler) move(gene int, seen *network.Domain, r *Random) bool {
	for {
		asked := f.domains[gene] &^ *seen
		if asked == 0 {
			return false
		}
		v := bits.TrailingZeros64(uint64(asked))
		*seen |= 1 << v
		other := int(f.owner[v])
		if left := f.domains[other] &^ f.used; left != 0 {
			f.give(other, left, r)
		} else if !f.move(other, seen, r) {
			continue
		}
		f.owner[v], f.genes[gene] = int16(gene), uint8(v)
		return true
	}
}

// small has the digits of each domain of digits up to 9 in order: to look one
// up takes less time than a loop whose end no processor can foresee.
var small = func() (out [1 << 10][16]uint8) {
	for d := range out {
		copy(out[d][:], network.Domain(d).Digits())
	}
	return out
}()

// nth is the digit at a place of a domain, from 0.
func nth(d network.Domain, place int) int {
	if d < network.Domain(len(small)) {
		return int(small[d][place&15])
	}
	for range place {
		d &= d - 1
	}
	return bits.TrailingZeros64(uint64(d))
}
