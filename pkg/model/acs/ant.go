package acs

import (
	"cmp"
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
)

// ant fills one board. Its one turn is a whole board.
type ant struct {
	*problem
	walk
	candidates []int32 // components of the variable to decide
	taken      []int32 // of open variables: the component, or -1
	cost       float64
	chosen     []int32
	view       View
	attraction *colony.Attraction
	lent       []int32 // what an Order rule is lent
}

// walk is how far an ant is on its board.
type walk struct {
	at      int     // the first open variable of its order
	order   []int32 // of open variables, for Shuffled and Failing
	begun   int32   // the component that was chosen first
	choices int     // on this board
}

// Reset starts a new board.
func (a *ant) Reset(t *colony.Trail) {
	a.view.trail = t
	if a.order == nil {
		if a.at = 0; len(a.open) > 0 {
			a.at = t.Intn(len(a.open))
		}
		return
	}
	for i := len(a.order) - 1; i > 0; i-- {
		j := t.Intn(i + 1)
		a.order[i], a.order[j] = a.order[j], a.order[i]
	}
	if a.solver.Sequence == Failing {
		slices.SortStableFunc(a.order, func(x, y int32) int { return cmp.Compare(a.ended[y], a.ended[x]) })
	}
}

// Step builds the board: ants have one search, so that each builds its own when those before it are
// done. Where time runs out it says that it is not done, and the colony abandons the iteration.
func (a *ant) Step(t *colony.Trail) bool {
	a.clear()
	for from := 0; !a.none && !t.Expired(); {
		variable, next := a.next(from)
		if variable < 0 {
			break
		}
		if from = next; a.decide(t, variable) {
			continue
		}
		a.ended[variable]++
		if a.none || a.choices != 1 || !a.solver.Facts {
			break
		}
		a.clear()
		a.exclude(a.begun)
		from = 0
	}
	a.judge()
	return t.Expired()
}

// clear empties the board.
func (a *ant) clear() {
	a.search.Backtrack(0)
	a.owner, a.choices = a, 0
	a.boards++
}

// undecided says whether an open variable has no value, and was not given up.
func (a *ant) undecided(variable int32) bool {
	if a.given[variable] == a.boards {
		return false
	}
	open := false
	for _, lit := range a.lits[a.first[variable]:a.first[variable+1]] {
		switch a.search.Value(lit) {
		case 1:
			return false
		case 0:
			open = true
		}
	}
	return open
}

// list appends the components that a variable can have.
func (a *ant) list(list []int32, variable int32) []int32 {
	for c := a.first[variable]; c < a.first[variable+1]; c++ {
		if a.search.Value(a.lits[c]) == 0 {
			list = append(list, c)
		}
	}
	return list
}

// next is the open variable to decide, and the place in the order to go on from; -1 where none is left.
func (a *ant) next(from int) (variable int32, next int) {
	n := len(a.open)
	if a.hooks.Order != nil {
		return a.askOrder(), 0
	}
	if a.solver.Sequence == Fewest {
		return a.fewest(), 0
	}
	for i := from; i < n; i++ {
		variable := int32((a.at + i) % n)
		if a.order != nil {
			variable = a.order[i]
		}
		if a.undecided(variable) {
			return variable, i + 1
		}
	}
	return -1, n
}

// fewest is an undecided variable with the fewest values, the first one from at on.
func (a *ant) fewest() int32 {
	best, least := int32(-1), 1<<30
	for i := range a.open {
		variable := int32((a.at + i) % len(a.open))
		if !a.undecided(variable) {
			continue
		}
		if a.candidates = a.list(a.candidates[:0], variable); len(a.candidates) < least {
			best, least = variable, len(a.candidates)
		}
		if least <= 2 {
			break
		}
	}
	return best
}

// askOrder lets the replaced order choose.
func (a *ant) askOrder() int32 {
	a.lent = a.lent[:0]
	for i := range a.open {
		if a.undecided(int32(i)) {
			a.lent = append(a.lent, int32(i))
		}
	}
	if len(a.lent) == 0 {
		return -1
	}
	n := len(a.lent)
	variable := a.lent[a.hooks.Order(&a.view, a.lent[:n:n])]
	if uint(variable) >= uint(len(a.open)) || !a.undecided(variable) {
		a.hooks.Overwritten()
	}
	return variable
}

// decide chooses values of a variable until one of them holds. It returns false where all were refuted.
func (a *ant) decide(t *colony.Trail, variable int32) bool {
	greedy, drawn := false, false
	for a.undecided(variable) {
		list := a.list(a.candidates[:0], variable)
		a.candidates = list
		if a.hooks.Filter != nil {
			if list = a.hooks.Filter(&a.view, list); len(list) == 0 {
				a.given[variable] = a.boards
				return true
			}
		}
		t.Attract(a.attraction)
		component := list[0]
		if len(list) > 1 {
			if !drawn {
				greedy, drawn = t.Greedy(), true
			}
			component = list[t.Choose(list, greedy)]
			if c := t.Chooser(); c != nil && !a.isCandidate(component, variable) {
				c.Refuse("it overwrote its list of candidates: %d is none", component)
			}
		}
		switch {
		case a.assume(component):
			t.Took(component)
			return true
		case a.none || !a.refute(component):
			return false
		}
	}
	return true
}

// isCandidate says whether a component is a value that a variable can have.
func (a *ant) isCandidate(component, variable int32) bool {
	return component >= a.first[variable] && component < a.first[variable+1] && a.search.Value(a.lits[component]) == 0
}

// assume takes a component and what follows, or nothing where that contradicts the rules.
func (a *ant) assume(component int32) bool {
	level := a.search.Level()
	if !a.search.Assume(a.lits[component]) {
		a.search.Backtrack(level)
		return false
	}
	if a.choices++; a.choices == 1 {
		a.begun = component
	}
	return true
}

// refute takes the opposite of a component that failed. It returns false where that fails, too.
func (a *ant) refute(component int32) bool {
	level := a.search.Level()
	if level == 0 && a.solver.Facts {
		a.exclude(component)
		return !a.none
	}
	if !a.search.Assume(a.lits[component].Not()) {
		a.search.Backtrack(level)
		return false
	}
	return true
}

// judge notes what the search has of the board, and its cost.
func (a *ant) judge() {
	left := 0
	a.chosen = a.chosen[:0]
	for i := range a.open {
		a.taken[i] = -1
		for c := a.first[i]; c < a.first[i+1]; c++ {
			if a.search.Value(a.lits[c]) > 0 {
				a.taken[i] = c
				a.chosen = append(a.chosen, c)
				break
			}
		}
		if a.taken[i] < 0 {
			left++
		}
	}
	a.cost = float64(left)
	if left == 0 {
		a.cost = float64(a.broken())
	}
}

// Improve lets the hook improve the finished board.
func (a *ant) Improve(_ *colony.Trail, budget int) int {
	if a.hooks.Improve == nil {
		return 0
	}
	return a.hooks.Improve(&a.view, budget)
}

// Cost is the number of variables without a value; of a complete board the sum of the measures of the
// constraints that it breaks.
func (a *ant) Cost() float64 {
	if a.cost > 0 {
		return a.hooks.Judge(&a.view, a.cost)
	}
	return a.cost
}

// Chosen are the components of all variables that the ant decided, by choice or by propagation.
func (a *ant) Chosen() []int32 { return a.chosen }

// Board is the ant's board; cells that show a variable without a value are [puzzle.Unset].
func (a *ant) Board() puzzle.Grid {
	copy(a.values, a.fixed)
	for i, c := range a.taken {
		if c < 0 {
			continue
		}
		a.values[a.open[i]] = a.number[c]
	}
	return a.form.Show(a.variables, a.values)
}
