package portfolio

import (
	"context"

	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// nest is the colony of one run, which is made when it is first asked for.
type nest struct {
	solver *Solver
	puzzle puzzle.Puzzle
	seed   uint64
	ctx    context.Context
	asked  bool
	found  bool // the search was given a solution

	// In turns:
	meter  *solver.Meter  // from the run's begin on, with its limit of time
	expire func()         // ends the search
	late   bool           // the ants' time ran out within their share
	whole  solver.Outcome // counts before their share
	colony *colony.Colony // nil where the ants cannot take the puzzle
	spent  solver.Outcome // counts, once closed

	// Beside the search:
	answer chan solver.Outcome
	// failure is what a rule of your own panicked with on the ants' goroutine,
	// to be passed on where it is noticed. It is written before the answer.
	failure any
}

// turns is the hint of ants that take turns with the search.
func (n *nest) turns() (puzzle.Grid, bool) {
	if !n.asked {
		n.asked = true
		n.colony = n.make()
	}
	if n.colony == nil {
		return puzzle.Grid{}, false
	}
	n.whole = solver.Outcome{Iterations: n.meter.Iterations(), Evaluations: n.meter.Evaluations()}
	for range n.solver.Share {
		if !n.meter.Continue() {
			return n.expired()
		}
		if n.colony.Iterate(n.meter) {
			n.found = true
			board, _ := n.colony.Best()
			return board, true
		}
	}
	if n.meter.Expired() {
		return n.expired()
	}
	return puzzle.Grid{}, false
}

// expired ends the search, too: a conflict counts only with all iterations that
// are its share.
func (n *nest) expired() (puzzle.Grid, bool) {
	n.late = true
	n.expire()
	return puzzle.Grid{}, false
}

// make makes the colony.
func (n *nest) make() *colony.Colony {
	c, err := n.solver.Ants.Colony(n.puzzle, n.seed)
	if err != nil {
		return nil // of another kind than the parameters, which were looked at
	}
	return c
}

// ask is the hint of ants that run beside the search.
func (n *nest) ask() (puzzle.Grid, bool) {
	if !n.asked {
		n.asked = true
		if c := n.make(); c != nil {
			n.answer = make(chan solver.Outcome, 1)
			go n.run(c)
		}
	}
	if n.answer == nil {
		return puzzle.Grid{}, false
	}
	select {
	case n.spent = <-n.answer:
		n.answer = nil
		n.passOn()
		n.found = n.spent.Status == solver.Solved
		return n.spent.Best, n.found
	default:
		return puzzle.Grid{}, false
	}
}

// run lets the colony run until it has a solution or is not needed any more.
func (n *nest) run(c *colony.Colony) {
	answer := n.answer
	var out solver.Outcome
	defer func() {
		n.failure = recover()
		answer <- out
	}()
	m := solver.Start(n.ctx, n.puzzle, solver.Run{})
	var err error
	if out, err = m.Finish(c.Run(m)); err != nil {
		out = solver.Outcome{} // boards that Check refuses are none
	}
}

// passOn panics on the run's goroutine with what the ants panicked with.
func (n *nest) passOn() {
	if failure := n.failure; failure != nil {
		n.failure = nil
		panic(failure)
	}
}

// close ends what still runs and returns what the ants spent. It may be called
// again.
func (n *nest) close(cancel context.CancelFunc) solver.Outcome {
	cancel()
	if n.answer != nil {
		n.spent = <-n.answer
		n.answer = nil
		n.passOn()
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
