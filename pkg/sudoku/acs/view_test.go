package acs

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku/sudokutest"
)

// Rules of one's own that say what the engine does by itself give its run, bit for bit,
// and each is asked.
func TestRulesReplaced(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 5, Cols: 5}, 0.45)
	run := solver.Run{Seed: 4, Budget: solver.Iterations(6)}
	plain := New()
	plain.Cells = Fewest
	want := solvertest.Solve(t, plain, p, run)
	s := Named("by hand")
	s.Cells = Fewest
	s.LocalUpdate = func(tau, tau0 float64) float64 { return tau + s.Xi*(tau0-tau) }
	s.Deposit = func(cost float64) float64 { return 625 / cost }
	s.Evaporate = func(best float64) float64 { return best * (1 - s.BVE) }
	s.Restart = func(colony.State) bool { return false }
	s.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {
		for _, i := range best {
			t.Tau[i] = (1-s.Rho)*t.Tau[i] + s.Rho*amount
		}
	}
	s.Choose = func(t *colony.Trail, c []int32) int {
		if t.GreedyTurn() {
			return t.ChooseGreedy(c)
		}
		return t.ChooseRoulette(c)
	}
	s.Filter = func(_ *View, list []int32) []int32 { return list }
	s.Eta = func(*View, int32) float64 { return 1 }
	s.Cost = func(v *View) float64 { return float64(v.Empty()) }
	s.Improve = func(*View, int) int { return 0 }
	ctx, counts := solver.Counting(t.Context())
	got := alltest.Must(s.Solve(ctx, p, run))(t)
	got.Statistics = want.Statistics // restarts are counted where there is a rule for them
	alltest.Check(t, solvertest.Same(got, want), "by hand %+v, built in %+v", got, want)
	for _, c := range counts() {
		alltest.Check(t, c.Asked != 0 && c.Changed == 0, "%+v", c)
	}
	if d := s.Describe(); !d.Custom || d.Variant != "by hand" || New().Describe().Custom || len(counts()) != 10 {
		t.Errorf("described as %+v, %d rules are counted", d, len(counts()))
	}
}

// An Order rule is shown all open cells, and the one that it picks is filled.
func TestOrderRule(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 4, Cols: 4}, 0.4)
	s := New()
	last := map[*ant]int32{}
	s.Order = func(v *View, left []int32) int {
		cell, ok := last[v.ant]
		alltest.Check(t, !ok || v.Value(cell) != 0, "cell %d was picked and is empty", cell)
		open := 0
		for cell := range v.ant.board.can {
			if c := v.Candidates(int32(cell)); len(c) > 0 {
				open++
				alltest.Require(t, slices.Contains(left, int32(cell)) && v.Cell(c[0]) == int32(cell) && v.Digit(c[0]) == 1+bits.TrailingZeros64(v.ant.board.can[cell]),
					"cell %d is not to be picked: %v", cell, left)
			}
		}
		alltest.Require(t, open == len(left), "%d cells to pick of %d", len(left), open)
		slices.Reverse(left)
		place := v.Intn(len(left))
		last[v.ant] = left[place]
		return place
	}
	s.Improve = func(v *View, _ int) int { delete(last, v.ant); return 0 }
	solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(2)})
}

// Rules that break are named, with their line.
func TestRulesThatBreak(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 4, Cols: 4}, 0.4)
	for name, change := range map[string]func(s *Solver){
		"Order: overwrote its list": func(s *Solver) { s.Order = func(_ *View, left []int32) int { left[0] = 1 << 20; return 0 } },
		"Order: returned place -1":  func(s *Solver) { s.Order = func(*View, []int32) int { return -1 } },
		"Filter: returned 4096":     func(s *Solver) { s.Filter = func(*View, []int32) []int32 { return []int32{4096} } },
		"Eta: returned -1":          func(s *Solver) { s.Eta = func(*View, int32) float64 { return -1 } },
		"Eta: Beta is 65":           func(s *Solver) { s.Eta, s.Beta = func(*View, int32) float64 { return 1 }, 65 },
		"Cost: returned 0":          func(s *Solver) { s.Cost = func(*View) float64 { return 0 } },
		"Each: changed a parameter": func(s *Solver) { s.Each = func(s *Solver) { s.Patience = 3 } },
		"Choose: overwrote its list of candidates": func(s *Solver) {
			s.Each = func(s *Solver) { s.Choose = func(_ *colony.Trail, c []int32) int { c[0]++; c[1]++; return 1 } }
		},
		"Improve: judged 99999": func(s *Solver) { s.Improve = func(*View, int) int { return 99999 } },
	} {
		s := New()
		change(s)
		_, err := s.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(2)})
		rule, what, _ := strings.Cut(name, ": ")
		var broken *colony.RuleError
		alltest.Check(t, errors.As(err, &broken) && broken.Rule == rule && strings.Contains(broken.Problem, what) && strings.HasSuffix(broken.File, "view_test.go") && broken.Line != 0,
			"%s: error %v", name, err)
	}
}

// Cells that are cleared are empty, or filled by what the others imply; a placed component
// stands, and whatever an Improve rule does the board has no digit twice in a unit.
func TestPlaceAndClear(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	p := sudokutest.Solvable(t, r, puzzle.Size{Rows: 4, Cols: 4}, 0.2)
	layout := p.Layout()
	s := New()
	placed, cleared := 0, 0
	s.Improve = func(v *View, budget int) int {
		for range budget {
			cell := v.ant.problem.open[r.IntN(len(v.ant.problem.open))]
			if list := v.Candidates(cell); len(list) > 0 {
				component := list[r.IntN(len(list))]
				alltest.Require(t, v.Place(component) && v.Value(cell) == v.Digit(component) && !v.Place(component), "a component was not placed")
				placed++
			} else if v.Value(cell) > 0 {
				others := make([]int32, 80)
				for i := range others {
					others[i] = v.ant.problem.open[r.IntN(len(v.ant.problem.open))]
				}
				v.Clear(append(others, cell)...)
				if v.Value(cell) == 0 {
					cleared++
				}
			}
			empty := 0
			for cell := range layout.UnitsOf {
				if v.Value(int32(cell)) == 0 {
					empty++
				}
				for _, peer := range layout.Peers[cell] {
					d := v.Value(int32(cell))
					alltest.Require(t, d <= 0 || d != v.Value(int32(peer)), "cells %d and %d have the digit %d", cell, peer, d)
				}
			}
			alltest.Require(t, empty == v.Empty(), "%d cells are empty, not %d", empty, v.Empty())
		}
		return budget
	}
	s.Effort = 200
	solvertest.Solve(t, s, p, solver.Run{Seed: 2, Budget: solver.Iterations(3)})
	alltest.Check(t, placed >= 50 && cleared >= 50, "%d placed, %d cleared", placed, cleared)
}

// A colony of any family solves an easy board, and has the name of its engine.
func TestFamilies(t *testing.T) {
	p := sudokutest.Solvable(t, rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 4, Cols: 4}, 0.5)
	for i, name := range family.Names() {
		s := NewAnts(family.Name(i))
		out := solvertest.Solve(t, s, p, solver.Run{Seed: 7, Budget: solver.Iterations(200)})
		alltest.Check(t, out.Status == solver.Solved && (s.Describe().Engine == NameAnts) == (i > 0), "%s: %+v of %+v", name, out, s.Describe())
	}
}
