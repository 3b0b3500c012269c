// Package run makes one run: it calls the engine, judges what it claims, and digests what came of it.
//
// # Design
//
// [Solve] calls the engine on a goroutine of its own. It believes nothing that the puzzle's Check, the budget or the clock
// contradicts. [Again] makes the run of a record a second time. [Repeats] chooses one run of each engine that has funcs of
// somebody else's, and has it made twice.
//
// # Limits
//
// [Solve] leaves an engine behind that ignores its context for three seconds, and the engine keeps a processor busy. The
// package writes nothing to the disk.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// peakMemory names the statistic of an engine that measures the memory of a run itself, in bytes. No rerun has the same.
const peakMemory = "peak memory (bytes)"

// patience is how long a run may take to end after its context has ended; then
// it is abandoned. A notebook's kernel kills a cell five seconds after an
// interrupt.
const patience = 3 * time.Second

// Solve calls the engine on a goroutine of its own, so that whatever it leaves
// behind when it panics (a locked thread) goes with it, and fills in the part
// of the record that says how the run went. The record of a cancelled run has
// nothing but an error, where the engine or one of its rules has not returned.
func Solve(ctx context.Context, engine solver.Solver, p puzzle.Puzzle, run solver.Run) (r record.Record, cancelled bool) {
	return solveAs(ctx, engine, p, run, record.LimitsTime(run.Budget))
}

// solveAs is solve for a run that is to be compared with one that had, or had not, a
// limit of time.
func solveAs(ctx context.Context, engine solver.Solver, p puzzle.Puzzle, run solver.Run, timed bool) (r record.Record, cancelled bool) {
	var out solver.Outcome
	var err, lie error
	var trace []record.Point
	run.Trace = func(ev solver.Event) {
		if Finite(ev.Cost) {
			trace = append(trace, record.Point{Iterations: ev.Iterations, Evaluations: ev.Evaluations, Seconds: ev.Elapsed.Seconds(), Cost: ev.Cost})
		}
	}
	alone := begin()
	start := time.Now()
	crash, returned := guard(ctx, func() {
		out, err = engine.Solve(ctx, p, run)
		c := Claim{out, trace, run.Budget, time.Since(start)}
		if err == nil {
			lie = verify(ctx, p, c)
		} else if cmp.Or(c.counts(), c.times()) != nil {
			out = solver.Outcome{}
		}
	})
	if !returned { // what the closure writes is still being written
		return record.Record{Error: fmt.Sprintf("the engine has not returned %g s after the interrupt; its run is left out, and keeps a processor busy until the program ends", patience.Seconds())}, true
	}
	if err != nil && errors.Is(err, ctx.Err()) && err.Error() != ctx.Err().Error() {
		return record.Record{Error: err.Error()}, true
	}
	if ctx.Err() != nil && (crash == nil && err == nil && out.Status == solver.Cancelled || errors.Is(err, ctx.Err())) {
		return record.Record{}, true
	}
	switch {
	case crash != nil:
		r.Status, r.Cost, r.Error, r.Stack = record.Failed, -1, crash.text, crash.stack
	case err != nil:
		r.Status, r.Cost, r.Error = record.Failed, -1, err.Error()
	case lie != nil: // nothing else of what it says is believed
		return record.Record{Status: record.Failed, Cost: -1, Error: lie.Error(), Seconds: time.Since(start).Seconds()}, false
	default:
		r.Status, r.Cost, r.Statistics, r.Board = out.Status, out.Cost, out.Statistics, out.Best.Pack()
	}
	measured := int64(0)
	r.Statistics = slices.DeleteFunc(r.Statistics, func(s solver.Statistic) bool {
		if s.Name == peakMemory {
			measured = int64(s.Value)
		}
		return s.Name == peakMemory
	})
	r.Trace = trace
	r.Iterations, r.Evaluations = out.Iterations, out.Evaluations
	if r.Status != record.Failed {
		r.Digest = digest(r, out, timed)
	}
	if alone() {
		r.PeakBytes = peakBytes()
	}
	if measured > 0 {
		r.PeakBytes = measured
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
		case panicked && strings.Contains(f.Function, "/experiment/internal/run."): // the func that guard calls
			return b.String()
		case panicked:
			fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
		}
		if !more {
			return b.String()
		}
	}
}
