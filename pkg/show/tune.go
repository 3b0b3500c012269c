package show

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/tune"
)

// Tune runs a tuner and shows it: a chart of all configurations that grows
// while it runs, a table of those that survived beside the default, and all of
// them in parallel coordinates. A
// tuner with a name has its journal where [Run] has those of plans, and goes on
// where it was. Interrupting the kernel ends it and shows what it found. Tune
// panics where [tune.Tuner.Run] returns an error.
func Tune(t tune.Tuner, options ...experiment.Option) *tune.Result {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	live := newGrowing()
	draw := func(r *tune.Result) (charts.Chart, string) {
		return charts.Tuning(r, t.Space), fmt.Sprintf("%d of %d runs · %s · %s", r.Used, t.Runs, count(len(r.Candidates), "configuration"), count(r.Blocks, "block"))
	}
	result, err := t.Run(ctx, func(r *tune.Result) { live.watch(func() (charts.Chart, string) { return draw(r) }) }, kept(t.Name, options)...)
	if err != nil {
		panic("show: " + journalAdvice(err).Error())
	}
	if result.Interrupted {
		Warn("Interrupted after %s. Run the cell again to go on.", count(result.Used, "run"))
	}
	for _, w := range result.Warnings {
		Warn("%s", w)
	}
	if len(result.Elites) == 0 {
		return result
	}
	live.end(draw(result))
	header := []string{"", "configuration", "runs", "mean cost", "solved"}
	rows := [][]any{{"default", result.Candidates[0].Config, result.Candidates[0].Blocks, result.Candidates[0].Mean, result.Candidates[0].Solved}}
	for i, e := range result.Elites {
		rows = append(rows, []any{fmt.Sprintf("elite %d", i+1), e.Config, e.Blocks, e.Mean, e.Solved})
	}
	Table("What survived, on the puzzles that it was tuned on", header, rows...)
	Chart(charts.Configurations(result, t.Space))
	return result
}

// kept adds the journal of a name to the options.
func kept(name string, options []experiment.Option) []experiment.Option {
	dir, err := journalFolder(name)
	if err != nil {
		Warn("The runs are not kept on disk: %v", err)
		return options
	}
	return append([]experiment.Option{experiment.In(dir)}, options...)
}

// journalAdvice says what to do about a journal that is in use.
func journalAdvice(err error) error {
	if errors.Is(err, experiment.ErrLocked) {
		return fmt.Errorf("%w: another cell or program runs this; wait for it, or give it another name", err)
	}
	return err
}

// Ablate goes from one configuration to another and shows which changes
// matter, with the journal of [Tune].
func Ablate(t tune.Tuner, from, to tune.Config, blocks int, options ...experiment.Option) []tune.Step {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	path, err := t.Ablate(ctx, from, to, blocks, kept(t.Name, options)...)
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		Warn("Interrupted. Run the cell again to go on.")
	case err != nil:
		panic("show: " + journalAdvice(err).Error())
	}
	if len(path) > 0 {
		Chart(charts.Ablation(path))
	}
	return path
}

// Tuned is the best configuration that a tuner finds, from the journal that
// [Tune] left: later cells get at it without a word. What the journal lacks is
// run.
func Tuned(t tune.Tuner, options ...experiment.Option) tune.Config {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := t.Run(ctx, nil, kept(t.Name, options)...)
	if err != nil {
		panic("show: " + journalAdvice(err).Error())
	}
	return result.Best
}
