package cdcl

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

// audit is a search step by step, with everything that the solver claims put
// before the list of all models.
type audit struct {
	t      *testing.T
	s      *Solver
	models []uint32 // each a set of true variables
	most   *atMost  // nil without a propagator
}

// newAudit loads clauses, and with most >= 0 a propagator that lets so many
// variables be true.
func newAudit(t *testing.T, f formula, most int) *audit {
	a := &audit{t: t, s: &Solver{}}
	a.s.NewVars(f.vars)
	if most >= 0 {
		a.most = &atMost{s: a.s, most: most}
		for v := range f.vars {
			a.most.vars = append(a.most.vars, Var(v))
		}
		a.s.SetPropagator(a.most)
	}
	f.addTo(a.s)
	for m := range uint32(1) << f.vars {
		if f.true(m) && (most < 0 || bits.OnesCount32(m) <= most) {
			a.models = append(a.models, m)
		}
	}
	return a
}

// implied tells whether a clause holds in every model.
func (a *audit) implied(c []Lit) bool {
	for _, m := range a.models {
		if !slices.ContainsFunc(c, func(l Lit) bool { return among(m, l) }) {
			return false
		}
	}
	return true
}

// clauses are the clauses in the arena, those of one's own marked.
func (a *audit) clauses() (all [][]Lit, learned map[int]bool) {
	learned = map[int]bool{}
	for at := 0; at < len(a.s.arena); at += header + int(a.s.arena[at]) {
		if slices.Contains(a.s.learned, int32(at)) {
			learned[len(all)] = true
		}
		all = append(all, a.s.lits(int32(at)))
	}
	return all, learned
}

// watched demands that every clause is in the lists of its first two literals,
// and in no other.
func (a *audit) watched() {
	a.t.Helper()
	count := 0
	for l, list := range a.s.watches {
		for _, w := range list {
			count++
			ref := w.ref
			if ref < 0 {
				ref = ^ref
			}
			c := a.s.lits(ref)
			alltest.Require(a.t, w.ref < 0 == (len(c) == 2) && (c[0] == Lit(l).Not() || c[1] == Lit(l).Not()) && slices.Contains(c, w.blocker) && w.blocker != Lit(l).Not(),
				"%v watches for %v with blocker %v", c, Lit(l).Not(), w.blocker)
		}
	}
	all, _ := a.clauses()
	alltest.Require(a.t, count == 2*len(all), "%d watches of %d clauses", count, len(all))
}

// trail demands that every assigned literal was decided or follows from earlier
// ones, and that all books agree with the trail.
func (a *audit) trail() {
	a.t.Helper()
	s := a.s
	alltest.Require(a.t, s.Level() == len(s.limits) && s.Vars() == len(s.levels), "level %d of %d, %d variables", s.Level(), len(s.limits), s.Vars())
	level := int32(0)
	for i, l := range s.Trail() {
		decided := int(level) < len(s.limits) && int(s.limits[level]) == i
		if decided {
			level++
		}
		alltest.Require(a.t, s.Value(l) == 1 && s.Value(l.Not()) == -1 && s.TrailIndex(l.Var()) == int32(i) && s.VarLevel(l.Var()) == level,
			"%v at %d: values %d and %d, index %d, level %d of %d", l, i, s.Value(l), s.Value(l.Not()), s.TrailIndex(l.Var()), s.VarLevel(l.Var()), level)
		because := s.Because(l)
		alltest.Require(a.t, !decided || because == nil, "the decision %v has the reason %v", l, because)
		if decided || level == 0 && because == nil {
			continue
		}
		c := []Lit{l}
		for _, r := range because {
			alltest.Require(a.t, s.Value(r) == 1 && s.TrailIndex(r.Var()) < int32(i),
				"%v at %d because of %v, which is %d at %d", l, i, r, s.Value(r), s.TrailIndex(r.Var()))
			c = append(c, r.Not())
		}
		alltest.Require(a.t, a.implied(c), "%v does not follow from %v", l, because)
	}
	for l, v := range s.values {
		alltest.Require(a.t, v == 0 || s.trail[s.indices[Lit(l).Var()]].Var() == Lit(l).Var(), "%v is %d and not on the trail", Lit(l), v)
	}
}

// fixpoint demands that no clause and no limit implies more.
func (a *audit) fixpoint() {
	a.t.Helper()
	all, _ := a.clauses()
	for _, c := range all {
		open, truth := 0, false
		for _, l := range c {
			truth = truth || a.s.Value(l) == 1
			if a.s.Value(l) == 0 {
				open++
			}
		}
		alltest.Require(a.t, truth || open >= 2, "%v has %d open literals after propagation", c, open)
	}
	if a.most != nil {
		n := 0
		for v := range a.s.Vars() {
			if a.s.Value(Var(v).Pos()) == 1 {
				n++
			}
		}
		alltest.Require(a.t, n == a.most.count && n <= a.most.most && (n != a.most.most || len(a.s.trail) >= a.s.Vars()),
			"%d variables are true, the propagator knows of %d and allows %d", n, a.most.count, a.most.most)
	}
}

// queue demands that the heap is one, and holds every open variable.
func (a *audit) queue() {
	a.t.Helper()
	h := &a.s.order
	for i, v := range h.items {
		alltest.Require(a.t, h.place[v] == int32(i), "variable %d is at %d, said to be at %d", v, i, h.place[v])
		alltest.Require(a.t, i <= 0 || h.activity[v] <= h.activity[h.items[(i-1)/2]], "item %d is above its parent: %v", i, h.items)
	}
	for v := range a.s.Vars() {
		in := slices.Contains(h.items, int32(v))
		alltest.Require(a.t, in || h.place[v] == -1 && a.s.Value(Var(v).Pos()) != 0, "variable %d is missing at place %d", v, h.place[v])
	}
}

// redundant tells whether a literal of a learned clause follows from the others,
// by going through all that implied it.
func (a *audit) redundant(c []Lit, l Lit) bool {
	because := a.s.Because(l.Not())
	for _, r := range because {
		if a.s.VarLevel(r.Var()) > 0 && !slices.Contains(c, r.Not()) && !a.redundant(c, r.Not()) {
			return false
		}
	}
	return because != nil
}

// conflict analyses a conflict and demands all of what it learns.
func (a *audit) conflict() (level, distance int) {
	a.t.Helper()
	s := a.s
	for _, l := range s.conflict {
		alltest.Require(a.t, s.Value(l) == -1, "%v in the conflict %v is %d", l, s.conflict, s.Value(l))
	}
	alltest.Require(a.t, a.implied(s.conflict), "the conflict %v is none", s.conflict)
	was, activity := slices.Clone(s.arena), slices.Clone(s.order.activity)
	level, distance = s.analyse()
	if slices.ContainsFunc(s.seen, func(n uint8) bool { return n != 0 }) && !s.unsat {
		// Marks are of one analysis.
		a.t.Fatalf("marks are left: %v", s.seen)
	}
	if s.unsat {
		alltest.Require(a.t, len(a.models) == 0 && s.Level() == 0, "unsatisfiable at level %d with %d models", s.Level(), len(a.models))
		return level, distance
	}
	a.uses(was)
	c := s.learnt
	alltest.Require(a.t, a.implied(c), "learned %v, which does not follow", c)
	levels := map[int32]int{}
	next := int32(0)
	for i, l := range c {
		for _, why := range s.because(l.Var(), l.Not()) {
			v := why.Var()
			alltest.Require(a.t, !s.proving || s.VarLevel(v) == 0 || s.order.activity[v] == activity[v]+s.bump, "%v, from which the learned %v follows, is not more active by %v", why, l.Not(), s.bump)
		}
		alltest.Require(a.t, s.Value(l) == -1 && s.VarLevel(l.Var()) != 0,
			"%v in the learned %v is %d at level %d", l, c, s.Value(l), s.VarLevel(l.Var()))
		levels[s.VarLevel(l.Var())]++
		if i > 0 {
			next = max(next, s.VarLevel(l.Var()))
			alltest.Require(a.t, !a.redundant(c, l), "%v in the learned %v follows from the others", l, c)
		}
	}
	alltest.Require(a.t, s.VarLevel(c[0].Var()) == int32(s.Level()) && levels[int32(s.Level())] == 1,
		"the learned %v is of the levels %v, not once of %d", c, levels, s.Level())
	alltest.Require(a.t, (len(c) <= 1 || s.VarLevel(c[1].Var()) == next) && level == int(next) && distance == len(levels),
		"the learned %v of the levels %v: back to %d, distance %d", c, levels, level, distance)
	return level, distance
}

// uses demands that in a search for a proof, and in no other, the learned clauses are in use that a conflict was learned from, with the fewest
// levels that they ever had.
func (a *audit) uses(was []Lit) {
	a.t.Helper()
	s := a.s
	used := map[int32]bool{s.broken: true}
	for queue, seen := slices.Clone(s.conflict), map[Lit]bool{s.learnt[0]: true}; len(queue) > 0; queue = queue[1:] {
		if l := queue[0]; !seen[l] && int(s.VarLevel(l.Var())) == s.Level() {
			seen[l] = true
			if why := s.reasons[l.Var()]; why&3 == tagClause {
				used[why.ref()] = true
			}
			for _, from := range s.because(l.Var(), l.Not()) {
				queue = append(queue, from.Not())
			}
		}
	}
	for at := 0; at < len(was); at += header + int(was[at]) {
		ref, want := int32(at), was[at+1]
		if s.proving && used[ref] && slices.Contains(s.learned, ref) {
			levels := map[int32]bool{}
			for _, l := range s.lits(ref) {
				levels[s.VarLevel(l.Var())] = true
			}
			if want %= oneUse; want > 2 {
				want = min(want, Lit(len(levels)))
			}
			if want <= 6 {
				want += oneUse
			}
			want += oneUse
		}
		alltest.Require(a.t, s.arena[at+1] == want, "%v: distance %d and uses %d, want %d and %d", s.lits(ref), s.arena[at+1]%oneUse, s.arena[at+1]/oneUse, want%oneUse, want/oneUse)
	}
}

// decision takes what the solver chooses and demands that it is the open variable
// of the greatest activity, the first of equals, with its phase.
func (a *audit) decision() bool {
	a.t.Helper()
	s, best := a.s, -1
	for v := range s.Vars() {
		if s.Value(Var(v).Pos()) == 0 && (best < 0 || s.order.activity[v] > s.order.activity[best]) {
			best = v
		}
	}
	l, ok := s.choose()
	alltest.Require(a.t, ok == (best >= 0) && (!ok || int(l.Var()) == best && l.Positive() == (s.phases[best] > 0)),
		"chosen %v, %v; the most active is %d", l, ok, best)
	if ok {
		s.decide(l)
	}
	return ok
}

// search searches for all models, with a look at everything after each step. It
// forgets clauses after every few conflicts.
func (a *audit) search(forget int) {
	a.t.Helper()
	s := a.s
	want := len(a.models)
	var met int
	var expected Statistics
	propagate := func() bool {
		from := s.Stats.Propagations
		head := s.head
		ok := s.Propagate()
		alltest.Require(a.t, s.Stats.Propagations-from == int64(s.head-head),
			"%d literals were propagated, counted %d", s.head-head, s.Stats.Propagations-from)
		return ok
	}
	conflicts := 0
	for !s.unsat {
		if !propagate() {
			if conflicts++; s.Level() == 0 {
				alltest.Require(a.t, s.unsat, "a conflict at level 0 decides")
				break
			}
			values := slices.Clone(s.values)
			level, distance := a.conflict()
			if s.unsat {
				break
			}
			expected.Learned++
			expected.Literals += int64(len(s.learnt))
			learned, refs := slices.Clone(s.learnt), len(s.learned)
			s.learn(level, distance)
			n := len(s.trail) - 1
			alltest.Require(a.t, s.Level() == level && s.trail[n] == learned[0] && len(learned) > 1 == (len(s.learned) == refs+1),
				"learned %v: level %d of %d, last %v, %d clauses", learned, s.Level(), level, s.trail[n], len(s.learned))
			if len(learned) > 1 {
				ref := s.learned[refs]
				alltest.Require(a.t, slices.Equal(s.lits(ref), learned) && int(s.arena[ref+1]%oneUse) == distance && (s.arena[ref+1] >= oneUse) == s.proving,
					"learned %v of distance %d, kept %v of %d", learned, distance, s.lits(ref), s.arena[ref+1])
				because := s.Because(learned[0])
				if len(because) != len(learned)-1 || slices.ContainsFunc(because, func(l Lit) bool { return !slices.Contains(learned[1:], l.Not()) }) {
					a.t.Fatalf("%v because of %v, learned %v", learned[0], because, learned)
				}
			}
			for v := range s.Vars() {
				if was := values[Var(v).Pos()]; was != 0 && s.Value(Var(v).Pos()) == 0 && s.phases[v] != was {
					a.t.Fatalf("variable %d was %d, its phase is %d", v, was, s.phases[v])
				}
			}
			a.queue()
			a.watched()
			if conflicts%forget == 0 {
				s.Backtrack(0)
				if propagate() {
					a.forget()
				}
			}
			continue
		}
		a.fixpoint()
		a.trail()
		if a.decision() {
			expected.Decisions++
			continue
		}
		if met++; met > want {
			a.t.Fatalf("more than %d models", want)
		}
		var m uint32
		for v := range s.Vars() {
			if s.Value(Var(v).Pos()) == 1 {
				m |= 1 << v
			}
		}
		alltest.Require(a.t, slices.Contains(a.models, m), "%b is no model, or was there before", m)
		a.models = slices.DeleteFunc(a.models, func(n uint32) bool { return n == m })
		more := s.AddBlockingClause()
		alltest.Require(a.t, (more || s.unsat) && s.Level() == 0, "blocked: %v at level %d, unsatisfiable %v", more, s.Level(), s.unsat)
	}
	alltest.Require(a.t, met == want && s.Unsatisfiable(), "%d models of %d", met, want)
	expected.Explained = s.Stats.Explained
	expected.Propagations = s.Stats.Propagations
	alltest.Require(a.t, s.Stats == expected, "counted %+v, want %+v", s.Stats, expected)
	alltest.Require(a.t, (a.most != nil || s.Stats.Explained == 0) && (a.most == nil || int(s.Stats.Explained) == a.most.asked),
		"%d explanations, asked by %+v", s.Stats.Explained, a.most)
}

// forget halves the base at level 0 and demands that given clauses stay where
// they are not met, literals that are false are gone, and of the learned ones
// those stay that are in use, connect two levels, are pairs or belong to the better half.
func (a *audit) forget() {
	a.t.Helper()
	s := a.s
	type entry struct {
		lits     []Lit
		distance int
	}
	var given, sure, rest []entry
	for at := 0; at < len(s.arena); at += header + int(s.arena[at]) {
		e := entry{slices.Clone(s.lits(int32(at))), int(s.arena[at+1])}
		switch {
		case !slices.Contains(s.learned, int32(at)):
			given = append(given, e)
		case e.distance >= oneUse:
			e.distance -= oneUse
			sure = append(sure, e)
		case e.distance <= 2 || len(e.lits) == 2:
			sure = append(sure, e)
		default:
			rest = append(rest, e)
		}
	}
	// Of equals the younger, which stand later, come first.
	slices.Reverse(rest)
	slices.SortStableFunc(rest, func(a, b entry) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return len(a.lits) - len(b.lits)
	})
	left := func(list []entry) (texts []string) {
		for _, e := range list {
			if slices.ContainsFunc(e.lits, func(l Lit) bool { return s.Value(l) == 1 }) {
				continue
			}
			e.lits = slices.DeleteFunc(e.lits, func(l Lit) bool { return s.Value(l) == -1 })
			texts = append(texts, text(e.lits, e.distance))
		}
		return texts
	}
	wantLearned := append(left(sure), left(rest[:len(rest)/2])...)
	wantGiven := left(given)
	s.reduce()
	var gotLearned, gotGiven []string
	for at := 0; at < len(s.arena); at += header + int(s.arena[at]) {
		t := text(s.lits(int32(at)), int(s.arena[at+1]))
		if slices.Contains(s.learned, int32(at)) {
			gotLearned = append(gotLearned, t)
		} else {
			gotGiven = append(gotGiven, t)
		}
	}
	for _, list := range [][]string{wantLearned, wantGiven, gotLearned, gotGiven} {
		slices.Sort(list)
	}
	alltest.Require(a.t, slices.Equal(gotGiven, wantGiven) && slices.Equal(gotLearned, wantLearned),
		"given %q, want %q; learned %q, want %q", gotGiven, wantGiven, gotLearned, wantLearned)
	a.watched()
}

// text is a clause, whatever the order of its literals, with its distance.
func text(lits []Lit, distance int) string {
	lits = slices.Sorted(slices.Values(lits))
	var out []byte
	for _, l := range lits {
		out = append(append(out, l.String()...), ' ')
	}
	return fmt.Sprintf("%sof %d", out, distance)
}

// Everything that the search does on small formulas is right: what is implied
// and why, what is learned, forgotten, chosen and counted, and every model is met
// once.
func TestEveryStep(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 150 {
		vars := 5 + r.IntN(7)
		f := random3(r, vars, vars*(2+i%4))
		for range r.IntN(3) { // longer and shorter ones
			f.clauses = append(f.clauses, random3(r, vars, 1).clauses[0][:2], slices.Concat(random3(r, vars, 2).clauses...))
		}
		most := -1
		if i%3 == 0 {
			most = 1 + r.IntN(vars)
		}
		newAudit(t, f, most).search(3 + i%5)
		proof := newAudit(t, f, most)
		proof.s.SetProving()
		proof.search(3 + i%5)
	}
}

// The same where many clauses are learned, forgotten and learned again.
func TestEveryStepOfPigeons(t *testing.T) {
	for n, forget := range map[int]int{3: 4, 4: 15} {
		newAudit(t, pigeons(n), -1).search(forget)
		proof := newAudit(t, pigeons(n), -1)
		proof.s.SetProving()
		proof.search(forget)
	}
}
