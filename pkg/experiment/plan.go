// Package experiment runs plans: puzzles × engines × runs, with a budget and a
// seed, on a pool of workers.
//
//  1. A [Plan] says what to run. [Plan.Run] derives the seed of every run from
//     the plan's seed, the puzzle's content, the engine's name and the run's
//     number.
//  2. Every run ends as one flat [Record]. With [In] the record goes into a
//     journal, one line of JSON, before anything else happens to it.
//  3. What the journal has is not run again: a killed, interrupted or grown
//     plan goes on where it was. That goes for failed runs, too; to have one
//     again, take its line out.
//  4. [Result] holds the records in the plan's order, whoever ran them, when and
//     on how many workers. Package analysis takes them from there; [Load] reads
//     them back later.
//
// Its opinion: failing is a result. An engine that gives up, returns an error
// or panics leaves a record that says so, and the experiment goes on; a run
// that was cancelled leaves none, for it says nothing about the engine. A
// result is never taken from the journal for code that has changed since.
// Every solution is put before the puzzle's own Check once more, whatever the
// engine says.
//
// Its limits: one process, one machine; all records are held in memory (a
// thousand bytes each is typical). A panic on a goroutine that an engine
// started itself cannot be caught and ends the process; an engine that heeds
// neither budget nor context cannot be stopped. Budgets of time are shared
// out fairly only while there are no more workers than processors.
package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ErrPlan is wrapped by the error of a plan that cannot be run as it is.
var ErrPlan = errors.New("not a plan that can be run")

// Plan says what to run: every engine on every puzzle, Runs times.
type Plan struct {
	// Name is for people; it may be empty.
	Name string
	// Puzzles are the instances. Those with equal content share their runs:
	// the run is made once and recorded under each ID.
	Puzzles []puzzle.Puzzle
	// Engines are engines with their parameters. No two may have the same
	// name, variant and parameters.
	Engines []solver.Solver
	// Runs is how often each engine runs on each puzzle; 0 means once.
	Runs int
	// Budget limits every run; the zero Budget never ends one.
	Budget solver.Budget
	// Seed is what the seeds of all runs are derived from.
	Seed uint64
	// Workers is how many runs go on at a time; 0 means one for each
	// processor that the program may use.
	Workers int
}

// Result is what came of a plan.
type Result struct {
	// Manifest says what was planned, with what, and on which machine.
	Manifest Manifest
	// Records are the runs that were done, ordered by puzzle, engine and run
	// as in the plan.
	Records []Record
	// Interrupted says that runs of the plan are missing from Records.
	Interrupted bool
	// Warnings tell of what was met and put right, such as a journal's torn
	// last line, and of circumstances that spoil timings.
	Warnings []string
}

// All yields the records in order.
func (r *Result) All() iter.Seq[Record] { return slices.Values(r.Records) }

// Run runs the plan. Cancelling the context stops the runs that are going on,
// leaves no record of them, and returns what was done with Interrupted set and
// no error. An error is a plan that cannot be run, a folder or journal that
// cannot be used ([ErrLocked] when another process has it), or an observer
// that panicked; where runs were done before it, they are returned with it.
func (p Plan) Run(ctx context.Context, options ...Option) (*Result, error) {
	var s settings
	for _, option := range options {
		option(&s)
	}
	if err := p.validate(); err != nil {
		return nil, err
	}
	e, err := newExecution(p, s)
	if err != nil {
		return nil, err
	}
	return e.run(ctx)
}

// MustRun is [Plan.Run] for cells of a notebook: it panics where Run fails.
func (p Plan) MustRun(ctx context.Context, options ...Option) *Result {
	runs, err := p.Run(ctx, options...)
	if err != nil {
		panic(err.Error())
	}
	return runs
}

func (p Plan) validate() error {
	name := p.Name
	if name == "" {
		name = "a plan without a name"
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("experiment: %s: %w: %s", name, ErrPlan, fmt.Sprintf(format, args...))
	}
	if len(p.Puzzles) == 0 {
		return fail("it has no puzzles")
	}
	if len(p.Engines) == 0 {
		return fail("it has no engines")
	}
	if p.Runs < 0 || p.Workers < 0 {
		return fail("%d runs on %d workers", p.Runs, p.Workers)
	}
	if b := p.Budget; b.Iterations < 0 || b.Evaluations < 0 || b.Wall < 0 || b.CPU < 0 {
		return fail("a budget below zero: %+v", b)
	}
	for i, q := range p.Puzzles {
		if q == nil {
			return fail("puzzle %d of %d is nil", i+1, len(p.Puzzles))
		}
	}
	seen := map[string]int{}
	for i, e := range p.Engines {
		if e == nil {
			return fail("engine %d of %d is nil", i+1, len(p.Engines))
		}
		d := e.Describe()
		if j, ok := seen[d.Hash()]; ok {
			return fail("engines %d and %d are the same (%s): give one of them a variant of its own", j+1, i+1, d.Label())
		}
		seen[d.Hash()] = i
	}
	return nil
}

func (p Plan) workers() int {
	return cmp.Or(p.Workers, min(runtime.GOMAXPROCS(0), runtime.NumCPU()))
}

// Key is what makes two runs the same run: what is in the journal under the
// key of a run is not run again.
type Key struct {
	// Content is the start of the puzzle's content hash.
	Content string
	// Engine is the engine's name, Parameters the hash of its description.
	Engine, Parameters string
	// Run is the run's number, Seed its seed.
	Run  int
	Seed uint64
	// Budget is what the run is allowed.
	Budget solver.Budget
	// Code is the version of the code that runs.
	Code string
}

// Key is the key of the run that the record tells of.
func (r Record) Key() Key {
	return Key{r.Content, r.Engine, r.ConfigHash, r.Run, r.Seed, r.Budget, r.Code}
}

// job is one run and the places in Runs.Records that its record fills: more
// than one where puzzles have equal content.
type job struct {
	puzzle, engine, run int // in the plan
	key                 Key
	places              []int
}

// jobs lists the runs of a plan in the order in which they are to be made: all
// first runs, then all second ones, so that an interrupted experiment has
// touched everything evenly; the puzzles in a shuffled order, since sets are
// often sorted by difficulty and the time left is judged by what was done; the
// engines on one puzzle next to each other, so that what they are compared by
// was measured close in time.
func (m *Manifest) jobs() ([]job, error) {
	hashes, err := m.hashes()
	if err != nil {
		return nil, err
	}
	order := rand.New(rand.NewPCG(m.Seed, 0x0bde)).Perm(len(m.Puzzles))
	known := make(map[Key]int, m.Total())
	jobs := make([]job, 0, m.Total())
	for run := range m.Runs {
		for _, i := range order {
			for j, e := range m.Engines {
				key := Key{
					Content: hashes[i].String(), Engine: e.Engine, Parameters: e.Hash,
					Run: run, Seed: solver.Seed(m.Seed, hashes[i], e.Engine, run), Budget: m.Budget, Code: e.Code,
				}
				n, ok := known[key]
				if !ok {
					n = len(jobs)
					known[key] = n
					jobs = append(jobs, job{puzzle: i, engine: j, run: run, key: key})
				}
				jobs[n].places = append(jobs[n].places, (i*len(m.Engines)+j)*m.Runs+run)
			}
		}
	}
	return jobs, nil
}
