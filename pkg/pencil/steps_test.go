package pencil_test

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/theory"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/solver"
)

// TestSteps replays explanations step by step: what a step settles follows from the rules that it
// names and what it says that it rests on, and nothing else; what a trial settles follows from all rules
// and the steps before; and all of them together are the solution.
func TestSteps(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			set, err := pencils.Of(kind).Open("open")
			if err != nil {
				t.Skip(err)
			}
			for _, item := range set.Take(3).Items {
				trace := alltest.Must(exact.New(kind).Explain(t.Context(), item))(t)
				alltest.Check(t, trace.Status == solver.Unique && len(trace.Steps) != 0,
					"%s: %v after %d steps", item.ID(), trace.Status, len(trace.Steps))
				form := item.Puzzle.(*model.Puzzle).Form()
				values, bad := form.Values(item.Solution)
				alltest.Require(t, bad == nil, "%v", bad)
				var known []model.Lit
				for i, s := range trace.Steps {
					for _, l := range s.Settled {
						alltest.Check(t, values[l.Atom()] == l.Positive(), "%s, step %d: “%s” is not so", item.ID(), i+1, s.Text)
					}
					given := s.Given
					rule := func(c model.Posted) bool { return slices.Contains(s.Rules, c.Rule) || single(c) }
					if s.Trial {
						given, rule = known, func(model.Posted) bool { return true }
					}
					alltest.Check(t, len(s.Settled) != 1 || follows(form, rule, given, s.Settled[0]),
						"%s, step %d: “%s” does not follow from %v", item.ID(), i+1, s.Text, s.Rules)
					for _, l := range given {
						alltest.Check(t, slices.Contains(known, l), "%s, step %d: “%s” rests on what is not known yet", item.ID(), i+1, s.Text)
					}
					known = append(known, s.Settled...)
				}
			}
		})
	}
}

// single says whether a constraint says that one condition holds.
func single(c model.Posted) bool {
	one, ok := c.Constraint.(*model.Clause)
	return ok && len(one.Lits) == 1
}

// follows says whether a condition follows from some of a form's constraints and what is given.
func follows(form *model.Form, rule func(model.Posted) bool, given []model.Lit, l model.Lit) bool {
	part := *form
	part.Constraints = nil
	for _, c := range form.Constraints {
		if rule(c) {
			part.Constraints = append(part.Constraints, c)
		}
	}
	for _, g := range append(slices.Clone(given), l.Not()) {
		part.Constraints = append(part.Constraints, model.Posted{Constraint: &model.Clause{Lits: []model.Lit{g}}})
	}
	return theory.New(&part).Solver.Solve(func() bool { return true }) == cdcl.Unsatisfiable
}
