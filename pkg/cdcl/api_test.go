package cdcl

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestLiterals(t *testing.T) {
	for v, names := range map[Var][2]string{0: {"1", "-1"}, 1: {"2", "-2"}, 41: {"42", "-42"}} {
		for _, positive := range []bool{true, false} {
			l, name, other := v.Pos(), names[0], names[1]
			if !positive {
				l, name, other = v.Neg(), names[1], names[0]
			}
			if l.String() != name || l.Not().String() != other || l.Var() != v || l.Positive() != positive || v.Lit(positive) != l || l.Not().Not() != l {
				t.Errorf("%v of variable %d, %v", l, v, positive)
			}
		}
	}
}

// AddClause and AddBlockingClause say whether anything is left, whatever there is
// in the clause, and go back to level 0.
func TestAddClause(t *testing.T) {
	s := &Solver{}
	if a, b := s.NewVar(), s.NewVars(4); a != 0 || b != 1 || s.NewVar() != 5 || s.Vars() != 6 {
		t.Errorf("variables %d, %d of %d", a, b, s.Vars())
	}
	s.decide(lit(3))
	if !s.AddClause(lit(1), lit(-1)) || s.Level() != 0 || s.Value(lit(3)) != 0 || len(s.arena) != 0 {
		t.Errorf("always true: level %d, arena %v", s.Level(), s.arena)
	}
	if !s.AddClause(lit(-1), lit(2), lit(1)) || len(s.arena) != 0 {
		t.Errorf("always true, the negation first: arena %v", s.arena)
	}
	if !s.AddClause(lit(1), lit(2), lit(1)) || !slices.Equal(s.lits(0), []Lit{lit(1), lit(2)}) {
		t.Errorf("doubled literal: %v", s.arena)
	}
	if !s.AddClause(lit(-1)) || s.Value(lit(1)) != -1 {
		t.Error("a unit is not true at once")
	}
	if size := len(s.arena); !s.AddClause(lit(-1), lit(4), lit(5)) || len(s.arena) != size {
		t.Error("a clause that is true is kept")
	}
	if !s.AddClause(lit(1), lit(4), lit(5)) || !slices.Equal(s.lits(4), []Lit{lit(4), lit(5)}) {
		t.Errorf("a literal that is false stays: %v", s.arena)
	}
	if !s.AddClause(lit(1), lit(6)) || s.Value(lit(6)) != 1 {
		t.Error("a clause with one open literal is a unit")
	}
	if s.AddClause(lit(1), lit(-6)) || !s.Unsatisfiable() {
		t.Error("a clause with no open literal is left open")
	}
	if s.AddClause(lit(2)) || s.AddClause() || s.AddBlockingClause() || s.Solve(always) != Unsatisfiable {
		t.Error("a clause makes the unsatisfiable satisfiable")
	}
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
	if s.Solve(always) != Satisfiable || !slices.Equal(s.Trail(), []Lit{lit(-1), lit(2), lit(-3), lit(-4)}) {
		t.Errorf("without clauses: %v", s.Trail())
	}
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
		if note != 77 {
			t.Errorf("%v is explained by the note %d", l, note)
		}
		return []Lit{lit(1), lit(-2)}
	}}
	p.assigned = func(l Lit) bool {
		if l != lit(-2) {
			return true
		}
		for range 2 {
			if !s.Imply1(lit(3), lit(1)) || !s.Imply2(lit(-4), lit(1), lit(-2)) || !s.Imply(lit(5), 77) {
				t.Error("a conflict where there is none")
			}
		}
		return true
	}
	s.SetPropagator(p)
	s.decide(lit(1))
	if !s.Propagate() {
		t.Fatal("a conflict")
	}
	s.decide(lit(-2))
	if !s.Propagate() || !slices.Equal(s.Trail(), []Lit{lit(1), lit(-2), lit(3), lit(-4), lit(5)}) || !slices.Equal(p.heard, s.Trail()) {
		t.Fatalf("the trail is %v, heard %v", s.Trail(), p.heard)
	}
	for l, want := range map[int][]Lit{1: nil, -2: nil, 3: {lit(1)}, -4: {lit(1), lit(-2)}, 5: {lit(1), lit(-2)}} {
		if got := s.Because(lit(l)); !slices.Equal(got, want) {
			t.Errorf("%d because of %v, want %v", l, got, want)
		}
		note, ok := s.Note(lit(l))
		if ok != (l == 5) || ok && note != 77 {
			t.Errorf("%d has the note %d, %v", l, note, ok)
		}
	}
	s.Because(lit(5))
	if s.Stats.Explained != 1 {
		t.Errorf("%d explanations: one is remembered", s.Stats.Explained)
	}
	conflict := func(want ...Lit) {
		t.Helper()
		slices.Sort(s.conflict)
		slices.Sort(want)
		if !slices.Equal(s.conflict, want) {
			t.Errorf("the conflict is %v, want %v", s.conflict, want)
		}
	}
	if s.Imply1(lit(-3), lit(1)) {
		t.Error("no conflict by one literal")
	}
	conflict(lit(-3), lit(-1))
	if s.Imply2(lit(4), lit(1), lit(-2)) {
		t.Error("no conflict by two literals")
	}
	conflict(lit(4), lit(-1), lit(2))
	index := s.TrailIndex(4)
	p.explain = func(l Lit, _ int32) []Lit {
		if l != lit(-5) || s.TrailIndex(4) != 5 {
			t.Errorf("%v is explained at %d, the trail has 5", l, s.TrailIndex(4))
		}
		return []Lit{lit(1), lit(3)}
	}
	if s.Imply(lit(-5), 77) || s.TrailIndex(4) != index || s.Stats.Explained != 2 {
		t.Error("no conflict by a note, or the index is another")
	}
	conflict(lit(-5), lit(-1), lit(-3))
	if s.Fail([]Lit{lit(1), lit(-4)}) {
		t.Error("a failure is none")
	}
	conflict(lit(-1), lit(4))
	s.Backtrack(1)
	if s.Level() != 1 || !slices.Equal(p.heard, []Lit{lit(1)}) || len(s.Trail()) != 1 {
		t.Errorf("back to level %d: %v, heard %v", s.Level(), s.Trail(), p.heard)
	}
	if because := s.Because(lit(1)); because != nil {
		t.Errorf("a decision because of %v", because)
	}
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
			if !s.Imply2(lit(500), a, b) || !slices.Equal(s.Because(lit(500)), want) {
				t.Errorf("because of %v, want %v", s.Because(lit(500)), want)
			}
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
			if s.Level() != 2 || level != 1 || distance != 2 || !slices.Equal(s.learnt, []Lit{lit(2), lit(1)}) {
				t.Fatalf("learned %v at level %d, back to %d", s.learnt, s.Level(), level)
			}
			break
		}
		l, ok := s.choose()
		if !ok {
			t.Fatal("no conflict")
		}
		s.decide(l)
	}
	if asked != 5 {
		t.Errorf("asked %d times on the levels 0 to 4", asked)
	}

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
	if !s.Propagate() || len(s.Trail()) != 2 || !slices.Equal(p.heard, s.Trail()) {
		t.Errorf("the trail is %v, heard %v", s.Trail(), p.heard)
	}
	p.assigned = func(l Lit) bool { return l != lit(3) || s.Fail([]Lit{lit(3)}) }
	if s.AddClause(lit(3)); s.Propagate() || !s.Unsatisfiable() {
		t.Error("a conflict at level 0 leaves something")
	}
}

// An assumption says what follows, fails on a conflict, and leaves nothing behind:
// neither a clause nor, at the level before, a value.
func TestAssume(t *testing.T) {
	s := formula{5, [][]int{{-1, 2}, {-3, -2, 4}, {-3, -2, -4}}}.load()
	if !s.Propagate() || !s.Assume(lit(1)) || !slices.Equal(s.Trail(), []Lit{lit(1), lit(2)}) {
		t.Fatalf("trail %v", s.Trail())
	}
	s.Backtrack(0)
	if !s.Assume(lit(3)) || s.Assume(lit(2)) || s.Level() != 2 {
		t.Errorf("3 and 2 exclude each other: level %d, trail %v", s.Level(), s.Trail())
	}
	s.Backtrack(1)
	if s.Level() != 1 || s.Value(lit(2)) != 0 || s.Value(lit(3)) != 1 || s.Unsatisfiable() || s.Stats.Learned != 0 || s.Stats.Decisions != 3 {
		t.Errorf("after going back: trail %v, %+v", s.Trail(), s.Stats)
	}
	defer func() {
		if recover() == nil {
			t.Error("an assigned literal was assumed")
		}
	}()
	s.Assume(lit(-3))
}

// Trying a literal counts its decision and its conflict, shows what it implies, and what its
// conflict implies at level 0 is implied at once.
func TestProbe(t *testing.T) {
	s := formula{5, [][]int{{-1, 2, 3}, {-1, 2, -3}, {-1, -2}, {1, 4}, {1, -4, 5}}}.load()
	s.NewVar()
	if !s.Probe(lit(6), nil) || s.Stats.Decisions != 1 || s.Stats.Conflicts != 0 || s.Level() != 0 || len(s.Trail()) != 0 {
		t.Errorf("a free literal: %+v", s.Stats)
	}
	if s.Probe(lit(1), func([]Lit) { t.Error("visited in spite of a conflict") }) {
		t.Error("the trial of 1 did not fail")
	}
	if s.Stats.Conflicts != 1 || s.Stats.Learned != 1 || s.Stats.Decisions != 2 || s.Level() != 0 || !slices.Equal(s.Trail(), []Lit{lit(-1), lit(4), lit(5)}) {
		t.Errorf("%+v, trail %v", s.Stats, s.Trail())
	}
	s = formula{3, [][]int{{-1, 2}, {-1, -2}, {1, 3, 2}}}.load()
	var implied []Lit
	if s.Probe(lit(1), nil) || !s.Probe(lit(-3), func(l []Lit) { implied = slices.Clone(l) }) || !slices.Equal(implied, []Lit{lit(-3), lit(2)}) || s.Level() != 0 {
		t.Errorf("the trial of -3 implied %v at level %d", implied, s.Level())
	}
	s = formula{2, [][]int{{-1, 2}, {-1, -2}, {1, 2}, {1, -2}}}.load()
	if s.Probe(lit(1), nil) || !s.Unsatisfiable() {
		t.Error("neither 1 nor -1, and yet satisfiable")
	}
	defer func() {
		if recover() == nil {
			t.Error("an assigned literal was decided")
		}
	}()
	s = formula{1, [][]int{{-1}}}.load()
	s.Probe(lit(1), nil)
}

// The statistics of a search are those of its steps, in their order.
func TestStatistics(t *testing.T) {
	s := Statistics{Decisions: 1, Conflicts: 2, Restarts: 3, Propagations: 4, Explained: 5, Learned: 6, Literals: 7}
	want := map[string]float64{"decisions": 1, "conflicts": 2, "restarts": 3, "propagations": 4, "learned": 6, "literals": 7}
	for _, x := range s.List() {
		if want[x.Name] != x.Value {
			t.Errorf("%s = %v", x.Name, x.Value)
		}
		delete(want, x.Name)
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
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
			if before <= limit || s.baseLimit != limit+300 || len(s.learned) > before {
				t.Errorf("%d clauses of %d: halved to %d, the limit is %d", before, limit, len(s.learned), s.baseLimit)
			}
			limit = s.baseLimit
			halved++
		}
		before = len(s.learned)
		return s.Stats.Conflicts < 2500
	})
	if halved == 0 || len(restarts) < 10 {
		t.Fatalf("halved %d times, restarted at %v", halved, restarts)
	}
	// A restart waits until nothing is in conflict, and is seen at the conflict
	// that follows it.
	at := int64(0)
	for i, got := range restarts {
		if run, want := got-1-at, 100*luby(int64(i)); run < want || run > want+10 {
			t.Errorf("restart %d after %d conflicts, want %d", i, run, want)
		}
		at = got - 1
	}
}

// A clause base far below two thousand is not halved, and activity decays with
// every conflict.
func TestDefaults(t *testing.T) {
	s := pigeons(7).load()
	s.Solve(func() bool { return s.Stats.Conflicts < 600 })
	if s.Stats.Restarts < 3 || s.Stats.Learned-int64(len(s.learned)) > 5 {
		t.Errorf("%d of %d clauses are left after %d restarts", len(s.learned), s.Stats.Learned, s.Stats.Restarts)
	}
	if want := math.Pow(decay, -600); math.Abs(s.bump/want-1) > 1e-9 {
		t.Errorf("the bump is %g after %d conflicts, want %g", s.bump, s.Stats.Conflicts, want)
	}
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
			if !(x <= 1e100) {
				t.Fatalf("the activity of %d is %g", v, x)
			}
		}
	}
	if s.bump > 1e101 || !(s.bump > 0) {
		t.Errorf("the bump is %g", s.bump)
	}
}

// Variables with more activity are decided first, those with equal activity by their number.
func TestSetActivity(t *testing.T) {
	s := &Solver{}
	s.NewVars(4)
	s.SetActivity(2, 0.5)
	s.SetActivity(1, 0.25)
	if s.Solve(func() bool { return true }) != Satisfiable {
		t.Fatal("nothing contradicts")
	}
	var order []Var
	for _, l := range s.Trail() {
		order = append(order, l.Var())
	}
	if want := []Var{2, 1, 0, 3}; !slices.Equal(order, want) {
		t.Errorf("decided in the order %v, expected %v", order, want)
	}
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
		if got := s.Solve(func() bool { return true }); got != Stopped || s.Level() > 1 {
			t.Errorf("%v at level %d", got, s.Level())
		}
	}
}
