package study

import (
	"context"
	"math"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// particles is a geometric particle swarm for Sudoku (A. Moraglio and J. Togelius, "Geometric particle swarm optimization for
// the Sudoku puzzle", GECCO 2007) with the operators of package genome: in an iteration a particle's rows are crossed by
// [genome.Sorting] with the best board of all and the particle's own best, rows that leave the filtered domains are put back, and
// two cells of a row are swapped. It moves in any case, also to a board of higher cost: that is what cuckoos do not. As the cuckoo
// search it has 200 boards, the filter of example 9, and the weights .55, .33 and .12.
type particles struct {
	name string
	rows int // how many random rows are crossed in a move; 0 means all
}

func (s particles) Describe() solver.Description {
	return solver.Description{Engine: "particle swarm", Variant: s.name, Custom: true}
}

func (s particles) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	instance, err := solver.Cast[*sudoku.Puzzle](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	return genome.Solve(ctx, instance, run, network.AC3, genome.Rows, func(q *genome.Search) genome.Method { return s.swarm(q) })
}

// swarm is a swarm that has no boards yet.
func (s particles) swarm(q *genome.Search) *swarm {
	all := &swarm{particles: s, Search: q, all: make([]particle, 200), mask: make([]uint8, q.Space.N()), order: slices.Clone(q.Space.Movable())}
	for i := range all.all {
		all.all[i] = particle{genes: make([]uint8, q.Space.Len()), best: make([]uint8, q.Space.Len()), least: math.MaxInt}
	}
	return all
}

// swarm is one run.
type swarm struct {
	particles
	*genome.Search
	all   []particle
	first int // the particle with the best board of all
	mask  []uint8
	order []int // rows in which something can move
}

// particle is a board, and the best one that it has been.
type particle struct {
	genes, best []uint8
	least       int
}

// Start makes the first boards.
func (s *swarm) Start() {
	for i := range s.all {
		if !s.Expired() {
			s.Space.Fill(s.all[i].genes, s.Random)
			s.judge(i)
		}
	}
}

// Iterate moves every particle.
func (s *swarm) Iterate() {
	for i := range s.all {
		if s.Lowest == 0 || s.Expired() {
			break
		}
		s.move(i)
		s.judge(i)
	}
	if !s.Expired() {
		s.Iterated(s.all[s.first].best, s.all[s.first].least)
	}
}

// Statistics are none.
func (s *swarm) Statistics() []solver.Statistic { return nil }

// move crosses rows of a particle and swaps two cells.
func (s *swarm) move(i int) {
	p, space := s.all[i], s.Space
	n := len(s.order)
	if s.rows > 0 {
		n = min(n, s.rows)
	}
	for k := range n {
		j := k + s.Random.Intn(len(s.order)-k)
		s.order[k], s.order[j] = s.order[j], s.order[k]
		row := space.Group(p.genes, s.order[k])
		was := slices.Clone(row)
		genome.Shares(s.mask, [3]float64{0.55, 0.33, 0.12})
		s.Random.Shuffle(s.mask)
		genome.Sorting(row, [3][]uint8{space.Group(s.all[s.first].best, s.order[k]), space.Group(p.best, s.order[k]), was}, s.mask)
		if !space.Inside(p.genes, s.order[k]) {
			copy(row, was)
		}
	}
	space.Mutate(p.genes, s.order[s.Random.Intn(len(s.order))], s.Random)
}

// judge counts what is wrong of a particle's board, and keeps the best.
func (s *swarm) judge(i int) {
	p, cost := &s.all[i], s.Space.Cost(s.all[i].genes)
	s.Meter.Evaluated(1)
	s.Met(p.genes, cost)
	if cost < p.least {
		p.least = cost
		copy(p.best, p.genes)
	}
	if p.least < s.all[s.first].least {
		s.first = i
	}
}
