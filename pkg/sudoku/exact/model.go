package exact

import (
	"math/bits"

	"formicary/pkg/cdcl"
	"formicary/pkg/puzzle"
)

// model is what propagation has left of a large board, as clauses: a variable
// for each open cell and each digit that it may still hold. That a cell and a
// digit of a unit has at least one of them are clauses; that it has at most
// one is said by model itself as a propagator, which needs no memory for
// every pair.
type model struct {
	s     *cdcl.Solver
	b     *board
	cell  []int16 // of a variable
	digit []uint8 // from 0
	first []int32 // variables of a cell: first[c] to first[c+1]
	// place[u·n+d] lists the variables of a digit in a unit.
	place [][]int32
}

// newModel makes the clauses. It returns false where they are refuted.
func newModel(b *board) (*model, bool) {
	n := b.l.N
	m := &model{s: &cdcl.Solver{}, b: b, first: make([]int32, n*n+1), place: make([][]int32, 3*n*n)}
	for c, can := range b.can {
		m.first[c] = int32(len(m.cell))
		if b.fixed[c] {
			continue
		}
		for ; can != 0; can &= can - 1 {
			d := bits.TrailingZeros64(can)
			for _, u := range b.l.UnitsOf[c] {
				m.place[int(u)*n+d] = append(m.place[int(u)*n+d], int32(len(m.cell)))
			}
			m.cell = append(m.cell, int16(c))
			m.digit = append(m.digit, uint8(d))
		}
	}
	m.first[n*n] = int32(len(m.cell))
	m.s.SetPropagator(m)
	m.s.NewVars(len(m.cell))
	var lits []cdcl.Lit
	add := func() bool { return len(lits) == 0 || m.s.AddClause(lits...) }
	for c := range n * n {
		lits = lits[:0]
		for v := m.first[c]; v < m.first[c+1]; v++ {
			lits = append(lits, cdcl.Var(v).Pos())
		}
		if !add() {
			return m, false
		}
	}
	for _, vars := range m.place {
		lits = lits[:0]
		for _, v := range vars {
			lits = append(lits, cdcl.Var(v).Pos())
		}
		if !add() {
			return m, false
		}
	}
	return m, true
}

// Assigned excludes everything else when a cell gets a digit.
func (m *model) Assigned(lit cdcl.Lit) bool {
	if !lit.Positive() {
		return true
	}
	v := int32(lit.Var())
	c, d := m.cell[v], int(m.digit[v])
	for w := m.first[c]; w < m.first[c+1]; w++ {
		if w != v && !m.s.Imply1(cdcl.Var(w).Neg(), lit) {
			return false
		}
	}
	for _, u := range m.b.l.UnitsOf[c] {
		for _, w := range m.place[int(u)*m.b.l.N+d] {
			if w != v && !m.s.Imply1(cdcl.Var(w).Neg(), lit) {
				return false
			}
		}
	}
	return true
}

// Undone has nothing to do: the propagator has no state.
func (m *model) Undone(cdcl.Lit) {}

// Propagate has nothing to do: Assigned has done it.
func (m *model) Propagate() bool { return true }

// Explain is never asked: every implication names its one reason.
func (m *model) Explain(lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	panic("exact: an implication without a reason")
}

// grid is the present assignment on top of what was fixed before.
func (m *model) grid() puzzle.Grid {
	g := m.b.grid()
	for v, c := range m.cell {
		if m.s.Value(cdcl.Var(v).Pos()) > 0 {
			g.Values[c] = m.digit[v] + 1
		}
	}
	return g
}
