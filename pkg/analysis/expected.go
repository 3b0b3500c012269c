package analysis

// ExpectedRunTime is what a solution costs on average when a run that finds none is
// followed by another: all that was spent, divided by the solutions found.
// The paper compares solvers by it (Amos, Crossley and Lloyd, 2019, section
// 4.3: "the total run time divided by the number of successful runs").
type ExpectedRunTime struct {
	Part
	// Measure is the measure of Total and Mean.
	Measure         Measure
	Runs, Successes int
	// Total is what all runs took, those that failed included.
	Total float64
	// Mean is Total/Successes; +Inf where no run found a solution.
	Mean float64
	// Interval is that of a ratio of sums ([stats.BoundedRatio]): over runs for one
	// puzzle, over puzzles with all their runs for several. High is +Inf where no run
	// found a solution, and where runs have no limit in the measure.
	Interval Interval
	// Scope is what Interval is about.
	Scope Scope
}

// ExpectedRunTimes is what solutions cost by label and part.
type ExpectedRunTimes struct {
	// Rows has a row for each part with records, in the order of the [Grouping],
	// Totals one for each label over all its puzzles.
	Rows, Totals []ExpectedRunTime
}

// ExpectedRunTime is the cost of a solution by label and part.
func (g Groups) ExpectedRunTime(m Measure) (t ExpectedRunTimes) {
	for _, part := range g.parts {
		t.Rows = append(t.Rows, g.runs.settings.expected(part, m))
	}
	for _, all := range g.runs.groups {
		t.Totals = append(t.Totals, g.runs.settings.expected(all, m))
	}
	return t
}

func (s Settings) expected(g group, m Measure) ExpectedRunTime {
	e := ExpectedRunTime{Part: g.Part, Measure: m, Runs: g.runs(), Scope: s.scope(len(g.instances))}
	e.Mean, e.Interval = s.perSuccess(g, m, func(u *ratio, in *instance, i int) {
		r := &in.runs[i]
		u.part += r.spent[m]
		e.Total += r.spent[m]
		if r.solved {
			u.whole++
			e.Successes++
		}
	})
	return e
}
