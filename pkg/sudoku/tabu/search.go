package tabu

import (
	"math"

	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
)

// search is one run.
type search struct {
	*Solver
	run   *genome.Search
	space *genome.Space
	units [][3]int16
	r     *genome.Random
	m     *solver.Meter
	position
	memory
	counts
}

// position is the board of an iteration.
type position struct {
	genes    []uint8 // of rows, so a gene's number is its cell's
	cost     int
	count    [2 * sudoku.MaxN][sudoku.MaxN + 1]uint8 // of digits in columns and boxes
	conflict []bool                                  // of each cell
	open     *network.Network                        // domains of this iteration
}

// memory is what is tabu, and since when nothing became better.
type memory struct {
	until            [][sudoku.MaxN + 1]int64 // iteration from which a digit may be in a cell again
	iteration, since int64
	best             int // cost since the last start
}

// counts are the statistics of a run.
type counts struct {
	restarts int64
	filtered int64 // iterations whose swap came from the filtered ones
}

// swap is a candidate.
type swap struct {
	i, j  int
	delta int
}

func newSearch(s *Solver, l *sudoku.Layout, run *genome.Search) *search {
	cells := run.Space.Len()
	return &search{
		Solver: s, run: run, space: run.Space, units: l.UnitsOf, r: run.Random, m: run.Meter,
		position: position{genes: make([]uint8, cells), conflict: make([]bool, cells), open: network.Of(make([]network.Domain, cells), l.Units)},
		memory:   memory{until: make([][sudoku.MaxN + 1]int64, cells)},
	}
}

// Start makes a random board, with nothing tabu.
func (q *search) Start() {
	q.space.Fill(q.genes, q.r)
	clear(q.until)
	q.count = [2 * sudoku.MaxN][sudoku.MaxN + 1]uint8{}
	for i, v := range q.genes {
		a, b := q.space.Units(i)
		q.count[a][v]++
		q.count[b][v]++
	}
	q.cost = q.space.Cost(q.genes)
	q.m.Evaluated(1)
	q.best, q.since = math.MaxInt, 0
	q.met()
}

// met looks whether the board is the best so far.
func (q *search) met() {
	if q.cost < q.best {
		q.best, q.since = q.cost, 0
	}
	q.run.Met(q.genes, q.cost)
}

// Iterate is one swap.
func (q *search) Iterate() {
	q.iteration++
	q.since++
	q.findConflicts()
	s, ok := swap{}, false
	if q.Refilter {
		q.refilter()
		if s, ok = q.choose(true); ok {
			q.filtered++
		}
	}
	if !ok {
		s, ok = q.choose(false)
	}
	if !ok {
		s, ok = q.any()
	}
	if ok {
		q.apply(s)
	}
	q.run.Iterated(q.genes, q.cost)
	if q.run.Lowest > 0 && q.Stagnation > 0 && q.since >= int64(q.Stagnation) {
		q.restarts++
		q.Start()
	}
}

// Statistics are the restarts, and the iterations whose swap came from the
// filtered ones.
func (q *search) Statistics() []solver.Statistic {
	return []solver.Statistic{
		{Name: "restarts", Value: float64(q.restarts)},
		{Name: "filtered", Value: float64(q.filtered)},
	}
}

// findConflicts marks the cells whose digit their column or their box has
// twice.
func (q *search) findConflicts() {
	for i, v := range q.genes {
		a, b := q.space.Units(i)
		q.conflict[i] = q.count[a][v] > 1 || q.count[b][v] > 1
	}
}

// refilter revises the cells with a conflict, in raster order, against those
// without, whose digits count as certain.
func (q *search) refilter() {
	for i, v := range q.genes {
		q.open.Domains[i] = network.Only(v)
		if q.conflict[i] {
			q.open.Domains[i] = q.space.Domain(i)
		}
	}
	for i := range q.genes {
		if q.conflict[i] {
			for _, c := range q.units[i] {
				q.open.Revise(i, int(c), network.AC3)
			}
		}
	}
}

// choose finds the best swap that is not tabu, among those that involve a cell
// with a conflict; filtered says that both digits must be in the domains of
// this iteration. Of equal ones it takes each with the same chance.
func (q *search) choose(filtered bool) (best swap, ok bool) {
	best.delta = math.MaxInt
	ties, judged := 0, int64(0)
	for _, row := range q.space.Movable() {
		free := q.space.Free(row)
		for x, i := range free {
			v := q.genes[i]
			for _, j := range free[x+1:] {
				if !q.conflict[i] && !q.conflict[j] {
					continue
				}
				w := q.genes[j]
				if filtered {
					if !q.open.Domains[i].Has(w) || !q.open.Domains[j].Has(v) {
						continue
					}
				} else if !q.space.Allowed(i, w) || !q.space.Allowed(j, v) {
					continue
				}
				delta := q.delta(i, j)
				judged++
				if delta > best.delta {
					continue
				}
				if (q.until[i][w] > q.iteration || q.until[j][v] > q.iteration) && q.cost+delta >= q.run.Lowest {
					continue
				}
				if delta < best.delta {
					ties = 0
				}
				if ties++; ties == 1 || q.r.Intn(ties) == 0 {
					best = swap{i, j, delta}
				}
			}
		}
	}
	q.m.Evaluated(judged)
	return best, ties > 0
}

// any is a random swap inside the domains, whatever is tabu.
func (q *search) any() (swap, bool) {
	movable := q.space.Movable()
	for range q.space.Len() {
		free := q.space.Free(movable[q.r.Intn(len(movable))])
		x, y := q.r.Two(len(free))
		i, j := free[x], free[y]
		if q.space.Allowed(i, q.genes[j]) && q.space.Allowed(j, q.genes[i]) {
			q.m.Evaluated(1)
			return swap{i, j, q.delta(i, j)}, true
		}
	}
	return swap{}, false
}

// delta is what a swap adds to the cost.
func (q *search) delta(i, j int) int {
	v, w := q.genes[i], q.genes[j]
	ai, bi := q.space.Units(i)
	aj, bj := q.space.Units(j)
	d := 0
	if ai != aj {
		d += q.change(ai, v, w) + q.change(aj, w, v)
	}
	if bi != bj {
		d += q.change(bi, v, w) + q.change(bj, w, v)
	}
	return d
}

// change is what it adds to the cost when a unit has one digit less and
// another one more.
func (q *search) change(unit int, less, more uint8) int {
	d := 0
	if q.count[unit][less] == 1 {
		d++
	}
	if q.count[unit][more] == 0 {
		d--
	}
	return d
}

// apply makes a swap and forbids the way back.
func (q *search) apply(s swap) {
	for _, at := range [2][2]int{{s.i, s.j}, {s.j, s.i}} {
		v, w := q.genes[at[0]], q.genes[at[1]]
		a, b := q.space.Units(at[0])
		for _, unit := range [2]int{a, b} {
			q.count[unit][v]--
			q.count[unit][w]++
		}
		q.until[at[0]][v] = q.iteration + 1 + int64(q.Tenure+q.r.Intn(q.TenureRange+1))
	}
	q.genes[s.i], q.genes[s.j] = q.genes[s.j], q.genes[s.i]
	q.cost += s.delta
	q.met()
}
