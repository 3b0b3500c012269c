package experiment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/solver"
)

func TestAgain(t *testing.T) {
	plan := experiment.Plan{Name: "ants", Puzzles: boards(t, 4, 6), Engines: acs.Schemes()[:2], Runs: 2, Budget: solver.Iterations(30), Seed: 3}
	ctx := context.Background()
	result := alltest.Must(plan.Run(ctx))(t)
	for _, r := range result.Records() {
		difference, err := plan.Repeat(ctx, r)
		alltest.Require(t, difference == "" && err == nil, "%s %v", difference, err)
	}
	for name, change := range map[string]func(*experiment.Record){
		"iterations": func(r *experiment.Record) { r.Iterations++ },
		"cost":       func(r *experiment.Record) { r.Cost++ },
		"status":     func(r *experiment.Record) { r.Status = solver.Unsolvable },
		"seed":       func(r *experiment.Record) { r.Seed++ },
		"statistics": func(r *experiment.Record) { r.Statistics = append(r.Statistics, solver.Statistic{Name: "x"}) },
	} {
		r := result.Records()[0]
		change(&r)
		difference, err := plan.Repeat(ctx, r)
		alltest.Check(t, difference != "" && err == nil, "%s changed: %q, %v", name, difference, err)
	}
	for name, change := range map[string]func(*experiment.Record){
		"engine": func(r *experiment.Record) { r.ConfigHash = "other" },
		"puzzle": func(r *experiment.Record) { r.Content = "other" },
	} {
		r := result.Records()[0]
		change(&r)
		alltest.Refused(plan.Repeat(ctx, r))(t, experiment.ErrPlan, "another %s", name)
	}
	r := result.Records()[0]
	r.Budget, r.Iterations, r.Evaluations, r.Status = solver.CPU(time.Second), 0, 0, solver.Exhausted
	alltest.Refused(plan.Repeat(ctx, r))(t, errors.ErrUnsupported, "a run without iterations")
	over, cancel := context.WithCancel(ctx)
	cancel()
	alltest.Refused(plan.Repeat(over, result.Records()[0]))(t, context.Canceled, "cancelled")
}
