package model

import (
	"fmt"
	"hash/maphash"
	"slices"

	"formicary/pkg/puzzle"
)

// spot is where a sign stands in the text.
func (in *Instance) spot(part *Part, index int) spotIn {
	line, word := in.place(part, index)
	return spotIn{int32(line), int32(word)}
}

// Wrong says by how much a board misses what signs at places of tables say: the measure of the constraints that it breaks
// there, 0 where it obeys. It takes a constraint to come from the sign that was read last before it, which is right for rules
// that say what one clue means, and for those only.
func (p *Puzzle) Wrong(board puzzle.Grid) (by func(part *Part, index int) int) {
	values, bad := p.form.Values(board)
	wrong := map[spotIn]int{}
	for _, c := range p.form.Constraints {
		if bad == nil {
			if _, measure := c.Broken(values); measure > 0 {
				wrong[c.from] += measure
			}
		}
	}
	return func(part *Part, index int) int {
		if bad != nil {
			return 1
		}
		return wrong[p.instance.spot(part, index)]
	}
}

// Loose is a form whose clues may be taken away. Its first atoms are those of the puzzle.
type Loose struct {
	*Form
	// Clue is for each clue the condition that it counts. Breaks is the condition that it does not, and that the
	// board differs from a given one where the clue looks: at least one Breaks holds.
	Clue, Breaks []Lit
}

// Loosen makes a form of which clues at some places can be taken away. Base is the puzzle without these clues, and the board
// one that solves both. ok is false where it does not come out that each clue has constraints of its own ([Puzzle.Wrong]), and
// where these are others than sums and clauses.
func (p *Puzzle) Loosen(base *Puzzle, board puzzle.Grid, places int, at func(i int) (part *Part, index int)) (loose *Loose, ok bool) {
	values, bad := p.form.Values(board)
	if bad != nil {
		return nil, false
	}
	form := &Form{Size: p.form.Size, Atoms: slices.Clone(p.form.Atoms), Vars: p.form.Vars, layers: p.form.layers}
	loose = &Loose{Form: form}
	of, scopes := map[spotIn]int{}, make([][]bool, places)
	for i := range places {
		of[p.instance.spot(at(i))] = i
		n := Lit(2 * len(form.Atoms))
		form.Atoms = append(form.Atoms, Atom{}, Atom{})
		loose.Clue, loose.Breaks = append(loose.Clue, n), append(loose.Breaks, n+2)
	}
	post := func(c Constraint) { form.Constraints = append(form.Constraints, Posted{Constraint: c}) }
	without := map[uint64]int{}
	for _, h := range base.form.hashes() {
		without[h]++
	}
	hashes, kept := p.form.hashes(), make([]bool, len(p.form.Constraints))
	for _, clued := range []bool{false, true} { // what no clue says comes first: else one that says the same would count as it
		for k, h := range hashes {
			if _, of := of[p.form.Constraints[k].from]; of == clued && without[h] > 0 {
				without[h]--
				kept[k] = true
			}
		}
	}
	for k, c := range p.form.Constraints {
		if kept[k] {
			post(c.Constraint)
			continue
		}
		i, known := of[c.from]
		if !known {
			return nil, false
		}
		if scopes[i] == nil {
			scopes[i] = make([]bool, len(p.form.Atoms))
		}
		each(c.Constraint, func(l Lit) { p.form.mark(l, scopes[i]) })
		off := loose.Clue[i].Not()
		switch c := c.Constraint.(type) {
		case *Clause:
			post(&Clause{append(slices.Clone(c.Lits), off)})
		case *Linear:
			low, high := 0, 0
			for _, t := range c.Terms {
				low, high = low+min(t.Weight, 0), high+max(t.Weight, 0)
			}
			if n := c.Least - low; n > 0 {
				post(&Linear{append(slices.Clone(c.Terms), Term{off, n}), c.Least, high + n})
			}
			if n := high - c.Most; n > 0 {
				post(&Linear{append(slices.Clone(c.Terms), Term{off, -n}), low - n, c.Most})
			}
		default:
			return nil, false
		}
	}
	for _, n := range without {
		if n > 0 {
			return nil, false
		}
	}
	for i, scope := range scopes {
		differs := []Lit{loose.Breaks[i].Not()}
		for atom, in := range scope {
			if in && atom > 0 && p.form.Atoms[atom].Op == Free {
				differs = append(differs, Lit(2*atom+b2i(values[atom])))
			}
		}
		post(&Clause{differs})
		post(&Clause{[]Lit{loose.Breaks[i].Not(), loose.Clue[i].Not()}})
	}
	post(&Clause{loose.Breaks})
	return loose, true
}

var seed = maphash.MakeSeed()

// hashes are those of constraints, by what they say of the free atoms, which count from 0.
func (f *Form) hashes() []uint64 {
	hash := func(from uint64, words ...any) uint64 { return from*31 + maphash.String(seed, fmt.Sprint(words...)) }
	lits, free := make([]uint64, 2*len(f.Atoms)), 0
	say := func(h uint64, l Lit) uint64 { return (h ^ lits[l]) * 0x9E3779B97F4A7C15 >> 1 * 3 }
	for i, a := range f.Atoms {
		h := hash(1, a.Op)
		if a.Op == Free {
			h, free = hash(2, free), free+1
		}
		for _, l := range a.From {
			h = say(h, l)
		}
		lits[2*i], lits[2*i+1] = h, h^0xC2B2AE3D27D4EB4F
	}
	out := make([]uint64, len(f.Constraints))
	for i, c := range f.Constraints {
		h := hash(3, fmt.Sprintf("%T", c.Constraint))
		each(c.Constraint, func(l Lit) { h = say(h, l) })
		if c, ok := c.Constraint.(*Linear); ok {
			h = hash(h, c.Least, c.Most)
			for _, t := range c.Terms {
				h = h*31 + uint64(t.Weight)
			}
		}
		out[i] = h
	}
	return out
}

// Within is the form with those constraints only that are about some cells and nothing else.
func (f *Form) Within(in func(cell int) bool) *Form {
	out := f.about(func(cell int) bool { return !in(cell) })
	return f.only(func(c Posted) bool {
		about, outside := false, false
		each(c.Constraint, func(l Lit) { about, outside = true, outside || out[l.Atom()] })
		return about && !outside
	})
}

// about says of each atom whether it is about some cells.
func (f *Form) about(in func(cell int) bool) []bool {
	about := make([]bool, len(f.Atoms))
	for _, l := range f.layers {
		for cell, v := range l.at {
			for x := range v.values {
				if in(cell) {
					about[v.Is(x).Atom()] = true
				}
			}
		}
	}
	for i, a := range f.Atoms {
		for _, l := range a.From {
			about[i] = about[i] || about[l.Atom()]
		}
	}
	return about
}

// only is the form with some of its constraints.
func (f *Form) only(some func(c Posted) bool) *Form {
	form := &Form{Size: f.Size, Atoms: f.Atoms, Vars: f.Vars, layers: f.layers}
	for _, c := range f.Constraints {
		if some(c) {
			form.Constraints = append(form.Constraints, c)
		}
	}
	return form
}
