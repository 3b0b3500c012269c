package tabu

import (
	"slices"

	"formicary/pkg/model"
)

// board is a complete assignment: each variable has a value, and atoms that follow from others, and
// the measures of constraints, are kept up to date.
type board struct {
	form      *model.Form
	variables []model.Variable
	current   []int16 // of variables
	values    []bool  // of atoms
	holding   []int32 // of atoms that are an And: how many of its conditions hold
	wiring
	sums
	changes
}

// wiring says what depends on what.
type wiring struct {
	uses   [][]use // of atoms: atoms that follow from them
	seats  [][]seat
	judges []judge
	under  [][]int32 // of atoms: the variables that they follow from
}

// sums are what constraints measure.
type sums struct {
	measures []int32 // of constraints
	weights  []int32
	cost     int // the sum of all measures
	weighted int // the same with weights
}

// changes are the constraints that changed, for the first time since taken up.
type changes struct {
	touched []int32
	stamps  []int32
	stamp   int32
}

// use is an atom that follows from another one.
type use struct {
	atom     int32
	positive bool
}

// seat is a place of an atom in a constraint.
type seat struct {
	judge, place int32
	positive     bool
}

func newBoard(form *model.Form, variables []model.Variable) *board {
	atoms := len(form.Atoms)
	b := &board{
		form: form, variables: variables, current: make([]int16, len(variables)), values: make([]bool, atoms), holding: make([]int32, atoms),
		wiring:  wiring{uses: make([][]use, atoms), seats: make([][]seat, atoms), under: make([][]int32, atoms)},
		sums:    sums{measures: make([]int32, len(form.Constraints)), weights: make([]int32, len(form.Constraints))},
		changes: changes{stamps: make([]int32, len(form.Constraints))},
	}
	for i, a := range form.Atoms {
		for _, l := range a.From {
			b.uses[l.Atom()] = append(b.uses[l.Atom()], use{int32(i), l.Positive()})
		}
	}
	for i, v := range variables {
		for x := range v.Values() {
			if at := v.Is(x).Atom(); !slices.Contains(b.under[at], int32(i)) {
				b.under[at] = append(b.under[at], int32(i))
			}
		}
	}
	for i, a := range form.Atoms {
		for _, l := range a.From {
			b.under[i] = append(b.under[i], b.under[l.Atom()]...)
		}
		slices.Sort(b.under[i])
		b.under[i] = slices.Compact(b.under[i])
	}
	for i, c := range form.Constraints {
		j, lits := b.judge(c.Constraint)
		b.judges = append(b.judges, j)
		b.weights[i] = 1
		for place, l := range lits {
			b.seats[l.Atom()] = append(b.seats[l.Atom()], seat{int32(i), int32(place), l.Positive()})
			if !l.Positive() {
				j.flip(int32(place), true) // all atoms are false so far
			}
		}
	}
	for i, a := range form.Atoms {
		for _, l := range a.From {
			if !l.Positive() {
				b.holding[i]++
			}
		}
	}
	for i, a := range form.Atoms {
		if b.follows(int32(i), a) != b.values[i] {
			b.flip(int32(i))
		}
	}
	b.flip(0)
	for i := range variables {
		b.turn(int32(i), 0)
	}
	for i, j := range b.judges {
		b.measures[i] = int32(j.measure())
	}
	b.sum()
	return b
}

// follows says whether an atom that follows from others is to be true.
func (b *board) follows(i int32, a model.Atom) bool {
	switch a.Op {
	case model.And:
		return int(b.holding[i]) == len(a.From)
	case model.Xor:
		return b.holding[i] == 1
	}
	return b.values[i]
}

// holds says whether a condition holds.
func (b *board) holds(l model.Lit) bool { return b.values[l.Atom()] == l.Positive() }

// flip changes an atom and what follows from it, and notes the constraints that this touches.
func (b *board) flip(atom int32) {
	now := !b.values[atom]
	b.values[atom] = now
	for _, s := range b.seats[atom] {
		b.judges[s.judge].flip(s.place, now == s.positive)
		if b.stamps[s.judge] != b.stamp {
			b.stamps[s.judge] = b.stamp
			b.touched = append(b.touched, s.judge)
		}
	}
	for _, u := range b.uses[atom] {
		b.holding[u.atom] += int32(sign(now == u.positive))
		if b.follows(u.atom, b.form.Atoms[u.atom]) != b.values[u.atom] {
			b.flip(u.atom)
		}
	}
}

// turn gives a variable a value, without a look at measures.
func (b *board) turn(variable int32, value int16) {
	v := &b.variables[variable]
	b.current[variable] = value
	for x := range v.Values() {
		if l := v.Is(x); b.holds(l) != (x == int(value)) {
			b.flip(int32(l.Atom()))
		}
	}
}

// delta is what another value of a variable would add to the two sums.
func (b *board) delta(variable int32, value int16) (cost, weighted int) {
	b.begin()
	before := b.current[variable]
	b.turn(variable, value)
	for _, i := range b.touched {
		d := b.judges[i].measure() - int(b.measures[i])
		cost += d
		weighted += d * int(b.weights[i])
	}
	b.turn(variable, before)
	return cost, weighted
}

// set gives a variable a value.
func (b *board) set(variable int32, value int16) {
	b.begin()
	b.turn(variable, value)
	for _, i := range b.touched {
		m := int32(b.judges[i].measure())
		b.cost += int(m - b.measures[i])
		b.weighted += int((m - b.measures[i]) * b.weights[i])
		b.measures[i] = m
	}
}

func (b *board) begin() {
	b.stamp++
	b.touched = b.touched[:0]
}

// sum adds the measures up.
func (b *board) sum() {
	b.cost, b.weighted = 0, 0
	for i, m := range b.measures {
		b.cost += int(m)
		b.weighted += int(m * b.weights[i])
	}
}

// blamed appends the variables whose change may mend a constraint.
func (b *board) blamed(constraint int32, lits []model.Lit, out []int32) ([]model.Lit, []int32) {
	lits = b.judges[constraint].blame(lits[:0])
	out = out[:0]
	for _, l := range lits {
		out = append(out, b.under[l.Atom()]...)
	}
	slices.Sort(out)
	return lits, slices.Compact(out)
}
