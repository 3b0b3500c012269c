package theory

import (
	"math/bits"
	"slices"

	"formicary/pkg/cdcl"
)

// sketches is a search for the ways in which paths can go around each other's ends: their sketches (Leiserson and Maley, "Algorithms for
// routing and testing routability of planar layouts", 1985). Paths that bend otherwise between the same ends have one sketch.
// It says which paths cross each cut of a plane, pulled tight, in which order; and no more than fit cross one (Cole and
// Siegel, "River routing every which way, but loose", 1984, for all cuts). So each solution has a sketch; not all sketches have a solution.
//
// Paths that are pulled tight cross a triangle from cut to cut around a corner, or begin at a corner and leave over the opposite cut. So all
// that the search decides is how many there are around each corner, and where each path begins.
type sketches struct {
	*plane
	solver *cdcl.Solver
	count  [][]cdcl.Lit         // of cuts: at least 1, 2, … paths cross it
	label  [][2][][]cdcl.Lit    // of cuts, counted from a or from b, of paths that cross: the binary digits of theirs
	around []map[int][]cdcl.Lit // of triangles and their corners: at least 1, 2, … paths go around it
	begins []map[int]cdcl.Lit   // of triangles and their corners: the path of this end begins here
}

// crossing is what a sketch says of a cut: the labels of paths that cross it, in the order of its cells.
type crossing struct {
	*cut
	labels []int
}

// newSketches makes the search. It calls work with what it costs, in literals, and ends early where that says so.
func newSketches(p *plane, work func(literals int) bool) *sketches {
	s := &sketches{
		plane: p, solver: &cdcl.Solver{}, count: make([][]cdcl.Lit, len(p.cuts)), label: make([][2][][]cdcl.Lit, len(p.cuts)),
		around: make([]map[int][]cdcl.Lit, len(p.triangles)), begins: make([]map[int]cdcl.Lit, len(p.triangles)),
	}
	s.solver.SetProving()
	digits := 0
	for _, q := range p.points {
		digits = max(digits, bits.Len(uint(q.label)))
	}
	starts := make([][]cdcl.Lit, len(p.points)) // of ends: the ways in which their path begins
	for i := range p.cuts {
		if s.cross(i, digits, starts); work(8 * digits * p.cuts[i].most() * p.cuts[i].most()) {
			return s
		}
	}
	for t, corners := range p.triangles {
		s.around[t], s.begins[t] = map[int][]cdcl.Lit{}, map[int]cdcl.Lit{}
		for k, corner := range corners {
			next, last := corners[(k+1)%3], corners[(k+2)%3]
			if s.corner(t, corner, next, last, digits); p.points[corner].label > 0 {
				begin := s.solver.NewVar().Pos()
				s.begins[t][corner], starts[corner] = begin, append(starts[corner], begin)
			}
			if work(12 * digits * len(s.around[t][corner])) {
				return s
			}
		}
		for k, corner := range corners {
			s.opposite(t, corner, corners[(k+1)%3], corners[(k+2)%3])
		}
	}
	for _, ways := range starts {
		s.one(ways)
	}
	return s
}

// ladder makes the literals of a count: at least 1, 2, … to most.
func (s *sketches) ladder(most int) []cdcl.Lit {
	least := make([]cdcl.Lit, most)
	for i := range least {
		if least[i] = s.solver.NewVar().Pos(); i > 0 {
			s.solver.AddClause(least[i].Not(), least[i-1])
		}
	}
	return least
}

// same lets two literals be the same unless one of others holds.
func (s *sketches) same(a, b cdcl.Lit, unless ...cdcl.Lit) {
	s.solver.AddClause(append(slices.Clone(unless), a.Not(), b)...)
	s.solver.AddClause(append(slices.Clone(unless), a, b.Not())...)
}

// one lets one of literals hold, if there are any.
func (s *sketches) one(lits []cdcl.Lit) {
	if len(lits) == 0 {
		return
	}
	s.solver.AddClause(lits...)
	for i, a := range lits {
		for _, b := range lits[:i] {
			s.solver.AddClause(a.Not(), b.Not())
		}
	}
}

// cross makes the variables of a cut. A path between its points may run along it, and nothing crosses it then.
func (s *sketches) cross(i, digits int, starts [][]cdcl.Lit) {
	c := &s.cuts[i]
	most := c.most()
	s.count[i] = s.ladder(most)
	for from := range 2 {
		for n := range most {
			of := make([]cdcl.Lit, digits)
			for k := range of {
				of[k] = s.solver.NewVar().Pos()
				s.solver.AddClause(of[k].Not(), s.count[i][n])
			}
			s.solver.AddClause(append(slices.Clone(of), s.count[i][n].Not())...)
			s.label[i][from] = append(s.label[i][from], of)
		}
	}
	for n := 1; n <= most; n++ {
		unless := slices.Concat(below(s.count[i], n), above(s.count[i], n))
		for at := range n {
			for k, l := range s.label[i][0][at] {
				s.same(l, s.label[i][1][n-1-at][k], unless...)
			}
		}
	}
	if label := s.points[c.a].label; label > 0 && label == s.points[c.b].label {
		along := s.solver.NewVar().Pos()
		if starts[c.a], starts[c.b] = append(starts[c.a], along), append(starts[c.b], along); most > 0 {
			s.solver.AddClause(along.Not(), s.count[i][0].Not())
		}
	}
}

// from are the labels of the paths that cross a cut, counted from a point of it.
func (s *sketches) from(point, other int) (cut int, labels [][]cdcl.Lit) {
	cut, first := s.cutOf(point, other)
	if first {
		return cut, s.label[cut][0]
	}
	return cut, s.label[cut][1]
}

// corner makes the variables of paths around a corner of a triangle: the first ones over both of its cuts there.
func (s *sketches) corner(t, corner, next, last, digits int) {
	x, here := s.from(corner, next)
	y, there := s.from(corner, last)
	least := s.ladder(min(len(here), len(there)))
	s.around[t][corner] = least
	for n, l := range least {
		s.solver.AddClause(l.Not(), s.count[x][n])
		s.solver.AddClause(l.Not(), s.count[y][n])
		for k := range digits {
			s.same(here[n][k], there[n][k], l.Not())
		}
	}
}

// opposite says what crosses the cut opposite to a corner: the paths around the two others, and that of an end at the corner
// between them.
func (s *sketches) opposite(t, corner, next, last int) {
	cut, labels := s.from(next, last)
	one, other := s.around[t][next], s.around[t][last]
	begin, may := s.begins[t][corner]
	for n := range len(one) + 1 {
		for m := range len(other) + 1 {
			s.sum(s.count[cut], n+m, slices.Concat(below(one, n), below(other, m)), slices.Concat(above(one, n), above(other, m)), begin, may)
		}
		if !may || n >= len(labels) {
			continue
		}
		for k, l := range labels[n] {
			if s.points[corner].label>>k&1 == 0 {
				l = l.Not()
			}
			s.solver.AddClause(slices.Concat(below(one, n), above(one, n), []cdcl.Lit{begin.Not(), l})...)
		}
	}
	if !may {
		return
	}
	if own := s.around[t][corner]; len(own) > 0 {
		s.solver.AddClause(begin.Not(), own[0].Not())
	}
	for _, end := range [2]int{next, last} {
		if second, ok := s.begins[t][end]; ok {
			s.solver.AddClause(begin.Not(), second.Not())
		}
	}
}

// sum lets a count be at least the sum of parts unless one is below its own, and at most that unless one is above; with one more where a path
// begins, if it may.
func (s *sketches) sum(count []cdcl.Lit, n int, below, above []cdcl.Lit, begin cdcl.Lit, may bool) {
	least := func(n int, unless ...cdcl.Lit) {
		if n > 0 && n <= len(count) {
			unless = append(unless, count[n-1])
		}
		if n > 0 {
			s.solver.AddClause(append(unless, below...)...)
		}
	}
	most := func(n int, unless ...cdcl.Lit) {
		if n < len(count) {
			s.solver.AddClause(append(append(unless, above...), count[n].Not())...)
		}
	}
	if least(n); !may {
		most(n)
		return
	}
	most(n, begin)
	least(n+1, begin.Not())
	most(n + 1)
}

// below is what is true where a count is below n, if it can be.
func below(least []cdcl.Lit, n int) []cdcl.Lit {
	if n == 0 {
		return nil
	}
	return []cdcl.Lit{least[n-1].Not()}
}

// above is what is true where a count is above n, if it can be.
func above(least []cdcl.Lit, n int) []cdcl.Lit { return least[n:min(n+1, len(least))] }

// next finds another sketch. Where there is none it is Unsatisfiable.
func (s *sketches) next(more func() bool) (cdcl.Result, []crossing) {
	for {
		if result := s.solver.Solve(more); result != cdcl.Satisfiable {
			return result, nil
		}
		loops := s.loops()
		if loops == nil {
			break
		}
		for _, loop := range loops {
			s.solver.AddClause(loop...)
		}
	}
	var out []crossing
	for i := range s.cuts {
		if n := s.number(s.count[i]); n > 0 {
			c := crossing{cut: &s.cuts[i]}
			for at := range n {
				label := 0
				for k, l := range s.label[i][0][at] {
					if s.solver.Value(l) > 0 {
						label |= 1 << k
					}
				}
				c.labels = append(c.labels, label)
			}
			out = append(out, c)
		}
	}
	s.solver.AddBlockingClause()
	return cdcl.Satisfiable, out
}

// number is a count.
func (s *sketches) number(least []cdcl.Lit) int {
	for n, l := range least {
		if s.solver.Value(l) < 0 {
			return n
		}
	}
	return len(least)
}

// loops are the closed lines of a sketch, which are no paths: clauses that forbid each.
func (s *sketches) loops() (clauses [][]cdcl.Lit) {
	type place struct{ cut, at int } // at counts from the cut's point a
	type turn struct {
		to     place
		around cdcl.Lit
		from   int // the corner
	}
	turns := map[place][]turn{} // of places, both ways
	at := func(corner, other, n int) place {
		cut, first := s.cutOf(corner, other)
		if !first {
			n = s.number(s.count[cut]) - 1 - n
		}
		return place{cut, n}
	}
	for t, corners := range s.triangles {
		for k, corner := range corners {
			for n := range s.number(s.around[t][corner]) {
				x, y := at(corner, corners[(k+1)%3], n), at(corner, corners[(k+2)%3], n)
				l := s.around[t][corner][n]
				turns[x] = append(turns[x], turn{y, l, corner})
				turns[y] = append(turns[y], turn{x, l, corner})
			}
		}
	}
	seen := map[place]bool{}
	for cut := range s.cuts {
		for n := range s.number(s.count[cut]) {
			start := place{cut, n}
			if seen[start] || len(turns[start]) == 1 {
				continue
			}
			var clause []cdcl.Lit
			closed := true
			for queue := []place{start}; len(queue) > 0; queue = queue[1:] {
				here := queue[0]
				if seen[here] {
					continue
				}
				seen[here] = true
				ways := turns[here]
				if len(ways) < 2 {
					closed = false
				} else if ways[0].from != ways[1].from {
					n := s.number(s.count[here.cut])
					clause = slices.Concat(clause, below(s.count[here.cut], n), above(s.count[here.cut], n))
				}
				for _, way := range ways {
					clause = append(clause, way.around.Not())
					queue = append(queue, way.to)
				}
			}
			if closed {
				clauses = append(clauses, clause)
			}
		}
	}
	return clauses
}
