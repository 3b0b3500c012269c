package analysis

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Within is what the runs would have come to with a smaller budget of iterations
// or of evaluations: a run that found its solution by then is as it was, any
// other one ended there without. For evaluations this is exact where each
// iteration takes the same number of them, and that divides the budget.
// Evaluations and times of a run that is cut off are taken to go with its
// iterations; its cost is the last one of its trace, −1 without a trace. Within
// panics where a run without a solution was not allowed as much.
func Within(records []experiment.Record, budget solver.Budget) []experiment.Record {
	m, limit := cut(budget)
	out := slices.Clone(records)
	for i := range out {
		r := &out[i]
		took, undecided := m.Of(*r), r.Status == solver.Exhausted
		if undecided && took < limit {
			panic(unknown(r.Label(), r.Puzzle, m, limit, took))
		}
		r.Budget = budget
		if took <= limit {
			continue
		}
		part, spent := limit/took, spentBy(r)
		past := func(p experiment.Point) bool { return m.at(&spent, p) > limit }
		r.Trace = slices.DeleteFunc(slices.Clone(r.Trace), past)
		r.Status, r.Cost = solver.Exhausted, -1
		if n := len(r.Trace); n > 0 {
			r.Cost = r.Trace[n-1].Cost
		}
		r.Iterations, r.Evaluations = int64(Iterations.part(part, float64(r.Iterations))), int64(Evaluations.part(part, float64(r.Evaluations)))
		r.Seconds, r.CPU = Seconds.part(part, r.Seconds), CPU.part(part, r.CPU)
	}
	return out
}

// cut is where a budget cuts runs off.
func cut(budget solver.Budget) (Measure, float64) {
	m, limit := Iterations, float64(budget.Iterations)
	if budget.Iterations == 0 {
		m, limit = Evaluations, float64(budget.Evaluations)
	}
	if !(limit > 0) || budget.Wall != 0 || budget.CPU != 0 || budget.Iterations != 0 && budget.Evaluations != 0 {
		panic(fmt.Sprintf("analysis: a run can be cut off at iterations or at evaluations, not at %+v", budget))
	}
	return m, limit
}

// part is a share of what a run took: a whole number of what is counted.
func (m Measure) part(share, took float64) float64 {
	if m.Unit() == "" {
		return math.Trunc(share*took + 0.5)
	}
	return share * took
}
