package theory

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// walk decides at random and takes back at random, and holds what the search says against all assignments:
//
//  1. what is implied holds in each solution that has the decisions, and a conflict has none (soundness);
//  2. a reason was true before, and is enough for what it implies; for few, none of its literals can be spared;
//  3. nothing that one look ahead finds stays open (could); and an assignment of all is a solution.
type walk struct {
	*Theory
	name string
	// all are assignments of the form's atoms that obey its definitions: 1 true, -1 false; solutions those that obey its
	// constraints, too; by those of each constraint.
	all, solutions [][]int8
	by             [][][]int8
	could          func(value values) bool // nil for no promise
	closed         func(value values) bool // what else follows; nil for nothing
	few            bool
	guides         [][]int8 // assignments that most decisions follow, such as some that are to be refused
	// What was met:
	implied, conflicts, boards int
}

// assignments are all of a form's, and those that obey each of its constraints and all.
func assignments(form *model.Form) (all, solutions [][]int8, by [][][]int8) {
	var free []int
	for i, a := range form.Atoms {
		if i > 0 && a.Op == model.Free {
			free = append(free, i)
		}
	}
	by = make([][][]int8, len(form.Constraints))
	values := make([]bool, len(form.Atoms))
	values[0] = true
	for mask := range 1 << len(free) {
		for k, i := range free {
			values[i] = mask>>k&1 == 1
		}
		form.Complete(values)
		if slices.ContainsFunc(form.Vars, func(v model.Var) bool {
			n := 0
			for x := range v.Values() {
				if l := v.Is(x); values[l.Atom()] == l.Positive() {
					n++
				}
			}
			return n != 1
		}) {
			continue
		}
		a := make([]int8, len(values))
		for i, is := range values {
			if a[i] = -1; is {
				a[i] = 1
			}
		}
		all = append(all, a)
		solves := true
		for i, c := range form.Constraints {
			if lits, _ := c.Broken(values); len(lits) == 0 {
				by[i] = append(by[i], a)
			} else {
				solves = false
			}
		}
		if solves {
			solutions = append(solutions, a)
		}
	}
	return all, solutions, by
}

// in is a literal's value in an assignment; 0 where that does not say.
func in(a []int8, l cdcl.Lit) int8 {
	if int(l.Var()) >= len(a) {
		return 0
	}
	if l.Positive() {
		return a[l.Var()]
	}
	return -a[l.Var()]
}

// with are the assignments that have all literals.
func with(all [][]int8, lits []cdcl.Lit) (out [][]int8) {
	for _, a := range all {
		if !slices.ContainsFunc(lits, func(l cdcl.Lit) bool { return in(a, l) <= 0 }) {
			out = append(out, a)
		}
	}
	return out
}

// enough says that literals exclude each other.
func (w *walk) enough(all [][]int8, lits []cdcl.Lit) bool {
	for _, l := range lits {
		if len(all) > 0 && int(l.Var()) >= len(all[0]) {
			return true // a variable that assignments do not have
		}
	}
	return len(with(all, lits)) == 0
}

// excludes holds a reason, with the negation of what it implies, against assignments.
func (w *walk) excludes(t *testing.T, all [][]int8, lits []cdcl.Lit) {
	t.Helper()
	alltest.Require(t, w.enough(all, lits), "%s: %v do not exclude each other", w.name, lits)
	if !w.few || w.could == nil || w.could(trues(lits)) {
		return
	}
	for i, l := range lits {
		alltest.Require(t, l.Var() <= 0 || w.could(trues(slices.Delete(slices.Clone(lits), i, i+1))),
			"%s: %v exclude each other without %v", w.name, lits, l)
	}
}

// trues are values of conditions where some are true and nothing else is known.
func trues(lits []cdcl.Lit) values {
	return func(l model.Lit) int8 {
		switch l := cdcl.Lit(l); {
		case slices.Contains(lits, l) || l == 0:
			return 1
		case slices.Contains(lits, l.Not()) || l == 1:
			return -1
		}
		return 0
	}
}

// conflict is what the solver has of a conflict: literals that are all false.
func (w *walk) conflict() (out []cdcl.Lit) {
	field := reflect.ValueOf(w.Solver).Elem().FieldByName("conflict")
	for i := range field.Len() {
		out = append(out, cdcl.Lit(field.Index(i).Int()).Not())
	}
	return out
}

// go walks so many steps.
func (w *walk) steps(t *testing.T, r *rand.Rand, steps int) {
	t.Helper()
	s := w.Solver
	if s.Unsatisfiable() {
		alltest.Require(t, len(w.solutions) == 0, "%s: unsatisfiable, with %d solutions", w.name, len(w.solutions))
		return
	}
	var decided []cdcl.Lit
	guide := r.IntN(1 << 20)
	known := 0                       // of the trail: reasons that were looked at
	back := func(level int32) bool { // to below a level
		s.Backtrack(r.IntN(int(max(level, 1))))
		decided = decided[:s.Level()]
		known = min(known, len(s.Trail()))
		guide++
		return s.Propagate()
	}
	ok := s.Propagate()
	for range steps {
		left := with(w.solutions, decided)
		for before := -1; ok && w.could != nil && before < len(s.Trail()); {
			before = len(s.Trail())
			for _, id := range w.patient { // what a search would find, whose turn it was not
				ok = ok && w.props[id].(*connected).settle(w.Theory, w.bases[id])
			}
			ok = ok && s.Propagate()
		}
		if !ok {
			w.conflicts++
			alltest.Require(t, len(left) == 0, "%s: a conflict after %v, with %d solutions", w.name, decided, len(left))
			because := w.conflict()
			alltest.Require(t, !slices.ContainsFunc(because, func(l cdcl.Lit) bool { return s.Value(l) <= 0 }),
				"%s: a conflict of %v, which are not all true", w.name, because)
			w.excludes(t, w.solutions, because)
			few := w.few
			w.few = false // what led to it may exclude itself
			for _, lit := range s.Trail()[known:] {
				if !slices.Contains(decided, lit) {
					w.reason(t, lit)
				}
			}
			w.few = few
			top := int32(0) // where the conflict arose, maybe before it was found
			for _, l := range because {
				top = max(top, s.VarLevel(l.Var()))
			}
			if top == 0 {
				return
			}
			ok = back(top)
			continue
		}
		for _, id := range w.patient {
			if p := w.props[id].(*connected); r.IntN(16) == 0 {
				p.latest = max(p.latest, 1<<30+1) // as after many searches
			}
		}
		for i, lit := range s.Trail() {
			alltest.Require(t, !slices.ContainsFunc(left, func(a []int8) bool { return in(a, lit) < 0 }),
				"%s: %v is implied after %v, and a solution has it not", w.name, lit, decided)
			if i < known || slices.Contains(decided, lit) {
				continue
			}
			w.reason(t, lit)
		}
		known = len(s.Trail())
		value := func(l model.Lit) int8 { return s.Value(cdcl.Lit(l)) }
		var open []cdcl.Lit
		for v := range cdcl.Var(len(w.form.Atoms)) {
			if s.Value(v.Pos()) == 0 {
				open = append(open, v.Pos(), v.Neg())
			}
		}
		if w.could != nil {
			alltest.Require(t, w.could(value) && (w.closed == nil || w.closed(value)), "%s: no conflict after %v", w.name, decided)
			for _, l := range open {
				alltest.Require(t, w.could(func(m model.Lit) int8 { return cmp.Or(value(m), trues([]cdcl.Lit{l})(m)) }),
					"%s: %v is open after %v", w.name, l, decided)
			}
		}
		alltest.Require(t, len(s.Trail()) != s.Vars() || len(left) != 0, "%s: %v is no solution", w.name, decided)
		if len(open) == 0 {
			w.boards++
			if s.Level() == 0 {
				return
			}
			ok = back(int32(s.Level()))
			continue
		}
		lit := open[r.IntN(len(open))]
		if len(w.guides) > 0 && in(w.guides[guide%len(w.guides)], lit) < 0 && r.IntN(10) > 0 {
			lit = lit.Not()
		}
		decided = append(decided, lit)
		ok = s.Assume(lit)
		cause, told := w.Cause(lit)
		alltest.Require(t, !told && cause == 0, "%s: the decision %v has the cause %d", w.name, lit, cause)
	}
}

// reason looks at why a literal was implied.
func (w *walk) reason(t *testing.T, lit cdcl.Lit) {
	t.Helper()
	s := w.Solver
	because := s.Because(lit)
	for _, l := range because {
		alltest.Require(t, s.Value(l) > 0 && s.TrailIndex(l.Var()) < s.TrailIndex(lit.Var()),
			"%s: %v because of %v, which was not true before", w.name, lit, l)
	}
	of := w.solutions
	if w.tells {
		of = w.all
		cause, ok := w.Cause(lit)
		if ok {
			of = w.by[cause]
		} else if cause > 0 {
			t.Fatalf("%s: %v has the cause %d and none", w.name, lit, cause)
		}
		_, noted := s.Note(lit)
		alltest.Require(t, noted || lit.Var() == 0, "%s: nobody tells why %v holds", w.name, lit)
	}
	if lit.Var() > 0 {
		w.implied++
		w.excludes(t, of, append(slices.Clone(because), lit.Not()))
	}
}
