package cdcl

// Propagate implies everything that follows at once from what is assigned. It
// returns false on a conflict; one at level 0 means that they are unsatisfiable.
func (s *Solver) Propagate() bool {
	s.broken = -1
	for {
		for s.head < len(s.trail) {
			lit := s.trail[s.head]
			s.head++
			s.Stats.Propagations++
			if s.prop != nil && !s.prop.Assigned(lit) || !s.propagateClauses(lit) {
				return s.failed()
			}
		}
		if s.prop == nil {
			return true
		}
		if !s.prop.Propagate() {
			return s.failed()
		}
		if s.head == len(s.trail) {
			return true
		}
	}
}

func (s *Solver) failed() bool {
	if len(s.limits) == 0 {
		s.unsat = true
	}
	return false
}

// propagateClauses visits the clauses in which lit's negation is watched.
func (s *Solver) propagateClauses(lit Lit) bool {
	watches := s.watches[lit]
	kept := 0
	for i := 0; i < len(watches); i++ {
		w := watches[i]
		other := s.values[w.blocker]
		if other == 1 {
			watches[kept] = w
			kept++
			continue
		}
		if w.ref < 0 {
			watches[kept] = w
			kept++
			if other == -1 {
				kept += copy(watches[kept:], watches[i+1:])
				s.watches[lit] = watches[:kept]
				s.conflict = append(s.conflict[:0], w.blocker, lit.Not())
				return false
			}
			s.enqueue(w.blocker, reasonClause(^w.ref))
			continue
		}
		size := int32(s.arena[w.ref])
		c := s.arena[w.ref+header : w.ref+header+size]
		if c[0] == lit.Not() {
			c[0], c[1] = c[1], c[0]
		}
		if s.values[c[0]] == 1 {
			watches[kept] = watch{w.ref, c[0]}
			kept++
			continue
		}
		moved := false
		for k := 2; k < len(c); k++ {
			if s.values[c[k]] >= 0 {
				c[1], c[k] = c[k], c[1]
				s.watches[c[1].Not()] = append(s.watches[c[1].Not()], watch{w.ref, c[0]})
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		watches[kept] = watch{w.ref, c[0]}
		kept++
		if s.values[c[0]] == -1 {
			kept += copy(watches[kept:], watches[i+1:])
			s.watches[lit] = watches[:kept]
			s.conflict, s.broken = append(s.conflict[:0], c...), w.ref
			return false
		}
		s.enqueue(c[0], reasonClause(w.ref))
	}
	s.watches[lit] = watches[:kept]
	return true
}

// Backtrack takes back all assignments above a level.
func (s *Solver) Backtrack(level int) {
	if len(s.limits) <= level {
		return
	}
	limit := int(s.limits[level])
	for i := len(s.trail) - 1; i >= limit; i-- {
		lit := s.trail[i]
		if i < s.head && s.prop != nil {
			s.prop.Undone(lit)
		}
		v := lit.Var()
		s.values[lit], s.values[lit^1] = 0, 0
		s.phases[v] = int8(1 - 2*(lit&1))
		s.lazyKnown[v] = false
		s.order.push(int32(v))
	}
	s.trail = s.trail[:limit]
	s.limits = s.limits[:level]
	s.head = limit
}

// decide opens a level and makes an open literal true, without propagating.
func (s *Solver) decide(lit Lit) {
	if s.values[lit] != 0 {
		panic("cdcl: a decided literal is not open")
	}
	s.Stats.Decisions++
	s.limits = append(s.limits, int32(len(s.trail)))
	s.enqueue(lit, tagNone)
}

const (
	seenLearnt    = 1
	seenRedundant = 2
	seenNeeded    = 3
	seenBumped    = 4
)

// Probe decides an open literal at level 0 and takes it back. A failed literal
// gives a learned clause, and Probe returns false; otherwise visit, if any,
// receives what the literal implies.
func (s *Solver) Probe(lit Lit, visit func(implied []Lit)) bool {
	s.Backtrack(0)
	s.decide(lit)
	if s.Propagate() {
		if visit != nil {
			visit(s.trail[s.limits[0]:])
		}
		s.Backtrack(0)
		return true
	}
	s.Stats.Conflicts++
	level, distance := s.analyse()
	if !s.unsat {
		s.learn(level, distance)
		s.Propagate()
	}
	return false
}

// Solve searches until all variables have values, no assignment is left, or
// more, which is asked after each conflict, says false. To look for another
// solution, call [Solver.AddBlockingClause], or add a clause that
// the first one violates, and call Solve again.
func (s *Solver) Solve(more func() bool) Result {
	if s.unsat {
		return Unsatisfiable
	}
	if s.baseLimit == 0 {
		s.baseLimit = 2000
	}
	var run int64
	round := s.Stats.Restarts
	length := luby(round) * restartUnit
	for {
		fits := s.Propagate()
		if s.ended {
			return Stopped
		}
		if !fits {
			s.Stats.Conflicts++
			run++
			if !s.unsat {
				if level, distance := s.analyse(); !s.unsat {
					s.learn(level, distance)
				}
			}
			if s.unsat {
				return Unsatisfiable
			}
			s.bump /= decay
			if !more() {
				return Stopped
			}
			continue
		}
		if !s.proving && run >= length || s.proving && run >= leastRun && s.worse() {
			run = 0
			s.Stats.Restarts++
			length = luby(s.Stats.Restarts) * restartUnit
			s.Backtrack(0)
			if s.full() {
				s.reduce()
			}
			continue
		}
		switch lit, open, ok := s.suppose(); {
		case !ok:
			return Unsatisfiable
		case open:
			s.decide(lit)
			continue
		}
		lit, ok := s.choose()
		if !ok {
			return Satisfiable
		}
		s.decide(lit)
	}
}

// The unit of the restart sequence in conflicts, and the decay of activities
// per conflict, both the customary ones (MiniSat 2.2).
const (
	restartUnit = 100
	decay       = 0.95
)

func (s *Solver) choose() (Lit, bool) {
	for len(s.order.items) > 0 {
		v := Var(s.order.pop())
		if s.values[v.Pos()] == 0 {
			return v.Lit(s.phases[v] > 0), true
		}
	}
	return 0, false
}

// Suppose makes literals hold in the searches from now on, until it is called again: [Solver.Solve] is Unsatisfiable where
// there is no assignment with them, and [Solver.Unsatisfiable] says whether there is any without. What was learned stays.
func (s *Solver) Suppose(lits ...Lit) {
	same := 0
	for same < min(len(lits), len(s.supposed)) && lits[same] == s.supposed[same] {
		same++
	}
	s.Backtrack(same)
	s.supposed = append(s.supposed[:0], lits...)
	if s.full() {
		if s.Backtrack(0); s.Propagate() {
			s.reduce()
		}
	}
}

// suppose is the next literal that is supposed and open, if any; ok is false where one is false. Each has a level.
func (s *Solver) suppose() (lit Lit, open, ok bool) {
	for len(s.limits) < len(s.supposed) {
		switch lit := s.supposed[len(s.limits)]; s.values[lit] {
		case 0:
			return lit, true, true
		case -1:
			return lit, false, false
		}
		s.limits = append(s.limits, int32(len(s.trail)))
	}
	return 0, false, true
}

// luby is the sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and Zuckerman (1993),
// counted from 0.
func luby(i int64) int64 {
	size, power := int64(1), int64(1)
	for size < i+1 {
		size, power = 2*size+1, 2*power
	}
	for size-1 != i {
		size = (size - 1) / 2
		power /= 2
		i %= size
	}
	return power
}

// Assume opens a level, makes an open literal true, and propagates. It returns
// false on a conflict, from which nothing is learned: the caller takes back the
// level, or more, with [Solver.Backtrack].
func (s *Solver) Assume(lit Lit) bool {
	s.decide(lit)
	return s.Propagate()
}
