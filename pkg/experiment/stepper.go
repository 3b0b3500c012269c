package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"formicary/pkg/solver"
)

// Trial is one run of a plan: the places of its puzzle and its engine there,
// and the run's number, from 0.
type Trial struct {
	Puzzle, Engine, Run int
	// Budget is what the run is allowed; the zero Budget means the plan's.
	Budget solver.Budget
}

// Stepper works on a plan bit by bit, in the order in which somebody asks: for
// races, whose next run depends on what the last ones gave, and which stop as
// soon as they know enough. What a run is given, its record and its line in
// the journal are those of [Plan.Run]; run numbers are not bounded by the
// plan's Runs. A Stepper belongs to one goroutine.
type Stepper struct {
	e        *execution
	known    map[Key]Record
	progress Progress
	closed   bool
}

// Open makes a bench of a plan. It takes [In], [Watch], [OnRecord] and
// [CodeVersion] as [Plan.Run] does; reporters are not told anything, since
// nobody knows how many runs there will be. Close it.
func (p Plan) Open(options ...Option) (*Stepper, error) {
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
	b := &Stepper{e: e, known: map[Key]Record{}}
	if s.dir == "" {
		return b, nil
	}
	var warnings []string
	if e.journal, b.known, warnings, err = openJournal(s.dir); err != nil {
		return nil, err
	}
	e.warnings = append(e.warnings, warnings...)
	if err := e.manifest.begin(s.dir); err != nil {
		return nil, errors.Join(err, e.journal.close())
	}
	return b, nil
}

// Warnings tell of what was met and put right, as in [Result].
func (b *Stepper) Warnings() []string { return slices.Clone(b.e.warnings) }

// Counts are the records given so far: how many, and how many of them had been
// made before they were asked for.
func (b *Stepper) Counts() (done, reused int) { return b.progress.Done, b.progress.Reused }

// Do makes the runs, as many at a time as the plan has workers, and returns
// their records in the order of cells, whoever made them and when. Runs that
// the journal or an earlier call has are not made again. Where the context
// ends first it returns the context's error and no records; what was done is
// in the journal. Other errors are those of [Plan.Run].
func (b *Stepper) Do(ctx context.Context, cells ...Trial) ([]Record, error) {
	if b.closed {
		return nil, fmt.Errorf("experiment: bench: %w", os.ErrClosed)
	}
	e := b.e
	keys := make([]Key, len(cells))
	asked := map[Key]bool{}
	var todo []int
	for i, c := range cells {
		var err error
		if keys[i], err = b.key(c); err != nil {
			return nil, err
		}
		if _, ok := b.known[keys[i]]; !ok && !asked[keys[i]] {
			asked[keys[i]] = true
			todo = append(todo, i)
		} else {
			b.progress.Reused++
		}
	}
	ctx, e.stop = context.WithCancel(ctx)
	defer e.stop()
	made := make([]result, len(todo))
	var next atomic.Int64
	var pool sync.WaitGroup
	for range min(e.plan.workers(), len(todo)) {
		pool.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(todo) {
					return
				}
				c := cells[todo[n]]
				place := c.Puzzle * len(e.plan.Engines) * e.manifest.Runs
				made[n].record, made[n].cancelled = e.make(ctx, job{c.Puzzle, c.Engine, c.Run, keys[todo[n]], []int{place}})
			}
		})
	}
	pool.Wait()
	cancelled := false
	for n, r := range made {
		if r.cancelled {
			cancelled = true
			continue
		}
		b.known[keys[todo[n]]] = r.record
	}
	e.mu.Lock()
	err := e.err
	e.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if cancelled {
		return nil, ctx.Err()
	}
	records := make([]Record, len(cells))
	for i, c := range cells {
		records[i] = e.manifest.named(b.known[keys[i]], c.Puzzle*len(e.plan.Engines)*e.manifest.Runs)
		b.count(records[i])
		for _, hook := range e.settings.hooks {
			hook(records[i])
		}
	}
	return records, nil
}

// count counts a record for the manifest.
func (b *Stepper) count(r Record) {
	b.progress.Done++
	if r.Status == Failed {
		b.progress.Failed++
	}
	if r.Solved() {
		b.progress.Solved++
	}
}

// key is the key of a cell's run.
func (b *Stepper) key(c Trial) (Key, error) {
	p := b.e.plan
	if c.Puzzle < 0 || c.Puzzle >= len(p.Puzzles) || c.Engine < 0 || c.Engine >= len(p.Engines) || c.Run < 0 {
		return Key{}, fmt.Errorf("experiment: bench: %w: no run %d of engine %d on puzzle %d among %d engines and %d puzzles", ErrPlan, c.Run, c.Engine, c.Puzzle, len(p.Engines), len(p.Puzzles))
	}
	hash, engine := p.Puzzles[c.Puzzle].Hash(), b.e.manifest.Engines[c.Engine]
	k := Key{
		Content: hash.String(), Engine: engine.Engine, Parameters: engine.Hash, Run: c.Run,
		Seed: solver.Seed(p.Seed, hash, engine.Engine, c.Run), Budget: c.Budget, Code: engine.Code,
	}
	if k.Budget == (solver.Budget{}) {
		k.Budget = p.Budget
	}
	return k, nil
}

// Close completes the manifest and gives the journal free. Closing twice is harmless.
func (b *Stepper) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	e := b.e
	e.manifest.end(b.progress, b.progress.Done < e.manifest.Total())
	if e.journal == nil {
		return nil
	}
	return errors.Join(e.journal.close(), e.manifest.write(e.settings.dir))
}
