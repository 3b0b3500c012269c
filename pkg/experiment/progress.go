package experiment

import (
	"time"
)

// Progress is how far an experiment has come.
type Progress struct {
	// Name is the plan's.
	Name string
	// Total is the number of runs of the whole plan, Done those that have
	// their record: run now or reused.
	Total, Done int
	// Reused were in the journal before the experiment started; they are part
	// of Done.
	Reused int
	// Failed and Solved are parts of Done, reused runs included.
	Failed, Solved int
	// Elapsed is the time since the start.
	Elapsed time.Duration
	// Rate is runs done per second, reused ones left out; 0 until one is done.
	Rate float64
	// Remaining is the time left at that rate; 0 when all is done, and -1
	// while the rate is not known.
	Remaining time.Duration
	// Last is the record that came last; the zero Record before the first.
	Last Record
	// Finished marks the last report: all was done, or the experiment was
	// interrupted.
	Finished bool
	// Interrupted says that the experiment ended before all was done.
	Interrupted bool
}

// Share is the part done, 0 to 1; an empty plan is done.
func (p Progress) Share() float64 {
	if p.Total == 0 {
		return 1
	}
	return float64(p.Done) / float64(p.Total)
}

// Reporter is told of the progress of an experiment: at the start, at most ten
// times a second in between, and at the end, when Finished is true. Reports
// come one at a time, on the goroutine that called [Plan.Run].
type Reporter interface {
	Report(Progress)
}

// ReporterFunc is a func as a [Reporter].
type ReporterFunc func(Progress)

// Report calls f.
func (f ReporterFunc) Report(p Progress) { f(p) }

// The cadence of reports: not more often than reportEvery, so that a terminal
// or a browser keeps up; once in reportIdle when nothing was done, so that the
// clock is seen to go on.
const (
	reportEvery = 100 * time.Millisecond
	reportIdle  = time.Second
)

// tracker counts what was done and reports it.
type tracker struct {
	progress  Progress
	reporters []Reporter
	start     time.Time
	reported  time.Time
	changed   bool
}

func newTracker(name string, total int, reporters []Reporter) *tracker {
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
	p.Last = r
	t.changed = true
}

// tick reports where there is something to tell and the last report is long
// enough ago.
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
	for _, r := range t.reporters {
		r.Report(*p)
	}
}

// rate tells runs per second and the time that the missing ones will take.
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
