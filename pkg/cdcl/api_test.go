package cdcl

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

func TestLiterals(t *testing.T) {
	for v, names := range map[Var][2]string{0: {"1", "-1"}, 1: {"2", "-2"}, 41: {"42", "-42"}} {
		for _, positive := range []bool{true, false} {
			l, name, other := v.Pos(), names[0], names[1]
			if !positive {
				l, name, other = v.Neg(), names[1], names[0]
			}
			alltest.Check(t, l.String() == name && l.Not().String() == other && l.Var() == v && l.Positive() == positive && v.Lit(positive) == l && l.Not().Not() == l,
				"%v of variable %d, %v", l, v, positive)
		}
	}
}

// AddClause and AddBlockingClause say whether anything is left, whatever there is
// in the clause, and go back to level 0.
func TestAddClause(t *testing.T) {
	s := &Solver{}
	a, b := s.NewVar(), s.NewVars(4)
	alltest.Check(t, a == 0 && b == 1 && s.NewVar() == 5 && s.Vars() == 6, "variables %d, %d of %d", a, b, s.Vars())
	s.decide(lit(3))
	alltest.Check(t, s.AddClause(lit(1), lit(-1)) && s.Level() == 0 && s.Value(lit(3)) == 0 && len(s.arena) == 0,
		"always true: level %d, arena %v", s.Level(), s.arena)
	alltest.Check(t, s.AddClause(lit(-1), lit(2), lit(1)) && len(s.arena) == 0, "always true, the negation first: arena %v", s.arena)
	alltest.Check(t, s.AddClause(lit(1), lit(2), lit(1)) && slices.Equal(s.lits(0), []Lit{lit(1), lit(2)}), "doubled literal: %v", s.arena)
	alltest.Check(t, s.AddClause(lit(-1)) && s.Value(lit(1)) == -1, "a unit is not true at once")
	size := len(s.arena)
	alltest.Check(t, s.AddClause(lit(-1), lit(4), lit(5)) && len(s.arena) == size, "a clause that is true is kept")
	alltest.Check(t, s.AddClause(lit(1), lit(4), lit(5)) && slices.Equal(s.lits(4), []Lit{lit(4), lit(5)}),
		"a literal that is false stays: %v", s.arena)
	alltest.Check(t, s.AddClause(lit(1), lit(6)) && s.Value(lit(6)) == 1, "a clause with one open literal is a unit")
	alltest.Check(t, !s.AddClause(lit(1), lit(-6)) && s.Unsatisfiable(), "a clause with no open literal is left open")
	alltest.Check(t, !s.AddClause(lit(2)) && !s.AddClause() && !s.AddBlockingClause() && s.Solve(always) == Unsatisfiable,
		"a clause makes the unsatisfiable satisfiable")
	if s = (&Solver{}); s.AddClause() || !s.Unsatisfiable() {
		t.Error("the empty clause holds")
	}
}

// Without clauses the phases asked for last are the model.
func TestPhases(t *testing.T) {
	s := &Solver{}
	first := s.NewVars(4)
	s.SetPhase(first+1, true)
	s.SetPhase(first+2, true)
	s.SetPhase(first+2, false)
	alltest.Check(t, s.Solve(always) == Satisfiable && slices.Equal(s.Trail(), []Lit{lit(-1), lit(2), lit(-3), lit(-4)}),
		"without clauses: %v", s.Trail())
}

// implier is a propagator that says what it is told to say.
type implier struct {
	assigned  func(l Lit) bool
	propagate func() bool
	explain   func(l Lit, note int32) []Lit
	heard     []Lit
}

func (p *implier) Assigned(l Lit) bool {
	p.heard = append(p.heard, l)
	return p.assigned == nil || p.assigned(l)
}

func (p *implier) Undone(l Lit) {
	if last := len(p.heard) - 1; last < 0 || p.heard[last] != l {
		panic("undone in another order")
	}
	p.heard = p.heard[:len(p.heard)-1]
}

func (p *implier) Propagate() bool { return p.propagate == nil || p.propagate() }

func (p *implier) Explain(l Lit, note int32, out []Lit) []Lit {
	return append(out, p.explain(l, note)...)
}

// A propagator implies by one literal, by two, and by a note, and is told on which
// the literal depends; what is implied already changes nothing, and the opposite
// is a conflict.
func TestImply(t *testing.T) {
	s := &Solver{}
	s.NewVars(6)
	p := &implier{explain: func(l Lit, note int32) []Lit {
		alltest.Check(t, note == 77, "%v is explained by the note %d", l, note)
		return []Lit{lit(1), lit(-2)}
	}}
	p.assigned = func(l Lit) bool {
		if l != lit(-2) {
			return true
		}
		for range 2 {
			alltest.Check(t, s.Imply1(lit(3), lit(1)) && s.Imply2(lit(-4), lit(1), lit(-2)) && s.Imply(lit(5), 77), "a conflict where there is none")
		}
		return true
	}
	s.SetPropagator(p)
	s.decide(lit(1))
	alltest.Require(t, s.Propagate(), "a conflict")
	s.decide(lit(-2))
	alltest.Require(t, s.Propagate() && slices.Equal(s.Trail(), []Lit{lit(1), lit(-2), lit(3), lit(-4), lit(5)}) && slices.Equal(p.heard, s.Trail()),
		"the trail is %v, heard %v", s.Trail(), p.heard)
	for l, want := range map[int][]Lit{1: nil, -2: nil, 3: {lit(1)}, -4: {lit(1), lit(-2)}, 5: {lit(1), lit(-2)}} {
		got := s.Because(lit(l))
		alltest.Check(t, slices.Equal(got, want), "%d because of %v, want %v", l, got, want)
		note, ok := s.Note(lit(l))
		alltest.Check(t, ok == (l == 5) && (!ok || note == 77), "%d has the note %d, %v", l, note, ok)
	}
	s.Because(lit(5))
	alltest.Check(t, s.Stats.Explained == 1, "%d explanations: one is remembered", s.Stats.Explained)
	conflict := func(want ...Lit) {
		t.Helper()
		slices.Sort(s.conflict)
		slices.Sort(want)
		alltest.Check(t, slices.Equal(s.conflict, want), "the conflict is %v, want %v", s.conflict, want)
	}
	alltest.Check(t, !s.Imply1(lit(-3), lit(1)), "no conflict by one literal")
	conflict(lit(-3), lit(-1))
	alltest.Check(t, !s.Imply2(lit(4), lit(1), lit(-2)), "no conflict by two literals")
	conflict(lit(4), lit(-1), lit(2))
	index := s.TrailIndex(4)
	p.explain = func(l Lit, _ int32) []Lit {
		alltest.Check(t, l == lit(-5) && s.TrailIndex(4) == 5, "%v is explained at %d, the trail has 5", l, s.TrailIndex(4))
		return []Lit{lit(1), lit(3)}
	}
	alltest.Check(t, !s.Imply(lit(-5), 77) && s.TrailIndex(4) == index && s.Stats.Explained == 2, "no conflict by a note, or the index is another")
	conflict(lit(-5), lit(-1), lit(-3))
	alltest.Check(t, !s.Fail([]Lit{lit(1), lit(-4)}), "a failure is none")
	conflict(lit(-1), lit(4))
	s.Backtrack(1)
	alltest.Check(t, s.Level() == 1 && slices.Equal(p.heard, []Lit{lit(1)}) && len(s.Trail()) == 1,
		"back to level %d: %v, heard %v", s.Level(), s.Trail(), p.heard)
	because := s.Because(lit(1))
	alltest.Check(t, because == nil, "a decision because of %v", because)
}

// Any one or two literals may be a reason.
func TestReasons(t *testing.T) {
	for _, a := range []Lit{lit(1), lit(-1), lit(2), lit(7), lit(-900), lit(900)} {
		for _, b := range []Lit{a, lit(3), lit(-3), lit(899), lit(-12)} {
			s := &Solver{}
			s.NewVars(1000)
			s.decide(a)
			if b != a {
				s.decide(b)
			}
			want := []Lit{a, b}
			if a == b {
				want = want[:1]
			}
			alltest.Check(t, s.Imply2(lit(500), a, b) && slices.Equal(s.Because(lit(500)), want), "because of %v, want %v", s.Because(lit(500)), want)
		}
	}
}

// A propagator may notice late that decisions of long ago are in conflict; what is
// implied in Propagate is propagated before it is asked again.
func TestLateConflict(t *testing.T) {
	s := &Solver{}
	s.NewVars(5)
	p := &implier{}
	s.SetPropagator(p)
	asked := 0
	p.propagate = func() bool {
		asked++
		if s.Level() == 4 {
			return s.Fail([]Lit{lit(-1), lit(-2)})
		}
		return true
	}
	for {
		if !s.Propagate() {
			level, distance := s.analyse()
			alltest.Require(t, s.Level() == 2 && level == 1 && distance == 2 && slices.Equal(s.learnt, []Lit{lit(2), lit(1)}),
				"learned %v at level %d, back to %d", s.learnt, s.Level(), level)
			break
		}
		l, ok := s.choose()
		alltest.Require(t, ok, "no conflict")
		s.decide(l)
	}
	alltest.Check(t, asked == 5, "asked %d times on the levels 0 to 4", asked)

	// So late that all of it is from level 0: nothing is left.
	s = &Solver{}
	s.NewVars(4)
	p = &implier{}
	s.SetPropagator(p)
	p.propagate = func() bool { return s.Level() < 2 || s.Fail([]Lit{lit(1), lit(2)}) }
	s.AddClause(lit(1))
	s.AddClause(lit(2))
	if got := s.Solve(always); got != Unsatisfiable || s.Level() != 0 || !s.Unsatisfiable() || s.Stats.Conflicts != 1 || s.Stats.Learned != 0 {
		t.Errorf("%v at level %d, %+v", got, s.Level(), s.Stats)
	}

	s = &Solver{}
	s.NewVars(3)
	p = &implier{}
	s.SetPropagator(p)
	p.propagate = func() bool { return len(s.Trail()) == 2 || s.Imply1(Lit(2*len(s.Trail())), lit(1)) }
	s.AddClause(lit(1))
	alltest.Check(t, s.Propagate() && len(s.Trail()) == 2 && slices.Equal(p.heard, s.Trail()), "the trail is %v, heard %v", s.Trail(), p.heard)
	p.assigned = func(l Lit) bool { return l != lit(3) || s.Fail([]Lit{lit(3)}) }
	if s.AddClause(lit(3)); s.Propagate() || !s.Unsatisfiable() {
		t.Error("a conflict at level 0 leaves something")
	}
}

// An assumption says what follows, fails on a conflict, and leaves nothing behind:
// neither a clause nor, at the level before, a value.
func TestAssume(t *testing.T) {
	s := formula{5, [][]int{{-1, 2}, {-3, -2, 4}, {-3, -2, -4}}}.load()
	alltest.Require(t, s.Propagate() && s.Assume(lit(1)) && slices.Equal(s.Trail(), []Lit{lit(1), lit(2)}), "trail %v", s.Trail())
	s.Backtrack(0)
	alltest.Check(t, s.Assume(lit(3)) && !s.Assume(lit(2)) && s.Level() == 2, "3 and 2 exclude each other: level %d, trail %v", s.Level(), s.Trail())
	s.Backtrack(1)
	alltest.Check(t, s.Level() == 1 && s.Value(lit(2)) == 0 && s.Value(lit(3)) == 1 && !s.Unsatisfiable() && s.Stats.Learned == 0 && s.Stats.Decisions == 3,
		"after going back: trail %v, %+v", s.Trail(), s.Stats)
	defer func() {
		alltest.Check(t, recover() != nil, "an assigned literal was assumed")
	}()
	s.Assume(lit(-3))
}

// Trying a literal counts its decision and its conflict, shows what it implies, and what its
// conflict implies at level 0 is implied at once.
func TestProbe(t *testing.T) {
	s := formula{5, [][]int{{-1, 2, 3}, {-1, 2, -3}, {-1, -2}, {1, 4}, {1, -4, 5}}}.load()
	s.NewVar()
	alltest.Check(t, s.Probe(lit(6), nil) && s.Stats.Decisions == 1 && s.Stats.Conflicts == 0 && s.Level() == 0 && len(s.Trail()) == 0,
		"a free literal: %+v", s.Stats)
	alltest.Check(t, !s.Probe(lit(1), func([]Lit) { t.Error("visited in spite of a conflict") }), "the trial of 1 did not fail")
	alltest.Check(t, s.Stats.Conflicts == 1 && s.Stats.Learned == 1 && s.Stats.Decisions == 2 && s.Level() == 0 && slices.Equal(s.Trail(), []Lit{lit(-1), lit(4), lit(5)}),
		"%+v, trail %v", s.Stats, s.Trail())
	s = formula{3, [][]int{{-1, 2}, {-1, -2}, {1, 3, 2}}}.load()
	var implied []Lit
	alltest.Check(t, !s.Probe(lit(1), nil) && s.Probe(lit(-3), func(l []Lit) { implied = slices.Clone(l) }) && slices.Equal(implied, []Lit{lit(-3), lit(2)}) && s.Level() == 0,
		"the trial of -3 implied %v at level %d", implied, s.Level())
	s = formula{2, [][]int{{-1, 2}, {-1, -2}, {1, 2}, {1, -2}}}.load()
	alltest.Check(t, !s.Probe(lit(1), nil) && s.Unsatisfiable(), "neither 1 nor -1, and yet satisfiable")
	defer func() {
		alltest.Check(t, recover() != nil, "an assigned literal was decided")
	}()
	s = formula{1, [][]int{{-1}}}.load()
	s.Probe(lit(1), nil)
}

// The statistics of a search are those of its steps, in their order.
func TestStatistics(t *testing.T) {
	s := Statistics{Decisions: 1, Conflicts: 2, Restarts: 3, Propagations: 4, Explained: 5, Learned: 6, Literals: 7}
	want := map[string]float64{"decisions": 1, "conflicts": 2, "restarts": 3, "propagations": 4, "learned": 6, "literals": 7}
	for _, x := range s.List() {
		alltest.Check(t, want[x.Name] == x.Value, "%s = %v", x.Name, x.Value)
		delete(want, x.Name)
	}
	alltest.Check(t, len(want) == 0, "not listed: %v", want)
}

// The search restarts after so many conflicts as the sequence says, starts from
// level 0 again, and halves its base when it is above the limit, which grows.
func TestRestartsAndBase(t *testing.T) {
	s := pigeons(8).load()
	s.baseLimit = 50
	var restarts []int64
	limit, halved, before := 50, 0, 0
	s.Solve(func() bool {
		for int64(len(restarts)) < s.Stats.Restarts {
			restarts = append(restarts, s.Stats.Conflicts)
		}
		if s.baseLimit != limit {
			alltest.Check(t, before > limit && s.baseLimit == limit+300 && len(s.learned) <= before,
				"%d clauses of %d: halved to %d, the limit is %d", before, limit, len(s.learned), s.baseLimit)
			limit = s.baseLimit
			halved++
		}
		before = len(s.learned)
		return s.Stats.Conflicts < 2500
	})
	alltest.Require(t, halved != 0 && len(restarts) >= 10, "halved %d times, restarted at %v", halved, restarts)
	// A restart waits until nothing is in conflict, and is seen at the conflict
	// that follows it.
	at := int64(0)
	for i, got := range restarts {
		run, want := got-1-at, 100*luby(int64(i))
		alltest.Check(t, run >= want && run <= want+10, "restart %d after %d conflicts, want %d", i, run, want)
		at = got - 1
	}
}

// A search for a proof restarts as soon as what it learns is worse than usual, which the distances of all that it learned say, and
// reduces its base after 300, 600, 900, … more lemmas.
func TestProving(t *testing.T) {
	s := random3(rand.New(rand.NewPCG(7, 8)), 200, 900).load()
	s.SetProving()
	var recent, sum float64
	var before Statistics
	restarted, run, reduced, lemmas := 0, 0, int64(0), int64(0)
	result := s.Solve(func() bool {
		worse := recent > 1.1*sum/float64(2000+lemmas) && run >= 2
		if s.Stats.Restarts > before.Restarts {
			alltest.Require(t, worse && s.Stats.Restarts == before.Restarts+1, "restart after %d conflicts and %d lemmas of distance %.2f, %.2f in all", run, lemmas, recent, sum/float64(lemmas))
			restarted++
			run = 0
		} else if s.Stats.Decisions > before.Decisions {
			alltest.Require(t, !worse, "no restart after %d conflicts and %d lemmas of distance %.2f, %.2f in all", run, lemmas, recent, sum/float64(lemmas))
		}
		if s.reductions > reduced {
			reduced++
			alltest.Require(t, s.reductions == reduced && lemmas >= 300*reduced*(reduced-1)/2, "reduction %d after %d lemmas", reduced, lemmas)
		}
		if run++; s.lemmas > lemmas {
			distance := float64(s.arena[s.learned[len(s.learned)-1]+1] % oneUse)
			recent, sum, lemmas = .97*recent+.03*distance, sum+distance, lemmas+1
		}
		before = s.Stats
		return true
	})
	for _, ref := range s.learned {
		distance, uses := s.arena[ref+1]%oneUse, s.arena[ref+1]/oneUse
		alltest.Require(t, uses <= 1 || distance <= 6, "a lemma of distance %d has uses %d", distance, uses)
	}
	alltest.Check(t, result == Unsatisfiable && restarted > 100 && reduced > 4, "%v after %d restarts and %d reductions", result, restarted, reduced)
}

// A clause base far below two thousand is not halved, and activity decays with
// every conflict.
func TestDefaults(t *testing.T) {
	s := pigeons(7).load()
	s.Solve(func() bool { return s.Stats.Conflicts < 600 })
	alltest.Check(t, s.Stats.Restarts >= 3 && s.Stats.Learned-int64(len(s.learned)) <= 5,
		"%d of %d clauses are left after %d restarts", len(s.learned), s.Stats.Learned, s.Stats.Restarts)
	want := math.Pow(decay, -600)
	alltest.Check(t, math.Abs(s.bump/want-1) <= 1e-9, "the bump is %g after %d conflicts, want %g", s.bump, s.Stats.Conflicts, want)
}

// The most active variable goes first whatever was bumped, also after all
// activities were scaled.
func TestActivity(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	s := &Solver{}
	s.NewVars(20)
	a := &audit{t: t, s: s}
	for i := range 3000 {
		s.bumpVar(Var(r.IntN(20)))
		if i%3 == 0 {
			s.bump /= decay / 2
		}
		if r.IntN(2) == 0 {
			if a.decision(); s.Level() > 12 {
				s.Backtrack(r.IntN(12))
			}
		}
		a.queue()
		for v, x := range s.order.activity {
			alltest.Require(t, x <= 1e100, "the activity of %d is %g", v, x)
		}
	}
	alltest.Check(t, s.bump <= 1e101 && s.bump > 0, "the bump is %g", s.bump)
}

// Variables with more activity are decided first, those with equal activity by their number.
func TestSetActivity(t *testing.T) {
	s := &Solver{}
	s.NewVars(4)
	s.SetActivity(2, 0.5)
	s.SetActivity(1, 0.25)
	alltest.Require(t, s.Solve(func() bool { return true }) == Satisfiable, "nothing contradicts")
	var order []Var
	for _, l := range s.Trail() {
		order = append(order, l.Var())
	}
	want := []Var{2, 1, 0, 3}
	alltest.Check(t, slices.Equal(order, want), "decided in the order %v, expected %v", order, want)
}

// TestInterrupt: a propagator ends the search, which says neither yes nor no from then on.
func TestInterrupt(t *testing.T) {
	s := &Solver{}
	s.NewVars(3)
	left := 2
	s.SetPropagator(&implier{propagate: func() bool {
		if left--; left == 0 {
			s.Interrupt()
		}
		return true
	}})
	for range 2 {
		got := s.Solve(func() bool { return true })
		alltest.Check(t, got == Stopped && s.Level() <= 1, "%v at level %d", got, s.Level())
	}
}
