package study

import (
	"context"
	"strings"

	"formicary/pkg/experiment"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// nonograms are the studies of the paper on nonograms (Salcedo-Sanz and others,
// "Solving Japanese Puzzles with Heuristics", CIG 2007).
func nonograms() []Study {
	return []Study{
		{"nonogram-colour", "Which colour puzzles does the logic heuristic solve, and how far do its sub-procedures get?", colourPlans},
		{"nonogram-subprocedures", "How many nonograms do the sub-procedures of the logic heuristic solve, one by one and with one left out?", subProcedurePlans},
	}
}

// sets makes a plan of each set that keep leaves puzzles of.
func sets(keep func(puzzle.Item) bool, engines []solver.Solver, names ...string) (plans []experiment.Plan, err error) {
	for _, name := range names {
		set, err := nonogram.Kind.Open(name)
		if err != nil {
			return nil, err
		}
		plans = append(plans, experiment.Plan{Name: name, Puzzles: set.Where(keep).Distinct().Puzzles(), Engines: engines, Seed: 1})
	}
	return plans, nil
}

// subProcedurePlans switch the sub-procedures on one by one, and leave out each.
func subProcedurePlans() ([]experiment.Plan, error) {
	rules := []logic.Rules{logic.One, logic.Two, logic.Three, logic.Four, logic.Five}
	engines := ladder(rules)
	on := logic.All &^ logic.Colour
	for _, rule := range rules {
		engines = append(engines, rung(on&^rule, "without "+rule.String()))
	}
	engines = append(engines, strong(on), lines{})
	blackAndWhite := func(i puzzle.Item) bool { return !nonogram.Colourful(i) }
	return sets(blackAndWhite, engines, "open", "survey", "assorted", "janko")
}

// colourPlans switch them on in colour, where sub-procedure colour takes the
// place of the first two, with an engine beside them that decides.
func colourPlans() ([]experiment.Plan, error) {
	engines := ladder([]logic.Rules{logic.Colour, logic.Three, logic.Four, logic.Five})
	engines = append(engines, strong(logic.All), lines{}, exact.New())
	return sets(nonogram.Colourful, engines, "open-colour", "colour")
}

// ladder switches rules on one by one, beginning with none.
func ladder(rules []logic.Rules) []solver.Solver {
	on, names := logic.Rules(0), []string{}
	out := []solver.Solver{rung(on, "none")}
	for _, rule := range rules {
		on, names = on|rule, append(names, rule.String())
		out = append(out, rung(on, strings.Join(names, " ")))
	}
	return out
}

// rung is the logic heuristic with some sub-procedures, under a name.
func rung(on logic.Rules, variant string) *logic.Solver {
	e := logic.With(on)
	e.Variant = variant
	return e
}

// strong is all of them in the strong reading.
func strong(on logic.Rules) *logic.Solver {
	e := rung(on, "all, strong")
	e.Reading = logic.Strong
	return e
}

// lines is complete line solving alone: everything that follows from single
// lines.
type lines struct{}

func (lines) Describe() solver.Description {
	return solver.Description{Engine: "line solving", Custom: true}
}

func (lines) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	board, ok := exact.Deduce(p.(*nonogram.Puzzle))
	out := solver.Outcome{Status: solver.Exhausted, Best: board}
	for _, v := range board.Values {
		if v == puzzle.Unset {
			out.Cost++
		}
	}
	if out.Cost == 0 && ok {
		out.Status = solver.Solved
	}
	return m.Finish(out)
}
