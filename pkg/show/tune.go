package show

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// Tune runs a tuner and shows it: a chart of all configurations that grows
// while it runs, and a table of the survivors beside the default. A tuner with a name
// keeps its journal where [Run] does, and continues where it stopped. Interrupting the
// kernel ends it and shows what it found. Tune panics where [tune.Tuner.Run] returns an error and
// nothing else.
func Tune(t tune.Tuner, options ...experiment.Option) *tune.Result {
	if result, done := insteadOfTuning(t); done {
		return result
	}
	ctx, stop := interruptible()
	defer stop()
	cited.solvers(t.Puzzles, t.New())
	live := newGrowing(t.Name)
	draw := func(r *tune.Result) (charts.Chart, string) {
		return charts.Tuning(r, t.Tuned()), fmt.Sprintf("%s of %s runs · %s · %s · %s mode", puzzle.Thousands(r.Used), puzzle.Thousands(t.Runs), puzzle.Plural(len(r.Candidates), "configuration"), puzzle.Plural(r.Blocks, "block"), mode())
	}
	watch := func(r *tune.Result) { live.watch(func() (charts.Chart, string) { return draw(r) }) }
	result, err := t.Run(ctx, watch, kept(t.Name, options)...)
	checkUnless(err, result != nil && len(result.Elites) > 0)
	if result.Interrupted {
		Warn("Interrupted after %s. Run the cell again to continue.", puzzle.Plural(result.Used, "run"))
	}
	warn(result.Warnings)
	useRuns(func() (experiment.Plan, *experiment.Result) { return result.Plan(), result.Runs() })
	if len(result.Elites) == 0 {
		return result
	}
	for _, c := range result.Candidates {
		cited.tried(t.New(), c)
	}
	live.end(draw(result))
	header := []string{"", "configuration", "runs", "mean cost", "solved", "blocks in common with the reference", "cost relative to it there"}
	row := func(name string, c *tune.Candidate) []any {
		if c == result.Candidates[result.Reference] {
			name += " (reference)"
		}
		return []any{name, c.Config, c.Blocks, c.Mean, c.Solved, c.Common, c.Relative}
	}
	rows := [][]any{row("default", result.Candidates[0])}
	for i, e := range result.Elites {
		rows = append(rows, row(fmt.Sprintf("elite %d", i+1), e))
	}
	Table("What survived, on the puzzles used for tuning", header, rows...)
	return result
}

// Ablate goes from one configuration to another and shows which changes
// matter, in a chart and in a sentence each, with the journal of [Tune].
func Ablate(t tune.Tuner, from, to tune.Config, blocks int, options ...experiment.Option) []tune.Step {
	if onlyPlanned(planned{What: "ablate", Name: t.Name, Blocks: blocks, Budget: t.Budget}, t.Puzzles, t.New()) {
		return nil
	}
	ctx, stop := interruptible()
	defer stop()
	path, err := t.Ablate(ctx, from, to, blocks, kept(t.Name, options)...)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		Warn("Interrupted. Run the cell again to continue.")
	} else {
		checkUnless(err, len(path) > 1)
	}
	if len(path) > 1 {
		useBeside(fmt.Sprintf("ablation “%s”", t.Name))
		Chart(charts.Ablation(path))
		Text("%s on %s · %s mode", puzzle.Plural(len(path), "configuration"), puzzle.Plural(path[1].Change.Puzzles, "puzzle"), mode())
		var steps []any
		for i, s := range path[1:] {
			steps = append(steps, i+1, s)
		}
		Markdown(strings.Repeat("%d. %s\n", len(path)-1), steps...)
	}
	return path
}

// Tuned is the best configuration that a tuner finds, from the journal that
// [Tune] left, without any output. What the journal lacks is run.
func Tuned(t tune.Tuner, options ...experiment.Option) tune.Config {
	if result, done := insteadOfTuning(t); done {
		return result.Best
	}
	ctx, stop := interruptible()
	defer stop()
	result, err := t.Run(ctx, nil, kept(t.Name, options)...)
	checkUnless(err, result != nil && len(result.Elites) > 0)
	useRuns(func() (experiment.Plan, *experiment.Result) { return result.Plan(), result.Runs() })
	return result.Best
}

// insteadOfTuning is [instead] of a tuner. Which configurations it tries is known from its
// runs only: they are those of the plan of its name.
func insteadOfTuning(t tune.Tuner) (*tune.Result, bool) {
	run := func(ctx context.Context, options ...experiment.Option) (*tune.Result, error) {
		return t.Run(ctx, nil, options...)
	}
	return instead(tune.Result{}, run, func() experiment.Option {
		plan := experiment.Plan{Name: t.Name, Puzzles: t.Puzzles, Budget: t.Budget, Seed: t.Seed, Design: "tuning"}
		return verifyMatching(plan, func(p archive.Plan) bool {
			if p.Name != plan.Name {
				return false
			}
			f, err := p.File()
			check(err)
			return f.Design == plan.Design && f.Seed == plan.Seed && f.Budget == plan.Budget
		}, func(d solver.Description) (solver.Solver, error) {
			s := t.New()
			config := tune.Config{}
			for _, p := range d.Parameters {
				config[p.Name] = p.Value
			}
			return s, config.Apply(s)
		})
	}, func() {
		onlyPlanned(planned{What: "tune", Name: t.Name, Runs: t.Runs, Budget: t.Budget}, t.Puzzles, t.New())
	})
}
