package genetic

import (
	"math"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/genome"
)

// evolution is one run.
type evolution struct {
	*Solver
	space *genome.Space
	r     *genome.Random
	m     *solver.Meter

	now, next []individual // in order of fitness
	ranks     int          // sum of the ranks' weights
	best      int          // the fitness of this population's best so far
	since     int          // generations since it became better
	restarts  int

	solution []uint8 // the best of the run
	lowest   int
}

type individual struct {
	genes   []uint8
	fitness int
}

func newEvolution(s *Solver, space *genome.Space, r *genome.Random, m *solver.Meter) *evolution {
	e := &evolution{Solver: s, space: space, r: r, m: m, solution: make([]uint8, space.Len()), lowest: math.MaxInt}
	e.now, e.next = make([]individual, s.Population), make([]individual, s.Population)
	for i := range e.now {
		e.now[i].genes, e.next[i].genes = make([]uint8, space.Len()), make([]uint8, space.Len())
		e.ranks += i + 1
	}
	return e
}

// populate makes a random population.
func (e *evolution) populate() {
	e.best, e.since = math.MaxInt, 0
	for i := range e.now {
		e.space.Fill(e.now[i].genes, e.r)
		e.judge(&e.now[i])
	}
	e.sort()
}

// judge counts repeated digits and missing digits, and keeps the best board.
func (e *evolution) judge(x *individual) {
	repeated := e.space.Cost(x.genes)
	missing := repeated // a cell too many of one digit is one too few of another
	x.fitness = repeated + missing
	e.m.Evaluated(1)
	if x.fitness < e.best {
		e.best, e.since = x.fitness, 0
	}
	if x.fitness < e.lowest {
		copy(e.solution, x.genes)
		e.lowest = x.fitness
		if e.m.Watched() {
			e.m.Improved(float64(x.fitness), e.space.Board(x.genes), nil)
		}
	}
}

func (e *evolution) sort() {
	slices.SortStableFunc(e.now, func(a, b individual) int { return a.fitness - b.fitness })
}

// generation replaces all but the elite by children.
func (e *evolution) generation() {
	e.since++
	for i := range e.next {
		child := &e.next[i]
		if i < e.Elite {
			copy(child.genes, e.now[i].genes)
			child.fitness = e.now[i].fitness + e.Aging
			continue
		}
		e.breed(child)
		e.judge(child)
	}
	e.now, e.next = e.next, e.now
	e.sort()
	best := &e.now[0]
	if e.m.Watched() {
		e.m.Iterated(float64(best.fitness), e.space.Board(best.genes), nil)
	} else {
		e.m.Iterated(float64(best.fitness), puzzle.Grid{}, nil)
	}
	if e.lowest > 0 && e.Stagnation > 0 && e.since >= e.Stagnation {
		e.restarts++
		e.populate()
	}
}

// breed makes a child of parents chosen by rank, and mutates it.
func (e *evolution) breed(child *individual) {
	first := e.parent()
	copy(child.genes, first.genes)
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
