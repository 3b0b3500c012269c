package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"sync"
	"time"

	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// pool is who makes runs.
type pool struct {
	workers int
	track   *tracker
	repeats *run.Repeats
	time    *remaining
}

// ended is how the run of some jobs ended; a cancelled one has no record.
type ended struct {
	jobs   []job
	record *Record
	err    error // of the journal
}

// worker is one of those that make runs at the same time.
type worker struct {
	place int
	alone bool
}

// work makes one run for each group of jobs, keeps its record and calls done
// with the group and the record's number. It returns when all runs have ended, or have been cancelled
// with the context, and reports the progress meanwhile. An error of the journal
// cancels the runs, too; what has ended by then is kept.
//
// A run during which a process ended is made when all others have ended, with
// no other beside it; after the second time it is not rerun.
func (s *Session) work(ctx context.Context, groups iter.Seq[[]job], n int, done func(group []job, number int)) error {
	if n == 0 {
		return nil
	}
	if s.folder != nil && s.folder.Readonly() != nil {
		return fmt.Errorf("experiment: %s is only read, and %s missing in it, the first is %s: %w",
			s.folder.Path(), puzzle.Plural(n, "run is", "runs are"), s.name(opening(groups)[0].Trial), s.folder.Readonly())
	}
	return s.make(ctx, groups, n, func(jobs []job, r Record) {
		done(jobs, s.stand.Records.Put(jobs[0].key, r))
	})
}

// opening is the first of some values.
func opening[T any](of iter.Seq[T]) (first T) {
	for first = range of {
		break
	}
	return first
}

// make makes the runs of n groups of jobs, or of fewer.
func (s *Session) make(ctx context.Context, groups iter.Seq[[]job], n int, done func([]job, Record)) error {
	ctx, stop := s.pool.time.limit(ctx)
	defer stop()
	var dead, suspects [][]job
	first := groups
	if s.flying().Any() {
		for group := range groups {
			if mark := group[0].mark(); s.flying().Crashed(mark) >= journal.Deadly {
				dead = append(dead, group)
			} else if s.flying().Suspected(mark) {
				suspects = append(suspects, group)
			}
		}
		first = func(yield func([]job) bool) {
			later := lists.Set(slices.Concat(dead, suspects), func(group []job) record.Key { return group[0].key })
			for group := range groups {
				if !later[group[0].key] && !yield(group) {
					return
				}
			}
		}
	}
	s.flying().Start(s.pool.workers)
	crashed := func(_ context.Context, j job, _ worker) (*Record, error) { return s.recordCrash(j) }
	err := s.hand(ctx, slices.Values(dead), 1, crashed, done)
	if err == nil {
		err = s.hand(ctx, first, min(s.pool.workers, n-len(dead)-len(suspects)), s.run, done)
	}
	if err == nil {
		err = s.hand(ctx, slices.Values(suspects), 1, s.run, done)
	}
	if s.folder == nil {
		return err
	}
	return s.folder.Rescue(err)
}

// Stream makes runs, as many at a time as the plan has workers, and hands their
// records to the hooks ([OnRecord]) without keeping any: for a [Worker]. It makes
// every one of n trials or fewer, which are different runs of puzzles with different
// content; so it may be asked for the trials twice, with the same result. A trial that is none of the plan ends it. Where the
// context or the time ([Until]) ends, the rest is not made. Made is the number of
// runs that ended, which have their records in the journal.
func (s *Session) Stream(ctx context.Context, trials iter.Seq[Trial], n int) (made int, err error) {
	if s.closed {
		return 0, fmt.Errorf("experiment: session: %w", os.ErrClosed)
	}
	var wrong error
	groups := func(yield func([]job) bool) {
		for t := range trials {
			if wrong = s.valid(t); wrong != nil || !yield([]job{s.job(t)}) {
				return
			}
		}
	}
	err = s.make(ctx, groups, n, func(_ []job, r Record) {
		made++
		s.pool.track.add(r, false)
		for _, hook := range s.settings.hooks {
			hook(r)
		}
	})
	return made, errors.Join(wrong, err)
}

// waiting is how many runs may have ended and not been told of before workers wait.
const waiting = 1024

// hand hands groups of jobs to workers.
func (s *Session) hand(ctx context.Context, groups iter.Seq[[]job], workers int, run func(context.Context, job, worker) (*Record, error), done func([]job, Record)) error {
	ctx, stop := context.WithCancel(ctx)
	queue, results := make(chan []job), make(chan ended, waiting)
	gone := make(chan struct{}) // nobody takes results any more
	var pool sync.WaitGroup
	handed := make(chan struct{})                                 // no group is asked for any more
	defer func() { stop(); close(gone); pool.Wait(); <-handed }() // also when a hook panics
	go func() {
		defer close(handed)
		defer close(queue)
		for group := range groups {
			select {
			case queue <- group:
			case <-ctx.Done():
				return
			}
		}
	}()
	for place := range workers {
		pool.Go(func() {
			for group := range queue {
				r, err := run(ctx, group[0], worker{place, workers == 1})
				select {
				case results <- ended{group, r, err}:
				case <-gone:
				}
			}
		})
	}
	go func() {
		pool.Wait()
		close(results)
	}()
	clock := time.NewTicker(reportEvery)
	defer clock.Stop()
	var failed error
	fail := func(err error) {
		if err != nil && failed == nil {
			failed = err
			stop()
		}
	}
	for {
		select {
		case e, more := <-results:
			if !more {
				return failed
			}
			var l late
			if errors.As(e.err, &l) {
				s.warnings = append(s.warnings, l.Error())
			} else {
				fail(e.err)
			}
			if e.record != nil {
				done(e.jobs, *e.record)
			}
			s.pool.track.tick(time.Now())
		case now := <-clock.C:
			s.pool.track.tick(now)
			if s.folder != nil {
				fail(s.folder.Beat())
			}
		}
	}
}

// repeat makes a run again where it is the one that its engine's funcs are
// judged by (see [run.Repeats]). If a process
// ended while that was done it is tried once more, alone, and then given up.
func (s *Session) repeat(ctx context.Context, j job, r Record, trivial bool, on worker) {
	rules := s.pool.repeats.Rules[j.Engine]
	mark := record.ShortName("again " + rules)
	died := s.flying().Crashed(mark)
	if died > 0 && !on.alone {
		return
	}
	if died >= journal.Deadly {
		s.pool.repeats.GiveUp(rules, fmt.Sprintf("Whether the runs of %s repeat is not known: %s", r.Label(), s.flying().Crashes[mark].Describe()))
	}
	if s.pool.repeats.Claim(j.Engine, r, trivial) {
		s.flying().Begin(on.place, mark, s.name(j.Trial)+", rerun", on.alone)
		s.pool.repeats.Again(ctx, j.Engine, r, s.plan.Solvers[j.Engine], s.plan.Puzzles[j.Puzzle])
		s.flying().End(on.place)
		if ctx.Err() == nil {
			s.flying().Forget(mark)
		}
	}
}

// repeatAny repeats a run of every engine's funcs that no run of these jobs was
// good for, or that were all in the journal: the longest one.
func (s *Session) repeatAny(ctx context.Context, jobs iter.Seq[job]) {
	asked := lists.Of(len(s.plan.Engines), func(engine int) bool { return s.pool.repeats.Asks(engine) })
	if !slices.Contains(asked, true) {
		return
	}
	type made struct {
		job
		iterations int64
	}
	var all []made
	for j := range jobs {
		if r, ok := s.stand.Records.Get(j.key); ok && asked[j.Engine] {
			all = append(all, made{j, r.Iterations})
		}
	}
	slices.SortStableFunc(all, func(a, b made) int { return cmp.Compare(b.iterations, a.iterations) })
	tried := map[string]bool{}
	for _, j := range all {
		rules := s.pool.repeats.Rules[j.Engine]
		if r, _ := s.stand.Records.Get(j.key); !tried[rules] && ctx.Err() == nil {
			tried[rules] = r.Status != Failed
			s.repeat(ctx, j.job, r, true, worker{alone: true})
		}
	}
}
