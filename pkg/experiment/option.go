package experiment

// Option adds something to [Plan.Run] that does not belong to the plan: it
// changes no result.
type Option func(*settings)

type settings struct {
	dir       string
	reporters []func(Progress)
	hooks     []func(Record)
}

func newSettings(options []Option) (s settings) {
	for _, option := range options {
		option(&s)
	}
	return s
}

// In keeps the journal and the manifest in a folder, which is created if
// necessary. Runs that its journal already has are not made again. Without In
// an experiment lives in memory only. The last one given counts; "" means none.
func In(dir string) Option {
	return func(s *settings) { s.dir = dir }
}

// OnProgress calls f with the progress: at the start, at most ten times a
// second in between, at least once a second, and at the end, when Finished is
// true. Calls come one at a time, on the goroutine that called [Plan.Run].
func OnProgress(f func(Progress)) Option {
	return func(s *settings) { s.reporters = append(s.reporters, f) }
}

// OnRecord calls f with every record: first the reused ones in the plan's
// order, then the new ones as they come. Calls come one at a time, on the
// goroutine that called [Plan.Run] or [Stepper.Do], after the record is in the
// journal.
func OnRecord(f func(Record)) Option {
	return func(s *settings) { s.hooks = append(s.hooks, f) }
}
