package experiment

import (
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Option adds something to [Plan.Run] that does not belong to the plan: it
// changes no result.
type Option func(*settings)

type settings struct {
	dir       string
	code      string
	reporters []Reporter
	watchers  []func(Task) solver.Observer
	hooks     []func(Record)
}

// In keeps journal and manifest in a folder, which is made where it is not
// there. What its journal already has is not run again. Without it an
// experiment lives in memory only. The last one given counts; "" means none.
func In(dir string) Option {
	return func(s *settings) { s.dir = dir }
}

// Report tells reporters of the progress; nil ones are left out.
func Report(reporters ...Reporter) Option {
	return func(s *settings) {
		for _, r := range reporters {
			if r != nil {
				s.reporters = append(s.reporters, r)
			}
		}
	}
}

// Task is one run that is about to start.
type Task struct {
	Puzzle puzzle.Puzzle
	Solver solver.Solver
	// Description is that of Solver.
	Description solver.Description
	// Run counts from 0 within puzzle and engine; Seed is derived from it.
	Run  int
	Seed uint64
}

// Watch attaches an observer to the runs for which watch returns one. Watch
// and the observers are called on the goroutines of the runs, several at a
// time when there is more than one worker: what they share they must guard.
// Reused runs are not watched, for they do not run.
func Watch(watch func(Task) solver.Observer) Option {
	return func(s *settings) {
		if watch != nil {
			s.watchers = append(s.watchers, watch)
		}
	}
}

// OnRecord calls f with every record: first the reused ones in plan order,
// then the new ones as they come. Calls come one at a time, on the goroutine
// that called [Plan.Run], after the record is in the journal.
func OnRecord(f func(Record)) Option {
	return func(s *settings) {
		if f != nil {
			s.hooks = append(s.hooks, f)
		}
	}
}

// CodeVersion says which code runs, in place of what [Version] finds out: by
// it the caller vouches that runs with an equal version are interchangeable.
// It serves engines with a func that was typed in a cell, whose runs would
// otherwise be made again after every change of the program.
func CodeVersion(version string) Option {
	return func(s *settings) { s.code = version }
}
