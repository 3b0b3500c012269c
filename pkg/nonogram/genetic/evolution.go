package genetic

import (
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// evolution is one run.
type evolution struct {
	*Solver
	space *space
	r     *rand.Rand
	m     *solver.Meter
	population
	counts
	champions
	column, trial, found []int32 // starts of a column's blocks
}

// population is a generation, and how long it has not become better.
type population struct {
	now, next []individual // now in order of cost
	mask      []uint64     // the columns that parents exchange
	weights   []int        // by individual, for the roulette: sums
	since     int          // generations since this population became better
	record    int          // its best cost
}

// champions are the best individuals of the run.
type champions struct {
	best individual
	// whole is the best at the end of the last round, once it has changed in
	// this one.
	whole   individual
	changed bool
}

// counts are the statistics.
type counts struct {
	restarts, moves int
}

func newEvolution(s *Solver, space *space, r *rand.Rand, m *solver.Meter) *evolution {
	e := &evolution{Solver: s, space: space, r: r, m: m, champions: champions{best: space.newIndividual(), whole: space.newIndividual()}}
	e.best.cost = math.MaxInt
	e.now, e.next = make([]individual, s.Population), make([]individual, s.Population)
	e.mask = make([]uint64, space.words)
	e.weights = make([]int, s.Population)
	return e
}

// expired says whether time ran out within the round; a solution is not waited
// with.
func (e *evolution) expired() bool { return e.best.cost > 0 && e.m.Expired() }

// memory makes an individual's memory when it is first used.
func (e *evolution) memory(x *individual) *individual {
	if x.rows == nil {
		*x = e.space.newIndividual()
	}
	return x
}

// round does one, and puts the best board and the counts back where it returns
// false: where time ran out on the way.
func (e *evolution) round(do func() bool) {
	counts := e.counts
	e.changed = false
	if do() {
		return
	}
	e.counts = counts
	if e.changed {
		e.best.copyFrom(&e.whole)
	}
}

// populate makes a random population.
func (e *evolution) populate() bool {
	e.record, e.since = math.MaxInt, 0
	for i := range e.now {
		if e.expired() {
			return false
		}
		x := e.memory(&e.now[i])
		clear(x.cells)
		for c := range e.space.cols {
			starts := e.space.column(x, c)
			e.space.sample(starts, c, e.r)
			e.space.paint(x, c, starts, true)
		}
		e.space.judge(x)
		e.judged(x)
	}
	e.sort()
	return true
}

// judged counts an individual and keeps the best.
func (e *evolution) judged(x *individual) {
	e.m.Evaluated(1)
	e.keep(x)
}

func (e *evolution) keep(x *individual) {
	if x.cost < e.record {
		e.record, e.since = x.cost, 0
	}
	if x.cost < e.best.cost {
		if !e.changed {
			e.changed = true
			e.whole.copyFrom(&e.best)
		}
		e.best.copyFrom(x)
		e.m.Improved(float64(x.cost), e.look(x), nil)
	}
}

// look is the board of an individual for whoever watches.
func (e *evolution) look(x *individual) puzzle.Grid {
	if !e.m.Watched() {
		return puzzle.Grid{}
	}
	return e.space.board(x)
}

func (e *evolution) sort() {
	slices.SortStableFunc(e.now, func(a, b individual) int { return a.cost - b.cost })
}

// generation makes the next one.
func (e *evolution) generation() bool {
	e.since++
	e.weigh()
	for i := e.Elite; i < len(e.next); i += 2 {
		if e.expired() {
			return false
		}
		first := e.memory(&e.next[i])
		second := e.memory(&e.next[min(i+1, len(e.next)-1)])
		e.breed(first, second)
		e.judged(first)
		if second != first {
			e.judged(second)
		}
	}
	for i := range e.Elite {
		e.memory(&e.next[i])
		e.next[i].copyFrom(&e.now[i])
	}
	e.now, e.next = e.next, e.now
	e.sort()
	for i := range e.Search {
		for range e.Steps {
			if e.expired() {
				return false
			}
			if !e.improve(&e.now[i]) {
				break
			}
		}
		e.keep(&e.now[i])
	}
	if e.Search > 0 {
		e.sort()
	}
	best := &e.now[0]
	e.m.Iterated(float64(best.cost), e.look(best), nil)
	if e.best.cost > 0 && e.Stagnation > 0 && e.since >= e.Stagnation {
		e.restarts++
		return e.populate()
	}
	return true
}

// weigh prepares the roulette.
func (e *evolution) weigh() {
	if e.Selection == ByTournament {
		return
	}
	sum, worst := 0, e.now[len(e.now)-1].cost
	for i := range e.now {
		sum += worst - e.now[i].cost + 1
		e.weights[i] = sum
	}
}

// parent chooses an individual.
func (e *evolution) parent() *individual {
	if e.Selection == Roulette {
		x := e.r.IntN(e.weights[len(e.weights)-1])
		i, _ := slices.BinarySearch(e.weights, x+1)
		return &e.now[i]
	}
	best := e.r.IntN(len(e.now))
	for range e.Tournament - 1 {
		best = min(best, e.r.IntN(len(e.now))) // they stand in order
	}
	return &e.now[best]
}

// breed makes two children of two parents, or one where both are the same
// memory.
func (e *evolution) breed(first, second *individual) {
	a, b := e.parent(), e.parent()
	only := first == second
	first.copyFrom(a)
	if !only {
		second.copyFrom(b)
	}
	if e.r.Float64() < e.Crossover {
		e.chooseColumns()
		e.take(first, b)
		if !only {
			e.take(second, a)
		}
	}
	e.mutate(first)
	if !only {
		e.mutate(second)
	}
}

// chooseColumns sets the mask of columns to exchange.
func (e *evolution) chooseColumns() {
	n := e.space.size.Cols
	if e.Exchange == Uniform {
		for w := range e.mask {
			e.mask[w] = e.r.Uint64()
		}
		return
	}
	cut := 0
	if n > 1 {
		cut = 1 + e.r.IntN(n-1)
	}
	clear(e.mask)
	for c := cut; c < n; c++ {
		e.mask[c>>6] |= 1 << (c & 63)
	}
}

// take gives x the chosen columns of y, and judges the rows that this changes.
func (e *evolution) take(x, y *individual) {
	s := e.space
	for c := range s.cols {
		if e.mask[c>>6]>>(c&63)&1 == 1 {
			copy(s.column(x, c), s.column(y, c))
		}
	}
	for r := range x.rows {
		changed := false
		for w, mask := range e.mask {
			at := r*s.words + w
			if d := (x.cells[at] ^ y.cells[at]) & mask; d != 0 {
				x.cells[at] ^= d
				changed = true
			}
		}
		if changed {
			e.rejudge(x, r)
		}
	}
}

func (e *evolution) rejudge(x *individual, r int) {
	cost := e.space.row(x, r)
	x.cost += int(cost - x.rows[r])
	x.rows[r] = cost
}

// mutate replaces columns by random ones.
func (e *evolution) mutate(x *individual) {
	for c := range e.space.cols {
		if e.r.Float64() >= e.Mutation {
			continue
		}
		e.trial = append(e.trial[:0], e.space.column(x, c)...)
		e.space.sample(e.trial, c, e.r)
		e.replace(x, c, e.trial)
	}
}

// replace gives a column other starts, and judges the rows that this changes.
func (e *evolution) replace(x *individual, c int, starts []int32) {
	s := e.space
	now := s.column(x, c)
	if slices.Equal(now, starts) {
		return
	}
	s.paint(x, c, now, false)
	s.paint(x, c, starts, true)
	for i, n := range s.cols[c] {
		from, to := now[i], starts[i]
		if from == to {
			continue
		}
		// The rows that a block leaves or enters. One that another block of
		// the column enters or leaves at once is judged twice.
		for r := from; r < from+n; r++ {
			if r < to || r >= to+n {
				e.rejudge(x, int(r))
			}
		}
		for r := to; r < to+n; r++ {
			if r < from || r >= from+n {
				e.rejudge(x, int(r))
			}
		}
	}
	copy(now, starts)
}
