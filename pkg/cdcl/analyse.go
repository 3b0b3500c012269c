package cdcl

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
		s.unsat = true
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
	if s.proving && s.broken >= 0 {
		s.use(s.broken)
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
		if why := s.reasons[lit.Var()]; s.proving && why&3 == tagClause {
			s.use(why.ref())
		}
		for _, l := range s.because(lit.Var(), lit) {
			add(l.Var())
		}
	}
	kept := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		if !s.redundant(l) {
			kept = append(kept, l)
		}
	}
	if s.learnt = kept; s.proving {
		s.bumpReasons()
	}
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
	return level, s.distance(kept)
}

// distance is the block distance of literals with values: the number of their levels.
func (s *Solver) distance(lits []Lit) (levels int) {
	s.stamp++
	for _, l := range lits {
		if at := s.levels[l.Var()]; s.stamps[at] != s.stamp {
			s.stamps[at] = s.stamp
			levels++
		}
	}
	return levels
}

// bumpReasons makes the variables active from which the learned literals follow.
func (s *Solver) bumpReasons() {
	for _, l := range s.learnt {
		for _, a := range s.because(l.Var(), l.Not()) {
			if v := a.Var(); s.levels[v] > 0 && s.seen[v] != seenLearnt && s.seen[v] != seenBumped {
				if s.seen[v] == 0 {
					s.toClear = append(s.toClear, v)
				}
				s.seen[v] = seenBumped
				s.bumpVar(v)
			}
		}
	}
}

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
	if s.proving {
		s.use(ref)
		s.lemma(float64(distance))
	}
	s.learned = append(s.learned, ref)
	s.enqueue(s.learnt[0], reasonClause(ref))
}
