package tabu

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// search is one run.
type search struct {
	*Solver
	*board
	meter  *solver.Meter
	random *rand.PCG
	moves
	round
	progress
}

// moves are those that a variable may make.
type moves struct {
	can   [][]int16 // of variables: the values that propagation left
	open  []int32   // variables with at least two of them
	until [][]int64 // of variables and values: the iteration from which the value may come again
}

// round is what an iteration looks at.
type round struct {
	broken []int32
	lits   []model.Lit
	mend   []int32
}

// progress is how far the search is.
type progress struct {
	iteration, since int64
	begun            int // lowest cost since the search began or began again
	lowest           int // of the run
	best             puzzle.Grid
	restarts         int64
}

// newSearch filters the values; none says that the puzzle has no solution.
func newSearch(s *Solver, form *model.Form, m *solver.Meter, random *rand.PCG) (q *search, none bool) {
	t := theory.Within(form, m.Expired)
	if t.Ended() {
		m.Abandon()
		return nil, false
	}
	if t.Solver.Unsatisfiable() || !t.Solver.Propagate() {
		return nil, true
	}
	if t.Ended() {
		return nil, false
	}
	q = &search{Solver: s, board: newBoard(form, form.Variables()), meter: m, random: random, progress: progress{lowest: math.MaxInt}}
	for i, v := range q.variables {
		var can []int16
		for x := range v.Values() {
			if t.Solver.Value(cdcl.Lit(v.Is(x))) >= 0 {
				can = append(can, int16(x))
			}
		}
		q.can = append(q.can, can)
		q.until = append(q.until, make([]int64, v.Values()))
		if len(can) > 1 {
			q.open = append(q.open, int32(i))
		}
	}
	return q, false
}

// begin makes a random board, with nothing tabu and all weights 1.
func (q *search) start() {
	for i, can := range q.can {
		q.turn(int32(i), can[q.intn(len(can))])
		clear(q.until[i])
	}
	for i, j := range q.judges {
		q.weights[i], q.measures[i] = 1, int32(j.measure())
	}
	q.sum()
	q.meter.Evaluated(1)
	q.begun, q.since = math.MaxInt, q.iteration
	q.met()
}

// met looks whether the board is the best so far.
func (q *search) met() {
	if q.cost < q.begun {
		q.begun, q.since = q.cost, q.iteration
	}
	if q.cost < q.lowest {
		q.lowest, q.best = q.cost, q.show()
		q.meter.Improved(float64(q.cost), q.best, nil)
	}
}

func (q *search) show() puzzle.Grid { return q.form.Show(q.variables, q.current) }

// run searches until the board is a solution or the meter says stop.
func (q *search) run() solver.Status {
	q.start()
	for q.lowest > 0 && len(q.open) > 0 && q.meter.Continue() && !q.meter.Expired() {
		q.iterate()
	}
	switch {
	case q.lowest == 0:
		return solver.Solved
	case len(q.open) == 0:
		return solver.Unsolvable
	}
	return q.meter.Undecided()
}

// iterate makes one move.
func (q *search) iterate() {
	q.iteration++
	if q.Stagnation > 0 && q.iteration-q.since > int64(q.Stagnation) {
		q.restarts++
		q.start()
	} else {
		q.move()
	}
	if q.meter.Watched() {
		q.meter.Iterated(float64(q.cost), q.show(), nil)
	} else {
		q.meter.Iterated(float64(q.cost), puzzle.Grid{}, nil)
	}
}

// move changes a variable of a broken constraint.
func (q *search) move() {
	q.broken = q.broken[:0]
	for i, m := range q.measures {
		if m > 0 {
			q.broken = append(q.broken, int32(i))
		}
	}
	q.lits, q.mend = q.blamed(q.broken[q.intn(len(q.broken))], q.lits, q.mend)
	var best move
	least, ties, judged := math.MaxInt, 0, int64(0)
	var any move
	for _, variable := range q.mend {
		if q.meter.Expired() {
			return
		}
		for _, value := range q.can[variable] {
			if value == q.current[variable] {
				continue
			}
			cost, weighted := q.delta(variable, value)
			if judged++; q.intn(int(judged)) == 0 {
				any = move{variable, value}
			}
			if weighted > least || q.until[variable][value] > q.iteration && q.cost+cost >= q.lowest {
				continue
			}
			if weighted < least {
				least, ties = weighted, 0
			}
			if ties++; q.intn(ties) == 0 {
				best = move{variable, value}
			}
		}
	}
	q.meter.Evaluated(judged)
	if judged == 0 {
		any = q.anywhere()
	}
	if ties == 0 {
		best = any
	}
	if q.Weights && least >= 0 {
		for _, i := range q.broken {
			q.weights[i]++
			q.weighted += int(q.measures[i])
		}
	}
	q.until[best.variable][q.current[best.variable]] = q.iteration + 1 + int64(q.Tenure+q.intn(q.TenureRange+1))
	q.set(best.variable, best.value)
	q.met()
}

// move is another value of a variable.
type move struct {
	variable int32
	value    int16
}

// anywhere is a random move, for a broken constraint in which propagation left nothing to choose.
func (q *search) anywhere() move {
	variable := q.open[q.intn(len(q.open))]
	can := q.can[variable]
	value := can[q.intn(len(can)-1)]
	if value == q.current[variable] {
		value = can[len(can)-1]
	}
	return move{variable, value}
}

// intn is uniform in 0 to n-1, at least 1.
func (q *search) intn(n int) int {
	high, _ := bits.Mul64(q.random.Uint64(), uint64(n))
	return int(high)
}
