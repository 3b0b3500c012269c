package colony_test

import (
	"context"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// improving is a problem whose ants improve: each exchanges a component for a cheaper one as
// long as its budget lasts.
type improving struct {
	picks
	budgets *[]int
	most    int
}

func (p improving) NewAnt() colony.Ant { return &improver{picker{picks: p.picks}, p} }

type improver struct {
	picker
	improving
}

func (a *improver) Reset(t *colony.Trail)     { a.picker.Reset(t) }
func (a *improver) Step(t *colony.Trail) bool { return a.picker.Step(t) }
func (a *improver) Cost() float64             { return a.picker.Cost() }

func (a *improver) Improve(_ *colony.Trail, budget int) int {
	*a.budgets = append(*a.budgets, budget)
	a.chosen[0] = 0
	return min(a.most, budget)
}

// Ants improve their boards before they are judged; what they judge on the way counts, within
// the budget of the run, and what one ant may judge is the rule's.
func TestImprover(t *testing.T) {
	first := func(chosen []int32) float64 { return 1 + float64(chosen[0]) }
	for _, c := range []struct {
		effort, most int
		evaluations  int64
		want         []int // budgets
		counted      int64
	}{
		{effort: 7, most: 5, evaluations: 1000, want: []int{7, 7, 7}, counted: 3 + 15},
		{effort: 0, most: 5, evaluations: 1000, want: []int{9, 9, 9}, counted: 3 + 15}, // as many as components
		{effort: 7, most: 7, evaluations: 13, want: []int{7, 3}, counted: 3 + 10},
		{effort: 7, most: 7, evaluations: 3, counted: 3},
		{effort: 7, most: 7, evaluations: 2, counted: 3},
	} {
		var budgets []int
		s := colony.Defaults()
		s.Ants = 3
		problem := improving{picks{n: 9, k: 2, weigh: first}, &budgets, c.most}
		m := solver.Start(context.Background(), anything{}, solver.Run{Budget: solver.Evaluations(c.evaluations)})
		colony.New(s, colony.Rules{Effort: c.effort}, problem, solver.NewPCG(2)).Iterate(m)
		alltest.Require(t, m.Evaluations() == c.counted && len(budgets) == len(c.want),
			"%+v: budgets %v, %d evaluations", c, budgets, m.Evaluations())
		for i := range budgets {
			alltest.Check(t, budgets[i] == c.want[i], "%+v: budgets %v", c, budgets)
		}
	}
	var budgets []int
	col := colony.New(colony.Defaults(), colony.Rules{}, improving{picks{n: 9, k: 2, weigh: first}, &budgets, 1}, solver.NewPCG(2))
	col.Iterate(meter())
	_, cost := col.Best()
	alltest.Check(t, cost == 1, "improved boards cost %v", cost)
}

// patient is a problem whose ants improve until time has run out, and judge nothing.
type patient struct {
	picks
	asked func()
}

func (p patient) NewAnt() colony.Ant { return &waiter{picker{picks: p.picks}, p.asked} }

type waiter struct {
	picker
	asked func()
}

func (a *waiter) Improve(t *colony.Trail, _ int) int {
	for a.asked(); !t.Expired(); a.asked() {
	}
	return 0
}

// An ant that takes long asks for the time; the iteration within which it ran out counts
// for nothing, and no other ant improves.
func TestImproverAsks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	problem := patient{picks{n: 9, k: 2, weigh: func([]int32) float64 { return 1 }}, func() {
		if asked++; asked == 5 {
			cancel()
		}
	}}
	m := solver.Start(ctx, anything{}, solver.Run{})
	out, err := m.Finish(colony.New(colony.Defaults(), colony.Rules{}, problem, solver.NewPCG(2)).Run(m))
	alltest.Check(t, err == nil && out.Status == solver.Cancelled && out.Iterations == 0 && out.Evaluations == 0 && asked == 5,
		"asked %d times: %+v, %v", asked, out, err)
}
