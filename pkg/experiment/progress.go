package experiment

import (
	"time"
)

// Progress is the state of an experiment.
type Progress struct {
	// Name is the plan's.
	Name string
	// Total is the number of runs of the whole plan, Done those that have
	// their record: run now or reused.
	Total, Done int
	// Reused were in the journal before the experiment started; they are part
	// of Done.
	Reused int
	// Reuse is what [Result] has.
	Reuse string
	// Failed and Solved are parts of Done, reused runs included.
	Failed, Solved int
	// Elapsed is the time since the start.
	Elapsed time.Duration
	// Rate is runs done per second, without the reused ones; 0 until one is
	// done.
	Rate float64
	// Remaining is the time left at that rate; 0 when all is done, and -1
	// while the rate is not known.
	Remaining time.Duration
	// Finished marks the last report: all was done, or the experiment was
	// interrupted.
	Finished bool
	// Interrupted says that the experiment ended before all was done; it did not where
	// no more was to be done ([Archived]).
	Interrupted bool
}

// The cadence of reports: at most one in reportEvery, so that a terminal or a
// browser keeps up; one in reportIdle when nothing was done, so that the clock
// is seen to run.
const (
	reportEvery = 100 * time.Millisecond
	reportIdle  = time.Second
)

// tracker counts what was done and reports it.
type tracker struct {
	progress  Progress
	reporters []func(Progress)
	start     time.Time
	reported  time.Time
	changed   bool
}

func newTracker(name string, total int, reporters []func(Progress)) *tracker {
	return &tracker{
		progress:  Progress{Name: name, Total: total},
		reporters: reporters, start: time.Now(),
	}
}

// add counts one record.
func (t *tracker) add(r Record, reused bool) {
	p := &t.progress
	p.Done++
	if reused {
		p.Reused++
	}
	if r.Status == Failed {
		p.Failed++
	}
	if r.Solved() {
		p.Solved++
	}
	t.changed = true
}

// tick reports if there is news and the last report is long enough ago.
func (t *tracker) tick(now time.Time) {
	if since := now.Sub(t.reported); since >= reportIdle || t.changed && since >= reportEvery {
		t.report(now)
	}
}

func (t *tracker) finish(interrupted bool) {
	t.progress.Finished, t.progress.Interrupted = true, interrupted
	t.report(time.Now())
}

func (t *tracker) report(now time.Time) {
	p := &t.progress
	p.Elapsed = now.Sub(t.start)
	p.Rate, p.Remaining = rate(p.Done-p.Reused, p.Total-p.Done, p.Elapsed)
	t.reported, t.changed = now, false
	for _, report := range t.reporters {
		report(*p)
	}
}

// rate is runs per second, and the time that the missing ones will take.
func rate(done, missing int, elapsed time.Duration) (perSecond float64, remaining time.Duration) {
	if done > 0 && elapsed > 0 {
		perSecond = float64(done) / elapsed.Seconds()
	}
	switch {
	case missing == 0:
		return perSecond, 0
	case perSecond == 0:
		return 0, -1
	}
	const longest = 100 * 365 * 24 * time.Hour // a century: beyond it a Duration may overflow
	if seconds := float64(missing) / perSecond; seconds < longest.Seconds() {
		return perSecond, time.Duration(seconds * float64(time.Second))
	}
	return perSecond, longest
}
