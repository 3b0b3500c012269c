package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

// yes and no are conditions: that atom i is true, and that it is not.
func yes(atoms ...int) (out []Lit) {
	for _, i := range atoms {
		out = append(out, Lit(2*i))
	}
	return out
}

func no(i int) Lit { return Lit(2*i + 1) }

func terms(weight ...int) (out []Term) {
	for i, w := range weight {
		out = append(out, Term{Lit(2 * (i + 1)), w})
	}
	return out
}

// edges are those of pairs of nodes, with atoms from 1 on.
func edges(pairs ...[2]int32) (out []Edge) {
	for i, p := range pairs {
		out = append(out, Edge{p[0], p[1], Lit(2 * (i + 1))})
	}
	return out
}

// assignment has the values of atoms from 1 on.
func assignment(text string) []bool {
	values := []bool{true}
	for _, c := range text {
		values = append(values, c == '1')
	}
	return values
}

var (
	path5  = [][2]int32{{0, 1}, {1, 2}, {2, 3}, {3, 4}}
	square = [][2]int32{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	image4 = []int32{0, 1, 2, 3}
	three  = []Var{{2, 3}, {8, 3}, {14, 2}} // of atoms 1 to 3, 4 to 6, and 7: 1 is its true one
)

// TestBroken: the conditions that break a constraint, and by how much.
func TestBroken(t *testing.T) {
	for i, c := range []struct {
		constraint Constraint
		values     string
		lits       []Lit
		measure    int
	}{
		{&Clause{[]Lit{2, 5}}, "01", []Lit{2, 5}, 1},
		{&Clause{[]Lit{2, 5}}, "11", nil, 0},
		{&Clause{[]Lit{2, 5}}, "00", nil, 0},
		{&Clause{}, "", []Lit{False}, 1},
		{&Linear{terms(3, -2, 1), 1, 2}, "000", yes(1, 2, 3), 1},
		{&Linear{terms(3, -2, 1), 1, 2}, "001", nil, 0},
		{&Linear{terms(3, -2, 1), 1, 2}, "111", nil, 0},
		{&Linear{terms(3, -2, 1), 1, 2}, "100", yes(1, 2, 3), 1},
		{&Linear{terms(1, 1, 1, 1), 1, 1}, "1111", yes(1, 2, 3, 4), 3},
		{&Linear{terms(2, 2, 2), 5, 6}, "000", yes(1, 2, 3), 3},
		{&Linear{terms(2, 2, 2), 5, 6}, "100", yes(1, 2, 3), 2},
		{&Linear{terms(-2, -2, -2), -1, 0}, "111", yes(1, 2, 3), 3},
		{&Linear{terms(-2, -2, -2), -2, 0}, "111", yes(1, 2, 3), 2},
		{&Linear{nil, 2, 2}, "", []Lit{False}, 2},
		{&Different{three}, "1000011", nil, 0},
		{&Different{three}, "0100011", []Lit{4, 14}, 1},
		{&Different{three}, "0100101", []Lit{4, 10, 10, 14}, 2},
		{&Different{three}, "0110101", []Lit{10, 14}, 1}, // two values are none
		{&Connected{yes(1, 2, 3, 4, 5), path5}, "00000", nil, 0},
		{&Connected{yes(1, 2, 3, 4, 5), path5}, "01110", nil, 0},
		{&Connected{yes(1, 2, 3, 4, 5), path5}, "10111", yes(1), 1},
		{&Connected{yes(1, 2, 3, 4, 5), path5}, "11011", yes(4, 5), 1}, // the first of two largest stays
		{&Connected{yes(1, 2, 3, 4, 5), path5}, "10101", yes(3, 5), 2},
		{&Forest{4, edges(append(square, [2]int32{1, 3})...)}, "11110", yes(4), 1},
		{&Forest{4, edges(append(square, [2]int32{1, 3})...)}, "11111", yes(4, 5), 2},
		{&Forest{4, edges(append(square, [2]int32{1, 3})...)}, "10101", nil, 0},
		{&Forest{2, edges([2]int32{1, 1}, [2]int32{0, 1}, [2]int32{1, 0})}, "111", yes(1, 3), 2},
		{&Matched{yes(1, 2), yes(3, 4), [][2]int32{{0, 0}, {0, 1}, {1, 0}}}, "1111", nil, 0},
		{&Matched{yes(1, 2), yes(3, 4), [][2]int32{{0, 0}, {0, 1}, {1, 0}}}, "1110", yes(2), 1},
		{&Matched{yes(1, 2), yes(3, 4), [][2]int32{{0, 0}, {0, 1}, {1, 0}}}, "0111", yes(4), 1},
		{&Matched{yes(1, 2), yes(3, 4), [][2]int32{{0, 0}, {0, 1}, {1, 0}}}, "0101", yes(2, 4), 2},
		{&Pieces{yes(1, 2, 3, 4, 5), path5, 2, 3}, "11011", nil, 0},
		{&Pieces{yes(1, 2, 3, 4, 5), path5, 3, 3}, "10011", yes(1, 4, 5), 3},
		{&Pieces{yes(1, 2, 3, 4, 5), path5, 1, 2}, "11111", yes(1, 2, 3, 4, 5), 3},
		{&Reach{yes(1, 2, 3, 4, 5), path5, []int32{0, 4}, 2, 3}, "11001", nil, 0},
		{&Reach{yes(1, 2, 3, 4, 5), path5, []int32{0, 4}, 2, 3}, "11011", yes(1, 5, 2, 4, 1, 5), 1},
		{&Reach{yes(1, 2, 3, 4, 5), path5, []int32{1}, 3, 3}, "10111", yes(2), 3},
		{&Reach{yes(1, 2), path5[:1], nil, 1, 1}, "11", []Lit{False}, 1},
		{&Division{4, edges(square...), []Share{{[]int32{0}, image4}, {[]int32{2, 3}, image4}}}, "1010", nil, 0},
		{&Division{4, edges(square...), []Share{{[]int32{0}, image4}, {[]int32{2, 3}, image4}}}, "1000", []Lit{False, 6, 8, False, 6, 8}, 2},
		{&Division{4, edges(square...), []Share{{[]int32{0}, image4}, {[]int32{2}, image4}}}, "1110", []Lit{False, 4, 6, 8}, 2},
		{&Division{4, edges(square...), []Share{{[]int32{0}, []int32{0, 2, 2, 3}}, {[]int32{2}, []int32{0, 1, 2, -1}}}}, "1010", []Lit{False, 2, 4, 2, 8, False, 6, 8, 4, 6}, 2},
		{&Paths{edges(square...), []int{1, 0, 1, 0}}, "1100", nil, 0},
		{&Paths{edges(square...), []int{1, 0, 1, 0}}, "1000", []Lit{False, 2, 4, False, 4, 6}, 2},
		{&Paths{edges(square...), []int{1, 0, 2, 0}}, "1100", yes(1, 2), 1},
		{&Paths{edges(square...), []int{0, 0, 0, 0}}, "1111", yes(1, 2, 3), 1},
		{&Paths{edges(square...), []int{1, 1, 2, 2}}, "1010", nil, 0},
		{&Paths{edges(square...), []int{1, 1, 0, 0}}, "1111", []Lit{False, 2, 8, False, 2, 4}, 2},
	} {
		lits, measure := c.constraint.Broken(assignment(c.values))
		alltest.Check(t, slices.Equal(lits, c.lits) && measure == c.measure,
			"%d, %T on %s: %v by %d, want %v by %d", i, c.constraint, c.values, lits, measure, c.lits, c.measure)
	}
}

// classes says which nodes one reaches from which, by Warshall's way.
func classes(n int, on func(node int) bool, pairs [][2]int32) [][]bool {
	to := make([][]bool, n)
	for a := range to {
		to[a] = make([]bool, n)
		to[a][a] = on(a)
	}
	for _, p := range pairs {
		if on(int(p[0])) && on(int(p[1])) {
			to[p[0]][p[1]], to[p[1]][p[0]] = true, true
		}
	}
	for k := range to {
		for a := range to {
			for b := range to {
				to[a][b] = to[a][b] || to[a][k] && to[k][b]
			}
		}
	}
	return to
}

// count is how many nodes one reaches from some.
func count(to [][]bool, from ...int32) (n int) {
	for b := range to {
		if slices.ContainsFunc(from, func(a int32) bool { return to[a][b] }) {
			n++
		}
	}
	return n
}

// matches says whether all of some left nodes that hold, from one on, have right ones of their own.
func matches(c *Matched, on func(Lit) bool, left int, taken []bool) bool {
	if left == len(c.Left) {
		for right, l := range c.Right {
			if on(l) != taken[right] {
				return false
			}
		}
		return true
	}
	if !on(c.Left[left]) {
		return matches(c, on, left+1, taken)
	}
	for _, p := range c.Pairs {
		if int(p[0]) == left && on(c.Right[p[1]]) && !taken[p[1]] {
			taken[p[1]] = true
			if matches(c, on, left+1, taken) {
				return true
			}
			taken[p[1]] = false
		}
	}
	return false
}

// obeyed says of a constraint whether it holds, by another way than its own.
func obeyed(constraint Constraint, on func(Lit) bool) bool {
	all := func(int) bool { return true }
	held := func(edges []Edge) (pairs [][2]int32) {
		for _, e := range edges {
			if on(e.Lit) {
				pairs = append(pairs, [2]int32{e.A, e.B})
			}
		}
		return pairs
	}
	switch c := constraint.(type) {
	case *Connected:
		to := classes(len(c.Nodes), func(n int) bool { return on(c.Nodes[n]) }, c.Pairs)
		for a := range to {
			for b := range to {
				if on(c.Nodes[a]) && on(c.Nodes[b]) && !to[a][b] {
					return false
				}
			}
		}
	case *Forest: // as many trees as nodes are more than edges
		to, trees := classes(c.Nodes, all, held(c.Edges)), 0
		for a := range to {
			if slices.Index(to[a], true) == a {
				trees++
			}
		}
		return trees == c.Nodes-len(held(c.Edges))
	case *Matched:
		return matches(c, on, 0, make([]bool, len(c.Right)))
	case *Pieces:
		to := classes(len(c.Nodes), func(n int) bool { return on(c.Nodes[n]) }, c.Pairs)
		for a := range to {
			if n := count(to, int32(a)); on(c.Nodes[a]) && (n < c.Least || n > c.Most) {
				return false
			}
		}
	case *Reach:
		n := count(classes(len(c.Nodes), func(n int) bool { return on(c.Nodes[n]) }, c.Pairs), c.From...)
		return n >= c.Least && n <= c.Most
	case *Division:
		to := classes(c.Nodes, all, held(c.Edges))
		owner := func(n int32) int {
			return slices.IndexFunc(c.Shares, func(s Share) bool { return to[s.Core[0]][n] })
		}
		for i, s := range c.Shares {
			for _, n := range s.Core {
				if owner(n) != i || !to[s.Core[0]][n] {
					return false
				}
			}
		}
		for n := range int32(c.Nodes) {
			if i := owner(n); i < 0 || c.Shares[i].Image[n] < 0 || !to[n][c.Shares[i].Image[n]] {
				return false
			}
		}
		for _, e := range c.Edges {
			if to[e.A][e.B] && !on(e.Lit) {
				return false
			}
		}
	case *Paths:
		pairs := held(c.Edges)
		to := classes(len(c.Labels), all, pairs)
		for a, label := range c.Labels {
			degree, ends := 0, 0
			for _, p := range pairs {
				degree += b2i(int(p[0]) == a) + b2i(int(p[1]) == a)
			}
			for b, other := range c.Labels {
				if to[a][b] && other > 0 {
					ends++
					if label > 0 && label != other {
						return false
					}
				}
			}
			if label > 0 && degree != 1 || label == 0 && degree != 0 && degree != 2 || degree > 0 && ends != 2 {
				return false
			}
		}
	}
	return true
}

// TestObeyed asks random constraints of every assignment: they are broken where another way to see it says so, and then
// by at least one condition and at least 1.
func TestObeyed(t *testing.T) {
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 2))
		nodes := 4 + r.IntN(2)
		var pairs [][2]int32
		for a := range int32(nodes) {
			for b := range a {
				if r.IntN(2) == 0 {
					pairs = append(pairs, [2]int32{a, b})
				}
			}
		}
		pairs = pairs[:min(len(pairs), 7)]
		most := 1 + r.IntN(nodes)
		least := r.IntN(most + 1)
		var labels []int
		var shares []Share
		for range nodes {
			labels = append(labels, max(r.IntN(5)-2, 0))
		}
		for range 1 + r.IntN(3) {
			s := Share{Core: []int32{int32(r.IntN(nodes))}}
			for n := range nodes {
				s.Image = append(s.Image, int32(n))
			}
			if s.Image[r.IntN(nodes)] = int32(r.IntN(nodes+1) - 1); r.IntN(3) == 0 {
				s.Core = append(s.Core, int32(r.IntN(nodes)))
			}
			shares = append(shares, s)
		}
		lits := append(yes(1, 2, 3, 4, 5)[:nodes-1], no(6))
		for _, c := range []Constraint{
			&Connected{lits, pairs}, &Forest{nodes, edges(pairs...)}, &Pieces{lits, pairs, least, most}, &Paths{edges(pairs...), labels},
			&Reach{lits, pairs, []int32{int32(r.IntN(nodes)), int32(r.IntN(nodes))}, least, most}, &Division{nodes, edges(pairs...), shares},
			&Matched{yes(1, 2, 3), yes(4, 5, 6), [][2]int32{{0, int32(r.IntN(3))}, {int32(r.IntN(3)), 1}, {1, int32(r.IntN(3))}, {2, int32(r.IntN(3))}}},
		} {
			for code := range 128 {
				values := []bool{true}
				for i := range 7 {
					values = append(values, code>>i&1 == 1)
				}
				broken, measure := c.Broken(values)
				if obeys := obeyed(c, func(l Lit) bool { return values[l.Atom()] == l.Positive() }); obeys != (broken == nil) || obeys != (measure == 0) || measure < 0 {
					t.Fatalf("seed %d: %T %+v of %v: broken by %v, %d", seed, c, c, values, broken, measure)
				}
			}
		}
	}
}
