package race

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Run runs the race. Options are those of a stepwise runner ([experiment.Plan.Open]):
// with experiment.In a killed race goes on where it was, and gives what it
// would have given. Watch is called before the first block and after every few with the
// result so far, which it must not change; nil is not called. Cancelling the context
// returns what was done with Interrupted set and no error. Where a run fails
// the error wraps [ErrFailed] and says why; the result has what was done
// before.
func (r Race) Run(ctx context.Context, watch func(*Result), options ...experiment.Option) (result *Result, err error) {
	r, err = r.complete()
	if err != nil {
		return nil, err
	}
	plan, at := r.plan()
	stepper, err := plan.Open(options...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stepper.Close()) }()
	result = r.start()
	result.Warnings = append(append(stepper.Warnings(), r.unfair()...), result.hopeless()...)
	err = r.race(ctx, result, planned{stepper, at}, watch)
	result.runs = stepper.Result(result.Records)
	result.Reuse = result.runs.Reuse
	for _, w := range result.runs.Warnings { // what showed in the runs
		if !slices.Contains(result.Warnings, w) {
			result.Warnings = append(result.Warnings, w)
		}
	}
	return result, err
}

// runner makes runs: an [experiment.Session].
type runner interface {
	Do(ctx context.Context, trials ...experiment.Trial) ([]experiment.Record, error)
	Counts() (done, reused int)
}

// planned makes runs of the race's plan, which has its puzzles at other places.
type planned struct {
	*experiment.Session
	at []int
}

func (p planned) Do(ctx context.Context, trials ...experiment.Trial) ([]experiment.Record, error) {
	for i := range trials {
		trials[i].Puzzle = p.at[trials[i].Puzzle]
	}
	return p.Session.Do(ctx, trials...)
}

func (r Race) race(ctx context.Context, result *Result, runs runner, watch func(*Result)) error {
	tasks := r.tasks()
	if watch != nil {
		watch(result) // the first blocks may take minutes
	}
	for len(tasks) > 0 && len(result.running()) > 1 {
		batch := tasks[:min(r.batch(), len(tasks))]
		tasks = tasks[len(batch):]
		engines := result.running()
		var trials []experiment.Trial
		for _, t := range batch {
			trials = append(trials, r.trials(t, engines)...)
		}
		records, err := runs.Do(ctx, trials...)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			result.Interrupted = true
			break
		}
		if err != nil { // what was done before is told
			result.Interrupted = true
			result.finish()
			return err
		}
		if err := r.take(result, batch, engines, records); err != nil {
			return err
		}
		result.counts[0], result.counts[1] = runs.Counts()
		if watch != nil {
			result.refresh()
			watch(result)
		}
	}
	result.finish()
	if watch != nil {
		watch(result)
	}
	return nil
}

// batch is how many blocks are run before anybody looks. Blocks after the last
// that a variant needs are not looked at, so that results do not depend on it.
func (r Race) batch() int {
	workers := r.Workers
	workers = cmp.Or(workers, runtime.GOMAXPROCS(0))
	runs := max(4, workers)
	if r.Scope == FixedInstances {
		return max(1, runs/len(r.Puzzles))
	}
	return runs
}

// running are the places of the engines still needed: the baseline's, 0, and
// those of variants that are not done.
func (res *Result) running() []int {
	out := []int{0}
	for i := range res.Variants {
		if !res.Variants[i].done(res.Race.EachSize) {
			out = append(out, i+1)
		}
	}
	return out
}

// done says whether there is nothing left to find out about a variant.
func (v *VariantResult) done(eachSize bool) bool {
	return v.Finding.done() && !(eachSize && slices.ContainsFunc(v.Sizes, func(s SizeResult) bool { return !s.done() }))
}

// take looks at blocks, one after the other.
func (r Race) take(res *Result, batch []task, engines []int, records []experiment.Record) error {
	for _, t := range batch {
		each := len(t.places) * r.Runs
		mine := records[:len(engines)*each]
		records = records[len(mine):]
		baseline := mine[:each]
		used := false
		for k, engine := range engines[1:] {
			c := &res.Variants[engine-1]
			if c.done(r.EachSize) {
				continue // since an earlier block of this batch
			}
			variant := mine[(k+1)*each:][:each]
			if err := cmp.Or(failed(baseline), failed(variant)); err != nil {
				return err
			}
			used = true
			c.twin.same, c.twin.runs = c.twin.same+identical(baseline, variant), c.twin.runs+each
			c.add(r.compare(t, baseline, variant))
			res.Records = append(res.Records, variant...)
		}
		if used {
			res.Blocks++
			res.Records = append(res.Records, baseline...)
		}
	}
	return nil
}

// failed is the error of the first run that failed.
func failed(records []experiment.Record) error {
	for _, f := range records {
		if f.Status != experiment.Failed {
			continue
		}
		text := fmt.Sprintf("%s on puzzle %s, run %d: %s", f.Label(), f.Puzzle, f.Run, f.Error)
		if f.Stack != "" {
			text += "\n" + f.Stack
		}
		return fmt.Errorf("race: %w: %s", ErrFailed, text)
	}
	return nil
}

func (r Race) start() *Result {
	res := &Result{Race: r, Measure: r.measure}
	alpha := r.Alpha / float64(r.Decide.count()*len(r.Variants))
	finding := func(alpha float64) Finding {
		return Finding{Terms: Terms{Level: 1 - alpha, Decide: r.Decide, Margin: r.Margin, Measure: r.measure}, course: course{questions: newQuestions(r.Decide, alpha, r.Margin)}}
	}
	var classes []analysis.Class
	for _, class := range r.Classes {
		if slices.ContainsFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return class.Contains(p.Size().Cells()) }) {
			classes = append(classes, class)
		}
	}
	for _, v := range r.Variants {
		c := VariantResult{
			Variant: v.Describe().Label(), Baseline: r.Baseline.Describe().Label(),
			Finding: finding(alpha), Scope: r.Scope, Puzzles: len(r.Puzzles), history: history{twin: r.twin(v), blind: r.blind, limit: r.allowed()},
		}
		for _, class := range classes {
			c.Sizes = append(c.Sizes, SizeResult{Class: class, Finding: finding(alpha / float64(len(classes)))})
		}
		res.Variants = append(res.Variants, c)
	}
	return res
}

// hopeless names a race that could not settle anything.
func (res *Result) hopeless() []string {
	s := newSequence(-1, 1, 1-res.Variants[0].Level, 0)
	for !s.above(0) {
		s.add(1)
	}
	r := res.Race
	if r.Blocks >= s.n {
		return nil
	}
	text := fmt.Sprintf("%s settle nothing, however large a difference is: it takes %d.", puzzle.Plural(r.Blocks, r.Scope.Unit()), s.n)
	if r.Scope == InstanceSample {
		text += " A race about these very puzzles (Scope: race.FixedInstances) runs on them again and again."
	}
	return []string{text}
}

// unfair names comparisons that a func as a rule distorts: a call costs time of
// its own, whatever the rule says.
func (r Race) unfair() (warnings []string) {
	if r.measure.Unit() == "" {
		return nil
	}
	base := r.Baseline.Describe()
	for _, v := range r.Variants {
		if d := v.Describe(); d.Engine == base.Engine && d.Custom != base.Custom {
			with, without := d.Label(), base.Label()
			if base.Custom {
				with, without = without, with
			}
			warnings = append(warnings, fmt.Sprintf("Effort is in %v, and %q has a rule that is a func, and %q has the built-in one: the call takes time. Give %q its own rule as a func, too, or limit iterations.", r.measure, with, without, without))
		}
	}
	return warnings
}
