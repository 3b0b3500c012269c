package portfolio

import (
	"context"

	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ants are the colony of one run, which is made when it is first asked for.
type ants struct {
	solver *Solver
	puzzle puzzle.Puzzle
	seed   uint64
	ctx    context.Context
	asked  bool
	found  bool           // the search was given a solution
	spent  solver.Outcome // counts, once closed
	taking
	answer chan answer // of ants beside the search
}

// taking is for ants that take turns with the search.
type taking struct {
	meter  *solver.Meter  // from the run's begin on, with its limit of time
	expire func()         // ends the search
	late   bool           // the ants' time ran out within their share
	whole  solver.Outcome // counts before their share
	colony *colony.Colony // nil where the ants cannot take the puzzle
	credit int64          // boards that are the ants' to judge
	price  int64          // of a generation: what the last one judged, before the first what one may judge with its first annealing
}

// answer is the ants' beside the search.
type answer struct {
	out   solver.Outcome
	crash any // what they panicked with
}

// turns is the hint of ants that take turns with the search.
func (n *ants) turns() (puzzle.Grid, bool) {
	if !n.asked {
		n.asked = true
		n.colony = n.make()
		n.price = n.solver.Ants.Price(n.puzzle.Size().Cells())
	}
	if n.colony == nil {
		return puzzle.Grid{}, false
	}
	n.credit += int64(n.solver.Share)
	for n.credit >= n.price {
		before := n.meter.Evaluations()
		n.whole = solver.Outcome{Iterations: n.meter.Iterations(), Evaluations: before}
		if !n.meter.Continue() {
			return n.expired()
		}
		if n.colony.Iterate(n.meter) {
			n.found = true
			board, _ := n.colony.Best()
			return board, true
		}
		n.price = max(n.meter.Evaluations()-before, 1)
		n.credit -= n.price
		if n.meter.Expired() {
			return n.expired()
		}
	}
	return puzzle.Grid{}, false
}

// expired ends the search, too: a conflict counts only with all generations that
// are due.
func (n *ants) expired() (puzzle.Grid, bool) {
	n.late = true
	n.expire()
	return puzzle.Grid{}, false
}

// make makes the colony.
func (n *ants) make() *colony.Colony {
	c, err := n.solver.Ants.Colony(n.puzzle, n.seed)
	if err != nil {
		return nil // of another kind than the parameters, which were looked at
	}
	return c
}

// ask is the hint of ants that run beside the search.
func (n *ants) ask() (puzzle.Grid, bool) {
	if !n.asked {
		n.asked = true
		if c := n.make(); c != nil {
			n.answer = make(chan answer, 1)
			go n.run(c, n.answer)
		}
	}
	if n.answer == nil {
		return puzzle.Grid{}, false
	}
	select {
	case a := <-n.answer:
		n.take(a)
		n.found = n.spent.Status == solver.Solved
		return n.spent.Best, n.found
	default:
		return puzzle.Grid{}, false
	}
}

// take takes the answer. The ants' panic is the search's: it would end the program on their goroutine.
func (n *ants) take(a answer) {
	n.answer = nil
	if a.crash != nil {
		panic(a.crash)
	}
	n.spent = a.out
}

// run lets the colony run until it has a solution or is not needed any more.
func (n *ants) run(c *colony.Colony, to chan<- answer) {
	var a answer
	defer func() {
		a.crash = recover()
		to <- a
	}()
	m := solver.Start(n.ctx, n.puzzle, solver.Run{})
	out, err := m.Finish(c.Run(m))
	if err == nil { // boards that Check refuses are none
		a.out = out
	}
}

// close ends what still runs and returns what the ants spent. It may be called
// again.
func (n *ants) close(cancel context.CancelFunc) solver.Outcome {
	cancel()
	if n.answer != nil {
		n.take(<-n.answer)
	}
	if n.meter != nil {
		n.spent, _ = n.meter.Finish(solver.Outcome{}) // without a solution there is no error
		n.meter = nil
		if n.late {
			n.spent = n.whole
		}
	}
	return n.spent
}
