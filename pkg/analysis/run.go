package analysis

import (
	"cmp"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// run is what most statistics look at of a record: a seventh of its memory.
type run struct {
	*terms
	spent  [len(measures)]float64 // by measure
	seed   uint64
	number int
}

// terms are what many runs have in common.
type terms struct {
	ending
	solved, failed bool
	never          bool // without a solution, and none would ever come
	limits         [len(measures)]float64
}

// ending is what a run was allowed, and how it ended.
type ending struct {
	budget  solver.Budget
	status  solver.Status
	failure string
}

// endings are the terms that were met so far.
type endings map[ending]*terms

func (e endings) of(one ending) *terms {
	t := e[one]
	if t == nil {
		t = &terms{ending: one, solved: one.status.HasSolution(), failed: one.status == experiment.Failed}
		t.never = !t.solved && (t.failed || one.status.Decided())
		for m := range t.limits {
			t.limits[m] = Measure(m).Limit(one.budget)
		}
		e[one] = t
	}
	return t
}

// runs are those of records, in their order.
func (e endings) runs(to []run, records []experiment.Record) []run {
	var last *terms
	for i := range records {
		r := &records[i]
		if last == nil || last.status != r.Status || last.budget != r.Budget || last.failure != r.Error {
			last = e.of(ending{r.Budget, r.Status, r.Error})
		}
		to = append(to, run{last, [...]float64{Seconds: r.Seconds, CPU: r.CPU, Iterations: float64(r.Iterations), Evaluations: float64(r.Evaluations)}, r.Seed, r.Run})
	}
	return to
}

// runsOf are the runs of records, for scores of records.
func runsOf(records []experiment.Record) []run {
	return endings{}.runs(make([]run, 0, len(records)), records)
}

// follows orders the runs of a label on a puzzle.
func follows(a, b run) int {
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.seed, b.seed), cmp.Compare(a.spent[Seconds], b.spent[Seconds]))
}
