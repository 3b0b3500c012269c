package study

import (
	"context"
	"errors"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/genetic"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nonogram/pushfit"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// nonogramStudies are the studies of the paper on nonograms (Salcedo-Sanz and others,
// "Solving Japanese Puzzles with Heuristics", CIG 2007).
func nonogramStudies() []Study {
	return []Study{
		{Name: "nonogram-colour", Question: "Which colour puzzles does the logic heuristic solve, and how far do its sub-procedures get?", Plans: colourPlans},
		{Name: "nonogram-subprocedures", Question: "How many nonograms do the sub-procedures of the logic heuristic solve, one by one and with one left out?", Plans: subProcedurePlans},
		{Name: "nonogram-tables", Question: "Which puzzles of the sizes of Table I does each engine of Table II solve, and at what effort?", Plans: tablePlans},
	}
}

// What a run of nonogram-tables may do: look at arrangements, judge boards on
// the puzzles that the genetic algorithm reaches, and on wider ones, where each
// takes longer. Going through the arrangements that agree with what is known
// also meets many dead ends, which count as none; deadEnds limits their time.
const (
	arrangements = 200_000_000
	judged       = 200_000_000
	fewer        = 100_000_000
	deadEnds     = 45 * time.Second
)

// tablePlans are Table II: the engines that need no limit; those that enumerate
// arrangements, also as a reading of the solver of reference [11]; and the genetic
// algorithm, several times on the boards that it reaches, and often on the smallest.
func tablePlans() ([]experiment.Plan, error) {
	set, err := nonograms.Kind.Open("table-1")
	if err != nil {
		return nil, err
	}
	narrow := func(i puzzle.Item) bool { return i.Size().Cols <= 35 }
	wide := func(i puzzle.Item) bool { return !narrow(i) }
	blackAndWhite := set.Where(func(i puzzle.Item) bool { return !nonograms.Colourful(i) })
	unpruned := combinatorial.New()
	unpruned.Prune, unpruned.Variant = false, "combinatorial, no pruning"
	enumerate := pushfit.New()
	enumerate.Complete, enumerate.Variant = pushfit.Enumerate, "pushfit, all arrangements"
	return []experiment.Plan{
		{
			Name: "nonogram tables, no limit", Puzzles: blackAndWhite.Puzzles(), Runs: 5, Seed: 1,
			Engines: []solver.Solver{logic.New(), pushfit.New(), exact.New()},
		},
		{
			Name: "nonogram tables, colour", Puzzles: set.Where(nonograms.Colourful).Puzzles(), Runs: 5, Seed: 1,
			Engines: []solver.Solver{logic.New(), combinatorial.New(), exact.New()},
		},
		{
			Name: "arrangements", Puzzles: blackAndWhite.Puzzles(), Seed: 1, Budget: solver.Evaluations(arrangements),
			Engines: []solver.Solver{combinatorial.New(), unpruned},
		},
		{
			Name: "all arrangements", Puzzles: blackAndWhite.Puzzles(), Seed: 1, Budget: solver.Budget{Evaluations: arrangements, CPU: deadEnds},
			Engines: []solver.Solver{enumerate},
		},
		{
			Name: "genetic, larger boards", Puzzles: blackAndWhite.Where(wide).Puzzles(), Seed: 1, Budget: solver.Evaluations(fewer),
			Engines: []solver.Solver{genetic.New()},
		},
		{
			Name: "genetic", Puzzles: blackAndWhite.Where(narrow).Puzzles(), Runs: 10, Seed: 1, Budget: solver.Evaluations(judged),
			Engines: []solver.Solver{genetic.New()},
		},
		{
			Name: "nonogram tables, 15×15", Puzzles: set.Take(1).Puzzles(), Runs: 100, Seed: 1, Budget: solver.Iterations(20_000),
			Engines: []solver.Solver{genetic.New()},
		},
	}, nil
}

// sets makes a plan of each set that keep leaves puzzles of.
func sets(keep func(puzzle.Item) bool, engines []solver.Solver, names ...string) (plans []experiment.Plan, err error) {
	for _, name := range names {
		set, failed := nonograms.Kind.Open(name)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		plans = append(plans, experiment.Plan{Name: name, Puzzles: set.Where(keep).Distinct().Puzzles(), Engines: engines, Seed: 1})
	}
	return plans, err
}

// subProcedurePlans switch the sub-procedures on one by one, and leave out each;
// the last plan is what notebook 12 runs itself.
func subProcedurePlans() ([]experiment.Plan, error) {
	rules := []logic.Rules{logic.One, logic.Two, logic.Three, logic.Four, logic.Five}
	engines := ladder(rules)
	on := logic.All &^ logic.Colour
	for _, rule := range rules {
		engines = append(engines, rung(on&^rule, "without "+rule.String()))
	}
	engines = append(engines, strong(on), lines{})
	blackAndWhite := func(i puzzle.Item) bool { return !nonograms.Colourful(i) }
	plans, err := sets(blackAndWhite, engines, "open", "survey", "assorted", "janko")
	if err != nil {
		return nil, err
	}
	few := experiment.Plan{Name: "nonogram sub-procedures, open", Puzzles: plans[0].Puzzles, Seed: 1}
	few.Engines = []solver.Solver{logic.With(logic.One | logic.Two), logic.With(logic.One | logic.Five), logic.New()}
	return append(plans, few), nil
}

// colourPlans switch them on in colour, where sub-procedure colour takes the
// place of the first two, with an engine beside them that decides.
func colourPlans() ([]experiment.Plan, error) {
	engines := ladder([]logic.Rules{logic.Colour, logic.Three, logic.Four, logic.Five})
	engines = append(engines, strong(logic.All), lines{}, exact.New())
	return sets(nonograms.Colourful, engines, "open-colour", "colour")
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
	picture, err := solver.Cast[*nonogram.Puzzle](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	m := solver.Start(ctx, p, run)
	board, ok := exact.Deduce(picture)
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
