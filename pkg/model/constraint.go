package model

import (
	"slices"

	"formicary/pkg/lists"
)

// Constraint is a condition on atoms. Broken judges it by its plain meaning, without code that
// any engine has: nil where it holds; else the conditions that break it, at least one, and by
// how much, at least 1: how many atoms would have to change, at least, to the best of what is
// easily seen.
type Constraint interface {
	Broken(values []bool) (lits []Lit, measure int)
}

// clued is a constraint with nodes that may stand for clues: wrong are those that break it.
type clued interface{ wrong(values []bool) []int }

// Clause says that at least one condition holds.
type Clause struct{ Lits []Lit }

// Broken is of [Constraint].
func (c *Clause) Broken(values []bool) ([]Lit, int) {
	for _, l := range c.Lits {
		if l.holds(values) {
			return nil, 0
		}
	}
	if len(c.Lits) == 0 {
		return []Lit{False}, 1
	}
	return c.Lits, 1
}

// Linear says that the weights of the conditions that hold add up to at least Least and at most
// Most.
type Linear struct {
	Terms       []Term
	Least, Most int
}

// Broken is of [Constraint].
func (c *Linear) Broken(values []bool) ([]Lit, int) {
	measure := c.measure(values)
	if measure == 0 {
		return nil, 0
	}
	lits := []Lit{}
	for _, t := range c.Terms {
		lits = append(lits, t.Lit)
	}
	if len(lits) == 0 {
		lits = append(lits, False)
	}
	return lits, measure
}

// measure is that of Broken alone.
func (c *Linear) measure(values []bool) int {
	sum, largest := 0, 1
	for _, t := range c.Terms {
		if t.Lit.holds(values) {
			sum += t.Weight
		}
		largest = max(largest, t.Weight, -t.Weight)
	}
	return max((max(c.Least-sum, sum-c.Most)+largest-1)/largest, 0)
}

// Different says that no two variables have one value. Where they have different numbers
// of values, equal values are equal numbers.
type Different struct{ Vars []Var }

// Broken is of [Constraint].
func (c *Different) Broken(values []bool) (lits []Lit, measure int) {
	seen := map[int]Var{}
	for _, v := range c.Vars {
		x := v.value(values)
		if other, ok := seen[x]; ok {
			lits = append(lits, other.Is(x), v.Is(x))
			measure++
		}
		seen[x] = v
	}
	return lits, measure
}

// Connected says that the nodes whose condition holds are in one piece: of any two there is a
// way from one to the other over pairs of such nodes. No node at all is one piece, too.
type Connected struct {
	Nodes []Lit
	Pairs [][2]int32 // of nodes
}

// Broken is of [Constraint]: the conditions are those of all pieces but the largest.
func (c *Connected) Broken(values []bool) (lits []Lit, measure int) {
	for _, piece := range c.lesser(values) {
		measure++
		for _, node := range piece {
			lits = append(lits, c.Nodes[node])
		}
	}
	return lits, measure
}

func (c *Connected) wrong(values []bool) []int { return slices.Concat(c.lesser(values)...) }

// lesser are all pieces but the largest.
func (c *Connected) lesser(values []bool) [][]int {
	pieces, largest := c.pieces(values), 0
	if len(pieces) == 0 {
		return nil
	}
	for i, piece := range pieces {
		if len(piece) > len(pieces[largest]) {
			largest = i
		}
	}
	return slices.Delete(pieces, largest, largest+1)
}

// pieces are the nodes of each piece.
func (c *Connected) pieces(values []bool) (pieces [][]int) {
	beside := make([][]int32, len(c.Nodes))
	for _, p := range c.Pairs {
		beside[p[0]] = append(beside[p[0]], p[1])
		beside[p[1]] = append(beside[p[1]], p[0])
	}
	seen := make([]bool, len(c.Nodes))
	for start, l := range c.Nodes {
		if seen[start] || !l.holds(values) {
			continue
		}
		seen[start] = true
		piece := []int{start}
		for i := 0; i < len(piece); i++ {
			for _, next := range beside[piece[i]] {
				if !seen[next] && c.Nodes[next].holds(values) {
					seen[next] = true
					piece = append(piece, int(next))
				}
			}
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// Forest says that the edges whose condition holds close no cycle.
type Forest struct {
	Nodes int
	Edges []Edge
}

// Edge is a pair of nodes, and the condition that it is there.
type Edge struct {
	A, B int32
	Lit  Lit
}

// Broken is of [Constraint]: the conditions are those of the edges that close a cycle,
// in their order.
func (c *Forest) Broken(values []bool) (lits []Lit, measure int) {
	piece := lists.Of(c.Nodes, func(i int) int32 { return int32(i) })
	for _, e := range c.Edges {
		if !e.Lit.holds(values) {
			continue
		}
		a, b := piece[e.A], piece[e.B]
		if a == b {
			lits = append(lits, e.Lit)
			measure++
			continue
		}
		for i := range piece {
			if piece[i] == b {
				piece[i] = a
			}
		}
	}
	return lits, measure
}

// Matched says that the left nodes whose condition holds and the right ones can be paired: each with
// one of the other side, over the given pairs of a left and a right node.
type Matched struct {
	Left, Right []Lit
	Pairs       [][2]int32
}

// Broken is of [Constraint]: the conditions are those of nodes that a largest matching leaves out.
func (c *Matched) Broken(values []bool) (lits []Lit, measure int) {
	left, right := c.alone(values)
	for _, n := range left {
		lits = append(lits, c.Left[n])
	}
	for _, n := range right {
		lits = append(lits, c.Right[n])
	}
	return lits, len(lits)
}

func (c *Matched) wrong(values []bool) []int {
	left, _ := c.alone(values)
	return left
}

// alone are the nodes that a largest matching leaves out.
func (c *Matched) alone(values []bool) (left, right []int) {
	beside := make([][]int32, len(c.Left))
	for _, p := range c.Pairs {
		if c.Left[p[0]].holds(values) && c.Right[p[1]].holds(values) {
			beside[p[0]] = append(beside[p[0]], p[1])
		}
	}
	of := slices.Repeat([]int32{-1}, len(c.Right))
	var seen []bool
	var augment func(left int32) bool
	augment = func(left int32) bool {
		for _, right := range beside[left] {
			if seen[right] {
				continue
			}
			seen[right] = true
			if of[right] < 0 || augment(of[right]) {
				of[right] = left
				return true
			}
		}
		return false
	}
	for n, l := range c.Left {
		seen = make([]bool, len(c.Right))
		if l.holds(values) && !augment(int32(n)) {
			left = append(left, n)
		}
	}
	for n, l := range c.Right {
		if l.holds(values) && of[n] < 0 {
			right = append(right, n)
		}
	}
	return left, right
}
