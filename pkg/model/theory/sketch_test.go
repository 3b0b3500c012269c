package theory

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
)

// drawnPlane has some pairs of ends on a board.
func drawnPlane(seed uint64) *plane {
	r := rand.New(rand.NewPCG(seed, 9))
	rows, cols := 1+r.IntN(9), 2+r.IntN(9)
	labels, order := make([]int, rows*cols), r.Perm(rows*cols)
	for k := range 1 + r.IntN(max(1, rows*cols/6)) {
		labels[order[2*k]], labels[order[2*k+1]] = k+1, k+1
	}
	return newPlane(rows, cols, labels)
}

// TestPlane: triangles are all of a plane, and each cell of a cut is next to the line and touches the one before.
func TestPlane(t *testing.T) {
	for seed := range alltest.Of[uint64](200, 2000) {
		p := drawnPlane(seed)
		area := 0
		for _, c := range p.triangles {
			area += max(side(p.points[c[0]], p.points[c[1]], p.points[c[2]]), side(p.points[c[0]], p.points[c[2]], p.points[c[1]]))
		}
		alltest.Require(t, area == 2*(p.rows+1)*(p.cols+1), "%d: triangles have an area of %d halves, a plane of %d x %d", seed, area, p.rows, p.cols)
		for _, c := range p.cuts {
			from, to := p.points[c.a], p.points[c.b]
			for _, cells := range c.cells {
				last := point{-2, -2, 0}
				for _, cell := range cells {
					at := point{cell / p.cols, cell % p.cols, 0}
					// Half a cell away along the row or column, at most.
					off, step := abs(side(from, to, at)), distance(from, to)
					alltest.Require(t, 2*off <= step && (last.row == -2 || distance(last, at) == 1),
						"%d: from %v to %v over %v, after %v", seed, from, to, at, last)
					last = at
				}
			}
		}
	}
}

// TestLoops joins the places where paths cross cuts by what goes around corners: in a sketch each has an end.
func TestLoops(t *testing.T) {
	var seen [2]int
	for seed := range alltest.Of[uint64](30, 300) {
		s := newSketches(drawnPlane(seed), func(int) bool { return false })
		for range 20 {
			if s.solver.Solve(func() bool { return true }) != cdcl.Satisfiable {
				break
			}
			closed := s.closed()
			alltest.Require(t, closed == (s.loops() != nil), "%d: there are loops is %v", seed, closed)
			if seen[0]++; closed {
				seen[1]++
			}
			s.solver.AddBlockingClause()
		}
	}
	alltest.Check(t, seen[1] > 10 && seen[0] > seen[1]+10, "%d sketches, %d with loops", seen[0], seen[1])
}

// closed says that a sketch has loops.
func (s *sketches) closed() bool {
	root := map[[2]int][2]int{} // of places of cuts
	var top func(p [2]int) [2]int
	top = func(p [2]int) [2]int {
		if up, ok := root[p]; ok {
			return top(up)
		}
		return p
	}
	place := func(corner, other, n int) [2]int {
		cut, first := s.cutOf(corner, other)
		if !first {
			n = s.number(s.count[cut]) - 1 - n
		}
		return top([2]int{cut, n})
	}
	var ended [][2]int
	for t, c := range s.triangles {
		for k := range c {
			a, b, d := c[k], c[(k+1)%3], c[(k+2)%3]
			for n := range s.number(s.around[t][a]) {
				if x, y := place(a, b, n), place(a, d, n); x != y {
					root[x] = y
				}
			}
			if l, ok := s.begins[t][a]; ok && s.solver.Value(l) > 0 {
				cut, first := s.cutOf(b, d)
				at := s.number(s.around[t][b])
				if !first {
					at = s.number(s.count[cut]) - 1 - at
				}
				ended = append(ended, [2]int{cut, at})
			}
		}
	}
	open := map[[2]int]bool{}
	for _, p := range ended {
		open[top(p)] = true
	}
	for cut := range s.cuts {
		for n := range s.number(s.count[cut]) {
			if !open[top([2]int{cut, n})] {
				return true
			}
		}
	}
	return false
}
