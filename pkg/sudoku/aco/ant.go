package aco

import (
	"math/bits"
	"math/rand/v2"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/network"
)

// ant is one run.
type ant struct {
	solver *Solver
	random *rand.PCG
	start  *board // the givens, simplified
	board  *board
	tau    []float64 // cell·n+digit
	way    []int32   // the choices of a trip, as places in tau
	broken bool      // the filter has found that there is no solution

	counts
	meter *solver.Meter
}

// counts are the statistics.
type counts struct {
	choices, awards, punishments, singles int64
}

func newAnt(s *Solver, p *sudoku.Puzzle, seed uint64, m *solver.Meter) *ant {
	l := p.Layout()
	a := &ant{
		solver: s, meter: m, random: solver.NewPCG(seed), start: newBoard(l),
		tau: make([]float64, l.N*l.N*l.N), way: make([]int32, 0, l.N*l.N),
	}
	for c, v := range p.Values() {
		if v != puzzle.Unset {
			a.start.fill(c, int(v-1))
		}
	}
	for c, v := range p.Values() {
		if v != puzzle.Unset && s.Singles != BatchSingles {
			a.start.clear(c)
		}
	}
	if s.Filter != network.None {
		filtered := network.New(p)
		a.broken = !filtered.Filter(s.Filter)
		for _, c := range a.start.open {
			a.start.drop(int(c), ^uint64(filtered.Domains[c]>>1))
		}
	}
	a.singles += simplify(a.start, s.Singles)
	a.board = a.start.clone()
	return a
}

// simplify fills the singles of a board on which everything else is cleared.
func simplify(b *board, how Singles) int64 {
	switch how {
	case OneSingle:
		return b.singles()
	case BatchSingles:
		return b.batch()
	}
	return 0
}

func (a *ant) statistics() []solver.Statistic {
	return []solver.Statistic{
		{Name: "choices", Value: float64(a.choices)},
		{Name: "awards", Value: float64(a.awards)},
		{Name: "punishments", Value: float64(a.punishments)},
		{Name: "singles", Value: float64(a.singles)},
	}
}

// askEvery is the number of choices after which the meter is asked.
const askEvery = 64

// trip goes from the givens to a dead end or to the solution. It ends: every
// turn fills a cell or takes a candidate away. Where time runs out on the way it
// returns false.
func (a *ant) trip() bool {
	b, s := a.board, a.solver
	b.copyFrom(a.start)
	a.way = a.way[:0]
	for len(b.open) > 0 && !(s.AtOnce && (b.dead > 0 || b.twice > 0)) {
		cell := int(b.open[a.intn(len(b.open))])
		if b.can[cell] == 0 {
			break
		}
		if a.turn(cell); a.choices%askEvery == 0 && a.meter.Expired() {
			return false
		}
	}
	if s.Update == AfterTrip {
		valid := b.cost() == 0
		for _, i := range a.way {
			a.reward(i, valid)
		}
	}
	return true
}

// turn gives an open cell one of its candidates.
func (a *ant) turn(cell int) {
	b, s := a.board, a.solver
	digit := a.choose(cell)
	i := int32(cell*b.l.N + digit)
	a.choices++
	b.fill(cell, digit)
	if b.twice > 0 {
		if s.Update != AfterTrip {
			a.reward(i, false)
		}
		b.unfill(cell)
		b.drop(cell, 1<<digit)
		a.singles += simplify(b, s.Singles)
		return
	}
	if s.Update == AfterChoice {
		a.reward(i, true)
	}
	if s.Singles != BatchSingles {
		b.clear(cell)
	}
	a.singles += simplify(b, s.Singles)
	switch s.Update {
	case AfterSimplification:
		a.reward(i, b.dead == 0 && b.twice == 0)
	case AfterTrip:
		a.way = append(a.way, i)
	}
}

// reward awards or punishes a choice.
func (a *ant) reward(i int32, valid bool) {
	if valid {
		a.awards++
		a.tau[i] += a.solver.Award
		return
	}
	a.punishments++
	a.tau[i] = max(a.tau[i]-a.solver.Punishment, 0)
}

// choose is the digit for an open cell with candidates.
func (a *ant) choose(cell int) int {
	can, n := a.board.can[cell], a.board.l.N
	tau := a.tau[cell*n : (cell+1)*n]
	if a.solver.Choice == Roulette {
		return a.roulette(tau, can)
	}
	best, most, ties := 0, -1.0, 0
	for rest := can; rest != 0; rest &= rest - 1 {
		d := bits.TrailingZeros64(rest)
		switch {
		case tau[d] > most:
			best, most, ties = d, tau[d], 1
		case tau[d] == most:
			ties++
		}
	}
	if a.solver.Choice == FirstTie || ties == 1 {
		return best
	}
	skip := a.intn(ties)
	for rest := can; ; rest &= rest - 1 {
		d := bits.TrailingZeros64(rest)
		if tau[d] != most {
			continue
		}
		if skip == 0 {
			return d
		}
		skip--
	}
}

// roulette draws a candidate in proportion to its pheromone.
func (a *ant) roulette(tau []float64, can uint64) int {
	sum := 0.0
	for rest := can; rest != 0; rest &= rest - 1 {
		sum += tau[bits.TrailingZeros64(rest)]
	}
	if sum == 0 {
		for skip := a.intn(bits.OnesCount64(can)); skip > 0; skip-- {
			can &= can - 1
		}
		return bits.TrailingZeros64(can)
	}
	point := a.float() * sum
	last := 0
	for rest := can; rest != 0; rest &= rest - 1 {
		d := bits.TrailingZeros64(rest)
		if tau[d] == 0 {
			continue
		}
		last = d
		if point -= tau[d]; point < 0 {
			break
		}
	}
	return last
}

// intn is uniform in 0 to n-1, by the high word of a product.
func (a *ant) intn(n int) int {
	high, _ := bits.Mul64(a.random.Uint64(), uint64(n))
	return int(high)
}

// float is uniform in [0, 1).
func (a *ant) float() float64 { return float64(a.random.Uint64()>>11) * 0x1p-53 }
