package study

import (
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/model"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/sudokus"
)

// TestWatched: on a board of each kind, ants that are watched do what they do alone. What is told of their boards is what a
// comparison with the solution says, cell by cell.
func TestWatched(t *testing.T) {
	puzzles := []puzzle.Puzzle{
		nurikabes.Kind.MustOpen("open-908").Between(64, 100).Items[0].Puzzle, sudokus.Kind.MustOpen("open").Between(256, 256).Items[0].Puzzle,
	}
	for _, kind := range pencil.Kinds() {
		puzzles = append(puzzles, pencils.Of(kind).MustOpen("open").Between(36, 100).Items[0].Puzzle)
	}
	boards, choices := 0, 0
	for _, p := range puzzles {
		run := solver.Run{Budget: solver.Iterations(5), Seed: 7}
		want := alltest.Must(alltest.Must(antsOn(p))(t).Solve(t.Context(), p, run))(t)
		got := alltest.Must(watched{pheromone: true}.Solve(t.Context(), p, run))(t)
		alltest.Check(t, got.Digest == want.Digest && got.Cost == want.Cost && got.Iterations == want.Iterations,
			"%s: cost %g after %d iterations, alone %g after %d", p.Kind(), got.Cost, got.Iterations, want.Cost, want.Iterations)

		a := alltest.Must(antsOn(p))(t)
		solution := alltest.Must(a.complete.Solve(t.Context(), p, solver.Run{}))(t).Best
		seen := a.look(solution)
		seen.honest = true
		if len(seen.right) > 0 {
			a.note(seen)
		}
		a.rules.Update = func(g *colony.Generation) {
			for _, chosen := range seen.chosen {
				alltest.Check(t, slices.ContainsFunc(g.Ants, func(ant colony.Solution) bool {
					return !slices.ContainsFunc(chosen, func(c int32) bool { return !slices.Contains(ant.Components, c) })
				}), "%s: no ant has the values %v, which are noted as chosen", p.Kind(), chosen)
				choices += len(chosen)
			}
			seen.update(g)
			least := seen.variables()
			for _, ant := range g.Ants {
				boards++
				right := seen.count(ant.Components)
				low, high := shown(p, seen, ant.Board(), solution)
				alltest.Check(t, right >= low && right <= high, "%s: %d values are right, its board shows %d to %d", p.Kind(), right, low, high)
				least = min(least, max(seen.variables()-right, 1))
			}
			if kept := g.Kept[0]; g.Iteration == 1 && (kept.Cost != float64(least) || max(seen.variables()-seen.count(kept.Components), 1) != least || g.TauBest != g.Delta(kept.Cost)*(1-g.BVE)) {
				t.Errorf("%s: it keeps a board of %g and deposits %g, the best one has %d wrong", p.Kind(), kept.Cost, g.TauBest, least)
			}
		}
		out := alltest.Must(a.Solve(t.Context(), p, run))(t)
		if last := seen.generation; last != nil && len(seen.first) > 0 {
			moment, _ := slices.BinarySearch(moments, last.Iteration+1)
			alltest.Check(t, len(seen.misled) == moment && len(seen.stuck) == 1, "%s: misled variables of %d moments after %d iterations", p.Kind(), len(seen.misled), last.Iteration)
		}
		alltest.Check(t, out.Status != solver.Solved || out.Cost == 0, "%s: %v at %g", p.Kind(), out.Status, out.Cost)
	}
	alltest.Check(t, boards > 300 && choices > 5*boards, "only %d boards and %d choices were compared", boards, choices)
}

// shown are the least and the most variables that a board shows to be right.
func shown(p puzzle.Puzzle, seen *witness, board, solution puzzle.Grid) (low, high int) {
	if q, err := solver.Cast[*model.Puzzle](p); err == nil {
		single, cells := true, map[int]bool{} // each cell shows one variable
		for _, v := range q.Form().Variables() {
			single = single && len(v.Cells()) == 1 && !cells[v.Cells()[0]]
			cells[v.Cells()[0]] = true
		}
		for _, v := range seen.open {
			if v.Value(board) == v.Value(solution) {
				low++
			}
		}
		if single {
			return low, low
		}
		return low, len(seen.open)
	}
	n, isNurikabe := solver.Cast[*nurikabe.Puzzle](p)
	for cell, value := range board.Values {
		switch {
		case value != solution.Values[cell]:
		case isNurikabe == nil && value == nurikabe.Island && n.Clue(cell) == 0:
			low++
		case isNurikabe != nil:
			high++
		}
	}
	if isNurikabe == nil {
		return low, low
	}
	return 0, high // ants of Sudoku name no cell that the givens imply
}
