package clause

// Propagate implies everything that follows at once from what is assigned. It
// returns false on a conflict; at level 0 the clauses are refuted then.
func (s *Solver) Propagate() bool {
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
		s.broken = true
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
			s.conflict = append(s.conflict[:0], c...)
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

// Decide opens a level and makes an open literal true, without propagating.
func (s *Solver) Decide(lit Lit) {
	if s.values[lit] != 0 {
		panic("clause: a decided literal is not open")
	}
	s.Stats.Decisions++
	s.limits = append(s.limits, int32(len(s.trail)))
	s.enqueue(lit, tagNone)
}

// because appends the true literals that implied the variable's literal.
func (s *Solver) because(v Var, lit Lit) []Lit {
	switch r := s.reasons[v]; r & 3 {
	case tagClause:
		c := s.lits(r.ref())
		if s.lazyKnown[v] {
			return s.lazy[v]
		}
		out := s.lazy[v][:0]
		for _, l := range c {
			if l != lit {
				out = append(out, l.Not())
			}
		}
		s.lazy[v], s.lazyKnown[v] = out, true
	case tagPair:
		a, b := r.pair()
		if a == b {
			s.lazy[v] = append(s.lazy[v][:0], a)
		} else {
			s.lazy[v] = append(s.lazy[v][:0], a, b)
		}
	case tagNote:
		if s.lazyKnown[v] {
			return s.lazy[v]
		}
		s.lazy[v] = s.prop.Explain(lit, r.ref(), s.lazy[v][:0])
		s.lazyKnown[v] = true
		s.Stats.Explained++
	default:
		return nil
	}
	return s.lazy[v]
}

// Because is the true literals that implied an assigned literal; none for a
// decision. It is the solver's own memory.
func (s *Solver) Because(lit Lit) []Lit { return s.because(lit.Var(), lit) }

// analyse learns from the conflict: s.learnt becomes a clause whose first
// literal is the only one of the highest level. It returns the level to go
// back to and the clause's block distance.
func (s *Solver) analyse() (level, distance int) {
	// A propagator may find a conflict late: go back to where it arose.
	top := int32(0)
	for _, l := range s.conflict {
		top = max(top, s.levels[l.Var()])
	}
	if top == 0 {
		s.broken = true
		s.Backtrack(0)
		return 0, 0
	}
	s.Backtrack(int(top))

	s.learnt = append(s.learnt[:0], 0)
	s.toClear = s.toClear[:0]
	open := 0
	add := func(v Var) {
		if s.seen[v] != 0 || s.levels[v] == 0 {
			return
		}
		s.seen[v] = 1
		s.toClear = append(s.toClear, v)
		s.bumpVar(v)
		if s.levels[v] == top {
			open++
		} else {
			s.learnt = append(s.learnt, v.Lit(s.values[v.Pos()] < 0))
		}
	}
	for _, l := range s.conflict {
		add(l.Var())
	}
	i := len(s.trail) - 1
	for {
		for s.seen[s.trail[i].Var()] == 0 {
			i--
		}
		lit := s.trail[i]
		i--
		open--
		if open == 0 {
			s.learnt[0] = lit.Not()
			break
		}
		for _, l := range s.because(lit.Var(), lit) {
			add(l.Var())
		}
	}
	kept := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		if s.redundant(l) {
			s.Stats.Minimised++
		} else {
			kept = append(kept, l)
		}
	}
	s.learnt = kept
	for _, v := range s.toClear {
		s.seen[v] = 0
	}
	level = 0
	if len(kept) > 1 {
		high := 1
		for k := 2; k < len(kept); k++ {
			if s.levels[kept[k].Var()] > s.levels[kept[high].Var()] {
				high = k
			}
		}
		kept[1], kept[high] = kept[high], kept[1]
		level = int(s.levels[kept[1].Var()])
	}
	s.stamp++
	for _, l := range kept {
		if at := s.levels[l.Var()]; s.stamps[at] != s.stamp {
			s.stamps[at] = s.stamp
			distance++
		}
	}
	return level, distance
}

const (
	seenLearnt    = 1
	seenRedundant = 2
	seenNeeded    = 3
)

// redundant says whether a literal of the learned clause follows from the
// others (Sörensson and Biere 2009).
func (s *Solver) redundant(l Lit) bool {
	if s.reasons[l.Var()]&3 == tagNone {
		return false
	}
	s.stack = append(s.stack[:0], l)
	mark := len(s.toClear)
	for len(s.stack) > 0 {
		top := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, a := range s.because(top.Var(), top.Not()) {
			v := a.Var()
			if s.levels[v] == 0 || s.seen[v] == seenLearnt || s.seen[v] == seenRedundant {
				continue
			}
			if s.reasons[v]&3 == tagNone || s.seen[v] == seenNeeded {
				for _, u := range s.toClear[mark:] {
					s.seen[u] = seenNeeded
				}
				return false
			}
			s.seen[v] = seenRedundant
			s.toClear = append(s.toClear, v)
			s.stack = append(s.stack, a.Not())
		}
	}
	return true
}

func (s *Solver) bumpVar(v Var) {
	a := s.order.activity[v] + s.bump
	s.order.set(int32(v), a)
	if a > 1e100 {
		s.order.scale(1e-100)
		s.bump *= 1e-100
	}
}

// learn goes back, adds the clause that analyse left and makes its first
// literal true.
func (s *Solver) learn(level, distance int) {
	s.Backtrack(level)
	s.Stats.Learned++
	s.Stats.Literals += int64(len(s.learnt))
	if len(s.learnt) == 1 {
		s.enqueue(s.learnt[0], tagNone)
		return
	}
	ref := s.attach(s.learnt, distance)
	s.learned = append(s.learned, ref)
	s.enqueue(s.learnt[0], reasonClause(ref))
}

// Probe tries an open literal at level 0 and takes it back. Where that fails
// it learns what follows for good and returns false. Calls visit, if any, with
// the trail of the trial when it does not fail.
func (s *Solver) Probe(lit Lit, visit func(implied []Lit)) bool {
	s.Backtrack(0)
	s.Decide(lit)
	if s.Propagate() {
		if visit != nil {
			visit(s.trail[s.limits[0]:])
		}
		s.Backtrack(0)
		return true
	}
	s.Stats.Conflicts++
	level, distance := s.analyse()
	if !s.broken {
		s.learn(level, distance)
		s.Propagate()
	}
	return false
}

// Solve searches until all variables have values, the clauses are refuted, or
// more, which is asked after each conflict, says false. To look for another
// solution, add a clause that the first one breaks and call Solve again.
func (s *Solver) Solve(more func() bool) Result {
	if s.broken {
		return Refuted
	}
	if s.baseLimit == 0 {
		s.baseLimit = 2000
	}
	var run int64
	round := s.Stats.Restarts
	length := luby(round) * restartUnit
	for {
		if !s.Propagate() {
			s.Stats.Conflicts++
			run++
			if !s.broken {
				if level, distance := s.analyse(); !s.broken {
					s.learn(level, distance)
				}
			}
			if s.broken {
				return Refuted
			}
			s.bump /= decay
			if !more() {
				return Stopped
			}
			continue
		}
		if run >= length {
			run = 0
			s.Stats.Restarts++
			length = luby(s.Stats.Restarts) * restartUnit
			s.Backtrack(0)
			if len(s.learned) > s.baseLimit {
				s.reduce()
				s.baseLimit += 300
			}
			continue
		}
		lit, ok := s.choose()
		if !ok {
			return Satisfied
		}
		s.Decide(lit)
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
