package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
)

// Runs are the table that all statistics are made of: the runs of an experiment,
// grouped once for whoever asks many questions of them, in a tenth of the memory of
// records. Its methods are those of [Settings] of the same name, which make a table of
// records first.
type Runs struct {
	groups   []group
	settings Settings // complete
}

// Group makes the table of records, which it keeps, with the settings of [Default].
func Group(records []experiment.Record) *Runs { return Default.Group(records) }

// Group makes the table of records, which it keeps.
func (s Settings) Group(records []experiment.Record) *Runs {
	out := &Runs{byLabel(given(records)), s.complete()}
	for _, g := range out.groups {
		g.instances[0].runs() // makes them all, since the records may be put into another order
	}
	return out
}

// Of makes the table of the runs of a plan, with the settings of [Default]: as [Group] of its records, in a fifth
// of their memory.
func Of(result *experiment.Result) *Runs { return &Runs{byLabel(made(result)), Default.complete()} }

// Collect makes the table of the runs of columns from one place to another, without
// making records of them, and with the same results. Of columns of a page, which have
// no traces, statistics of costs over time panic, and scores that a caller defines
// ([Score.Of]) do; of those of a sealed file traces are read when they are first
// asked for, and a file that is damaged then is a panic.
func Collect(c *columns.Columns, from, to int) *Runs {
	t := table{puzzles: c.Puzzles, puzzle: c.Puzzle[from:to], config: c.Configuration[from:to]}
	for _, one := range c.Configurations {
		t.configs = append(t.configs, named{one.Engine, one.Variant, one.Parameters})
	}
	known := newEndings(&collected{sealed: c.Sealed})
	plain := make([]*terms, len(c.Configurations)*len(c.Statuses)) // of runs without an error
	ended := func(i int) *terms {
		configuration, status, failure := c.Configuration[i], c.Status[i], c.Failure[i]
		one := ending{c.Configurations[configuration].Budget, c.Statuses[status], c.Failures[failure], c.Configurations[configuration].Design}
		if one.failure != "" {
			return known.of(one)
		}
		t := &plain[int(configuration)*len(c.Statuses)+int(status)]
		if *t == nil {
			*t = known.of(one)
		}
		return *t
	}
	t.terms = func(i int) *terms { return ended(from + i) }
	measures := sync.OnceValue(c.Measures)
	t.run = func(i int) run {
		n, m := from+i, measures()
		return run{
			terms: ended(n),
			spent: [...]float64{Seconds: m.Seconds[n], CPU: m.CPU[n], Iterations: float64(m.Iterations[n]), Evaluations: float64(m.Evaluations[n])},
			cost:  m.Cost[n], seed: m.Seeds[m.Seed[n]], number: m.Run[n], place: int32(n), points: -1,
		}
	}
	return &Runs{t.groups(), Default}
}

// collected are runs of columns.
type collected struct {
	sealed *columns.Sealed // nil for those of a page

	mu     sync.Mutex
	traces *columns.Traces
}

func (c *collected) traced() bool { return c.sealed != nil }

func (c *collected) trace(place int32) []experiment.Point {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.traces == nil {
		if c.sealed == nil {
			panic("analysis: these runs are of columns without traces")
		}
		var err error
		if c.traces, err = c.sealed.Traces(); err != nil {
			panic("analysis: " + err.Error())
		}
	}
	return c.traces.Of(int(place))
}

func (c *collected) record(place int32) experiment.Record {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sealed == nil {
		panic("analysis: a score of records was asked of columns, which have none")
	}
	r, err := c.sealed.Record(int(place))
	if err != nil {
		panic("analysis: " + err.Error())
	}
	return r
}

// shorter are runs that are cut off.
type shorter struct {
	origin
	budget solver.Budget
}

func (s shorter) record(place int32) experiment.Record {
	return Within([]experiment.Record{s.origin.record(place)}, s.budget)[0]
}

// Where is the runs of labels on puzzles for which takes is true; kind is the kind
// of the puzzle. Labels are in the order in which those of them first appear.
func (r *Runs) Where(takes func(label, kind string, p PuzzleKey) bool) *Runs {
	var out []group
	for _, g := range r.groups {
		kept := group{Part: g.Part, name: g.name, settings: g.settings}
		for i := range g.instances {
			if in := &g.instances[i]; takes(g.Label, in.kind, in.PuzzleKey) {
				kept.instances = append(kept.instances, *in)
			}
		}
		if kept.instances != nil {
			out = append(out, kept)
		}
	}
	slices.SortStableFunc(out, func(a, b group) int { return cmp.Compare(a.opening().first, b.opening().first) })
	return &Runs{out, r.settings}
}

// opening is the instance whose record is the first of the group's.
func (g group) opening() *instance {
	out := &g.instances[0]
	for i := range g.instances {
		if in := &g.instances[i]; in.first < out.first {
			out = in
		}
	}
	return out
}

// Within is what [Within] says of all runs. The cost of a run that is cut off is −1
// where traces are not known.
func (r *Runs) Within(budget solver.Budget) *Runs {
	m, limit := cut(budget)
	out := &Runs{slices.Clone(r.groups), r.settings}
	all := make([]run, 0, r.Count())
	var known endings
	for g := range out.groups {
		of := &out.groups[g]
		of.instances = slices.Clone(of.instances)
		for i := range of.instances {
			in := &of.instances[i]
			if known.met == nil { // all are of one origin
				known = newEndings(shorter{in.opens.from, budget})
			}
			start := len(all)
			// Most runs have the terms of the one before them.
			var last, kept, ended *terms
			for _, one := range in.runs() {
				if one.terms != last {
					last = one.terms
					kept, ended = known.of(ending{budget, one.status, one.failure, one.design}), known.of(ending{budget, solver.Exhausted, one.failure, one.design})
				}
				took := one.spent[m]
				if one.status == solver.Exhausted && took < limit {
					panic(unknown(of.Label, in.Puzzle, m, limit, took))
				}
				if took > limit {
					one.shorten(m, limit)
					one.terms = ended
				} else {
					one.terms = kept
				}
				all = append(all, one)
			}
			in.opens = known.of(ending{budget, in.opens.status, in.opens.failure, in.opens.design})
			in.hold(all[start:len(all):len(all)])
		}
	}
	return out
}

func (r *run) shorten(m Measure, limit float64) {
	r.cost = -1
	if r.from.traced() {
		trace := r.trace()
		r.points = 0
		for _, p := range trace {
			if m.at(&r.spent, p) > limit {
				break
			}
			r.cost = p.Cost
			r.points++
		}
	}
	took := r.spent[m]
	for by := range r.spent {
		r.spent[by] = Measure(by).part(limit/took, r.spent[by])
	}
}

// Labels are those of the runs, in the order in which they first appear.
func (r *Runs) Labels() []string {
	return lists.Map(r.groups, func(g group) string { return g.Label })
}

// Count is the number of runs.
func (r *Runs) Count() int {
	return lists.Sum(r.groups, group.runs)
}

// Puzzles is the number of puzzles of different content.
func (r *Runs) Puzzles() int {
	contents := map[string]bool{}
	for _, g := range r.groups {
		for i := range g.instances {
			contents[g.instances[i].Content] = true
		}
	}
	return len(contents)
}

// Budget is what the first run was allowed, and whether all others were, too. There
// must be a run.
func (r *Runs) Budget() (first solver.Budget, alike bool) {
	at, alike := math.MaxInt, true
	for _, g := range r.groups {
		if in := g.opening(); in.first < at {
			at, first = in.first, in.opens.budget
		}
	}
	for _, g := range r.groups {
		for i := range g.instances {
			alike = alike && g.instances[i].alike && g.instances[i].opens.budget == first
		}
	}
	return first, alike
}

func unknown(label, puzzle string, m Measure, limit, took float64) string {
	return fmt.Sprintf("analysis: what %s on %s would have come to in %v %v is not known: it ended after %v", label, puzzle, limit, m, took)
}

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
