package analysis

import (
	"cmp"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// run is what statistics look at of a record: a tenth of its memory.
type run struct {
	*terms
	spent [len(measures)]float64 // by measure
	cost  float64
	seed  uint64
	// number is that of the run, place where it comes from (see origin), and points
	// how much of its trace counts; all of it where it is negative.
	number, place, points int32
}

// terms are what many runs have in common.
type terms struct {
	ending
	solved, failed bool
	never          bool // without a solution, and none would ever come
	limits         [len(measures)]float64
	from           origin
}

// ending is what a run was allowed, and how it ended.
type ending struct {
	budget  solver.Budget
	status  solver.Status
	failure string
	design  string // that chose it
}

// origin is where runs come from. It has what few statistics look at, by place.
type origin interface {
	// traced says whether traces are known.
	traced() bool
	trace(place int32) []experiment.Point
	record(place int32) experiment.Record
}

// endings are the terms that were met so far.
type endings struct {
	met  map[ending]*terms
	from origin
}

func newEndings(from origin) endings { return endings{map[ending]*terms{}, from} }

func (e endings) of(one ending) *terms {
	t := e.met[one]
	if t == nil {
		t = &terms{ending: one, solved: one.status.HasSolution(), failed: one.status == experiment.Failed, from: e.from}
		t.never = !t.solved && (t.failed || one.status.Decided())
		for m := range t.limits {
			t.limits[m] = Measure(m).Limit(one.budget)
		}
		e.met[one] = t
	}
	return t
}

// held are so many records, each of which at has.
type held struct {
	count int
	at    func(i int) *experiment.Record
}

func (h held) traced() bool                         { return true }
func (h held) trace(place int32) []experiment.Point { return h.at(int(place)).Trace }
func (h held) record(place int32) experiment.Record { return *h.at(int(place)) }

// given are records as they were given.
func given(records []experiment.Record) held {
	return held{len(records), func(i int) *experiment.Record { return &records[i] }}
}

// made are the runs of a plan, of which a record is made when it is asked for.
func made(result *experiment.Result) held {
	return held{result.Len(), func(i int) *experiment.Record { r := result.At(i); return &r }}
}

// like are the terms of a record; last are those of the one before it, if any.
func (e endings) like(r *experiment.Record, last *terms) *terms {
	if last == nil || last.status != r.Status || last.budget != r.Budget || last.failure != r.Error || last.design != r.Design {
		return e.of(ending{r.Budget, r.Status, r.Error, r.Design})
	}
	return last
}

func runOf(r *experiment.Record, of *terms, place int) run {
	return run{terms: of, spent: spentBy(r), cost: r.Cost, seed: r.Seed, number: int32(r.Run), place: int32(place), points: -1}
}

// runsOf are the runs of records, for scores of records.
func runsOf(records []experiment.Record) []run {
	out, known := make([]run, len(records)), newEndings(given(records))
	var last *terms
	for i := range out {
		last = known.like(&records[i], last)
		out[i] = runOf(&records[i], last, i)
	}
	return out
}

func (r *run) trace() []experiment.Point {
	all := r.from.trace(r.place)
	if r.points >= 0 {
		return all[:min(int(r.points), len(all))]
	}
	return all
}

func recordsOf(runs []run) []experiment.Record {
	out := make([]experiment.Record, len(runs))
	for i := range runs {
		out[i] = runs[i].from.record(runs[i].place)
	}
	return out
}

// follows orders the runs of a label on a puzzle.
func follows(a, b run) int {
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.seed, b.seed), cmp.Compare(a.spent[Seconds], b.spent[Seconds]))
}
