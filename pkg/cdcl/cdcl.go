// Package cdcl decides sets of clauses by search with clause learning
// (CDCL), with propagators plugged in for constraints that clauses say badly.
// It knows no puzzle.
//
// The search is the usual one: two watched literals with blockers, activity
// order (VSIDS, Moskewicz et al. 2001, in the exponential form of MiniSat),
// saved phases, first unique implication point with recursive minimisation.
// It restarts in the Luby sequence and has a clause base that is halved by literal
// block distance (Audemard and Simon 2009). A search for a long proof has other
// rules ([Solver.SetProving]). A [Propagator] sees every assignment, implies literals
// and is asked for reasons only when a conflict needs them.
//
// Its opinion: a propagator that explains itself late is worth more than a larger encoding. The
// pure-Go libraries go-air/gini (v1.0.4) and crillab/gophersat (v1.4.0) have no hook for one.
// Connectivity and island sizes reach them as clauses, added after each model that breaks them.
//
// Measured that way on 40 of Janko's Nurikabe (in each of the paper's five size
// classes, eight at even steps of the id; 10 s of one core each, AMD EPYC): all
// three decide all 40 as unique; median and mean are 0.9 and 13 ms here with
// the propagator (package exact, no trials); 3.0 and 64 ms with gini; 4.4 and
// 104 ms with gophersat; 3.4 and 63 ms with this solver on the same cuts: the
// propagator is the gain, the clause engines are level. On all 908: 906 decided
// here, 905 by gini; of the 905 that both decide gini is faster on 78, by 25
// times on 0094 (82 ms for 2.0 s), and takes 2.3 times as long on average.
//
// Its limits: one thread, no proof output, no preprocessing beyond level-zero
// units. Everything is deterministic: the same calls in the same order give
// the same search.
package cdcl

import (
	"fmt"
	"slices"

	"formicary/pkg/solver"
)

// Var is a variable, counted from 0.
type Var int32

// Lit is a variable or its negation.
type Lit int32

// Pos is the literal that is true when v is.
func (v Var) Pos() Lit { return Lit(v) << 1 }

// Neg is the literal that is true when v is false.
func (v Var) Neg() Lit { return Lit(v)<<1 | 1 }

// Lit is Pos where positive says true, else Neg.
func (v Var) Lit(positive bool) Lit {
	if positive {
		return v.Pos()
	}
	return v.Neg()
}

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Var is the literal's variable.
func (l Lit) Var() Var { return Var(l >> 1) }

// Positive says whether the literal is the variable itself.
func (l Lit) Positive() bool { return l&1 == 0 }

// String writes the literal as DIMACS does: counted from 1, negative for a
// negation.
func (l Lit) String() string {
	if l.Positive() {
		return fmt.Sprint(int(l.Var()) + 1)
	}
	return fmt.Sprint(-int(l.Var()) - 1)
}

// Propagator is a constraint that is not a set of clauses. The solver calls
// Assigned once for every literal that becomes true, in the order of the
// trail, and Undone for the same literals in reverse order when it takes them
// back; Propagate comes when clauses and Assigned have nothing left to imply.
//
// In Assigned and Propagate a propagator calls [Solver.Imply1],
// [Solver.Imply2], [Solver.Imply] and [Solver.Fail]; when one of them returns
// false there is a conflict and the propagator returns false at once.
type Propagator interface {
	Assigned(lit Lit) bool
	Undone(lit Lit)
	Propagate() bool
	// Explain appends to out literals that are all true and were all assigned
	// before lit, and that together imply lit. note is what was given to
	// Imply with lit. It is called at most once per implication, maybe long
	// after it.
	Explain(lit Lit, note int32, out []Lit) []Lit
}

// Result is what a search came to.
type Result uint8

const (
	// Stopped: the caller's function said to stop.
	Stopped Result = iota
	// Satisfiable: every variable has a value that violates nothing.
	Satisfiable
	// Unsatisfiable: there is no (further) assignment.
	Unsatisfiable
)

// Statistics count the work of a solver since it was made.
type Statistics struct {
	Decisions, Conflicts, Restarts, Propagations int64
	// Explained counts the reasons that propagators were asked for, Learned
	// the clauses learned, Literals their literals after minimisation.
	Explained, Learned, Literals int64
}

// List returns the statistics that engines report in their outcome.
func (s Statistics) List() []solver.Statistic {
	return []solver.Statistic{
		{Name: "conflicts", Value: float64(s.Conflicts)},
		{Name: "decisions", Value: float64(s.Decisions)},
		{Name: "restarts", Value: float64(s.Restarts)},
		{Name: "propagations", Value: float64(s.Propagations)},
		{Name: "learned", Value: float64(s.Learned)},
		{Name: "literals", Value: float64(s.Literals)},
	}
}

// reason says why a literal is true: nothing (a decision, or level 0), a
// clause, one or two literals, or a propagator's note.
type reason uint64

const (
	tagNone reason = iota
	tagClause
	tagPair
	tagNote
)

func reasonClause(ref int32) reason { return tagClause | reason(uint32(ref))<<2 }
func reasonPair(a, b Lit) reason    { return tagPair | reason(uint32(a))<<2 | reason(uint32(b))<<33 }
func reasonNote(note int32) reason  { return tagNote | reason(uint32(note))<<2 }

func (r reason) ref() int32       { return int32(uint32(r >> 2)) }
func (r reason) pair() (a, b Lit) { return Lit(uint32(r>>2) & 0x7fffffff), Lit(uint32(r >> 33)) }

// watch is a clause in the list of one of its two watched literals. A clause of
// two literals has ref ^reference, and the other literal as blocker: it is
// propagated without a look at the arena.
type watch struct {
	ref     int32
	blocker Lit
}

// header of a clause in the arena: size, then its block distance (0 for a
// given clause) and uses (see oneUse), then its literals.
const header = 2

// Solver is a search. The zero value is ready, with no variables.
type Solver struct {
	// Stats counts the work done so far.
	Stats Statistics

	assignment
	clauses
	order    heap
	bump     float64
	prop     Propagator
	unsat    bool // a conflict at level 0
	ended    bool // by Interrupt
	supposed []Lit
	conflict []Lit
	broken   int32 // the clause of the conflict, of more than two literals; negative for none
	proof
	analysis
}

// assignment is what variables are, and why.
type assignment struct {
	values  []int8 // by literal: 1 true, -1 false, 0 open
	levels  []int32
	indices []int32 // on the trail
	reasons []reason
	phases  []int8 // 1 positive, else negative
	trail   []Lit
	limits  []int32 // trail length at each decision
	head    int
}

// clauses are those that were given and learned.
type clauses struct {
	watches   [][]watch
	room      []watch // for short lists of them
	arena     []Lit
	learned   []int32 // references of learned clauses
	baseLimit int
	keep      int // 2 where it is less
}

// analysis is memory of the analysis of conflicts.
type analysis struct {
	seen      []uint8
	lazy      [][]Lit // the explanation of a variable, once asked for
	lazyKnown []bool
	learnt    []Lit
	toClear   []Var
	stack     []Lit
	scratch   []Lit
	stamps    []int32
	stamp     int32
}

// NewVar adds a variable. Its saved phase is false.
func (s *Solver) NewVar() Var {
	v := Var(len(s.levels))
	s.grow(1)
	return v
}

// NewVars adds n variables and returns the first.
func (s *Solver) NewVars(n int) Var {
	v := Var(len(s.levels))
	s.grow(n)
	return v
}

func (s *Solver) grow(n int) {
	if s.bump == 0 {
		s.bump = 1
	}
	first := len(s.levels)
	s.values = append(s.values, make([]int8, 2*n)...)
	s.levels = append(s.levels, make([]int32, n)...)
	s.indices = append(s.indices, make([]int32, n)...)
	s.reasons = append(s.reasons, make([]reason, n)...)
	s.phases = append(s.phases, make([]int8, n)...)
	s.watches = append(s.watches, make([][]watch, 2*n)...)
	s.seen = append(s.seen, make([]uint8, n)...)
	s.lazy = append(s.lazy, make([][]Lit, n)...)
	s.lazyKnown = append(s.lazyKnown, make([]bool, n)...)
	s.stamps = append(s.stamps, make([]int32, n+1)...)
	s.order.grow(first + n)
}

// Vars is the number of variables.
func (s *Solver) Vars() int { return len(s.levels) }

// SetPropagator plugs in the propagator, before any clause or search.
func (s *Solver) SetPropagator(p Propagator) { s.prop = p }

// SetPhase sets the value that the variable is tried with first.
func (s *Solver) SetPhase(v Var, positive bool) {
	s.phases[v] = -1
	if positive {
		s.phases[v] = 1
	}
}

// SetActivity sets how early a variable is decided, before any search: those with more activity go
// first, and without any the ones with lower numbers. A conflict adds 1 at first.
func (s *Solver) SetActivity(v Var, activity float64) { s.order.set(int32(v), activity) }

// SetKeep sets up to which block distance learned clauses are kept for good; without it that is 2,
// the least. Long proofs without short lemmas need more; other searches become slower with it.
func (s *Solver) SetKeep(distance int) { s.keep = distance }

// Interrupt ends the search: from now on [Solver.Solve] is [Stopped] unless it has met its end already. A propagator
// calls it that has no time for its work; what it left out then makes no wrong result.
func (s *Solver) Interrupt() { s.ended = true }

// Value is 1 for true, -1 for false, 0 for open.
func (s *Solver) Value(l Lit) int8 { return s.values[l] }

// TrailIndex is the position of an assigned variable on the trail: earlier
// assignments have smaller ones.
func (s *Solver) TrailIndex(v Var) int32 { return s.indices[v] }

// VarLevel is the decision level at which an assigned variable got its value.
func (s *Solver) VarLevel(v Var) int32 { return s.levels[v] }

// Level is the present decision level; 0 holds in all solutions.
func (s *Solver) Level() int { return len(s.limits) }

// Trail is the assigned literals, oldest first. It is the solver's own memory.
func (s *Solver) Trail() []Lit { return s.trail }

// Unsatisfiable says that no assignment is left.
func (s *Solver) Unsatisfiable() bool { return s.unsat }

// Imply1 makes lit true because a is. It returns false on a conflict.
func (s *Solver) Imply1(lit, a Lit) bool { return s.Imply2(lit, a, a) }

// Imply2 makes lit true because a and b are. It returns false on a conflict.
func (s *Solver) Imply2(lit, a, b Lit) bool {
	switch s.values[lit] {
	case 1:
		return true
	case -1:
		s.conflict = append(s.conflict[:0], lit, a.Not())
		if b != a {
			s.conflict = append(s.conflict, b.Not())
		}
		return false
	}
	s.enqueue(lit, reasonPair(a, b))
	return true
}

// Imply makes lit true for a reason that the propagator explains when asked
// with the note. It returns false on a conflict.
func (s *Solver) Imply(lit Lit, note int32) bool {
	switch s.values[lit] {
	case 1:
		return true
	case -1:
		// The propagator explains lit as if it were implied now, from what
		// the trail holds; the literal's own negation is part of the conflict.
		index := s.indices[lit.Var()]
		s.indices[lit.Var()] = int32(len(s.trail))
		out := s.prop.Explain(lit, note, s.scratch[:0])
		s.indices[lit.Var()] = index
		s.Stats.Explained++
		s.conflict = append(s.conflict[:0], lit)
		for _, l := range out {
			s.conflict = append(s.conflict, l.Not())
		}
		s.scratch = out
		return false
	}
	s.enqueue(lit, reasonNote(note))
	return true
}

// Fail reports a conflict: the given literals are all true, and must not be. It
// returns false.
func (s *Solver) Fail(because []Lit) bool {
	s.conflict = s.conflict[:0]
	for _, l := range because {
		s.conflict = append(s.conflict, l.Not())
	}
	return false
}

func (s *Solver) enqueue(lit Lit, why reason) {
	v := lit.Var()
	s.values[lit], s.values[lit^1] = 1, -1
	s.levels[v] = int32(len(s.limits))
	s.indices[v] = int32(len(s.trail))
	s.reasons[v] = why
	s.trail = append(s.trail, lit)
}

// AddClause adds a clause after going back to level 0. It returns false when
// the clauses are unsatisfiable.
func (s *Solver) AddClause(lits ...Lit) bool {
	s.Backtrack(0)
	if s.unsat {
		return false
	}
	s.stamp++
	kept := s.learnt[:0]
	for _, l := range lits {
		switch {
		case s.values[l] == 1:
			return true
		case s.values[l] == -1:
		default:
			mark := s.stamp*2 + int32(l&1)
			if s.stamps[l.Var()] == s.stamp*2+int32(l&1^1) {
				return true // both a literal and its negation
			}
			if s.stamps[l.Var()] != mark {
				s.stamps[l.Var()] = mark
				kept = append(kept, l)
			}
		}
	}
	s.learnt = kept
	switch len(kept) {
	case 0:
		s.unsat = true
		return false
	case 1:
		s.enqueue(kept[0], tagNone)
		return true
	}
	s.attach(kept, 0)
	return true
}

func (s *Solver) attach(lits []Lit, distance int) int32 {
	ref := int32(len(s.arena))
	if most := 1 << 18; cap(s.arena)-len(s.arena) < header+len(lits) {
		// Left to itself, an arena grows by a quarter, and is copied often while it is small.
		s.arena = slices.Grow(s.arena, min(len(s.arena), most)+header+len(lits))
	}
	s.arena = append(s.arena, Lit(len(lits)), Lit(distance))
	s.arena = append(s.arena, lits...)
	watched := ref
	if len(lits) == 2 {
		watched = ^ref
	}
	s.watch(lits[0].Not(), watch{watched, lits[1]})
	s.watch(lits[1].Not(), watch{watched, lits[0]})
	return ref
}

// watch adds a watch of a literal. Short lists are parts of one piece of memory.
func (s *Solver) watch(lit Lit, w watch) {
	const short, lists = 8, 64
	if s.watches[lit] == nil {
		if len(s.room) == 0 {
			s.room = make([]watch, short*lists)
		}
		s.watches[lit], s.room = s.room[:0:short], s.room[short:]
	}
	s.watches[lit] = append(s.watches[lit], w)
}

func (s *Solver) lits(ref int32) []Lit {
	return s.arena[ref+header : ref+header+int32(s.arena[ref])]
}

// AddBlockingClause forbids the present assignment, by the negations of the
// decisions from which the rest of it follows, and goes back to level 0. It
// returns false when no other assignment is left.
func (s *Solver) AddBlockingClause() bool {
	var lits []Lit
	for _, at := range s.limits {
		lits = append(lits, s.trail[at].Not())
	}
	return s.AddClause(lits...)
}

// Note is the propagator's note under which an assigned literal was implied;
// ok is false where something else implied it.
func (s *Solver) Note(lit Lit) (note int32, ok bool) {
	r := s.reasons[lit.Var()]
	return r.ref(), r&3 == tagNote
}
