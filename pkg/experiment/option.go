package experiment

import (
	"iter"
	"time"

	"formicary/pkg/experiment/internal/journal"
)

// Option adds something to [Plan.Run] that does not belong to the plan: it
// changes no result.
type Option func(*settings)

type settings struct {
	dir       string
	reporters []func(Progress)
	hooks     []func(Record)
	worker    *journal.Worker // nil where it is no worker's
	until     until
	otherCode bool
	remote    *remote // nil where this process makes the runs
	archive   func(fingerprint string) (Archived, bool, error)
	// sealed reads a folder without its journals; nil where nothing does.
	columnar func(dir string, least int) iter.Seq2[Record, error]
}

func newSettings(options []Option) (s settings) {
	for _, option := range options {
		option(&s)
	}
	return s
}

// In keeps the journal and the manifest in a folder, which is created if
// necessary. Runs that its journal already has are not rerun. Without In
// an experiment lives in memory only. The last one given counts; "" means none.
func In(dir string) Option {
	return func(s *settings) { s.dir = dir }
}

// OtherCode reuses records of runs that other code has made, too: those that
// otherwise are kept, counted and left aside ([Result.Reuse] says in which packages
// they differ). For an engine with rules of a cell some of those runs are made
// again, and must come out the same.
func OtherCode() Option {
	return func(s *settings) { s.otherCode = true }
}

// OnProgress calls f with the progress: at the start, at most ten times a
// second in between, at least once a second, and at the end, when Finished is
// true. Calls come one at a time, on the goroutine that called [Plan.Run].
func OnProgress(f func(Progress)) Option {
	return func(s *settings) { s.reporters = append(s.reporters, f) }
}

// OnRecord calls f with every record: first the reused ones in the plan's
// order, then the new ones as they come. Calls come one at a time, on the
// goroutine that called [Plan.Run] or [Session.Do], after the record is in the
// journal.
func OnRecord(f func(Record)) Option {
	return func(s *settings) { s.hooks = append(s.hooks, f) }
}

// Worker makes a [Session] that of one of many workers, which may run on any number
// of machines that share the folder. Job and task name its attempt: what it makes
// goes to a journal that nobody else writes, journals/W-JOB_TASK-RESTART.jsonl in the
// folder, with the first RESTART that is free. A worker takes no lock, repairs
// nothing and reads no records: it makes what it is asked for.
func Worker(job, task string) Option {
	return func(s *settings) { s.worker = &journal.Worker{Job: job, Task: task} }
}

// Until ends a [Session]'s time: no run is begun that would last longer than the
// time left, and those that are being made then are cancelled. A run lasts as long
// as its budget lets it, or else as long as the longest run of its engine: the
// longest of those made, and what longest says, which has seconds by
// [Record.ConfigHash] and may be nil.
func Until(at time.Time, longest map[string]float64) Option {
	return func(s *settings) { s.until = until{at, longest} }
}

// Archive has [Plan.Run] take runs that the folder ([In]) does not have from those
// that were published for the plan of the same fingerprint; what is missing then is run.
// find returns them; ok is false where there are none, and an error becomes a warning.
//
// Where the folder has no journal yet and nothing is missing, nothing is written there.
// Records of other code than today's are taken only where it was verified to come to
// the same, or where some runs of each engine are rerun now and come out the same
// ([Result.Reuse] says so). Those of engines with funcs of a cell are never taken.
func Archive(find func(fingerprint string) (a Archived, ok bool, err error)) Option {
	return func(s *settings) { s.archive = find }
}

// Columnar has [Plan.Run] take the records of a folder ([In]) from elsewhere than its
// journals, such as from a sealed file, where that has all runs of the plan, made by the
// code of today: then no journal is read, and nothing is locked or written. Otherwise the
// journals are read as without it. Plans of engines with funcs of a cell are always read
// from the journals, since some of their runs are rerun ([Result.Reuse]), unless
// others make their runs ([Remote]).
//
// read yields the records of a folder, each run once, as its journals have them; none
// where it has not at least so many, or less than the journals. Its error becomes a
// warning.
func Columnar(read func(dir string, least int) iter.Seq2[Record, error]) Option {
	return func(s *settings) { s.columnar = read }
}
