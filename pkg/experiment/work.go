package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

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
// with the group. It returns when all runs have ended, or have been cancelled
// with the context, and reports the progress meanwhile. An error of the journal
// cancels the runs, too; what has ended by then is kept.
//
// A run during which a process ended is made when all others have ended, with
// no other beside it; after the second time it is not made again.
func (s *Stepper) work(ctx context.Context, groups [][]job, done func([]job)) error {
	if len(groups) > 0 && s.journal != nil && s.journal.readonly != nil {
		return fmt.Errorf("experiment: %s is only read, and %s in it, the first is %s: %w",
			s.journal.path, areMissing(len(groups)), s.inWords(groups[0][0].Trial), s.journal.readonly)
	}
	if len(groups) == 0 {
		return nil
	}
	var dead, first, suspects [][]job
	any := s.flights.any()
	for _, group := range groups {
		died := 0
		if any {
			died = s.flights.died(group[0].key.mark())
		}
		switch {
		case died >= deadly:
			dead = append(dead, group)
		case died > 0:
			suspects = append(suspects, group)
		default:
			first = append(first, group)
		}
	}
	s.flights.start(s.plan.workers())
	bury := func(_ context.Context, j job, _ worker) (*Record, error) { return s.bury(j) }
	err := s.pool(ctx, dead, 1, bury, done)
	if err == nil {
		err = s.pool(ctx, first, s.plan.workers(), s.run, done)
	}
	if err == nil {
		err = s.pool(ctx, suspects, 1, s.run, done)
	}
	return s.rescue(err)
}

// pool hands groups of jobs to workers.
func (s *Stepper) pool(ctx context.Context, groups [][]job, workers int, run func(context.Context, job, worker) (*Record, error), done func([]job)) error {
	ctx, stop := context.WithCancel(ctx)
	queue := make(chan []job, len(groups))
	for _, group := range groups {
		queue <- group
	}
	close(queue)
	results := make(chan ended, len(groups)) // no worker waits for done
	var pool sync.WaitGroup
	defer func() { stop(); pool.Wait() }() // also when a hook panics
	workers = min(workers, len(groups))
	for place := range workers {
		pool.Go(func() {
			for group := range queue {
				r, err := run(ctx, group[0], worker{place, workers == 1})
				results <- ended{group, r, err}
			}
		})
	}
	clock := time.NewTicker(reportEvery)
	defer clock.Stop()
	var failed error
	fail := func(err error) {
		if err != nil && failed == nil {
			failed = err
			stop()
		}
	}
	for missing := len(groups); missing > 0; {
		select {
		case e := <-results:
			missing--
			var l late
			if errors.As(e.err, &l) {
				s.warnings = append(s.warnings, l.Error())
			} else {
				fail(e.err)
			}
			if e.record != nil {
				s.records[e.jobs[0].key] = *e.record
				done(e.jobs)
			}
			s.track.tick(time.Now())
		case now := <-clock.C:
			s.track.tick(now)
			s.flights.alive()
			if s.journal != nil {
				fail(s.journal.check(false))
			}
		}
	}
	return failed
}

func areMissing(n int) string {
	if n == 1 {
		return "1 run is missing"
	}
	return fmt.Sprintf("%d runs are missing", n)
}

// repeat makes a run again where it is the one that its engine's funcs are
// judged by (see [repeats]). If a process
// ended while that was done it is tried once more, alone, and then given up.
func (s *Stepper) repeat(ctx context.Context, j job, r Record, trivial bool, on worker) {
	rules := s.repeats.rules[j.Engine]
	mark := shortName("again " + rules)
	died := s.flights.died(mark)
	if died > 0 && !on.alone {
		return
	}
	if died >= deadly {
		s.repeats.giveUp(rules, fmt.Sprintf("Whether the runs of %s repeat is not known: %s", r.Label(), s.flights.deaths[mark].describe()))
	}
	if s.repeats.claim(j, r, trivial) {
		s.flights.begin(on.place, mark, s.inWords(j.Trial)+", made again", on.alone)
		s.repeats.again(ctx, j, r, s.plan.Engines[j.Engine], s.plan.Puzzles[j.Puzzle])
		s.flights.end(on.place)
		if ctx.Err() == nil {
			s.flights.forget(mark)
		}
	}
}

// repeatAny repeats a run of every engine's funcs that no run of these jobs was
// good for, or that were all in the journal: the longest one.
func (s *Stepper) repeatAny(ctx context.Context, jobs []job) {
	jobs = slices.Clone(jobs)
	slices.SortStableFunc(jobs, func(a, b job) int {
		return cmp.Compare(s.records[b.key].Iterations, s.records[a.key].Iterations)
	})
	tried := map[string]bool{}
	for _, j := range jobs {
		rules := s.repeats.rules[j.Engine]
		if r, ok := s.records[j.key]; ok && !tried[rules] && ctx.Err() == nil {
			tried[rules] = r.Status != Failed
			s.repeat(ctx, j, r, true, worker{alone: true})
		}
	}
}
