package memetic

import (
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
)

// scout is an ant that deduces. Its one turn is a whole board.
type scout struct {
	problem    *propagating
	open       []int32 // cells that are open still
	candidates []int32 // their components
	chosen     []int32 // components that were not refuted at once
	lost       bool    // both colours of a cell were refuted
	result     puzzle.Grid
	cost       float64
}

// Reset forgets the choices.
func (a *scout) Reset(*colony.Trail) { a.chosen, a.lost = a.chosen[:0], false }

// Step builds the board. Where time runs out it says that it is not done: the
// colony, which asks the meter after some steps, then abandons the iteration.
func (a *scout) Step(t *colony.Trail) bool {
	pr := a.problem
	if pr.meter.Expired() {
		return true
	}
	pr.board.Undo(0)
	a.open = append(a.open[:0], pr.start...)
	for a.turn(t) {
	}
	for c := range a.result.Values {
		a.result.Values[c] = pr.board.Value(c)
	}
	a.cost = float64(len(a.open))
	if a.lost && len(a.chosen) == 1 {
		a.settle(a.chosen[0] ^ 1)
	}
	return pr.meter.Expired()
}

// turn makes one choice; it returns false when the ant is done.
func (a *scout) turn(t *colony.Trail) bool {
	pr := a.problem
	if len(a.open) == 0 || pr.none || pr.meter.Expired() {
		return false
	}
	component := a.choose(t)
	level := pr.board.Level()
	pr.choices++
	if a.assume(component) {
		t.Took(component)
		a.chosen = append(a.chosen, component)
		return true
	}
	pr.board.Undo(level)
	if pr.meter.Expired() {
		return false
	}
	pr.refuted++
	t.Tau[component] += float64(pr.deposit * t.Tau0)
	if level == 0 {
		return a.settle(component ^ 1)
	}
	if a.assume(component ^ 1) {
		return true
	}
	pr.board.Undo(level)
	t.Tau[component^1] += float64(pr.deposit * t.Tau0)
	a.lost = true
	return false
}

// choose picks a colour of an open cell.
func (a *scout) choose(t *colony.Trail) int32 {
	a.candidates = a.candidates[:0]
	for _, c := range a.open {
		a.candidates = append(a.candidates, 2*c, 2*c+1)
	}
	component := a.candidates[t.Choose(a.candidates, t.Greedy())]
	if c := t.Chooser(); c != nil && !a.isCandidate(component) {
		c.Refuse("it overwrote its list of candidates: %d is none", component)
	}
	return component
}

// isCandidate says whether a component is a colour of an open cell.
func (a *scout) isCandidate(component int32) bool {
	return component >= 0 && int(component) < a.problem.Components() && a.problem.board.Value(int(component/2)) == puzzle.Unset
}

// assume puts in a component and what follows; false where that contradicts the
// rules.
func (a *scout) assume(component int32) bool {
	if !a.problem.board.Assume(int(component/2), uint8(component&1)) {
		return false
	}
	a.keep()
	return true
}

// settle makes a component certain for all ants. The puzzle has no solution
// where that contradicts the rules.
func (a *scout) settle(component int32) bool {
	pr := a.problem
	pr.facts++
	if !pr.board.Settle(int(component/2), uint8(component&1)) {
		pr.none = !pr.meter.Expired()
		return false
	}
	a.keep()
	pr.list()
	return true
}

// keep keeps the cells that are open still.
func (a *scout) keep() {
	n := 0
	for _, c := range a.open {
		if a.problem.board.Value(int(c)) == puzzle.Unset {
			a.open[n] = c
			n++
		}
	}
	a.open = a.open[:n]
}

// Cost is the number of open cells where the ant ended.
func (a *scout) Cost() float64 { return a.cost }

// Chosen are the choices that were not refuted at once.
func (a *scout) Chosen() []int32 { return a.chosen }

// Board is the board where the ant ended; open cells are [puzzle.Unset].
func (a *scout) Board() puzzle.Grid { return a.result }
