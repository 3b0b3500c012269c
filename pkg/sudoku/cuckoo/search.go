package cuckoo

import (
	"bytes"
	"math"
	"slices"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
)

// search is one run.
type search struct {
	*Solver
	run   *genome.Search
	space *genome.Space
	r     *genome.Random
	m     *solver.Meter
	population
	workspace
	rates rates
	counts
}

// population is the nests, and the best board since the last start.
type population struct {
	nests []nest
	best  int // the nest of the lowest cost
	ever  nest
	since int64 // iterations since ever was found
}

// workspace is the memory of one iteration.
type workspace struct {
	egg   []uint8
	mask  []uint8
	given []uint8 // the mask before its order is random
	pick  []bool  // nests that are abandoned
	rows  []int   // rows in which something can move; their order is random where some are crossed
}

// counts are the statistics.
type counts struct {
	abandoned, putBack, restarts int64
}

type nest struct {
	genes []uint8
	cost  int
}

func newSearch(s *Solver, run *genome.Search) *search {
	space := run.Space
	q := &search{
		Solver: s, run: run, space: space, r: run.Random, m: run.Meter, population: population{nests: make([]nest, s.Nests)},
		workspace: workspace{
			egg: make([]uint8, space.Len()), mask: make([]uint8, space.N()), given: make([]uint8, space.N()),
			pick: make([]bool, s.Nests), rows: slices.Clone(space.Movable()),
		},
	}
	genome.Shares(q.given, [3]float64{s.Ever, s.Generation, s.Self})
	q.ever.genes = make([]uint8, space.Len())
	return q
}

// Start makes the first nests.
func (q *search) Start() { q.build() }

// build makes all nests anew and forgets the best board. It returns false where
// time ran out on the way.
func (q *search) build() bool {
	q.ever.cost, q.since = math.MaxInt, 0
	q.rates = newRates(q.PX, q.PM)
	for i := range q.nests {
		if q.run.Expired() {
			return false
		}
		q.rebuild(i)
	}
	q.findBest()
	return true
}

// rebuild makes a nest from the filtered domains.
func (q *search) rebuild(i int) {
	n := &q.nests[i]
	if n.genes == nil {
		n.genes = make([]uint8, q.space.Len())
	}
	q.space.Fill(n.genes, q.r)
	n.cost = q.space.Cost(n.genes)
	q.m.Evaluated(1)
	q.met(n.genes, n.cost)
}

// met looks whether a board is the best so far.
func (q *search) met(genes []uint8, cost int) {
	if cost >= q.ever.cost {
		return
	}
	copy(q.ever.genes, genes)
	q.ever.cost, q.since = cost, 0
	q.run.Met(genes, cost)
}

func (q *search) findBest() {
	for i := range q.nests {
		if q.nests[i].cost < q.nests[q.best].cost {
			q.best = i
		}
	}
}

// Iterate is one round. It ends early when a board solves the puzzle.
func (q *search) Iterate() {
	q.since++
	whole := q.counts
	if !q.iterate() {
		q.counts = whole
	}
}

// iterate returns false where time ran out on the way.
func (q *search) iterate() bool {
	if q.Eggs == 0 {
		for i, skip := 0, q.best; i < len(q.nests) && q.run.Lowest > 0 && !q.run.Expired(); i++ {
			if i != skip {
				q.lay(i)
			}
		}
	} else {
		for i := 0; i < q.Eggs && q.run.Lowest > 0 && !q.run.Expired(); i++ {
			from := q.r.Intn(len(q.nests) - 1)
			if from >= q.best {
				from++
			}
			q.lay(from)
		}
	}
	q.findBest()
	if q.run.Lowest > 0 {
		q.abandon()
		q.findBest()
	}
	if q.run.Expired() {
		return false
	}
	b := &q.nests[q.best]
	q.run.Iterated(b.genes, b.cost)
	if q.run.Lowest > 0 && q.Stagnation > 0 && q.since >= int64(q.Stagnation) {
		q.restarts++
		return q.build()
	}
	return true
}

// Statistics are the cells that the filter left open, abandoned nests, rows put
// back and restarts.
func (q *search) Statistics() []solver.Statistic {
	return []solver.Statistic{
		{Name: "open cells", Value: float64(q.space.Open())},
		{Name: "abandoned", Value: float64(q.abandoned)},
		{Name: "put back", Value: float64(q.putBack)},
		{Name: "restarts", Value: float64(q.restarts)},
	}
}

// lay makes an egg from a nest and puts it into its host if that costs no less.
func (q *search) lay(from int) {
	parent := &q.nests[from]
	copy(q.egg, parent.genes)
	var pmx, mutated bool
	if q.Walk == Levy {
		q.fly()
	} else {
		px, pm := q.PX, q.PM
		if q.Adaptive {
			px, pm = q.rates.px, q.rates.pm
		}
		pmx = q.r.Chance(px)
		q.cross(pmx)
		if mutated = q.r.Chance(pm); mutated {
			q.mutate(1 + q.r.Intn(min(q.MutatedRows, q.space.N())))
		}
	}
	cost := q.space.Cost(q.egg)
	q.m.Evaluated(1)
	if q.Adaptive {
		q.rates.learn(pmx, mutated, cost < parent.cost)
	}
	host := parent
	if q.Host == Any {
		host = &q.nests[q.r.Intn(len(q.nests))]
	}
	if cost <= host.cost {
		copy(host.genes, q.egg)
		host.cost = cost
	}
	q.met(q.egg, cost)
}

// crossed draws the rows to cross.
func (q *search) crossed() []int {
	if q.CrossedRows == 0 || q.CrossedRows >= len(q.rows) {
		return q.rows
	}
	for i := range q.CrossedRows {
		j := i + q.r.Intn(len(q.rows)-i)
		q.rows[i], q.rows[j] = q.rows[j], q.rows[i]
	}
	return q.rows[:q.CrossedRows]
}

// cross applies a crossover to rows of the egg.
func (q *search) cross(pmx bool) {
	n := q.space.N()
	var was [sudoku.MaxN]uint8
	for _, row := range q.crossed() {
		self := q.space.Group(q.egg, row)
		ever, best := q.space.Group(q.ever.genes, row), q.space.Group(q.nests[q.best].genes, row)
		if bytes.Equal(self, ever) && (pmx || bytes.Equal(self, best)) {
			continue // Equal parents have the same child.
		}
		copy(was[:n], self)
		if pmx {
			from, to := q.r.Pair(n+1, n+1)
			genome.PMX(self, ever, was[:n], min(from, to), max(from, to))
		} else {
			copy(q.mask, q.given)
			q.r.Shuffle(q.mask)
			genome.Sorting(self, [3][]uint8{ever, best, was[:n]}, q.mask)
		}
		if q.Keep && !q.space.Inside(q.egg, row) {
			copy(self, was[:n])
			q.putBack++
		}
	}
}

// mutate swaps two cells in each of so many random rows.
func (q *search) mutate(rows int) {
	movable := q.space.Movable()
	for range rows {
		q.space.Mutate(q.egg, movable[q.r.Intn(len(movable))], q.r)
	}
}

// fly makes a Lévy flight: a step of length s, at least 1, has a density in
// proportion to s^-λ; the egg is mutated α·s times, at least once and at most
// as often as there are cells.
func (q *search) fly() {
	length := q.Step * solver.Exp(solver.Log(1-q.r.Float64())/(1-q.Lambda))
	q.mutate(int(max(1, min(length, float64(q.space.Len())))))
}

// abandon builds bad nests anew, never the best.
func (q *search) abandon() {
	n := 0
	switch {
	case q.Abandon == Fraction:
		n = min(int(q.PA*float64(len(q.nests))), len(q.nests)-1)
	case q.r.Chance(q.PA):
		n = 1
	}
	clear(q.pick)
	q.pick[q.best] = true
	for range n {
		if q.run.Expired() {
			return
		}
		worst := -1
		for i := range q.nests {
			if !q.pick[i] && (worst < 0 || q.nests[i].cost > q.nests[worst].cost) {
				worst = i
			}
		}
		q.pick[worst] = true
	}
	if n == 0 {
		return
	}
	q.abandoned += int64(n)
	for i := range q.nests {
		if q.pick[i] && i != q.best && !q.run.Expired() {
			q.rebuild(i)
		}
	}
}

// rates are px and pm, and what they follow: how often each choice was a
// success lately.
type rates struct {
	px, pm float64
	cross  [2]float64 // success of the sorting crossover, of PMX
	change [2]float64 // without mutation, with
}

func newRates(px, pm float64) rates {
	return rates{px: px, pm: pm, cross: [2]float64{1 - px, px}, change: [2]float64{1 - pm, pm}}
}

// The rates are averages over about a thousand eggs, and no choice goes below
// a tenth, so that each goes on being tried.
const (
	learning = 0.001
	least    = 0.1
)

// learn counts a success (an egg better than its parent) or a failure for the
// choices that were made, and sets the rates to their shares of success.
func (a *rates) learn(pmx, mutated, success bool) {
	follow := func(s *[2]float64, choice bool) float64 {
		x := &s[0]
		if choice {
			x = &s[1]
		}
		reward := 0.0
		if success {
			reward = 1
		}
		*x += float64(learning * (reward - *x))
		if s[0]+s[1] == 0 {
			return 0.5
		}
		return min(max(s[1]/(s[0]+s[1]), least), 1-least)
	}
	a.px, a.pm = follow(&a.cross, pmx), follow(&a.change, mutated)
}
