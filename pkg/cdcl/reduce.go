package cdcl

import "slices"

// The second word of a learned clause has its block distance and, in units of oneUse, how many reductions it outlives because it took part
// in a conflict: one, or two if its distance is at most tier.
const (
	oneUse = 1 << 24
	tier   = 6
)

// use notes that a clause took part in a conflict, and its block distance if that is less now.
func (s *Solver) use(ref int32) {
	if was := s.arena[ref+1] % oneUse; was > 0 {
		if was > 2 {
			was = min(was, Lit(s.distance(s.lits(ref))))
		}
		if s.arena[ref+1] = was | oneUse; was <= tier {
			s.arena[ref+1] = was | 2*oneUse
		}
	}
}

// full says that it is time to reduce.
func (s *Solver) full() bool {
	if s.proving {
		return s.lemmas >= s.until
	}
	return s.baseLimit > 0 && len(s.learned) > s.baseLimit
}

// reduce drops the worse half of the learned clauses that were not in use, at level 0, and packs
// the arena.
func (s *Solver) reduce() {
	const more = 300 // that are learned until the next time than until this one
	s.baseLimit += more
	s.reductions++
	s.until = s.lemmas + more*s.reductions
	for _, l := range s.trail {
		s.reasons[l.Var()] = tagNone // clauses are about to move
	}
	kept := make([]int32, 0, len(s.learned))
	var candidates []int32
	for _, ref := range s.learned {
		switch {
		case s.arena[ref+1] >= oneUse:
			s.arena[ref+1] -= oneUse
			kept = append(kept, ref)
		case s.arena[ref+1] <= Lit(max(s.keep, 2)) || s.arena[ref] == 2:
			kept = append(kept, ref)
		default:
			candidates = append(candidates, ref)
		}
	}
	slices.SortStableFunc(candidates, func(a, b int32) int {
		if d := int(s.arena[a+1]) - int(s.arena[b+1]); d != 0 {
			return d
		}
		if d := int(s.arena[a]) - int(s.arena[b]); d != 0 {
			return d
		}
		return int(b) - int(a) // the younger first
	})
	half := len(candidates) / 2
	for _, ref := range candidates[half:] {
		s.arena[ref+1] = -1
	}
	kept = append(kept, candidates[:half]...)
	slices.Sort(kept)
	s.learned = s.learned[:0]

	old := s.arena
	s.arena = make([]Lit, 0, len(old))
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	next := 0
	for at := 0; at < len(old); {
		size, distance := int(old[at]), int(old[at+1])
		c := old[at+header : at+header+size]
		isLearned := next < len(kept) && int(kept[next]) == at
		if isLearned {
			next++
		}
		at += header + size
		if distance < 0 {
			continue
		}
		satisfied := false
		lits := c[:0]
		for _, l := range c {
			if s.values[l] == 1 {
				satisfied = true
				break
			}
			if s.values[l] == 0 {
				lits = append(lits, l)
			}
		}
		if satisfied {
			continue
		}
		// At a fixpoint of level 0 an unsatisfied clause has two open literals.
		ref := s.attach(lits, distance)
		if isLearned {
			s.learned = append(s.learned, ref)
		}
	}
}
