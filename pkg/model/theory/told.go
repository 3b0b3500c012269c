package theory

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// Told is [New] for a search whose every step can be told: each constraint is a propagator of its own,
// clauses and definitions too, so that [Theory.Cause] knows what implied a literal. It is slower.
func Told(form *model.Form) *Theory { return start(form, true, nil, nil) }

// Cause is the index, in the form's constraints, of the one that implied a literal; ok is false where it
// was a definition, a decision, or a clause that was added later.
func (t *Theory) Cause(lit cdcl.Lit) (constraint int, ok bool) {
	note, ok := t.Solver.Note(lit)
	if !ok {
		return 0, false
	}
	cause := t.causes[t.owners[note]]
	return int(cause), cause >= 0
}

// told is a clause as a propagator.
type told struct{ lits []cdcl.Lit }

func (t *Theory) tell(lits []cdcl.Lit) {
	p := &told{lits}
	t.add(p, max(len(lits), 1), func(watch func(model.Lit, int32)) {
		for i, l := range lits {
			watch(model.Lit(l.Not()), int32(i))
		}
	})
}

func (p *told) assigned(cdcl.Lit, int32) {}

func (p *told) undone(cdcl.Lit, int32) {}

func (p *told) propagate(t *Theory, base int32) bool {
	open := -1
	for i, l := range p.lits {
		switch value := t.Solver.Value(l); {
		case value > 0 || value == 0 && open >= 0:
			return true
		case value == 0:
			open = i
		}
	}
	if open < 0 {
		return t.Solver.Fail(p.others(-1, nil))
	}
	return t.Solver.Imply(p.lits[open], base+int32(open))
}

func (p *told) explain(_ *Theory, _ cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	return p.others(int(note), out)
}

// others appends the negations of all literals but one.
func (p *told) others(but int, out []cdcl.Lit) []cdcl.Lit {
	for i, l := range p.lits {
		if i != but {
			out = append(out, l.Not())
		}
	}
	return out
}
