package campaign

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/journal"
)

// Progress is how far a campaign is, by its journals.
type Progress struct {
	Counts
	// Rate is runs per second of the attempts that live; Left is the time left at that
	// rate, 0 where nothing is missing, and -1 where nobody works.
	Rate float64
	Left time.Duration
	// Attempts are those that have a journal, in the order of their names.
	Attempts []Attempt
	// Warnings name damaged lines, whose runs are missing.
	Warnings []string
}

// Counts are numbers of runs.
type Counts struct {
	// Runs is the number of all runs. Puzzles with equal content share theirs, which
	// count once.
	Runs int
	// Done have a record, Failed of them one that says so, Killed of these because
	// processes ended while they made them. Missing have none.
	Done, Failed, Killed, Missing int
	// Running are being made by attempts that showed a sign of life lately.
	Running int
	// Doubled is the number of records beyond the first of a run, Other that of records
	// of other plans or other code.
	Doubled, Other int
}

// Attempt is what one attempt came to.
type Attempt struct {
	// Journal is the path of its records.
	Journal string
	journal.Attempt
	// Made is the number of records in its journal, Failed of them those that say so.
	Made, Failed int
	// Last is when the last record was written, by the file system; Started is when it
	// began.
	Last time.Time
}

// End is when the attempt ended by itself, or its last sign of life.
func (a Attempt) End() time.Time {
	end := a.Finished
	for _, sign := range []time.Time{a.Seen, a.Last} {
		if a.Finished.IsZero() && sign.After(end) {
			end = sign
		}
	}
	return end
}

// Dead says whether an attempt was killed by some time: it has neither ended by itself nor shown a sign of life lately.
func (a Attempt) Dead(now time.Time) bool { return a.Finished.IsZero() && !a.Alive(now) }

// Progress looks at the journals. Records of the versions of code in codes count, too,
// beside those of the plan's.
func (f *Folder) Progress(codes ...string) (Progress, error) {
	s, err := f.scan(nil, codes)
	if err != nil {
		return Progress{}, err
	}
	p := Progress{Counts: Counts{Done: s.done.len(), Other: s.other}, Warnings: s.warnings}
	for i, first := range f.first {
		if i == first {
			p.Runs += len(f.Plan.Engines) * f.Plan.Runs
		}
	}
	p.Missing = p.Runs - p.Done
	for _, l := range s.told {
		if l.Status == experiment.Failed {
			p.Failed++
		}
		if l.Killed() {
			p.Killed++
		}
	}
	now, records := time.Now(), 0
	for _, a := range s.attempts {
		records += a.Made
		info, err := os.Stat(a.Journal)
		if err == nil {
			a.Last = info.ModTime()
		}
		if strings.HasSuffix(filepath.Dir(a.Journal), "journals") {
			a.Attempt = journal.AttemptOf(a.Journal)
		}
		if a.Alive(now) {
			p.Running += len(a.Runs)
			if spent := now.Sub(a.Started).Seconds(); spent > 0 && !a.Started.IsZero() {
				p.Rate += float64(a.Made) / spent
			}
		}
		p.Attempts = append(p.Attempts, a)
	}
	p.Doubled = records - p.Other - p.Done
	switch {
	case p.Missing == 0:
	case p.Rate == 0:
		p.Left = -1
	default:
		p.Left = time.Duration(min(float64(p.Missing)/p.Rate, century) * float64(time.Second))
	}
	return p, nil
}

// century is in seconds; a Duration cannot be much longer.
const century = 100 * 365 * 24 * 3600

// Missing lists the runs without a record; with failed also those whose record says
// that they failed, to be rerun. It is nil where there are none.
func (f *Folder) Missing(failed bool, codes ...string) (*List, error) {
	s, err := f.scan(nil, codes)
	if err != nil {
		return nil, err
	}
	l := f.newList()
	next := run(0)
	missing := func(to run) {
		for from, to := range f.firsts(next, to) {
			l.add(row{from, to, 0})
		}
	}
	for r := range s.done.sorted() {
		missing(r)
		if line := s.told[r]; failed && line.Status == experiment.Failed {
			l.add(row{r, r + 1, line.Retry + 1})
		}
		next = r + 1
	}
	missing(run(f.Plan.Total()))
	if l.Len() == 0 {
		return nil, nil
	}
	return l, nil
}
