package model

import (
	"slices"

	"formicary/pkg/lists"
)

// mostBytes bounds what a declaration takes: long lines of cells that all see each other have constraints by the square.
const mostBytes = 1 << 30

// takes counts the bytes of what is declared. It ends a declaration that takes too many.
func (m *Model) takes(bytes int) {
	if m.size += bytes; m.size > mostBytes {
		panic(tooLarge{})
	}
}

// post adds a constraint to the rule.
func (m *Model) post(c Constraint) {
	if m.near != nil {
		if c = m.near.left(m, c); c == nil {
			return
		}
	}
	m.takes(96)
	from := m.from
	if m.in != nil && m.clues != nil && len(m.clues.rule) > 0 && m.in.has(Clues) {
		from = m.in.spot(Clues, m.clues.rule[0])
	}
	m.form.Constraints = append(m.form.Constraints, Posted{c, m.rule, m.set, m.clues, from})
}

// postOn adds a constraint whose first nodes stand for clues.
func (m *Model) postOn(cells []int, c Constraint) {
	defer func(was *clues) { m.clues = was }(m.clues)
	if len(cells) > 0 && m.near == nil {
		of := clues{nodes: cells}
		if m.clues != nil {
			of.rule = m.clues.rule
		}
		m.clues = &of
	}
	m.post(c)
}

// together declares constraints that are one to a reader.
func (m *Model) together(declare func()) {
	m.sets++
	m.set = m.sets
	declare()
	m.set = 0
}

// Any says that at least one condition holds.
func (m *Model) Any(lits ...Lit) {
	if len(m.slab)+len(lits) > cap(m.slab) {
		m.slab = make([]Lit, 0, max(1024, len(lits)))
	}
	kept := m.slab[len(m.slab):len(m.slab)]
	m.meet()
	for _, l := range lits {
		switch {
		case l == True || m.met(l.Not()):
			return
		case l != False && !m.met(l):
			m.seen[l] = seen{m.stamp, 0}
			kept = append(kept, l)
		}
	}
	m.slab = m.slab[:len(m.slab)+len(kept)]
	m.takes(4 * len(kept))
	m.post(&Clause{kept[:len(kept):len(kept)]})
}

// meet begins a list of literals that are to be met once.
func (m *Model) meet() {
	m.stamp++
	m.seen = append(m.seen, make([]seen, 2*len(m.form.Atoms)-len(m.seen))...)
}

// met says whether a literal is in the list.
func (m *Model) met(l Lit) bool { return m.seen[l].stamp == m.stamp }

// Is says that conditions hold, each of them.
func (m *Model) Is(lits ...Lit) {
	for _, l := range lits {
		m.Any(l)
	}
}

// NotAll says that at least one condition does not hold.
func (m *Model) NotAll(lits ...Lit) {
	m.scratch = m.scratch[:0]
	for _, l := range lits {
		m.scratch = append(m.scratch, l.Not())
	}
	m.Any(m.scratch...)
}

// If says that where a condition holds at least one of others does.
func (m *Model) If(l Lit, then ...Lit) {
	m.scratch = append(append(m.scratch[:0], l.Not()), then...)
	m.Any(m.scratch...)
}

// Same says that two conditions hold both, or neither.
func (m *Model) Same(a, b Lit) {
	m.If(a, b)
	m.If(b, a)
}

// Sum says that the weights of the terms whose condition holds add up to at least least and at
// most most.
func (m *Model) Sum(least, most int, terms ...Term) {
	if least > most {
		m.fail("Sum", "expected the least sum to be at most the most, found %d and %d", least, most)
	}
	kept := make([]Term, 0, len(terms))
	m.meet()
	for _, t := range terms {
		switch {
		case t.Lit == True:
			least, most = least-t.Weight, most-t.Weight
			continue
		case t.Lit == False || t.Weight == 0:
			continue
		}
		atom := t.Lit &^ 1
		i := m.seen[atom].place
		switch {
		case !m.met(atom):
			m.seen[atom] = seen{m.stamp, int32(len(kept))}
			kept = append(kept, t)
		case kept[i].Lit == t.Lit:
			kept[i].Weight += t.Weight
		default: // w·¬x = w - w·x
			least, most = least-t.Weight, most-t.Weight
			kept[i].Weight -= t.Weight
		}
	}
	kept = slices.DeleteFunc(kept, func(t Term) bool { return t.Weight == 0 })
	low, high := 0, 0
	for _, t := range kept {
		low, high = low+min(t.Weight, 0), high+max(t.Weight, 0)
	}
	if least <= low && most >= high {
		return
	}
	m.takes(16 * len(kept))
	m.post(&Linear{kept, least, most})
}

// Count says how many conditions hold: at least least, at most most.
func (m *Model) Count(least, most int, lits ...Lit) { m.Sum(least, most, Each(1, lits...)...) }

// Exactly says that so many conditions hold.
func (m *Model) Exactly(n int, lits ...Lit) { m.Count(n, n, lits...) }

// Different says that no two variables have one value.
func (m *Model) Different(vars ...Var) { m.post(&Different{vars}) }

// Connected says that the cells whose condition holds are in one piece, over the sides of cells.
func (m *Model) Connected(cells []Lit) {
	m.all("Connected", cells)
	pairs := lists.Map(m.Pairs(), func(p [2]int) [2]int32 { return [2]int32{int32(p[0]), int32(p[1])} })
	m.ConnectedBy(cells, pairs)
}

// ConnectedBy says that the nodes whose condition holds are in one piece, over the given pairs of
// nodes. Where the first nodes stand for clues, such as islands, their cells may follow: faults name them.
func (m *Model) ConnectedBy(nodes []Lit, pairs [][2]int32, clues ...int) {
	m.postOn(clues, &Connected{nodes, pairs})
}

// Bordered says that each cell whose condition holds is connected to the edge of the board by
// such cells, over the sides of cells.
func (m *Model) Bordered(cells []Lit) {
	m.all("Bordered", cells)
	size := m.form.Size
	edge := int32(size.Cells())
	pairs := lists.Map(m.Pairs(), func(p [2]int) [2]int32 { return [2]int32{int32(p[0]), int32(p[1])} })
	for cell := range size.Cells() {
		if at := size.At(cell); at.Row == 0 || at.Col == 0 || at.Row == size.Rows-1 || at.Col == size.Cols-1 {
			pairs = append(pairs, [2]int32{int32(cell), edge})
		}
	}
	m.ConnectedBy(append(slices.Clone(cells), True), pairs)
}

// Matched says that the left nodes whose condition holds and the right ones can be paired one to one,
// over the given pairs of a left and a right node. Where the first left nodes stand for clues, such as trees, their cells may
// follow: faults name them.
func (m *Model) Matched(left, right []Lit, pairs [][2]int32, clues ...int) {
	m.postOn(clues, &Matched{left, right, pairs})
}

// OneLayer says that no cell that in says has a value above 0 in two of the layers that were declared so far.
func (m *Model) OneLayer(in func(cell int) bool) {
	for i, a := range m.form.layers {
		for _, b := range m.form.layers[i+1:] {
			for cell := range a.at {
				if in(cell) && a.at[cell].values > 0 && b.at[cell].values > 0 {
					m.Any(a.at[cell].Is(0), b.at[cell].Is(0))
				}
			}
		}
	}
}

// Forest says that the edges whose condition holds close no cycle.
func (m *Model) Forest(nodes int, edges ...Edge) { m.post(&Forest{nodes, edges}) }

// Loop says that the links that hold are one closed loop: two at each cell, or none. It returns
// the conditions that the loop visits each cell.
func (m *Model) Loop(l *Links) (visits []Lit) {
	all, n := l.All(), int32(0)
	node := make([][4]int32, m.form.Size.Cells()) // of links, by cell and direction
	pairs := make([][2]int32, 0, 6*m.form.Size.Cells())
	for cell := range node {
		for _, d := range [2]Direction{East, South} {
			if l.At(cell, d) != False {
				next, _ := l.Beside(cell, d)
				node[cell][d], node[next][(d+2)%4] = n, n
				n++
			}
		}
	}
	for cell := range node {
		around := l.Around(cell)
		visits = append(visits, m.Or(around...))
		var nodes []int32 // of those around
		for d := North; d <= West; d++ {
			if l.At(cell, d) != False {
				nodes = append(nodes, node[cell][d])
			}
		}
		for i, lit := range around {
			others := slices.Delete(slices.Clone(around), i, i+1)
			m.If(lit, others...)
			for j := i + 1; j < len(around); j++ {
				pairs = append(pairs, [2]int32{nodes[i], nodes[j]})
				for k := j + 1; k < len(around); k++ {
					m.NotAll(lit, around[j], around[k])
				}
			}
		}
	}
	m.Any(all...)
	m.ConnectedBy(all, pairs)
	return visits
}

// NoSquare says that no square of a side of side has only cells whose condition holds.
func (m *Model) NoSquare(cells []Lit, side int) {
	m.all("NoSquare", cells)
	for row := range m.form.Size.Rows - side + 1 {
		for col := range m.form.Size.Cols - side + 1 {
			square := lists.Map(m.Block(row, col, side, side), func(cell int) Lit { return cells[cell] })
			m.NotAll(square...)
		}
	}
}

// NoChequer says that no square of two by two has a condition that holds in two cells on one
// diagonal only. Where the cells with the condition and those without are each in one piece, and
// one of both reaches around the board, that follows, and a search sees more.
func (m *Model) NoChequer(cells []Lit) {
	m.all("NoChequer", cells)
	for row := range m.form.Size.Rows - 1 {
		for col := range m.form.Size.Cols - 1 {
			s := m.Block(row, col, 2, 2)
			a, b, c, d := cells[s[0]], cells[s[1]], cells[s[2]], cells[s[3]]
			m.Any(a, d, b.Not(), c.Not())
			m.Any(b, c, a.Not(), d.Not())
		}
	}
}

// Apart says that no two cells side by side have a condition that holds.
func (m *Model) Apart(cells []Lit) {
	m.all("Apart", cells)
	for _, p := range m.Pairs() {
		m.NotAll(cells[p[0]], cells[p[1]])
	}
}

// And is the condition that all of some hold.
func (m *Model) And(lits ...Lit) Lit {
	kept := make([]Lit, 0, len(lits))
	m.meet()
	for _, l := range lits {
		switch {
		case l == False || m.met(l.Not()):
			return False
		case l != True && !m.met(l):
			m.seen[l] = seen{m.stamp, 0}
			kept = append(kept, l)
		}
	}
	switch len(kept) {
	case 0:
		return True
	case 1:
		return kept[0]
	}
	slices.Sort(kept)
	return m.follows(Atom{And, kept})
}

// follows is the condition of an atom that follows from others: of the one that is there, or a
// new one.
func (m *Model) follows(a Atom) Lit {
	key := uint64(a.Op)
	for _, l := range a.From {
		key = (key ^ uint64(l)) * 0x9e3779b97f4a7c15
		key ^= key >> 29
	}
	for ; ; key++ {
		l, ok := m.ands[key]
		if !ok {
			l = m.atom(a)
			m.ands[key] = l
			m.takes(64)
			return l
		}
		if b := m.form.Atoms[l.Atom()]; b.Op == a.Op && slices.Equal(b.From, a.From) {
			return l
		}
	}
}

// Or is the condition that at least one of some holds.
func (m *Model) Or(lits ...Lit) Lit {
	out := lists.Map(lits, Lit.Not)
	return m.And(out...).Not()
}

// Differ is the condition that one of two holds, and the other does not.
func (m *Model) Differ(a, b Lit) Lit {
	switch {
	case a == b:
		return False
	case a == b.Not():
		return True
	case a.Atom() == 0:
		return b ^ a ^ 1
	case b.Atom() == 0:
		return a ^ b ^ 1
	}
	flip := (a ^ b) & 1
	a, b = min(a&^1, b&^1), max(a&^1, b&^1)
	return m.follows(Atom{Xor, []Lit{a, b}}) ^ flip
}

// Seen are the conditions that one sees so far along a line: each holds where its own and all
// before it hold. Their number is that of the cells that are seen.
func (m *Model) Seen(line []Lit) (out []Lit) {
	so := True
	for _, l := range line {
		so = m.And(so, l)
		out = append(out, so)
	}
	return out
}
