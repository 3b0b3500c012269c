package genetic

import (
	"math"
	"slices"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku/genome"
)

// evolution is one run.
type evolution struct {
	*Solver
	run   *genome.Search
	space *genome.Space
	r     *genome.Random

	now, next []individual // in order of fitness
	ranks     int          // sum of the ranks' weights
	best      int          // the fitness of this population's best so far
	since     int          // generations since it became better
	restarts  int
}

type individual struct {
	genes   []uint8
	fitness int
}

func newEvolution(s *Solver, run *genome.Search) *evolution {
	space := run.Space
	e := &evolution{Solver: s, run: run, space: space, r: run.Random}
	e.now, e.next = make([]individual, s.Population), make([]individual, s.Population)
	for i := range e.now {
		e.ranks += i + 1
	}
	return e
}

// Start makes the first population.
func (e *evolution) Start() { e.populate() }

// populate makes a random population. It returns false where time ran out on
// the way.
func (e *evolution) populate() bool {
	e.best, e.since = math.MaxInt, 0
	for i := range e.now {
		if e.run.Expired() {
			return false
		}
		x := &e.now[i]
		e.space.Fill(e.memory(x), e.r)
		e.judge(x)
	}
	e.sort()
	return true
}

// memory are the genes of an individual, which it gets when it is first made.
func (e *evolution) memory(x *individual) []uint8 {
	if x.genes == nil {
		x.genes = make([]uint8, e.space.Len())
	}
	return x.genes
}

// judge counts repeated digits and missing digits, and keeps the best board.
func (e *evolution) judge(x *individual) {
	repeated := e.space.Cost(x.genes)
	missing := repeated // a cell too many of one digit is one too few of another
	x.fitness = repeated + missing
	e.run.Meter.Evaluated(1)
	if x.fitness < e.best {
		e.best, e.since = x.fitness, 0
	}
	e.run.Met(x.genes, x.fitness)
}

func (e *evolution) sort() {
	slices.SortStableFunc(e.now, func(a, b individual) int { return a.fitness - b.fitness })
}

// Iterate replaces all but the elite by children.
func (e *evolution) Iterate() {
	e.since++
	whole := e.restarts
	if !e.iterate() {
		e.restarts = whole
	}
}

// iterate returns false where time ran out on the way.
func (e *evolution) iterate() bool {
	for i := range e.next {
		if e.run.Expired() {
			return false
		}
		child := &e.next[i]
		if i < e.Elite {
			copy(e.memory(child), e.now[i].genes)
			child.fitness = e.now[i].fitness + e.Aging
			continue
		}
		e.breed(child)
		e.judge(child)
	}
	e.now, e.next = e.next, e.now
	e.sort()
	best := &e.now[0]
	e.run.Iterated(best.genes, best.fitness)
	if e.run.Lowest > 0 && e.Stagnation > 0 && e.since >= e.Stagnation {
		e.restarts++
		return e.populate()
	}
	return true
}

// Statistics are the restarts.
func (e *evolution) Statistics() []solver.Statistic {
	return []solver.Statistic{{Name: "restarts", Value: float64(e.restarts)}}
}

// breed makes a child of parents chosen by rank, and mutates it.
func (e *evolution) breed(child *individual) {
	first := e.parent()
	copy(e.memory(child), first.genes)
	if e.r.Chance(e.Crossover) {
		second := e.parent()
		for k := range e.space.N() {
			if e.r.Intn(2) == 1 {
				copy(e.space.Group(child.genes, k), e.space.Group(second.genes, k))
			}
		}
	}
	for _, k := range e.space.Movable() {
		for chance := e.Mutation; e.r.Chance(chance); chance = 0.5 {
			e.space.Mutate(child.genes, k, e.r)
		}
	}
}

// parent chooses by linear rank: weights n, n−1 … 1 from the best to the last.
func (e *evolution) parent() *individual {
	n := len(e.now)
	x := e.r.Intn(e.ranks)
	for i := range e.now {
		if x -= n - i; x < 0 {
			return &e.now[i]
		}
	}
	panic("genetic: ranks do not add up")
}
