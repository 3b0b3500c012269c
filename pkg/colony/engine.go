package colony

import (
	"context"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Solver is an engine made of a [Problem] alone: [Engine] makes one. Change what is to
// be different, and do not change it while it runs.
type Solver[P puzzle.Puzzle] struct {
	Settings
	// Variant is the name in tables and legends; empty means the engine's.
	Variant string

	Rules
	// Each makes rules that have state, anew for every run: it is called at the
	// start of each run on a copy of the engine that belongs to the run alone,
	// and assigns rules. It must not change parameters. See [Rules].
	Each func(s *Solver[P])

	name    string
	problem func(p P) Problem
}

var _ solver.Configurable = (*Solver[puzzle.Puzzle])(nil)

// Engine makes an engine of a name, "KIND/ENGINE", for puzzles of a kind, with the
// default parameters: problem says what ants build solutions of, nil where the puzzle is
// seen to have none. It is called once a run, and its ants take every random number from
// their [Trail]. The engine has flags, rules that can be replaced, films, and all else that
// engines have. What problem does stands in its program alone, so that a run can be
// repeated with the same program only, as that of a [solver.Sketch].
func Engine[P puzzle.Puzzle](name string, problem func(p P) Problem) *Solver[P] {
	return &Solver[P]{Settings: Defaults(), name: name, problem: problem}
}

// Named returns a copy with a variant name, for a change that a notebook tries.
func (s *Solver[P]) Named(variant string) *Solver[P] {
	other := *s
	other.Variant = variant
	return &other
}

// Table are the parameters.
func (s *Solver[P]) Table() solver.Table {
	return slices.Concat(s.Settings.Table(), s.Parallel.Table(), s.Knobs.Table())
}

// Describe says which engine this is.
func (s *Solver[P]) Describe() solver.Description {
	return solver.Description{Engine: s.name, Variant: s.Variant, Parameters: s.Table().Values(), Custom: true}
}

// Solve runs the colony. One iteration is one generation of ants; one evaluation is one
// ant's board, or one that it judged while it improved its own. A rule that breaks gives
// an error that wraps [*RuleError] and names its line. A problem that breaks is a panic, and
// an ant's Step that does not return ends with the program only.
func (s *Solver[P]) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	q, err := solver.Ready[P](s.name, s.Table(), p)
	if err != nil {
		return solver.Outcome{}, err
	}
	return s.Rules.Solve(ctx, p, run, s.Parallel, s.Custom() || s.Each != nil, func(g *Guard, _ *solver.Meter, seed uint64) *Colony {
		pr := s.problem(q)
		if pr == nil {
			return nil
		}
		own := *s
		if s.Each != nil {
			own.Each = nil
			Each(g, s.Each, &own, own.Describe)
		}
		rules := own.Rules
		if g != nil {
			rules = rules.Under(g)
		}
		c := New(own.Settings, rules, pr, solver.NewPCG(seed))
		c.Now = func() Settings { return s.Settings }
		return c
	})
}
