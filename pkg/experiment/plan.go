// Package experiment runs plans: puzzles × engines × runs, with a budget and a
// seed, on a pool of workers.
//
//  1. A [Plan] says what to run. The seed of every run is derived from the
//     plan's seed, the puzzle's content, the engine's name, or that of the engine
//     in whose name all draw ([Plan.Seeds]), and the number of the run.
//  2. A [Session] runs trials of a plan on demand, for races and tuners.
//     [Plan.Run] runs all of them, in an order that is even over the plan.
//  3. Every run ends as one flat [Record]. With [In] the record is written to a
//     journal, one line of JSON, before anything else happens to it.
//  4. A run that is in the journal is not rerun: a killed, interrupted or
//     grown plan continues where it stopped. This includes failed runs; delete
//     the line of a run to have it rerun.
//  5. [Result] has the records in the plan's order, whatever the order, the
//     time and the number of workers they were made with. Package analysis
//     takes them from there.
//
// The rooms below have a part each, and import only those before them: record (one run as a
// row), identity (what a run is: where a run gets its seed), run (make one), journal (where a
// record is written), planfile, folder, reuse (which records stand). This package has what a
// cell sees, and the loop: the next run, a record that stands or else the run, the judge, the
// journal, the observers.
//
// **Design** Failing is a result. An engine that gives up, returns an error
// or panics leaves a record that says so, and the experiment goes on; a run
// that was cancelled leaves none, since it says nothing about the engine.
// Records made by code that has changed since are kept, and named by the packages
// that differ; they are reused only when that is asked for ([OtherCode]). Code is
// what the compiler sees of the sources that the program was built from: comments,
// white space, times of files and another build change nothing. A result says
// what the reused records were recognised by ([Result.Reuse]). Every solution
// is checked once more by the puzzle's own Check, whatever the engine says.
// One run of every set of typed funcs (rules of an engine, a sketch) is
// made twice, and a warning says where the two differ; with a limit of time they
// are compared at the iterations that the first one made.
//
// Package identity says how rules that are typed into a cell are known, and what runs made
// again tell of them; package journal what becomes of a damaged journal, and of a run that
// ends its process: it is recorded as failed when it has done so twice.
//
// **Limits** A func's captured values that change none of the runs rerun
// (three of each engine, within half a second or a hundredth of what its runs took,
// at most five seconds) are taken for the old ones; [Plan.Run] is one process on one
// machine with a Unix system (package campaign has many), and holds all records
// in memory: about 60 bytes each, and what their traces, boards and statistics take. Where the file system has no locks two
// processes may make the same runs; each writes a journal of its own. An engine that ignores both
// budget and context cannot be stopped. Plans that run simultaneously in one
// process with a folder each do not wait for each other's suspects: alone means
// alone in its plan. A process has one crash output ([runtime/debug.SetCrashOutput]);
// the plan takes the place of one that the program has set. Time budgets are
// shared out fairly only while there are no more workers than processors.
package experiment

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/reuse"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Plan says what to run: every engine on every puzzle, Runs times.
type Plan struct {
	// Name is for people; it may be empty.
	Name string
	// Puzzles are the instances. Those with equal content share their runs:
	// the run is made once and recorded under each ID.
	Puzzles []puzzle.Puzzle
	// Engines are engines with their parameters. No two may have the same
	// name, variant and parameters, or share a variable ([solver.Apart]).
	Engines []solver.Solver
	// Runs is how often each engine runs on each puzzle; 0 means once.
	Runs int
	// Budget limits every run; the zero Budget never ends one, and is an error where an engine
	// is [solver.Endless].
	Budget solver.Budget
	// Seed is what the seeds of all runs are derived from.
	Seed uint64
	// Seeds is the name of the engine in whose name all engines draw their seeds
	// (common random numbers): the first run of each on a puzzle then has the same seed,
	// whatever the engine is called. "" means that each draws in its own.
	Seeds string
	// Design says how the runs were chosen: "" for a plan that was fixed in advance,
	// "race" or "tuning" for a sequential design, where outcomes decide which runs
	// follow and when to stop. It goes into [Record.Design]: a test of a fixed sample
	// does not hold for such runs. A run of a sequential design may have less than
	// Budget.
	Design string
	// Workers is the number of simultaneous runs; 0 means one for each
	// processor that the program may use.
	Workers int
}

// Result is the outcome of a plan.
type Result struct {
	// Interrupted says that runs of the plan are missing.
	Interrupted bool
	// Warnings report what was repaired, such as a journal's torn last line,
	// and circumstances that distort timings.
	Warnings []string
	// Reuse says in one line what runs were taken from the journal and what they
	// were recognised by, and how many records were left aside, and why; it is
	// empty where there is nothing to say.
	Reuse string

	records  *record.Set
	numbers  []int32 // of the records, in the order of the plan
	places   []int32 // of the runs in the plan; nil if all are there
	plan     *identity.Bound
	manifest *folder.Manifest
	dir      string      // its folder
	archived *Provenance // where some of its records came from
}

// Len is the number of finished runs.
func (r *Result) Len() int { return len(r.numbers) }

// At makes the record of a finished run, by its place.
func (r *Result) At(i int) Record {
	place := i
	if r.places != nil {
		place = int(r.places[i])
	}
	return r.plan.Named(r.records.At(int(r.numbers[i])), r.plan.PuzzleAt(place))
}

// All yields the finished runs with their places, ordered by puzzle, engine and run as in the plan. Each
// record is made when its turn comes.
func (r *Result) All() iter.Seq2[int, Record] {
	return func(yield func(int, Record) bool) {
		for i := range r.numbers {
			if !yield(i, r.At(i)) {
				return
			}
		}
	}
}

// Records makes a record of each finished run, ordered by puzzle, engine and run as in the plan. A record
// takes about a kilobyte; of millions of runs analysis.Of makes a table without them.
func (r *Result) Records() []Record {
	all := make([]Record, 0, r.Len())
	for _, one := range r.All() {
		all = append(all, one)
	}
	return all
}

// With is the result with some records of the plan in place of its own, in their order.
func (r *Result) With(records []Record) *Result {
	type subject struct{ id, content string }
	puzzles := map[subject]int{}
	for i, p := range r.plan.Puzzles {
		puzzles[subject{p.ID(), r.plan.Hashes[i].String()}] = i
	}
	out := *r
	out.records, out.numbers, out.places = &record.Set{}, nil, []int32{}
	for _, one := range records {
		out.numbers = append(out.numbers, int32(out.records.Add(one)))
		out.places = append(out.places, int32(r.plan.Place(puzzles[subject{one.Puzzle, one.Content}], 0, 0)))
	}
	return &out
}

// Run runs the plan: all first runs, then all second ones, so that an
// interrupted experiment has covered everything evenly; the puzzles in a
// shuffled order, since sets are often sorted by difficulty and the time left
// is estimated from what was done; the engines on one puzzle next to each
// other, so that what they are compared by was measured close in time.
//
// Cancelling the context stops the current runs, leaves no record of them, and
// returns the finished ones with Interrupted set and no error. An error is a
// plan that cannot be run, or a folder or journal that cannot be used
// ([ErrLocked] when another process has it); runs finished before it are
// returned with it.
func (p Plan) Run(ctx context.Context, options ...Option) (*Result, error) {
	settings := newSettings(options)
	if settings.remote != nil {
		return p.follow(ctx, settings)
	}
	s, err := p.open(settings)
	if err != nil {
		return nil, err
	}
	defer s.Close() // also when a hook panics
	return s.all(ctx)
}

// MustRun is [Plan.Run] for cells of a notebook: it panics where Run fails.
func (p Plan) MustRun(ctx context.Context, options ...Option) *Result {
	result, err := p.Run(ctx, options...)
	if err != nil {
		panic(err.Error())
	}
	return result
}

// validate is the error of what changes no result.
func (p Plan) validate() error {
	if p.Workers < 0 {
		return fmt.Errorf("experiment: %s: %w: %d workers", cmp.Or(p.Name, "a plan without a name"), ErrPlan, p.Workers)
	}
	return nil
}

// task is the plan without what changes no result.
func (p Plan) task() identity.Task {
	return identity.Task{Terms: identity.Terms{Name: p.Name, Seed: p.Seed, Seeds: p.Seeds, Design: p.Design, Runs: p.Runs, Budget: p.Budget}, Puzzles: p.Puzzles, Solvers: p.Engines}
}

// RunSeed is the seed of a run of an engine, by its name, on the puzzle of a content.
func (p Plan) RunSeed(content puzzle.Hash, engine string, run int) uint64 {
	return p.task().RunSeed(content, engine, run)
}

func (p Plan) workers() int {
	return cmp.Or(p.Workers, min(runtime.GOMAXPROCS(0), runtime.NumCPU()))
}

// File is the plan as a file. The number of workers is no part of it. The error is
// that of a plan that cannot be run ([ErrPlan]), also for a name or an id that is not
// UTF-8, or a version of the code that cannot be found.
func (p Plan) File() (PlanFile, error) {
	b, err := p.task().Bind()
	if err != nil {
		return PlanFile{}, err
	}
	return planfile.Of(b)
}

// PlanOf is the plan of a file with the puzzles at some places of its Puzzles, in the order
// of places, or with all where places is nil ([PlanFile.Task]).
func PlanOf(f PlanFile, places []int, rebuild func(solver.Description) (solver.Solver, error), open func(sets.Origin) (puzzle.Puzzle, error)) (Plan, error) {
	t, err := f.Task(places, rebuild, open)
	return Plan{Name: t.Name, Seed: t.Seed, Seeds: t.Seeds, Design: t.Design, Runs: t.Runs, Budget: t.Budget, Puzzles: t.Puzzles, Engines: t.Solvers}, err
}

// Verify makes a sample of those runs of the plan again that other code has made, as
// the journals of a folder tell. Where an engine's all came out the same that is kept
// in the folder, and its records count from then on as those of this program
// ([folder.ReadVerified]); where one did not, they do not. Typical errors are those of a
// folder without journals, and of [Replicate].
func (p Plan) Verify(ctx context.Context, dir string, s Sampling) ([]reuse.Replication, error) {
	b, err := p.task().Bind()
	if err != nil {
		return nil, err
	}
	return reuse.Verify(ctx, b, dir, s)
}

// Evidence are records of the runs of a plan.
type Evidence struct {
	Plan    Plan
	Records iter.Seq2[Record, error]
}

// Replicate draws runs from records, spread evenly over the plans, engines, versions
// of code, and the ways in which runs end, on different puzzles as far as there are
// any, and reruns them as [Plan.Repeat] does, one after the other. Runs that
// failed, and those that cannot be repeated exactly, are not drawn. The error is
// that of a record, of a plan that does not have its run, or the context's; what was
// made before is returned with it.
func Replicate(ctx context.Context, s Sampling, of ...Evidence) ([]reuse.Replication, error) {
	var all []reuse.Evidence
	for _, e := range of {
		all = append(all, reuse.Evidence{Plan: e.Plan.task(), Records: e.Records})
	}
	return reuse.Replicate(ctx, s, all...)
}

// Provenance says when and where the result's records were made: by the sessions that they
// name, and as the archive says where they came from there ([Archive]).
func (r *Result) Provenance() Provenance {
	p := folder.ProvenanceOf(func(yield func(string) bool) {
		for _, n := range r.numbers {
			if !yield(r.records.Outline(int(n)).Session) {
				return
			}
		}
	}, *r.manifest, r.dir)
	if r.archived != nil {
		p = p.And(*r.archived)
	}
	return p
}
