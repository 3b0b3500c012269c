package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/reuse"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
)

// Trial is one run of a plan: the places of its puzzle and its engine there,
// and the number of the run, from 0.
type Trial struct {
	Puzzle, Engine, Run int
	// Budget limits the run; the zero Budget means the plan's.
	Budget solver.Budget
	// Retry is how often the run is asked for again: records of it with a smaller
	// number ([Record.Retry]) do not count.
	Retry int
}

// Session runs trials of a plan as they are asked for: for races, whose next
// trials depend on the results of the last ones, and which stop as soon as they
// know enough. A trial's seed, record and line in the journal are those of
// [Plan.Run]; run numbers may exceed the plan's Runs. A Session belongs to one
// goroutine.
type Session struct {
	plan     *identity.Bound
	settings settings
	manifest *folder.Manifest
	stand    *reuse.Decision // which records do
	folder   *journal.Folder // nil where nothing is written
	pool     pool
	whole    bool    // columns had all of the plan
	numbers  []int32 // of the records in stand, in the order of the plan; -1 where there is none
	warnings []string
	closed   bool
}

// Open returns a session on a plan. It takes [In] and [OnRecord] as [Plan.Run]
// does; progress is not reported, since the number of runs is not known in
// advance. Close it.
func (p Plan) Open(options ...Option) (*Session, error) {
	settings := newSettings(options)
	settings.reporters, settings.columnar = nil, nil
	s, err := p.open(settings)
	if err != nil {
		return nil, err
	}
	s.pool.track.progress.Total = 0 // not known
	return s, nil
}

func (p Plan) open(settings settings) (*Session, error) {
	b, err := p.task().Bind()
	if err = cmp.Or(err, p.validate()); err != nil {
		return nil, err
	}
	repeats := run.NewRepeats(b)
	s := &Session{
		plan: b, settings: settings, manifest: folder.New(b, identity.ThisProcess(b, p.workers())),
		pool: pool{p.workers(), newTracker(p.Name, b.Total(), settings.reporters), repeats, newRemaining(settings.until)},
	}
	if p.workers() > runtime.NumCPU() && (p.Budget.Wall > 0 || p.Budget.CPU > 0) {
		s.warnings = append(s.warnings, fmt.Sprintf("%d workers share %d processors: runs with a time limit get less than their share", p.workers(), runtime.NumCPU()))
	}
	s.stand = reuse.New(b, p.workers(), repeats, settings.otherCode, s.archived())
	if settings.dir == "" || s.untouched() {
		return s, nil
	}
	return s, s.openFolder()
}

// archived is what the archive has of the plan; nil for nothing.
func (s *Session) archived() *Archived {
	if s.settings.archive == nil || s.settings.worker != nil {
		return nil
	}
	a, ok, err := s.settings.archive(s.plan.Fingerprint())
	if err != nil {
		s.warnings = append(s.warnings, fmt.Sprintf("published records cannot be read: %v", err))
	}
	if !ok || err != nil {
		return nil
	}
	return &a
}

// noMore says whether no run is to be made.
func (s *Session) noMore() bool { return s.stand.Published != nil && s.stand.Published.NoMore }

// untouched says whether the archive promises all runs that are wanted of a plan whose
// folder has no journal: it need not be opened then.
func (s *Session) untouched() bool {
	if p := s.stand.Published; p == nil || len(p.Records) < s.plan.Total() && !p.NoMore {
		return false
	}
	journals, err := journal.JournalsAndRescued(s.settings.dir)
	return err == nil && len(journals) == 0
}

// openFolder opens the journal of the folder, with all that is beside it, unless columns
// have all of the plan.
func (s *Session) openFolder() (err error) {
	dir, worker := s.settings.dir, s.settings.worker != nil
	if s.readColumns(dir); s.whole {
		return nil
	}
	var warnings []string
	if s.folder, warnings, err = journal.Open(dir, s.settings.worker); err != nil {
		return err
	}
	s.warnings = append(s.warnings, warnings...)
	s.manifest.Session().ID = cmp.Or(s.folder.Attempt(), s.manifest.Session().ID)
	if worker { // nothing is reused
		s.stand.Settled = true
		s.warnings = append(s.warnings, s.folder.SaveProcess(*s.manifest.Session())...)
		return nil
	}
	s.warnings = append(s.warnings, s.manifest.Begin(dir, s.folder.Records, s.folder.Readonly() != nil)...)
	for _, session := range s.manifest.Sessions {
		maps.Copy(s.pool.repeats.Checked, session.Repeated)
	}
	s.stand.Join(s.folder)
	return nil
}

// readColumns takes all of the plan from columns, where they have it.
func (s *Session) readColumns(dir string) {
	if s.settings.columnar == nil {
		return
	}
	if s.numbers = s.stand.Columns(s.settings.columnar, dir, s.settings.remote != nil); s.numbers != nil {
		s.whole = true
		if err := s.manifest.Earlier(s.manifest.Path(dir)); err != nil {
			s.warnings = append(s.warnings, "the manifest: "+err.Error())
		}
	}
}

// flying are the runs in flight; nil where nobody notes them.
func (s *Session) flying() *journal.InFlight {
	if s.folder == nil {
		return nil
	}
	return s.folder.Flying
}

// Warnings report what was repaired, as in [Result], and from the first call of
// [Session.Do] on which engines' runs do not repeat.
func (s *Session) Warnings() []string {
	return slices.Concat(s.warnings, s.stand.Warnings, s.flying().Warnings(), s.pool.repeats.Warnings())
}

// Reuse says in one line what runs were taken from the journal and what they
// were recognised by, and how many records were left aside, and why; "" where
// there is nothing to say.
func (s *Session) Reuse() string {
	p := s.pool.track.progress
	return s.stand.Said(max(p.Total, p.Done), p.Reused)
}

// Counts returns the number of records given so far, and how many of them had
// been made before they were asked for.
func (s *Session) Counts() (done, reused int) {
	return s.pool.track.progress.Done, s.pool.track.progress.Reused
}

// Close completes the manifest and releases the journal. Closing twice is
// harmless.
func (s *Session) Close() error {
	if s.closed || s.folder == nil {
		s.closed = true
		return nil
	}
	s.closed = true
	s.manifest.Finish()
	return s.folder.Close(func() error {
		if s.settings.worker != nil {
			s.folder.SaveProcess(*s.manifest.Session())
			return nil
		}
		s.manifest.Session().Repeated = s.pool.repeats.Checked
		return s.manifest.Write(s.manifest.Path(s.settings.dir))
	})
}

// valid is the error of a trial that is none of the plan.
func (s *Session) valid(t Trial) error {
	if t.Puzzle < 0 || t.Puzzle >= len(s.plan.Puzzles) || t.Engine < 0 || t.Engine >= len(s.plan.Engines) || t.Run < 0 {
		return fmt.Errorf("experiment: %w: no run %d of engine %d on puzzle %d with %d engines and %d puzzles", ErrPlan, t.Run, t.Engine, t.Puzzle, len(s.plan.Engines), len(s.plan.Puzzles))
	}
	return nil
}

// Do runs trials, as many at a time as the plan has workers, and returns their
// records in the order of the arguments. Runs that the journal or an earlier
// call has are not rerun. If the context ends first, Do returns the
// context's error and no records; what was done is in the journal. Other errors
// are those of [Plan.Run].
func (s *Session) Do(ctx context.Context, trials ...Trial) ([]Record, error) {
	if s.closed {
		return nil, fmt.Errorf("experiment: session: %w", os.ErrClosed)
	}
	for _, t := range trials {
		if err := s.valid(t); err != nil {
			return nil, err
		}
	}
	var jobs []job
	var todo [][]job
	err := s.prepare(ctx, func() int {
		jobs = s.jobs(trials)
		todo = s.missing(jobs)
		return len(todo)
	})
	if s.noMore() {
		todo = nil
	}
	if err == nil {
		err = s.work(ctx, slices.Values(todo), len(todo), func([]job, int) {})
	}
	if err != nil {
		return nil, err
	}
	s.repeatAny(ctx, slices.Values(jobs))
	fresh := map[record.Key]bool{}
	for _, group := range todo {
		if !s.made(group[0]) {
			return nil, cmp.Or(ctx.Err(), context.DeadlineExceeded) // its time is over
		}
		fresh[group[0].key] = true
	}
	records := make([]Record, len(jobs))
	for i, j := range jobs {
		number := s.stand.Records.Find(j.key)
		records[i] = s.named(number, j.Puzzle)
		s.deliver(number, j.Puzzle, !fresh[j.key])
		delete(fresh, j.key)
	}
	return records, nil
}

// prepare decides which records stand. missing counts the runs to be made, and is asked again if the folder is
// opened here, since the archive had promised all runs and has not these.
func (s *Session) prepare(ctx context.Context, missing func() int) error {
	s.stand.Settle(ctx)
	if missing() == 0 || s.noMore() || s.settings.dir == "" || s.folder != nil || ctx.Err() != nil {
		return nil
	}
	if err := s.openFolder(); err != nil || s.whole {
		return err
	}
	s.stand.OwnRecords(ctx, s.plan.Places())
	missing()
	return nil
}

// all runs the whole plan and closes the session.
func (s *Session) all(ctx context.Context) (*Result, error) {
	left := 0
	if !s.whole {
		if err := s.prepare(ctx, func() int { left = s.locate(); return left }); err != nil {
			return nil, err
		}
	}
	s.deliverFound()
	var err error
	if !s.whole && !s.noMore() {
		err = s.work(ctx, s.due(), left, func(group []job, number int) {
			for _, j := range group {
				s.numbers[s.plan.Place(j.Puzzle, j.Engine, j.Run)] = int32(number)
				s.deliver(number, j.Puzzle, false)
			}
		})
		s.repeatAny(ctx, s.planned())
	}
	result := s.finished()
	s.pool.track.finish(result.Interrupted && !s.noMore())
	return result, errors.Join(err, s.Close())
}

// locate finds the records of the plan's runs, and counts the runs that have none: those that share one once.
func (s *Session) locate() (left int) {
	find := s.plan.Finder()
	s.numbers = slices.Repeat([]int32{-1}, s.plan.Total())
	left = len(s.plan.Alike()) * len(s.plan.Engines) * s.plan.Runs
	for n, k := range s.stand.Records.Keys() {
		engine, puzzles := find(k)
		for _, q := range puzzles {
			s.numbers[s.plan.Place(q, engine, k.Run)] = int32(n)
		}
		left -= min(len(puzzles), 1)
	}
	return left
}

// deliverFound delivers the records that were located, and reports them.
func (s *Session) deliverFound() {
	for at, n := range s.numbers {
		if n >= 0 {
			s.deliver(int(n), s.plan.PuzzleAt(at), true)
		}
	}
	s.pool.track.progress.Reuse = s.Reuse()
	s.pool.track.report(s.pool.track.start)
}

// planned yields the runs of the plan in its order.
func (s *Session) planned() iter.Seq[job] {
	return func(yield func(job) bool) {
		for puzzle := range s.plan.Puzzles {
			for engine := range s.plan.Engines {
				for run := range s.plan.Runs {
					if !yield(s.job(Trial{Puzzle: puzzle, Engine: engine, Run: run})) {
						return
					}
				}
			}
		}
	}
}

// due yields the runs without a record, in the order in which they are made, each with those that share it.
func (s *Session) due() iter.Seq[[]job] {
	alike := s.plan.Alike()
	shuffled := rand.New(rand.NewPCG(s.plan.Seed, 0x0bde)).Perm(len(s.plan.Puzzles))
	return func(yield func([]job) bool) {
		for run := range s.plan.Runs {
			// The first of those that share a run says when it is made.
			begun := make([]bool, len(shuffled))
			for _, first := range shuffled {
				of := alike[s.plan.Hashes[first].String()]
				if begun[of[0]] {
					continue
				}
				begun[of[0]] = true
				for engine := range s.plan.Engines {
					if s.numbers[s.plan.Place(of[0], engine, run)] >= 0 {
						continue
					}
					group := []job{s.job(Trial{Puzzle: first, Engine: engine, Run: run})}
					for _, puzzle := range of {
						if puzzle != first {
							group = append(group, s.job(Trial{Puzzle: puzzle, Engine: engine, Run: run}))
						}
					}
					if !yield(group) {
						return
					}
				}
			}
		}
	}
}

// finished is the result of the plan, as far as it has records.
func (s *Session) finished() *Result {
	result := s.result(s.stand.Records)
	if result.numbers = s.numbers; slices.Contains(s.numbers, -1) {
		result.Interrupted, result.numbers, result.places = true, nil, []int32{}
		for at, n := range s.numbers {
			if n >= 0 {
				result.numbers, result.places = append(result.numbers, n), append(result.places, int32(at))
			}
		}
	}
	return result
}

// Result is what was made so far of the plan: some of the records that [Session.Do]
// returned, with what there is to say about them and where they come from
// ([Result.Provenance]).
func (s *Session) Result(records []Record) *Result { return s.result(&record.Set{}).With(records) }

// result is that of records without any of its runs.
func (s *Session) result(records *record.Set) *Result {
	result := &Result{records: records, plan: s.plan, Warnings: s.Warnings(), Reuse: s.Reuse(), manifest: s.manifest, dir: s.settings.dir}
	if p := s.stand.Published; p != nil && p.Taken > 0 {
		result.archived = &p.Provenance
	}
	return result
}

// job is a trial with the key of its run.
type job struct {
	Trial
	key record.Key
}

// mark is a short name of the run, for notes about it in flight.
func (j job) mark() string { return j.key.Mark(j.Retry) }

func (s *Session) job(t Trial) job {
	t.Budget = cmp.Or(t.Budget, s.plan.Budget)
	return job{t, s.plan.Key(t.Puzzle, t.Engine, t.Run, t.Budget)}
}

func (s *Session) jobs(trials []Trial) []job {
	return lists.Map(trials, s.job)
}

// made says whether there is a record of a job.
func (s *Session) made(j job) bool {
	if j.Retry == 0 {
		return s.stand.Records.Has(j.key)
	}
	r, ok := s.stand.Records.Get(j.key)
	return ok && (r.Retry >= j.Retry || r.Status != Failed)
}

// missing groups the jobs that have no record yet: those that share a run, in
// the order of their first members.
func (s *Session) missing(jobs []job) (groups [][]job) {
	place := map[record.Key]int{}
	for _, j := range jobs {
		if s.made(j) {
			continue
		}
		n, ok := place[j.key]
		if !ok {
			n = len(groups)
			place[j.key] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], j)
	}
	return groups
}

// deliver counts the record of a number, for the puzzle at a place, and passes it to the hooks.
func (s *Session) deliver(number, puzzle int, reused bool) {
	r := s.stand.Records.Outline(number)
	if reused {
		s.stand.Deliver(number, &r)
	}
	s.pool.track.add(r, reused)
	for _, hook := range s.settings.hooks {
		hook(s.named(number, puzzle))
	}
}

// named is the record of a number, for the puzzle at a place.
func (s *Session) named(number, puzzle int) Record {
	return s.plan.Named(s.stand.Records.At(number), puzzle)
}
