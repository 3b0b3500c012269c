package experiment

import (
	"context"
	"fmt"
	"runtime"

	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/solver"
)

// late is the error of a run that was abandoned, for a warning.
type late string

func (l late) Error() string { return string(l) }

// run makes the run of a job and journals it. There is no record where the run
// was cancelled. An error is that of the journal, or [late].
func (s *Session) run(ctx context.Context, j job, on worker) (*Record, error) {
	if ctx.Err() != nil || !s.pool.time.fits(j) {
		return nil, nil
	}
	mark := ""
	flying := s.flying()
	if flying != nil {
		mark = j.mark()
		flying.Begin(on.place, mark, s.name(j.Trial), on.alone)
		defer flying.End(on.place)
	}
	p, e := s.plan.Puzzles[j.Puzzle], s.plan.Solvers[j.Engine]
	r, cancelled := run.Solve(ctx, e, p, solver.Run{Seed: j.key.Seed, Budget: j.key.Budget})
	if cancelled && r.Error != "" {
		return nil, late(fmt.Sprintf("%s on %s, run %d: %s", s.plan.Engines[j.Engine].Label(), p.ID(), j.Run, r.Error))
	}
	if cancelled {
		return nil, nil
	}
	s.pool.time.lasted(j, r.Seconds)
	s.complete(&r, j)
	if err := s.keep(r); err != nil {
		return &r, err
	}
	s.flying().Forget(mark)
	s.repeat(ctx, j, r, false, on)
	return &r, nil
}

// complete fills in the part of a record that says which run it is of.
func (s *Session) complete(r *Record, j job) {
	r.Content, r.Engine, r.ConfigHash = j.key.Content, j.key.Engine, j.key.ConfigHash
	r.Run, r.Seed, r.Budget, r.Retry = j.Run, j.key.Seed, j.key.Budget, j.Retry
	r.Host, r.Arch, r.Session, r.Code = s.manifest.Session().Host, runtime.GOARCH, s.manifest.Session().ID, j.key.Code
	*r = s.plan.Named(*r, j.Puzzle)
	r.Variant = s.plan.Engines[j.Engine].Variant // whatever else the plan has
}

// keep writes a record to the journal, if there is one.
func (s *Session) keep(r Record) error {
	if s.folder == nil {
		return nil
	}
	return s.folder.Add(r)
}

// recordCrash records a run as failed during which the process ended [journal.Deadly] times.
func (s *Session) recordCrash(j job) (*Record, error) {
	mark := j.mark()
	d := s.flying().Crashes[mark]
	r := Record{Status: Failed, Cost: -1, Error: record.KilledStart + d.Describe() + d.Remedy(), Seconds: d.Ends[len(d.Ends)-1].Seconds}
	_, r.Stack = journal.Headline(d.Crash)
	s.complete(&r, j)
	if err := s.keep(r); err != nil {
		return &r, err
	}
	s.flying().Forget(mark)
	return &r, nil
}

// name names a trial.
func (s *Session) name(t Trial) string {
	return fmt.Sprintf("run %d of %s on %s", t.Run, s.plan.Engines[t.Engine].Label(), s.plan.Puzzles[t.Puzzle].ID())
}
