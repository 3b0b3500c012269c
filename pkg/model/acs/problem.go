package acs

import (
	"formicary/pkg/cdcl"
	"formicary/pkg/colony"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/solver"
)

// problem is a declared puzzle as package colony sees it: a component is one value of one variable
// that is open after propagation.
type problem struct {
	solver *Solver
	form   *model.Form
	theory *theory.Theory // the one search of all ants
	search *cdcl.Solver   // of it
	owner  *ant           // whose board the search has
	none   bool           // the puzzle has no solution
	hooks  colony.Hooks[*View]
	choice
	ends
}

// choice is what ants choose from.
type choice struct {
	variables []model.Variable // all
	fixed     []int16          // of all: the value, -1 where it is open
	values    []int16          // of all, for boards
	open      []int32          // variables that are open
	first     []int32          // of open ones: the first component; and, last, the number of components
	number    []int16          // of components: the value
	of        []int32          // of components: the open variable, by its place in open
	lits      []cdcl.Lit       // of components
	layout    solver.Layout
}

// ends is where ants ended.
type ends struct {
	ended  []int64 // of open variables: ants that ended there
	given  []int32 // of open variables: the board on which an ant gave them up
	boards int32   // begun
}

func newProblem(s *Solver, form *model.Form, m *solver.Meter) *problem {
	t := theory.Within(form, m.Expired)
	if t.Ended() {
		m.Abandon()
		return &problem{none: true}
	}
	pr := &problem{solver: s, form: form, theory: t, search: t.Solver, choice: choice{variables: form.Variables()}}
	if pr.none = t.Solver.Unsatisfiable() || !t.Solver.Propagate() || t.Ended(); pr.none {
		return pr
	}
	for i := range pr.variables {
		value := pr.value(i)
		pr.fixed = append(pr.fixed, value)
		if value >= 0 {
			continue
		}
		pr.first = append(pr.first, int32(len(pr.lits)))
		for x := range pr.variables[i].Values() {
			if lit := cdcl.Lit(pr.variables[i].Is(x)); pr.search.Value(lit) == 0 {
				pr.lits, pr.number = append(pr.lits, lit), append(pr.number, int16(x))
				pr.of = append(pr.of, int32(len(pr.open)))
			}
		}
		pr.open = append(pr.open, int32(i))
	}
	pr.first = append(pr.first, int32(len(pr.lits)))
	pr.values = make([]int16, len(pr.variables))
	pr.lay()
	pr.ended, pr.given = make([]int64, len(pr.open)), make([]int32, len(pr.open))
	pr.none = len(pr.open) == 0 && pr.broken() > 0
	return pr
}

// value is that of one of all variables in the search; -1 where it is open.
func (pr *problem) value(variable int) int16 {
	v := &pr.variables[variable]
	for x := range v.Values() {
		if pr.search.Value(cdcl.Lit(v.Is(x))) > 0 {
			return int16(x)
		}
	}
	return -1
}

// broken is the sum of the measures of all constraints that the search's board breaks, which is complete. A search that has seen a
// contradiction stopped before it had all that follows from the board.
func (pr *problem) broken() (sum int) {
	values := pr.theory.Values()
	pr.form.Complete(values)
	for _, c := range pr.form.Constraints {
		_, measure := c.Broken(values)
		sum += measure
	}
	return sum
}

// lay says where pheromone is: on the cell that shows a variable; where every variable is shown in
// several, on the pair of the first and the last of them.
func (pr *problem) lay() {
	pairs := true
	for _, i := range pr.open {
		pairs = pairs && len(pr.variables[i].Cells()) > 1
	}
	if pairs && len(pr.open) > 0 {
		pr.layout.Starts = pr.first
		for _, i := range pr.open {
			cells := pr.variables[i].Cells()
			pr.layout.Pairs = append(pr.layout.Pairs, [2]int32{int32(cells[0]), int32(cells[len(cells)-1])})
		}
		return
	}
	pr.layout.Starts = make([]int32, pr.form.Size.Cells()+1)
	for at, i := range pr.open {
		pr.layout.Starts[pr.variables[i].Cells()[0]+1] += pr.first[at+1] - pr.first[at]
	}
	for cell := range pr.form.Size.Cells() {
		pr.layout.Starts[cell+1] += pr.layout.Starts[cell]
	}
}

func (pr *problem) Components() int { return len(pr.lits) }

func (pr *problem) Scale() int { return max(len(pr.variables), 1) }

func (pr *problem) Layout() solver.Layout { return pr.layout }

// Refuted says that ants found the puzzle to have no solution.
func (pr *problem) Refuted() bool { return pr.none }

func (pr *problem) NewAnt() colony.Ant {
	a := &ant{problem: pr, taken: make([]int32, len(pr.open))}
	if pr.solver.Sequence == Shuffled || pr.solver.Sequence == Failing {
		for i := range pr.open {
			a.order = append(a.order, int32(i))
		}
	}
	a.view = View{ant: a}
	a.attraction = pr.hooks.Attraction(&a.view)
	return a
}

// exclude makes a component's opposite certain for all ants, on an empty board.
func (pr *problem) exclude(component int32) {
	pr.none = !pr.search.AddClause(pr.lits[component].Not()) || !pr.search.Propagate()
}
