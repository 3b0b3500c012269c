package analysis

import (
	"slices"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// limitBudget lowers a budget to the cut.
func (c cut) limitBudget(b *solver.Budget) {
	lower := func(of *int64, to int64) {
		if *of == 0 || to < *of {
			*of = to
		}
	}
	duration := time.Duration(c.limit * float64(time.Second))
	switch c.measure {
	case Seconds:
		lower((*int64)(&b.Wall), int64(duration))
	case CPU:
		lower((*int64)(&b.CPU), int64(duration))
	case Iterations:
		lower(&b.Iterations, int64(c.limit))
	case Evaluations:
		lower(&b.Evaluations, int64(c.limit))
	}
}

// Cut ends runs where they exceed a limit of a measure, as if that had been
// their budget: a run that took more found nothing, took the limit, and of the
// other measures as large a part (counts rounded down); it keeps the
// improvements that came by then, and its cost is that of the last of them, or
// -1 where there is none. Records that took no more stay as they are, but for
// their budget. It panics when the limit is not above 0.
func Cut(records []experiment.Record, m Measure, limit float64) []experiment.Record {
	if !(limit > 0) {
		panic("analysis: runs are cut off above 0")
	}
	c := cut{m, limit}
	out := slices.Clone(records)
	for i := range out {
		r := &out[i]
		whole := *r
		c.limitBudget(&r.Budget)
		took := m.Of(whole)
		if took <= limit {
			continue
		}
		part := limit / took
		r.Status, r.Cost, r.Trace = solver.Exhausted, -1, nil
		for j, p := range whole.Trace {
			if m.at(whole, p) > limit || p.Cost == 0 {
				break
			}
			r.Trace, r.Cost = whole.Trace[:j+1:j+1], p.Cost
		}
		r.Iterations, r.Evaluations = int64(float64(whole.Iterations)*part), int64(float64(whole.Evaluations)*part)
		r.Seconds, r.CPU = whole.Seconds*part, whole.CPU*part
		switch m { // what was cut is the limit, and not a rounding beside it
		case Seconds:
			r.Seconds = limit
		case CPU:
			r.CPU = limit
		case Iterations:
			r.Iterations = int64(limit)
		case Evaluations:
			r.Evaluations = int64(limit)
		}
		r.Statistics, r.Error, r.Stack = nil, "", ""
	}
	return out
}
