package study

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/cdcl"
	"formicary/pkg/colony"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/theory"
	"formicary/pkg/nurikabe"
	nurikabeants "formicary/pkg/nurikabe/acs"
	nurikabeexact "formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	sudokuants "formicary/pkg/sudoku/acs"
	sudokuexact "formicary/pkg/sudoku/exact"
)

// watched are ants, watched by one who knows the solution: those of declared kinds as in the study pencil-pheromone, and
// the papers' on Nurikabe and on Sudoku. Its statistics are means over the iterations of a run but the one that solves. What
// is right of a board is the share of the variables that have their value in the solution, among those that ants gave a value.
// On Nurikabe it is the share of the cells that ants turned white that are white in the solution.
//
//   - "right": of a board, mean over ants; "right at first" and "right at last" are those of the first and the last iteration;
//   - "first choices" and "last choices": what is right of the first and of the last quarter of a board's choices, mean over ants.
//     A choice is among several values, and not refuted at once. On Nurikabe all that an ant turns white are choices;
//   - "pull": how much more is right of the board of lowest cost of an iteration than of its boards on average. Below
//     0 the cost leads away from the solution;
//   - "fdc": the correlation, over all boards, of the cost and the share that is not right (T. Jones and S. Forrest, "Fitness
//     distance correlation as a measure of problem difficulty for genetic algorithms", ICGA 1995);
//   - "cost at first" and "cost at last": mean over ants. If it rises the colony has second-order deception (C. Blum and
//     M. Dorigo, "Search bias in ant colony optimization", IEEE Transactions on Evolutionary Computation 9, 2005);
//   - "misled": the share of variables whose strongest pheromone is not on the value of the solution, without those whose
//     pheromone is equal, at the last iteration; "misled after 1", 3, 10, 30 and 100 iterations is the same as the run goes on;
//   - "entropy": that of a variable's pheromone, mean over variables, at the last iteration; "entropy when stuck" at the one after
//     which no better board was found. Misled variables and entropy are not known on Nurikabe, where a variable has pheromone for
//     one of its two values;
//   - "improved": the iteration that found the best board, as a share of all.
//
// Statistics that a run does not have are missing.
type watched struct {
	// pheromone says whether there is any; honest, that the colony learns from the board with the fewest variables that do not
	// have their value in the solution, which no solver could know, and deposits as if that number were its cost.
	name              string
	pheromone, honest bool
}

func (w watched) Describe() solver.Description {
	return solver.Description{Engine: "watched ants", Variant: w.name, Custom: true}
}

func (w watched) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	a, err := antsOn(p)
	if err != nil {
		return solver.Outcome{}, err
	}
	if !w.pheromone {
		a.settings.Rho, a.settings.Xi, a.settings.BVE = 0, 0, 0
	}
	solved, err := a.complete.Solve(ctx, p, solver.Run{Budget: solver.Iterations(100_000), Seed: run.Seed})
	if err != nil {
		return solver.Outcome{}, err
	}
	if !solved.Status.HasSolution() {
		return a.Solve(ctx, p, run)
	}
	seen := a.look(solved.Best)
	seen.honest = w.honest
	a.rules.Update = seen.update
	if len(seen.right) > 0 { // otherwise nothing is chosen
		a.note(seen)
	}
	out, err := a.Solve(ctx, p, run)
	out.Statistics = append(out.Statistics, seen.statistics()...)
	return out, err
}

// ants are a colony that may be watched.
type ants struct {
	solver.Solver
	settings *colony.Settings
	rules    *colony.Rules
	complete solver.Solver
	look     func(solution puzzle.Grid) *witness
	note     func(seen *witness) // has choices noted, where ants do not keep their order
}

// antsOn is the colony for a puzzle.
func antsOn(p puzzle.Puzzle) (ants, error) {
	if q, err := solver.Cast[*nurikabe.Puzzle](p); err == nil {
		s := nurikabeants.New()
		return ants{s, &s.Settings, &s.Rules, nurikabeexact.New(), func(solution puzzle.Grid) *witness { return lookAtWhite(q, solution) }, func(*witness) {}}, nil
	}
	if q, err := solver.Cast[*sudoku.Puzzle](p); err == nil {
		s := sudokuants.New()
		return ants{
			s, &s.Settings, &s.Rules, sudokuexact.New(), func(solution puzzle.Grid) *witness { return lookAtDigits(q, solution) },
			func(seen *witness) { s.Filter = noted[*sudokuants.View](seen, &s.Settings, &s.Rules) },
		}, nil
	}
	q, err := solver.Cast[*model.Puzzle](p)
	if err != nil {
		return ants{}, err
	}
	s := acs.New(q.Declaration())
	s.Sequence, s.Facts, s.Patience = acs.Raster, false, 0
	return ants{
		s, &s.Settings, &s.Rules, exact.New(q.Declaration()), func(solution puzzle.Grid) *witness { return look(q, solution) },
		func(seen *witness) { s.Filter = noted[*acs.View](seen, &s.Settings, &s.Rules) },
	}, nil
}

// noted has the choices noted that ants make by the paper's rules, those that stand: a filter, which changes nothing, knows
// which ant is to choose, and pheromone is updated where it took something.
func noted[V comparable](seen *witness, settings *colony.Settings, rules *colony.Rules) func(V, []int32) []int32 {
	places, at, choice := map[V]int{}, 0, []int32(nil)
	rules.Choose = func(t *colony.Trail, candidates []int32) int {
		place := 0
		if t.GreedyTurn() {
			place = t.ChooseGreedy(candidates)
		} else {
			place = t.ChooseRoulette(candidates)
		}
		choice = append(choice, candidates[place])
		return place
	}
	rules.LocalUpdate = func(tau, tau0 float64) float64 {
		for len(seen.chosen) <= at {
			seen.chosen = append(seen.chosen, nil)
		}
		seen.chosen[at] = append(seen.chosen[at], choice...)
		return tau + float64(settings.Xi*(tau0-tau))
	}
	return func(ant V, candidates []int32) []int32 {
		if _, known := places[ant]; !known {
			places[ant] = len(places)
		}
		at, choice = places[ant], choice[:0]
		return candidates
	}
}

// witness sees the iterations of one run.
type witness struct {
	honest  bool
	ordered bool             // components are in the order of choice; otherwise chosen has it
	chosen  [][]int32        // of an iteration: the components that each ant chose
	open    []model.Variable // of a declared puzzle: those that propagation leaves open, in the order of package model/acs
	first   []int32          // of variables: the first component; and last the number of all. nil: a component is a variable
	right   []bool           // of components
	taken   []bool           // of components of a Sudoku, that ants took; others say of no variable that ants decide it

	costs, wrongs      []float64    // of all boards
	pull, share, price []float64    // of iterations: the pull, and means over ants of what is right and of the cost
	quarters           [2][]float64 // of iterations: what is right of the first and the last quarter of choices
	misled, stuck      []float64    // misled variables after each of moments; the entropy at the last better board
	generation         *colony.Generation
}

// moments are the iterations after which misled variables are counted.
var moments = []int64{1, 3, 10, 30, 100}

// look finds the components of the colony, and those of the solution.
func look(p *model.Puzzle, solution puzzle.Grid) *witness {
	w, t := &witness{}, theory.Within(p.Form(), func() bool { return false })
	t.Solver.Propagate()
	for _, v := range p.Form().Variables() {
		decided, first := false, int32(len(w.right))
		for x := range v.Values() {
			value := t.Solver.Value(cdcl.Lit(v.Is(x)))
			if decided = decided || value > 0; value == 0 {
				w.right = append(w.right, v.Value(solution) == x)
			}
		}
		if decided {
			w.right = w.right[:first]
		} else {
			w.open, w.first = append(w.open, v), append(w.first, first)
		}
	}
	w.first = append(w.first, int32(len(w.right)))
	return w
}

// lookAtDigits has a variable for each cell of a Sudoku and a component for each of its digits.
func lookAtDigits(p *sudoku.Puzzle, solution puzzle.Grid) *witness {
	w, n := &witness{taken: make([]bool, len(solution.Values)*p.Size().Cols)}, p.Size().Cols
	for cell := range p.Size().Cells() {
		w.first = append(w.first, int32(cell*n))
		for digit := 1; digit <= n; digit++ {
			w.right = append(w.right, int(solution.Values[cell]) == digit)
		}
	}
	w.first = append(w.first, int32(len(w.right)))
	return w
}

// lookAtWhite has a component for each cell of a Nurikabe: that it is white.
func lookAtWhite(p *nurikabe.Puzzle, solution puzzle.Grid) *witness {
	w := &witness{ordered: true}
	for cell, colour := range solution.Values {
		w.right = append(w.right, colour == nurikabe.Island && p.Clue(cell) == 0)
	}
	return w
}

// count is how many of components are right.
func (w *witness) count(components []int32) (right int) {
	for _, c := range components {
		if w.right[c] {
			right++
		}
	}
	return right
}

// update is that of the paper.
func (w *witness) update(g *colony.Generation) {
	w.see(g)
	w.learn(g)
	moment, better := slices.Contains(moments, g.Iteration), g.Improved == g.Iteration
	if len(w.first) == 0 || !moment && !better {
		return
	}
	misled, entropy := w.trail()
	if moment {
		w.misled = append(w.misled, misled)
	}
	if better {
		w.stuck = []float64{entropy}
	}
}

// see looks at the boards of an iteration.
func (w *witness) see(g *colony.Generation) {
	w.generation = g
	var shares, costs, early, late []float64
	for _, ant := range g.Ants {
		n := len(ant.Components)
		if n == 0 {
			continue
		}
		if w.taken != nil {
			for _, c := range ant.Components {
				w.taken[c] = true
			}
		}
		share := float64(w.count(ant.Components)) / float64(n)
		shares, costs = append(shares, share), append(costs, ant.Cost)
		w.costs, w.wrongs = append(w.costs, ant.Cost), append(w.wrongs, 1-share)
		if w.ordered {
			w.chosen = append(w.chosen, ant.Components)
		}
	}
	for _, chosen := range w.chosen {
		if quarter := len(chosen) / 4; quarter > 0 {
			early = append(early, float64(w.count(chosen[:quarter]))/float64(quarter))
			late = append(late, float64(w.count(chosen[len(chosen)-quarter:]))/float64(quarter))
		}
	}
	w.chosen = nil
	if len(shares) > 0 {
		w.pull = append(w.pull, shares[0]-stat.Mean(shares, nil))
		w.share, w.price = append(w.share, stat.Mean(shares, nil)), append(w.price, stat.Mean(costs, nil))
	}
	if len(early) > 0 {
		w.quarters[0], w.quarters[1] = append(w.quarters[0], stat.Mean(early, nil)), append(w.quarters[1], stat.Mean(late, nil))
	}
}

// learn is the update of the paper, from the cost or from the distance.
func (w *witness) learn(g *colony.Generation) {
	if !w.honest {
		g.BestValue()
		return
	}
	told := *g
	told.Ants = slices.Clone(g.Ants)
	variables := w.variables()
	for i, ant := range told.Ants {
		told.Ants[i].Cost = float64(max(variables-w.count(ant.Components), 1))
	}
	slices.SortStableFunc(told.Ants, func(a, b colony.Solution) int { return cmp.Compare(a.Cost, b.Cost) })
	told.BestValue()
	g.TauBest, g.Kept = told.TauBest, told.Kept
}

// variables is how many there are to have right.
func (w *witness) variables() (n int) {
	for _, right := range w.right {
		if right {
			n++
		}
	}
	return n
}

// statistics are those of [watched].
func (w *witness) statistics() (out []solver.Statistic) {
	say := func(name string, value float64) {
		if !math.IsNaN(value) {
			out = append(out, solver.Statistic{Name: name, Value: value})
		}
	}
	n := len(w.share)
	if n == 0 {
		return nil
	}
	say("right", stat.Mean(w.share, nil))
	say("right at first", w.share[0])
	say("right at last", w.share[n-1])
	say("pull", stat.Mean(w.pull, nil))
	say("fdc", stat.Correlation(w.costs, w.wrongs, nil))
	say("cost at first", w.price[0])
	say("cost at last", w.price[n-1])
	say("improved", float64(w.generation.Improved)/float64(n))
	if len(w.quarters[0]) > 0 {
		say("first choices", stat.Mean(w.quarters[0], nil))
		say("last choices", stat.Mean(w.quarters[1], nil))
	}
	if len(w.first) == 0 {
		return out
	}
	misled, entropy := w.trail()
	say("misled", misled)
	say("entropy", entropy)
	for i, share := range w.misled {
		say(fmt.Sprintf("misled after %d", moments[i]), share)
	}
	for _, entropy := range w.stuck {
		say("entropy when stuck", entropy)
	}
	return out
}

// trail is the share of variables that the pheromone misleads, and its entropy.
func (w *witness) trail() (misled, entropy float64) {
	variables := 0.0
	for i := range len(w.first) - 1 {
		if w.taken != nil && !slices.Contains(w.taken[w.first[i]:w.first[i+1]], true) {
			continue // a given digit, or one that follows from them
		}
		variables++
		tau, right := w.generation.Trail.Tau[w.first[i]:w.first[i+1]], w.right[w.first[i]:w.first[i+1]]
		most := slices.Max(tau)
		if at := slices.Index(tau, most); !slices.Contains(tau[at+1:], most) && !right[at] {
			misled++
		}
		entropy += solver.Entropy(tau)
	}
	return misled / variables, entropy / variables
}
