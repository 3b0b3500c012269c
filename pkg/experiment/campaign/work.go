package campaign

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// ErrCode is wrapped by the error of a worker whose code is not the plan's.
var ErrCode = errors.New("the code of this program is not the plan's")

// Worker is one attempt at a shard. The zero value of a field that is not described
// otherwise means none.
type Worker struct {
	Shard
	// List is what is wanted; nil means the whole plan.
	List *List
	// Job and Task name the attempt.
	Job, Task string
	// Until is when its time ends ([experiment.Until]).
	Until time.Time
	// Workers is the number of simultaneous runs, at least 1.
	Workers int
	// Stay has it stay, once its part is complete, until the other parts are, too, and
	// take those whose workers have ended. Without it a worker takes what is left then,
	// and ends.
	Stay bool
	// OtherCode lets it run though its code is not the plan's. Its records say which
	// code made them.
	OtherCode bool
	// Rebuild makes an engine from its description, Open a puzzle from its origin;
	// engines.FromDescription and engines.Open do.
	Rebuild func(solver.Description) (solver.Solver, error)
	Open    func(sets.Origin) (puzzle.Puzzle, error)
}

// Worked is what an attempt came to.
type Worked struct {
	// Runs is the number of runs in its shard. Before it began Found had a record, it
	// Made others, of which Failed failed, and Missing still have none.
	Runs, Found, Made, Failed, Missing int
	// Warnings report damaged lines, and what could not be noted.
	Warnings []string
	// Taken are the parts that other workers had left, in the order in which they were taken.
	Taken []Taken `json:",omitempty"`
}

// Taken is a part of a worker that ended before it was complete, and what its runs came to.
type Taken struct {
	Shard
	Worked
}

// Work makes what is missing of a shard, and then of shards of the same list whose
// workers were killed, or ended early. Where the context or the worker's time ends,
// runs are missing, and there is no error. An error is that of a plan that cannot be
// run here, a difference of the code ([ErrCode]), or a journal that cannot be written;
// what was made before is in the journal.
//
// Where rules were typed into a cell the program in the folder does all of this
// ([Serve]), and neither Rebuild nor Open is called.
func (f *Folder) Work(ctx context.Context, w Worker) (out Worked, err error) {
	if !w.Valid() {
		return out, fmt.Errorf("campaign: there is no shard %v", w.Shard)
	}
	if w.Of == 1 { // there are no others
		return f.part(ctx, w)
	}
	if w.Stay {
		f.announce(w.Of, w.List)
	}
	mine, held := f.claim(w.Shard, w.List, true)
	for mine == nil && held && w.Stay && w.pause(ctx) { // it came late, and another makes its part
		mine, held = f.claim(w.Shard, w.List, true)
	}
	out, err = f.part(ctx, w)
	mine.release(err == nil && out.Missing == 0)
	asked := map[int]bool{}
	for more := true; more && err == nil && out.Missing == 0; more = more && w.pause(ctx) {
		more = false
		for _, other := range f.claimed(w) {
			if asked[other.Index] || err != nil || ctx.Err() != nil {
				continue
			}
			c, held := f.claim(other.Shard, w.List, false)
			if c == nil {
				more = more || held && w.Stay
				continue
			}
			taken := Taken{Shard: other.Shard}
			w.pause(ctx) // a process loses its locks shortly before it is seen to be gone
			taken.Worked, err = f.part(ctx, other)
			c.release(err == nil && taken.Missing == 0)
			out.Taken = append(out.Taken, taken)
			asked[other.Index] = true
		}
	}
	return out, err
}

func (f *Folder) part(ctx context.Context, w Worker) (Worked, error) {
	if f.Plan.Worker != "" {
		return f.ask(ctx, w)
	}
	return f.work(ctx, w)
}

func (f *Folder) work(ctx context.Context, w Worker) (out Worked, err error) {
	runs := f.runs(w.Shard, w.List)
	out.Runs = f.count(w.Shard, w.List)
	if out.Missing = out.Runs; out.Runs == 0 {
		return out, nil
	}
	mine := map[int]bool{}
	for r := range runs {
		if mine[f.trial(r).Puzzle] = true; len(mine) == len(f.places) {
			break
		}
	}
	places := slices.Sorted(maps.Keys(mine))
	kinds := lists.Set(places, func(place int) string { return f.Plan.Puzzles[place].Kind })
	for place, p := range f.Plan.Puzzles { // the code of an engine depends on all kinds
		if !kinds[p.Kind] {
			kinds[p.Kind] = true
			places = append(places, place)
		}
	}
	plan, err := experiment.PlanOf(f.Plan, places, w.Rebuild, w.Open)
	if err != nil {
		return out, err
	}
	plan.Workers = max(w.Workers, 1)
	here, err := plan.File()
	if err != nil {
		return out, err
	}
	codes, err := f.codes(here, w.OtherCode)
	if err != nil {
		return out, err
	}
	found, err := f.scan(mine, codes)
	if err != nil {
		return out, err
	}
	out.Warnings = found.warnings
	local := map[int]int{}
	for i, place := range places {
		local[place] = i
	}
	missing := func(yield func(experiment.Trial) bool) {
		for r := range runs {
			t := f.trial(r)
			if w.List != nil {
				wanted, _ := w.List.find(r)
				t.Retry = wanted.again
			}
			if line := found.told[r]; !found.done.has(r) || line.Status == experiment.Failed && line.Retry < t.Retry {
				if t.Puzzle = local[t.Puzzle]; !yield(t) {
					return
				}
			}
		}
	}
	if len(found.done) > 0 { // otherwise all are
		out.Missing = 0
		for range missing {
			out.Missing++
		}
	}
	out.Found = out.Runs - out.Missing
	if out.Missing == 0 || ctx.Err() != nil {
		return out, nil
	}
	options := []experiment.Option{experiment.In(f.Dir), experiment.Worker(w.Job, w.Task), experiment.OnRecord(func(r experiment.Record) {
		if r.Status == experiment.Failed {
			out.Failed++
		}
	})}
	if !w.Until.IsZero() {
		options = append(options, experiment.Until(w.Until, found.longest))
	}
	s, err := plan.Open(options...)
	if err != nil {
		return out, err
	}
	out.Made, err = s.Stream(ctx, missing, out.Missing)
	err = errors.Join(err, s.Close())
	out.Missing -= out.Made
	out.Warnings = append(out.Warnings, s.Warnings()...)
	return out, err
}

// Codes are the versions of the code of this program where they are not the plan's.
// They are an error ([ErrCode]) unless other allows them, as they are for a [Worker].
// Any other error is that of a plan that cannot be run here. Of a plan with rules that
// were typed into a cell nothing is said: the program in the folder runs it. Rebuild
// and open are those of a [Worker].
func (f *Folder) Codes(other bool, rebuild func(solver.Description) (solver.Solver, error), open func(sets.Origin) (puzzle.Puzzle, error)) ([]string, error) {
	if f.Plan.Worker != "" {
		return nil, nil
	}
	here, err := f.Plan.Here(rebuild, open)
	if err != nil {
		return nil, err
	}
	return f.codes(here, other)
}

// codes are the versions of the code of the plan's file in this program where they are
// not the plan's, which is an error unless it is asked for.
func (f *Folder) codes(here experiment.PlanFile, other bool) (out []string, err error) {
	differs := false
	for i, e := range here.Engines {
		if e.Code != f.Plan.Engines[i].Code {
			out = append(out, e.Code)
			_, equal := f.verified.Find(e.Hash, e.Code, f.Plan.Engines[i].Code)
			differs = differs || !equal
		}
	}
	if names := f.Plan.Against(here); differs && !other {
		return nil, fmt.Errorf("campaign: %w: yours differs in %s", ErrCode, strings.Join(names, ", "))
	}
	return out, nil
}
