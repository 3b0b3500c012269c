package acs

import (
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// The weights of the cost: the paper prints none for a black 2×2 block. Each
// costs 1 here, overlapping ones each, as a missing white cell does.
func TestCostWeights(t *testing.T) {
	for name, c := range map[string]struct {
		p    *nurikabe.Puzzle
		want float64
	}{
		"one block":             {newPuzzle(t, 2, 3, 1, 0, 0, 0, 0, 0), 1},
		"three overlap":         {newPuzzle(t, 3, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0), 3},
		"two cells missing":     {newPuzzle(t, 1, 3, 5, 0, 0), 2},
		"five cells missing":    {newPuzzle(t, 2, 2, 9, 0, 0, 0), 5},
		"a block and two cells": {newPuzzle(t, 2, 6, 0, 0, 3, 0, 0, 0, 0, 1, 0, 1, 0, 0), 3},
	} {
		out := solvertest.Solve(t, New(), c.p, solver.Run{Seed: 1, Budget: solver.Iterations(5)})
		alltest.Check(t, out.Cost == c.want, "%s: cost %v, want %v", name, out.Cost, c.want)
	}
}

// What an Order rule sees of the ant's way is enough to write schemes 4 and 5
// again: the runs are the same.
func TestViewOfTheWay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for _, scheme := range []Scheme{Furthest, Nearest} {
		s := WithScheme(scheme)
		cells := 0
		var p *nurikabe.Puzzle
		s.Order = func(v *View, left []int32) int {
			visited := v.Visited()
			if len(visited) == 0 {
				return 0
			}
			from := visited[len(visited)-1]
			cells += checkGrown(t, v, from)
			best := 0
			for i, island := range left {
				alltest.Require(t, v.At(island) == p.Size().At(p.ClueCells()[island]), "island %d is at %v", island, v.At(island))
				d, least := distance(v.At(from), v.At(island)), distance(v.At(from), v.At(left[best]))
				if scheme == Furthest {
					d, least = -d, -least
				}
				if d < least || d == least && island < left[best] {
					best = i
				}
			}
			return best
		}
		for seed := range uint64(5) {
			p = solvablePuzzle(r, puzzle.Size{Rows: 9, Cols: 9})
			run := solver.Run{Seed: seed, Budget: solver.Iterations(50)}
			a, b := solvertest.Solve(t, WithScheme(scheme), p, run), solvertest.Solve(t, s, p, run)
			alltest.Check(t, solvertest.Same(a, b), "%v: %+v, by the rule %+v", scheme, a, b)
		}
		alltest.Check(t, cells != 0, "no island grew")
	}
}

// checkGrown checks that what an island was given hangs together with its clue
// and is no more than the clue, and returns how many cells that are.
func checkGrown(t *testing.T, v *View, island int32) int {
	t.Helper()
	grown := v.Grown()
	for i, cell := range grown {
		beside := distance(cell, v.At(island)) == 1
		for _, before := range grown[:i] {
			beside = beside || distance(cell, before) == 1
		}
		alltest.Require(t, beside && !v.ant.wall.isBlack(int(v.ant.position[v.ant.frame.size.Index(cell)])),
			"island %d at %v was given %v", island, v.At(island), grown)
	}
	alltest.Require(t, len(grown) <= v.Clue(island)-1, "an island of %d was given %v", v.Clue(island), grown)
	return len(grown)
}
