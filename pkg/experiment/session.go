package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"

	"formicary/pkg/puzzle"
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
	plan     Plan
	settings settings
	manifest manifest
	hashes   []puzzle.Hash // of the puzzles
	engines  []*parts      // what they are made of
	warnings []string
	journal  *journal  // nil without a folder
	flying   *inFlight // nil without a folder that can be written
	// sealed are all records of the plan, where no journal was needed.
	sealed []Record
	// records has what the journal had, and what was run.
	records map[key]Record
	track   *tracker
	repeats *repeats
	rescued string // the file, once the journal is lost
	time    *remaining
	settled bool            // the journal's records are known to be the engines'
	known   codes           // what the folder tells of codes; nil until it is asked
	notes   []note          // about the engines' records there
	reused  map[string]bool // engines by configuration of which records were reused
	closed  bool
	// archived are published records of the plan, nil where there are none; published
	// are those that were taken, taken how many of them were delivered, remade how many
	// were made again for it, and refused says why others were not taken.
	archived      *Archived
	published     map[key]bool
	taken, remade int
	codes         []string // of those that were taken
	refused       []string
}

// Open returns a session for a plan. It takes [In] and [OnRecord] as [Plan.Run]
// does; progress is not reported, since the number of runs is not known in
// advance. Close it.
func (p Plan) Open(options ...Option) (*Session, error) {
	settings := newSettings(options)
	settings.reporters, settings.columnar = nil, nil
	s, err := p.open(settings)
	if err != nil {
		return nil, err
	}
	s.track.progress.Total = 0 // not known
	return s, nil
}

func (p Plan) open(settings settings) (*Session, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	s := &Session{
		plan: p, settings: settings, records: map[key]Record{}, reused: map[string]bool{},
		track: newTracker(p.Name, p.total(), settings.reporters), time: newRemaining(settings.until),
	}
	for _, q := range p.Puzzles {
		s.hashes = append(s.hashes, q.Hash())
	}
	for _, e := range p.Engines {
		s.engines = append(s.engines, partsOf(e))
	}
	var err error
	if s.manifest, err = newManifest(p, s.hashes, s.engines); err != nil {
		return nil, err
	}
	if p.workers() > runtime.NumCPU() && (p.Budget.Wall > 0 || p.Budget.CPU > 0) {
		s.warnings = append(s.warnings, fmt.Sprintf("%d workers share %d processors: runs with a time limit get less than their share", p.workers(), runtime.NumCPU()))
	}
	s.repeats = newRepeats(&s.manifest, s.engines)
	if settings.worker == nil {
		s.lookUp()
	}
	if settings.dir == "" || s.untouched() {
		return s, nil
	}
	if err := s.openFolder(); err != nil {
		return nil, err
	}
	return s, nil
}

// openFolder opens the journal of the folder, with all that is beside it.
func (s *Session) openFolder() error {
	settings := s.settings
	if s.sealed = s.readSealed(settings.dir); s.sealed != nil {
		return nil
	}
	var warnings []string
	if err := s.openJournal(); err != nil {
		return err
	}
	if s.journal.attempt != "" {
		s.manifest.session().ID = s.journal.attempt
	}
	if settings.worker != nil {
		s.flying = openMarker(settings.dir, s.journal.attempt)
		s.settled = true // nothing is reused
		s.saveSession()
		return nil
	}
	s.warnings = append(s.warnings, s.manifest.begin(settings.dir, s.records, s.journal.readonly != nil)...)
	for _, session := range s.manifest.Sessions {
		maps.Copy(s.repeats.checked, session.Repeated)
	}
	switch {
	case s.journal.readonly != nil:
	case s.journal.attempt != "":
		s.flying = openMarker(settings.dir, s.journal.attempt)
	default:
		s.flying, warnings = openFlights(settings.dir, s.records)
	}
	s.warnings = append(s.warnings, warnings...)
	return nil
}

// openJournal opens the journal of the folder, or one of an attempt of its own: for
// a worker, and where the journal cannot be locked.
func (s *Session) openJournal() (err error) {
	var warnings []string
	if s.settings.worker != nil {
		s.journal, err = s.settings.worker.create(s.settings.dir)
		return err
	}
	s.journal, s.records, warnings, err = openJournal(s.settings.dir)
	if errors.Is(err, errRefused) {
		s.journal, s.records, warnings, err = openAttempt(s.settings.dir, ownAttempt())
	}
	s.warnings = append(s.warnings, warnings...)
	return err
}

// Warnings report what was repaired, as in [Result], and from the first call of
// [Session.Do] on which engines' runs do not repeat.
func (s *Session) Warnings() []string {
	return slices.Concat(s.warnings, s.flying.warnings(), s.repeats.warnings())
}

// Counts returns the number of records given so far, and how many of them had
// been made before they were asked for.
func (s *Session) Counts() (done, reused int) {
	return s.track.progress.Done, s.track.progress.Reused
}

// Close completes the manifest and releases the journal. Closing twice is
// harmless.
func (s *Session) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.journal == nil {
		return nil
	}
	s.manifest.finish()
	if s.journal.readonly != nil || s.rescued != "" {
		s.flying.close(false)
		return s.journal.close()
	}
	if s.settings.worker != nil {
		err := s.journal.check(true)
		s.flying.close(true) // it is its own in any case
		s.saveSession()
		return errors.Join(err, s.journal.close())
	}
	s.manifest.session().Repeated = s.repeats.checked
	err := s.rescue(s.journal.check(true))
	s.flying.close(!errors.Is(err, errLost) || s.journal.attempt != "")
	if !errors.Is(err, errLost) {
		err = errors.Join(err, s.manifest.end(s.settings.dir))
	}
	return errors.Join(err, s.journal.close())
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
// call has are not made again. If the context ends first, Do returns the
// context's error and no records; what was done is in the journal. Other errors
// are those of [Plan.Run].
func (s *Session) Do(ctx context.Context, trials ...Trial) ([]Record, error) {
	if s.closed {
		return nil, fmt.Errorf("experiment: stepper: %w", os.ErrClosed)
	}
	for _, t := range trials {
		if err := s.valid(t); err != nil {
			return nil, err
		}
	}
	jobs, todo, err := s.prepare(ctx, trials, false)
	if err != nil {
		return nil, err
	}
	if err := s.work(ctx, todo, func([]job) {}); err != nil {
		return nil, err
	}
	s.repeatAny(ctx, jobs)
	fresh := map[key]bool{}
	for _, group := range todo {
		if !s.made(group[0]) {
			return nil, cmp.Or(ctx.Err(), context.DeadlineExceeded) // its time is over
		}
		fresh[group[0].key] = true
	}
	records := make([]Record, len(jobs))
	for i, j := range jobs {
		records[i] = s.deliver(j, !fresh[j.key])
		delete(fresh, j.key)
	}
	return records, nil
}

// prepare has the jobs of trials, and those of them whose runs are to be made, in
// groups. The folder is opened here where the archive had promised all runs and has not
// these. With none no run is to be made.
func (s *Session) prepare(ctx context.Context, trials []Trial, none bool) (jobs []job, todo [][]job, err error) {
	s.settle(ctx)
	jobs = s.jobs(trials)
	if none {
		return jobs, nil, nil
	}
	todo = s.missing(jobs)
	if len(todo) == 0 || s.settings.dir == "" || s.journal != nil || ctx.Err() != nil {
		return jobs, todo, nil
	}
	taken := s.records
	if err := s.openFolder(); err != nil || s.sealed != nil {
		return nil, nil, err
	}
	s.ownRecords(ctx, s.places())
	for k, r := range taken {
		if _, own := s.records[k]; own {
			delete(s.published, k)
		} else {
			s.records[k] = r
		}
	}
	jobs = s.jobs(trials)
	return jobs, s.missing(jobs), nil
}

// all runs the whole plan and closes the session.
func (s *Session) all(ctx context.Context) (*Result, error) {
	if s.sealed != nil {
		return s.whole(s.sealed), nil
	}
	jobs, todo, err := s.prepare(ctx, s.plan.order(), s.noMore())
	switch {
	case err != nil:
		return nil, err
	case s.sealed != nil:
		return s.whole(s.sealed), nil
	}
	slices.SortFunc(jobs, func(a, b job) int {
		return cmp.Or(a.Puzzle-b.Puzzle, a.Engine-b.Engine, a.Run-b.Run)
	})
	for _, j := range jobs {
		if _, ok := s.records[j.key]; ok {
			s.deliver(j, true)
		}
	}
	s.track.progress.Reuse = s.Reuse()
	s.track.report(s.track.start)
	err = s.work(ctx, todo, func(group []job) {
		for _, j := range group {
			s.deliver(j, false)
		}
	})
	if !s.noMore() {
		s.repeatAny(ctx, jobs)
	}
	var records []Record
	for _, j := range jobs {
		if r, ok := s.records[j.key]; ok {
			records = append(records, s.named(r, j.Trial))
		}
	}
	result := s.Result(records)
	result.Interrupted = len(result.Records) < len(jobs)
	s.track.finish(result.Interrupted && !s.noMore())
	err = errors.Join(err, s.Close())
	result.manifest = s.manifest
	return result, err
}

// Result is what was made so far of the plan: some of the records that [Session.Do]
// returned, with what there is to say about them and where they come from
// ([Result.Provenance]).
func (s *Session) Result(records []Record) *Result {
	result := &Result{Records: records, Warnings: s.Warnings(), Reuse: s.Reuse(), manifest: s.manifest, dir: s.settings.dir}
	if s.taken > 0 {
		result.archived = &s.archived.Provenance
	}
	return result
}

// job is a trial with the key of its run.
type job struct {
	Trial
	key key
}

// mark is a short name of the run, for notes about it in flight.
func (j job) mark() string {
	if j.Retry > 0 {
		return shortName(fmt.Sprintf("%+v again %d", j.key, j.Retry))
	}
	return j.key.mark()
}

func (s *Session) jobs(trials []Trial) []job {
	jobs := make([]job, len(trials))
	for i, t := range trials {
		jobs[i] = s.job(t)
	}
	return jobs
}

func (s *Session) job(t Trial) job {
	if t.Budget == (solver.Budget{}) {
		t.Budget = s.plan.Budget
	}
	hash, e := s.hashes[t.Puzzle], &s.manifest.Engines[t.Engine]
	return job{t, key{hash.String(), e.Engine, e.Hash, t.Run, s.plan.RunSeed(hash, e.Engine, t.Run), t.Budget, e.Code}}
}

// made says whether there is a record of a job.
func (s *Session) made(j job) bool {
	r, ok := s.records[j.key]
	return ok && (r.Retry >= j.Retry || r.Status != Failed)
}

// missing groups the jobs that have no record yet: those that share a run, in
// the order of their first members.
func (s *Session) missing(jobs []job) (groups [][]job) {
	place := map[key]int{}
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

// deliver counts the record of a job and passes it to the hooks.
func (s *Session) deliver(j job, reused bool) Record {
	r := s.named(s.records[j.key], j.Trial)
	switch {
	case reused && s.published[j.key]:
		s.taken++
	case reused && r.Code == j.key.code:
		s.reused[r.ConfigHash] = true
	}
	s.count(r, reused)
	return r
}

// count counts a record and passes it to the hooks.
func (s *Session) count(r Record, reused bool) {
	s.track.add(r, reused)
	for _, hook := range s.settings.hooks {
		hook(r)
	}
}

// named gives a record the name and size of the trial's puzzle, which may be
// other ones than those of the puzzle that was run, and the plan's design.
func (s *Session) named(r Record, t Trial) Record {
	p := s.plan.Puzzles[t.Puzzle]
	r.Puzzle, r.Kind, r.Rows, r.Cols = p.ID(), p.Kind(), p.Size().Rows, p.Size().Cols
	r.Design = s.plan.Design
	return r
}
