package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// patience is how long a run may take to end after its context has ended; then
// it is abandoned. A notebook's kernel kills a cell five seconds after an
// interrupt.
const patience = 3 * time.Second

// late is the error of a run that was abandoned, for a warning.
type late string

func (l late) Error() string { return string(l) }

// run makes the run of a job and journals it. There is no record where the run
// was cancelled. An error is that of the journal, or [late].
func (s *Session) run(ctx context.Context, j job, on worker) (*Record, error) {
	if ctx.Err() != nil || !s.time.fits(j) {
		return nil, nil
	}
	mark := ""
	if s.flying != nil {
		mark = j.mark()
		s.flying.begin(on.place, mark, s.name(j.Trial), on.alone)
		defer s.flying.end(on.place)
	}
	p, e := s.plan.Puzzles[j.Puzzle], s.plan.Engines[j.Engine]
	r, cancelled := solve(ctx, e, p, solver.Run{Seed: j.key.seed, Budget: j.key.budget})
	if cancelled && r.Error != "" {
		return nil, late(fmt.Sprintf("%s on %s, run %d: %s", s.manifest.Engines[j.Engine].Label(), p.ID(), j.Run, r.Error))
	}
	if cancelled {
		return nil, nil
	}
	s.time.lasted(j, r.Seconds)
	s.complete(&r, j)
	if err := s.keep(r); err != nil {
		return &r, err
	}
	s.flying.forget(mark)
	s.repeat(ctx, j, r, false, on)
	return &r, nil
}

// complete fills in the part of a record that says which run it is of.
func (s *Session) complete(r *Record, j job) {
	r.Content, r.Engine, r.Variant, r.ConfigHash = j.key.content, j.key.engine, s.manifest.Engines[j.Engine].Variant, j.key.configHash
	r.Run, r.Seed, r.Budget, r.Retry = j.Run, j.key.seed, j.key.budget, j.Retry
	r.Host, r.Arch, r.Session, r.Code = s.manifest.session().Host, runtime.GOARCH, s.manifest.session().ID, j.key.code
	*r = s.named(*r, j.Trial)
}

// keep writes a record to the journal, if there is one.
func (s *Session) keep(r Record) error {
	if s.journal == nil {
		return nil
	}
	return s.journal.add(r)
}

// recordCrash records a run as failed during which the process ended [deadly] times.
func (s *Session) recordCrash(j job) (*Record, error) {
	mark := j.mark()
	d := s.flying.crashes[mark]
	r := Record{Status: Failed, Cost: -1, Error: killedStart + d.describe() + d.remedy(), Seconds: d.Ends[len(d.Ends)-1].Seconds}
	_, r.Stack = headline(d.Crash)
	s.complete(&r, j)
	if err := s.keep(r); err != nil {
		return &r, err
	}
	s.flying.forget(mark)
	return &r, nil
}

// name names a trial.
func (s *Session) name(t Trial) string {
	return fmt.Sprintf("run %d of %s on %s", t.Run, s.manifest.Engines[t.Engine].Label(), s.plan.Puzzles[t.Puzzle].ID())
}

// solve calls the engine on a goroutine of its own, so that whatever it leaves
// behind when it panics (a locked thread) goes with it, and fills in the part
// of the record that says how the run went. The record of a cancelled run has
// nothing but an error, where the engine or one of its rules has not returned.
func solve(ctx context.Context, engine solver.Solver, p puzzle.Puzzle, run solver.Run) (r Record, cancelled bool) {
	return solveAs(ctx, engine, p, run, limitsTime(run.Budget))
}

// solveAs is solve for a run that is to be compared with one that had, or had not, a
// limit of time.
func solveAs(ctx context.Context, engine solver.Solver, p puzzle.Puzzle, run solver.Run, timed bool) (r Record, cancelled bool) {
	var out solver.Outcome
	var err, lie error
	var trace []Point
	run.Trace = func(ev solver.Event) {
		if finite(ev.Cost) {
			trace = append(trace, Point{Iterations: ev.Iterations, Evaluations: ev.Evaluations, Seconds: ev.Elapsed.Seconds(), Cost: ev.Cost})
		}
	}
	alone := begin()
	start := time.Now()
	crash, returned := guard(ctx, func() {
		out, err = engine.Solve(ctx, p, run)
		c := claim{out, trace, run.Budget, time.Since(start)}
		if err == nil {
			lie = verify(ctx, p, c)
		} else if cmp.Or(c.counts(), c.times()) != nil {
			out = solver.Outcome{}
		}
	})
	if !returned { // what the closure writes is still being written
		return Record{Error: fmt.Sprintf("the engine has not returned %g s after the interrupt; its run is left out, and keeps a processor busy until the program ends", patience.Seconds())}, true
	}
	if err != nil && errors.Is(err, ctx.Err()) && err.Error() != ctx.Err().Error() {
		return Record{Error: err.Error()}, true
	}
	if ctx.Err() != nil && (crash == nil && err == nil && out.Status == solver.Cancelled || errors.Is(err, ctx.Err())) {
		return Record{}, true
	}
	switch {
	case crash != nil:
		r.Status, r.Cost, r.Error, r.Stack = Failed, -1, crash.text, crash.stack
	case err != nil:
		r.Status, r.Cost, r.Error = Failed, -1, err.Error()
	case lie != nil: // nothing else of what it says is believed
		return Record{Status: Failed, Cost: -1, Error: lie.Error(), Seconds: time.Since(start).Seconds()}, false
	default:
		r.Status, r.Cost, r.Statistics, r.Board = out.Status, out.Cost, out.Statistics, out.Best.Pack()
	}
	r.Trace = trace
	r.Iterations, r.Evaluations = out.Iterations, out.Evaluations
	if r.Status != Failed {
		r.Digest = digest(r, out, timed)
	}
	if alone() {
		r.PeakBytes = peakBytes()
	}
	r.Seconds, r.CPU = out.Elapsed.Seconds(), out.CPU.Seconds()
	if out.Elapsed == 0 {
		r.Seconds = time.Since(start).Seconds()
	}
	return r, false
}

// breakdown is the end of code that did not return.
type breakdown struct{ text, stack string }

// guard runs f on a goroutine of its own and waits for it, for ever or, once the
// context has ended, for a while.
func guard(ctx context.Context, f func()) (c *breakdown, returned bool) {
	done := make(chan *breakdown, 1)
	go func() {
		var c *breakdown
		returned := false
		defer func() { done <- c }()
		defer func() {
			if v := recover(); v != nil {
				c = &breakdown{fmt.Sprintf("panic: %v", v), stack()}
			} else if !returned {
				c = &breakdown{"the engine ended its goroutine (runtime.Goexit)", ""}
			}
		}()
		f()
		returned = true
	}()
	select {
	case c := <-done:
		return c, true
	case <-ctx.Done():
	}
	select {
	case c := <-done:
		return c, true
	case <-time.After(patience):
		return nil, false
	}
}

// stack is the origin of the panic that is being recovered: the frames between
// the panic and this package, innermost first. Unlike [runtime/debug.Stack] it
// contains no addresses and no goroutine's number, so that the same failure has
// the same text in every run.
func stack() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	var b strings.Builder
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
			b.Reset()
		case strings.Contains(f.Function, "/experiment.solve."): // the func that guard calls
			return b.String()
		case panicked:
			fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
		}
		if !more {
			return b.String()
		}
	}
}
