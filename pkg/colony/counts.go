package colony

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"slices"

	"formicary/pkg/solver"
)

// counted makes the guard of a run count where the context asks for it.
func (g *Guard) counted(ctx context.Context) *Guard {
	g.counting = solver.Counts(ctx, g.counts)
	return g
}

// counts are those of all rules but Each, and but an update rule that is the engine's.
func (g *Guard) counts() (out []solver.RuleCount) {
	if g == nil {
		return nil
	}
	g.known.Lock()
	defer g.known.Unlock()
	for _, r := range g.rules {
		own := r.name == "Update" && g.own.Update != nil && runtime.FuncForPC(reflect.ValueOf(g.own.Update).Pointer()).Name() == r.function
		if r.name != "Each" && !own {
			out = append(out, solver.RuleCount{Rule: r.name, Asked: r.asked, Changed: r.changed})
		}
	}
	return out
}

// count counts an answer.
func (r *Rule) count(changed bool) {
	r.asked++
	if changed && r.changed >= 0 {
		r.changed++
	}
}

// named is the rule of a name where the guard counts; nil without one.
func (g *Guard) named(name string) *Rule {
	if g == nil || !g.counting {
		return nil
	}
	g.known.Lock()
	defer g.known.Unlock()
	if i := slices.IndexFunc(g.rules, func(r *Rule) bool { return r.name == name }); i >= 0 {
		return g.rules[i]
	}
	return nil
}

// Else gives rules that are nil the engine's own, which the others are compared with.
func (r Rules) Else(own Rules) Rules {
	if r.guard != nil {
		r.guard.own = own
	}
	if r.Deposit == nil {
		r.Deposit = own.Deposit
	}
	if r.Restart == nil {
		r.Restart = own.Restart
	}
	return r
}

// unequal says whether two amounts differ by more than rounding.
func unequal(a, b float64) bool { return math.Abs(a-b) > 1e-12*max(math.Abs(a), math.Abs(b)) }

func unequals(a, b []float64) bool {
	return !slices.EqualFunc(a, b, func(a, b float64) bool { return !unequal(a, b) })
}

// countAmount compares amounts. As all that follow, it leaves a rule as it is where its guard does not count.
func (r *Rule) countAmount(f, builtin func(x float64) float64) func(float64) float64 {
	if !r.guard.counting {
		return f
	}
	return func(x float64) float64 {
		y := f(x)
		r.count(unequal(y, builtin(x)))
		return y
	}
}

// deposits is the built-in deposit of the guard's run.
func (g *Guard) deposits(cost float64) float64 {
	if g.own.Deposit != nil {
		return g.own.Deposit(cost)
	}
	return 1 / cost
}

// countChoose compares choices: the built-in rule gets the same list and random numbers.
func (r *Rule) countChoose(f func(t *Trail, candidates []int32) int) func(t *Trail, candidates []int32) int {
	if !r.guard.counting {
		return f
	}
	var lent []int32
	return func(t *Trail, candidates []int32) int {
		lent = append(lent[:0], candidates...)
		greedy, before := t.turn, *t.Random
		place := f(t, candidates)
		if uint(place) >= uint(len(candidates)) || len(t.Tau) != t.components {
			return place // which is refused
		}
		if a := t.attraction; a != nil && a.rule != nil {
			if r.guard.named("Each") != nil {
				r.changed = -1
				r.count(false)
				return place
			}
			silent := *a
			silent.counts = nil
			t.attraction = &silent
			defer func() { t.attraction = a }()
		}
		after := *t.Random
		*t.Random = before
		want := 0
		if greedy {
			want = t.ChooseGreedy(lent)
		} else {
			want = t.ChooseRoulette(lent)
		}
		*t.Random = after
		r.count(lent[want] != candidates[place])
		return place
	}
}

// countUpdate compares the pheromone after an update rule with what the engine's own rule makes of the same generation.
func (r *Rule) countUpdate(f func(g *Generation)) func(g *Generation) {
	if !r.guard.counting {
		return f
	}
	return func(g *Generation) {
		own := r.guard.own
		own.Deposit = r.guard.deposits
		random, trail, builtin := *g.Trail.Random, *g.Trail, *g
		trail.Tau, trail.Random = slices.Clone(trail.Tau), &random
		builtin.Trail, builtin.Ants, builtin.Kept, builtin.colony = &trail, slices.Clone(g.Ants), slices.Clone(g.Kept), &Colony{Rules: own}
		if own.Update == nil {
			own.Update = (*Generation).BestValue
		}
		if len(builtin.Kept) == 0 {
			builtin.TauBest = 0 // the built-in rule knows no solution that it is the amount of
		}
		own.Update(&builtin)
		f(g)
		r.count(unequals(trail.Tau, g.Trail.Tau))
	}
}

// countGlobal compares the pheromone after a global update with that after the built-in one.
func (r *Rule) countGlobal(f func(t *Trail, best []int32, amount float64)) func(t *Trail, best []int32, amount float64) {
	if !r.guard.counting {
		return f
	}
	return func(t *Trail, best []int32, amount float64) {
		want := slices.Clone(t.Tau)
		follow(want, best, r.guard.colony.Rho, amount)
		f(t, best, amount)
		r.count(unequals(want, t.Tau))
	}
}

// countWeights notes whether an Eta rule told candidates apart.
func (r *Rule) countWeights() func(eta []float64) {
	if !r.guard.counting {
		return nil
	}
	return func(eta []float64) {
		r.count(slices.ContainsFunc(eta, func(x float64) bool { return x != eta[0] }))
	}
}

// follow moves the pheromone of components towards an amount.
func follow(tau []float64, components []int32, rho, amount float64) {
	for _, i := range components {
		tau[i] = float64((1-rho)*tau[i]) + float64(rho*amount)
	}
}
