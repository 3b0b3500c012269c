package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// execution is a plan while it runs.
type execution struct {
	plan     Plan
	settings settings
	manifest Manifest
	jobs     []job
	warnings []string
	host     string

	journal *journal // nil without a folder
	records []Record // by place
	filled  []bool   // by place

	stop func() // cancels the runs
	mu   sync.Mutex
	err  error // the first
}

func newExecution(p Plan, s settings) (*execution, error) {
	e := &execution{plan: p, settings: s}
	var err error
	if e.manifest, e.warnings, err = newManifest(p, s.code); err != nil {
		return nil, err
	}
	if e.jobs, err = e.manifest.jobs(); err != nil {
		return nil, err
	}
	e.host, _ = os.Hostname()
	if p.workers() > runtime.NumCPU() && (p.Budget.Wall > 0 || p.Budget.CPU > 0) {
		e.warnings = append(e.warnings, fmt.Sprintf("%d workers share %d processors: runs limited by time get less than their share", p.workers(), runtime.NumCPU()))
	}
	e.records = make([]Record, e.manifest.Total())
	e.filled = make([]bool, e.manifest.Total())
	return e, nil
}

// result is the end of one job. A cancelled one has no record.
type result struct {
	job       int
	record    Record
	cancelled bool
}

func (e *execution) run(ctx context.Context) (*Result, error) {
	ctx, e.stop = context.WithCancel(ctx)
	defer e.stop()

	track := newTracker(e.plan.Name, e.manifest.Total(), e.settings.reporters)
	var known map[Key]Record
	if e.settings.dir != "" {
		var err error
		var warnings []string
		if e.journal, known, warnings, err = openJournal(e.settings.dir); err != nil {
			return nil, err
		}
		defer e.journal.close()
		e.warnings = append(e.warnings, warnings...)
		if err := e.manifest.begin(e.settings.dir); err != nil {
			return nil, err
		}
	}
	todo := e.reuse(known, track)
	track.report(track.start)

	workers := min(e.plan.workers(), len(todo))
	results := make(chan result, workers)
	abandon := make(chan struct{}) // closed when nobody takes results any more
	var next atomic.Int64
	var pool sync.WaitGroup
	// Also when a hook or reporter panics: stop, wait, unlock the journal.
	defer func() {
		e.stop()
		close(abandon)
		pool.Wait()
	}()
	for range workers {
		pool.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(todo) {
					return
				}
				r := e.one(ctx, todo[n])
				select {
				case results <- r:
				case <-abandon:
					return
				}
			}
		})
	}
	clock := time.NewTicker(reportEvery)
	defer clock.Stop()
	for missing := len(todo); missing > 0; {
		select {
		case r := <-results:
			missing--
			if !r.cancelled {
				e.deliver(e.jobs[r.job], r.record, track, false)
			}
			track.tick(time.Now())
		case now := <-clock.C:
			track.tick(now)
		}
	}
	return e.finish(track)
}

// reuse delivers what the journal has and returns the other jobs.
func (e *execution) reuse(known map[Key]Record, track *tracker) (todo []int) {
	var found []int
	for n, job := range e.jobs {
		if _, ok := known[job.key]; ok {
			found = append(found, n)
		} else {
			todo = append(todo, n)
		}
	}
	slices.SortFunc(found, func(a, b int) int { return e.jobs[a].places[0] - e.jobs[b].places[0] })
	for _, n := range found {
		e.deliver(e.jobs[n], known[e.jobs[n].key], track, true)
	}
	return todo
}

// deliver puts a record at its places.
func (e *execution) deliver(j job, r Record, track *tracker, reused bool) {
	for _, place := range j.places {
		r = e.manifest.named(r, place)
		e.records[place], e.filled[place] = r, true
		track.add(r, reused)
		for _, hook := range e.settings.hooks {
			hook(r)
		}
	}
}

func (e *execution) finish(track *tracker) (*Result, error) {
	runs := &Result{Warnings: e.warnings}
	for place, ok := range e.filled {
		if ok {
			runs.Records = append(runs.Records, e.records[place])
		}
	}
	runs.Interrupted = len(runs.Records) < len(e.records)
	e.manifest.end(track.progress, runs.Interrupted)
	runs.Manifest = e.manifest
	track.finish(runs.Interrupted)
	err := e.err
	if e.journal != nil {
		err = errors.Join(err, e.journal.close(), e.manifest.write(e.settings.dir))
	}
	return runs, err
}

// fail stops the experiment with an error; the first one counts.
func (e *execution) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
	}
	e.stop()
}

// one makes the run of a job.
func (e *execution) one(ctx context.Context, n int) result {
	r, cancelled := e.make(ctx, e.jobs[n])
	return result{n, r, cancelled}
}

// make makes a run and journals it.
func (e *execution) make(ctx context.Context, j job) (r Record, cancelled bool) {
	if ctx.Err() != nil {
		return Record{}, true
	}
	task := Task{
		Puzzle: e.plan.Puzzles[j.puzzle], Solver: e.plan.Engines[j.engine],
		Description: e.manifest.Engines[j.engine].Description, Run: j.run, Seed: j.key.Seed,
	}
	if r, cancelled = e.solve(ctx, task, j.key.Budget); cancelled {
		return Record{}, true
	}
	r.Kind, r.Content = task.Puzzle.Kind(), j.key.Content
	r.Engine, r.Variant, r.ConfigHash = j.key.Engine, task.Description.Variant, j.key.Parameters
	r.Run, r.Seed, r.Budget = j.run, j.key.Seed, j.key.Budget
	r.Host, r.Code, r.PeakBytes = e.host, j.key.Code, peakBytes()
	r = e.manifest.named(r, j.places[0])
	if e.journal != nil {
		if err := e.journal.add(r); err != nil {
			e.fail(err)
			return Record{}, true
		}
	}
	return r, false
}

// solve calls the engine on a goroutine of its own, so that whatever it leaves
// behind when it panics (a locked thread) goes with it, and makes the part of
// the record that tells how the run went.
func (e *execution) solve(ctx context.Context, task Task, budget solver.Budget) (r Record, cancelled bool) {
	var out solver.Outcome
	var err error
	var trace []solver.Event
	start := time.Now()
	crash := guard(func() {
		observer := solver.Observers(e.watch(task), func(ev solver.Event) {
			if ev.Improved {
				ev.Board, ev.Pheromone = puzzle.Grid{}, nil
				trace = append(trace, ev)
			}
		})
		out, err = task.Solver.Solve(ctx, task.Puzzle, solver.Run{Seed: task.Seed, Budget: budget, Observer: observer})
		if err == nil {
			err = verify(ctx, task.Puzzle, out)
		}
	})
	if ctx.Err() != nil && (crash == nil && err == nil && out.Status == solver.Cancelled || errors.Is(err, ctx.Err())) {
		return Record{}, true
	}
	r.Trace = points(trace)
	switch {
	case crash != nil:
		r.Status, r.Cost, r.Error, r.Stack = Failed, -1, crash.text, crash.stack
	case err != nil:
		r.Status, r.Cost, r.Error = Failed, -1, err.Error()
	default:
		r.Status, r.Cost, r.Statistics = out.Status, out.Cost, out.Statistics
	}
	r.Iterations, r.Evaluations = out.Iterations, out.Evaluations
	r.Seconds, r.CPU = out.Elapsed.Seconds(), out.CPU.Seconds()
	if out.Elapsed == 0 {
		r.Seconds = time.Since(start).Seconds()
	}
	return r, false
}

// watch asks the watchers for observers of a run. One that panics is a mistake
// in the caller's code and says nothing about the engine: the run is cancelled
// and the experiment ends with an error.
func (e *execution) watch(task Task) solver.Observer {
	var observers []solver.Observer
	for _, watch := range e.settings.watchers {
		var observer solver.Observer
		if e.call(func() { observer = watch(task) }) && observer != nil {
			broken := false
			observers = append(observers, func(ev solver.Event) {
				if !broken {
					broken = !e.call(func() { observer(ev) })
				}
			})
		}
	}
	return solver.Observers(observers...)
}

// call calls foreign code and says whether it came back.
func (e *execution) call(f func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			e.fail(fmt.Errorf("experiment: an observer panicked: %v\n%s", v, stack()))
			ok = false
		}
	}()
	f()
	return true
}

// verify refuses outcomes that no engine should report.
func verify(ctx context.Context, p puzzle.Puzzle, out solver.Outcome) error {
	bug := func(format string, args ...any) error {
		return fmt.Errorf("experiment: bug of the engine: "+format, args...)
	}
	switch s := out.Status; {
	case s == solver.Cancelled && ctx.Err() == nil:
		return bug("the run calls itself cancelled, but nobody cancelled it")
	case s != solver.Cancelled && s != solver.Exhausted && !s.Decided():
		return bug("it reports status %q", s)
	case s.HasSolution():
		if broken := p.Check(out.Best); len(broken) > 0 {
			return bug("a reported solution breaks %v", broken[0])
		}
		if s != solver.Multiple {
			break
		}
		if broken := p.Check(out.Second); len(broken) > 0 {
			return bug("a reported second solution breaks %v", broken[0])
		}
		if out.Best.Equal(out.Second) {
			return bug("the two solutions that it reports are the same")
		}
	}
	if !finite(out.Cost) {
		return bug("it reports a cost of %v", out.Cost)
	}
	for _, s := range out.Statistics {
		if !finite(s.Value) {
			return bug("its statistic %q is %v", s.Name, s.Value)
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// points makes the trace of a record out of a run's improvements.
func points(events []solver.Event) []Point {
	var out []Point
	for _, e := range events {
		if finite(e.Cost) {
			out = append(out, Point{Iterations: e.Iterations, Evaluations: e.Evaluations, Seconds: e.Elapsed.Seconds(), Cost: e.Cost})
		}
	}
	return out
}

// crash is how foreign code ended that did not return.
type crash struct{ text, stack string }

// guard runs f on a goroutine of its own and waits for it.
func guard(f func()) *crash {
	var c *crash
	done := make(chan struct{})
	go func() {
		returned := false
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				c = &crash{fmt.Sprintf("panic: %v", v), stack()}
			} else if !returned {
				c = &crash{"the engine ended its goroutine (runtime.Goexit)", ""}
			}
		}()
		f()
		returned = true
	}()
	<-done
	return c
}

// stack tells where the panic came from that is being recovered: the frames
// between the panic and this package, innermost first. Unlike
// [runtime/debug.Stack] it has no addresses and no goroutine's number in it,
// so that the same failure has the same text in every run.
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
		case strings.HasSuffix(f.Function, "/experiment.(*execution).solve.func1"),
			strings.HasSuffix(f.Function, "/experiment.(*execution).call"):
			return b.String()
		case panicked:
			fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
		}
		if !more {
			return b.String()
		}
	}
}
