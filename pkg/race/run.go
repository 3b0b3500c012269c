package race

import (
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
// would have given. Watch is called after every few blocks with the result so
// far, which it must not change; nil is not called. Cancelling the context
// returns what was done with Interrupted set and no error. Where a run fails
// the error wraps [ErrFailed] and says why; the result has what was done
// before.
func (r Race) Run(ctx context.Context, watch func(*Result), options ...experiment.Option) (result *Result, err error) {
	r, err = r.complete()
	if err != nil {
		return nil, err
	}
	stepper, err := r.plan().Open(options...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stepper.Close()) }()
	result = r.start()
	result.Warnings = stepper.Warnings()
	order := r.order()
	for len(order) > 0 && len(result.running()) > 1 {
		batch := order[:min(r.batch(), len(order))]
		order = order[len(batch):]
		records, err := stepper.Do(ctx, r.trials(result, batch)...)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			result.Interrupted = true
			break
		}
		if err != nil {
			return result, err
		}
		if err := r.take(result, batch, records); err != nil {
			return result, err
		}
		result.done, result.reused = stepper.Counts()
		if watch != nil {
			watch(result)
		}
	}
	result.finish()
	if watch != nil {
		watch(result)
	}
	return result, nil
}

// batch is how many blocks are run before anybody looks. Blocks after the one
// that settles a question are not looked at, so that results do not depend on
// it.
func (r Race) batch() int {
	workers := r.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return max(4, workers)
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
	if v.Verdict == Open {
		return false
	}
	return !eachSize || !slices.ContainsFunc(v.Sizes, func(s SizeResult) bool { return s.Verdict == Open })
}

// trials are the runs of some blocks.
func (r Race) trials(res *Result, batch []int) (out []experiment.Trial) {
	for _, place := range batch {
		for _, engine := range res.running() {
			for run := range r.Runs {
				out = append(out, experiment.Trial{Puzzle: place, Engine: engine, Run: run})
			}
		}
	}
	return out
}

// take looks at blocks, one after the other.
func (r Race) take(res *Result, batch []int, records []experiment.Record) error {
	running := res.running()
	for _, place := range batch {
		mine := records[:len(running)*r.Runs]
		records = records[len(mine):]
		baseline := mine[:r.Runs]
		used := false
		for k, engine := range running[1:] {
			c := &res.Variants[engine-1]
			if c.done(r.EachSize) {
				continue // since an earlier block of this batch
			}
			variant := mine[(k+1)*r.Runs:][:r.Runs]
			if err := failed(append(slices.Clone(baseline), variant...)); err != nil {
				return err
			}
			used = true
			c.add(r.compare(place, baseline, variant))
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

// start makes the empty result.
func (r Race) start() *Result {
	res := &Result{Race: r, Measure: r.measure}
	questions := 2 * float64(len(r.Variants))
	alpha := r.Alpha / questions
	for _, v := range r.Variants {
		c := VariantResult{
			Variant: v.Describe().Label(), Baseline: r.Baseline.Describe().Label(), Measure: r.measure,
			Finding: Finding{Level: 1 - alpha, questions: newQuestions(alpha, r.Margin)},
		}
		var classes []analysis.Class
		for _, class := range r.Classes {
			if slices.ContainsFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return class.Contains(p.Size().Cells()) }) {
				classes = append(classes, class)
			}
		}
		for _, class := range classes {
			size := alpha / float64(len(classes))
			c.Sizes = append(c.Sizes, SizeResult{Class: class, Finding: Finding{Level: 1 - size, questions: newQuestions(size, r.Margin)}})
		}
		res.Variants = append(res.Variants, c)
	}
	return res
}
