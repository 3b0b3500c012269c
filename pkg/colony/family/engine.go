package family

import (
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// Engine is the head of an engine of ants: what those on Nurikabe, on Sudoku and on declared puzzles have in common.
// The engine E embeds it, and makes one with [New]; V is what its rules see of an ant.
type Engine[E, V any] struct {
	colony.Settings
	// Choice is the family of the colony. The default is the papers'; another one has flags,
	// and the engine is called KIND/ants then.
	Choice
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string

	colony.Rules
	// Each makes rules that have state, anew for every run: it is called at the
	// start of each run on a copy of the engine that belongs to the run alone,
	// and assigns rules. It must not change parameters. See [colony.Rules].
	Each func(s *E)
	// Hooks see the ant.
	colony.Hooks[V]

	kind string
}

// New is the head of an engine for a kind of puzzle.
func New[E, V any](kind string, s colony.Settings) Engine[E, V] {
	return Engine[E, V]{Settings: s, Choice: Defaults(), kind: kind}
}

// Join takes a family, with what its paper recommends of the settings.
func (e *Engine[E, V]) Join(of Name) { e.Family, e.Settings = of, Recommend(of, e.Settings) }

// Name is the engine's name in the registry.
func (e *Engine[E, V]) Name() string {
	if e.Family != ACSBVE {
		return e.kind + "/ants"
	}
	return e.kind + "/acs"
}

// Custom says whether any rule is replaced.
func (e *Engine[E, V]) Custom() bool { return e.Rules.Custom() || e.Hooks.Custom() || e.Each != nil }

// Table are the parameters that all such engines have, with those of this one.
func (e *Engine[E, V]) Table(own ...solver.Row) solver.Table {
	settings, families := e.Settings.Table(), e.Choice.Table(e.Settings)
	if e.Family == ACSBVE {
		families = solver.Table{solver.Part(nil, families.Validate())}
	} else {
		settings = solver.Table{solver.Part(settings.Define, settings.Validate(), "ants", "rho", "xi", "q0")} // what else acts in mid-run means nothing to them
	}
	return slices.Concat(settings, families, e.Parallel.Table(), own, e.Knobs.Table())
}

// Description says which engine it is, of its parameters.
func (e *Engine[E, V]) Description(parameters solver.Table) solver.Description {
	return solver.Description{Engine: e.Name(), Variant: e.Variant, Parameters: parameters.Values(), Custom: e.Custom()}
}

// Begin makes the colony of one run of an engine. Where rules are replaced they are under the guard, and the problem gets
// the hooks. head is the head of an engine; settings are those of the colony, which are asked before every iteration. own are the
// engine's own rules.
func Begin[E, V any, S interface {
	*E
	solver.Solver
}](s S, head func(S) *Engine[E, V], g *colony.Guard, seed uint64, pr colony.Problem, hooks *colony.Hooks[V], settings func(S) colony.Settings, own colony.Rules) *colony.Colony {
	asked := s
	if each := head(s).Each; each != nil {
		one := *s
		s = &one
		head(s).Each = nil
		colony.Each(g, each, &one, s.Describe)
	}
	e := head(s)
	rules := e.Rules
	own.Update = e.Learning()
	if rules.Update == nil {
		rules.Update = own.Update
	}
	if g != nil {
		rules, *hooks = rules.Under(g), e.Hooks.Under(g)
	}
	c := colony.New(settings(s), rules.Else(own), pr, solver.NewPCG(seed))
	c.Now = func() colony.Settings { return settings(asked) }
	return c
}

// Deposit is Δτ of the engines that follow Lloyd and Amos: the number of cells or variables by the cost; and the rule that
// restarts the colony after so many iterations without a better board, where patience is above 0.
func Deposit(all, patience int) (own colony.Rules) {
	own.Deposit = func(cost float64) float64 { return float64(all) / cost }
	if patience > 0 {
		own.Restart = colony.Impatient(patience)
	}
	return own
}
