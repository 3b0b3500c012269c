package cuckoo

import (
	"maps"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku/genome"
	"formicary/pkg/sudoku/network"
	"formicary/pkg/sudoku/sudokutest"
)

// first is the reading of the first release.
func first(s *Solver) { s.Nests, s.Host, s.CrossedRows = 15, Any, 0 }

// modes are settings that the tests go through: each option at least once.
func modes() map[string]*Solver {
	out := solvertest.Modes(New, map[string]func(*Solver){
		"one egg":   func(s *Solver) { s.Eggs = 1 },
		"worst":     func(s *Solver) { s.Abandon = Worst },
		"Lévy":      func(s *Solver) { s.Walk = Levy },
		"no filter": func(s *Solver) { s.Filter = network.None },
		"loose":     func(s *Solver) { s.Keep = false },
		"restarts":  func(s *Solver) { s.Stagnation = 50 },
		"adaptive":  func(s *Solver) { s.Adaptive = true },
		"PMX":       func(s *Solver) { s.PX = 1 },
		"sorting":   func(s *Solver) { s.PX = 0 },
		"two nests": func(s *Solver) { s.Nests, s.Host, s.CrossedRows, s.PA = 2, Any, 0, 1 },
		"first":     first,
		"two rows":  func(s *Solver) { s.CrossedRows = 2 },
	})
	out["GAC"], out["improved"] = NewGAC(), NewImproved()
	return out
}

// s10a, one of the easy puzzles, is solved by the filter that the paper shows;
// the improved mode solves s12b, the one of the nine that the full filter
// leaves open, on each of three seeds.
func TestNine(t *testing.T) {
	out := solvertest.Solve(t, New(), sudokutest.Read(t, sudokutest.Easy), solver.Run{Budget: solver.Iterations(10000)})
	alltest.Check(t, out.Status == solver.Solved && out.Iterations == 0 && solvertest.Statistic(t, out, "open cells") == 0,
		"easy: %s with cost %v", out.Status, out.Cost)
	for seed := range uint64(3) {
		out := solvertest.Solve(t, NewImproved(), sudokutest.Read(t, "38..........4..785..9.2.3...6..9....8..3.2..9....4..7...1.7.5..495..6..........92"), solver.Run{Seed: seed, Budget: solver.Iterations(100000)})
		alltest.Check(t, out.Status == solver.Solved && solvertest.Statistic(t, out, "open cells") != 0,
			"hard, seed %d: %s with cost %v", seed, out.Status, out.Cost)
	}
}

// In every round nests are permutations inside the domains (but where rows are
// not put back), keep their costs, and the best ever is the least met.
func TestNestsStayFeasible(t *testing.T) {
	for name, s := range modes() {
		for _, text := range []string{sudokutest.Medium, sudokutest.Hard} {
			p := sudokutest.Read(t, text)
			s.Filter = network.AC3
			space, ok := genome.New(p, s.Filter, genome.Rows)
			alltest.Require(t, ok, "no space")
			m := solver.Start(t.Context(), p, solver.Run{})
			q := newSearch(s, genome.NewSearch(space, genome.NewRandom(3), m))
			q.build()
			for round := range alltest.Of(30, 150) {
				if q.run.Lowest == 0 {
					break
				}
				q.Iterate()
				for i, n := range q.nests {
					for row := range space.N() {
						alltest.Require(t, !s.Keep || space.Inside(n.genes, row),
							"%s, round %d: row %d of nest %d is outside the domains", name, round, row, i)
						digits := slices.Sorted(slices.Values(space.Group(n.genes, row)))
						alltest.Require(t, len(slices.Compact(digits)) == 9, "%s: row %d of nest %d is no permutation", name, row, i)
					}
					for cell, v := range n.genes {
						given := p.Given(cell)
						alltest.Require(t, given == puzzle.Unset || given == v, "%s: nest %d changed a given", name, i)
					}
					alltest.Require(t, n.cost == space.Cost(n.genes) && n.cost >= q.nests[q.best].cost && q.run.Lowest <= n.cost,
						"%s: nest %d costs %d, said to be %d; the best %d, ever %d", name, i, space.Cost(n.genes), n.cost, q.nests[q.best].cost, q.run.Lowest)
				}
				alltest.Require(t, q.rates.px >= 0 && q.rates.px <= 1 && q.rates.pm >= 0 && q.rates.pm <= 1, "%s: rates %+v", name, q.rates)
			}
			alltest.Must(m.Finish(solver.Outcome{Status: solver.Exhausted}))(t)
		}
	}
}

// Options do what they say, as far as counters tell.
func TestOptions(t *testing.T) {
	p := sudokutest.Read(t, sudokutest.Hard)
	run := solver.Run{Seed: 1, Budget: solver.Iterations(300)}
	for name, c := range map[string]struct {
		change      func(s *Solver)
		abandoned   float64
		evaluations int64
	}{
		"fraction":    {func(s *Solver) { s.Nests, s.PA = 9, 0.34 }, 900, 9 + 300*(8+3)},
		"worst":       {func(s *Solver) { s.Abandon, s.PA, s.Nests = Worst, 1, 9 }, 300, 9 + 300*(8+1)},
		"never":       {func(s *Solver) { s.PA, s.Nests = 0, 9 }, 0, 9 + 300*8},
		"always":      {func(s *Solver) { s.PA, s.Nests = 1, 9 }, 2400, 9 + 300*(8+8)},
		"three eggs":  {func(s *Solver) { s.Eggs, s.PA, s.Nests = 3, 0, 9 }, 0, 9 + 300*3},
		"Lévy, never": {func(s *Solver) { s.Walk, s.PA, s.Nests = Levy, 0, 9 }, 0, 9 + 300*8},
	} {
		s := New()
		c.change(s)
		out := solvertest.Solve(t, s, p, run)
		if got := solvertest.Statistic(t, out, "abandoned"); got != c.abandoned || out.Evaluations != c.evaluations || out.Iterations != 300 {
			t.Errorf("%s: %v abandoned, %d evaluations; want %v, %d", name, got, out.Evaluations, c.abandoned, c.evaluations)
		}
	}
	s := New()
	s.Stagnation = 20
	out := solvertest.Solve(t, s, p, run)
	alltest.Check(t, solvertest.Statistic(t, out, "restarts") != 0, "no restart in 300 iterations, though 20 without a better board are enough")
	out = solvertest.Solve(t, New(), p, run)
	alltest.Check(t, solvertest.Statistic(t, out, "put back") != 0 && solvertest.Statistic(t, out, "restarts") == 0, "statistics %v", out.Statistics)
	loose := New()
	loose.Keep = false
	out = solvertest.Solve(t, loose, p, run)
	alltest.Check(t, solvertest.Statistic(t, out, "put back") == 0, "rows were put back")
	open := func(s *Solver) float64 { return solvertest.Statistic(t, solvertest.Solve(t, s, p, run), "open cells") }
	none := New()
	none.Filter = network.None
	if a, b, c := open(none), open(New()), open(NewGAC()); a != float64(81-p.Givens()) || b > a || c >= b {
		t.Errorf("open cells: %v without a filter, %v after the weak one, %v after the full one", a, b, c)
	}
}

// The rates go to the operator that succeeds, not further than their limits.
func TestAdaptiveRates(t *testing.T) {
	r := newRates(0.5, 0.5)
	for range 20000 {
		r.learn(true, false, true)
		r.learn(false, true, false)
	}
	alltest.Check(t, r.px == 1-least && r.pm == least, "rates %+v", r)
}

func TestDescriptions(t *testing.T) {
	for s, want := range map[*Solver]string{New(): "cuckoo search", NewGAC(): "cuckoo search, GAC", NewImproved(): "improved cuckoo search", {}: "cuckoo search"} {
		alltest.Equal(t, s.Describe().Label(), want, "label")
	}
	alltest.Check(t, New().Describe().Hash() != NewImproved().Describe().Hash(), "the improved mode looks like the paper's")
}

// The defaults are those of the readings in the package's comment.
func TestParameters(t *testing.T) {
	weight := solvertest.Values{Good: []string{"0", "2", "1.5"}, Bad: []string{"-0.01", "NaN", "+Inf"}}
	with := func(v solvertest.Values, d string) solvertest.Values { v.Default = d; return v }
	paper := map[string]solvertest.Values{
		"nests":        {Default: "200", Good: []string{"2"}, Bad: []string{"1", "-1"}},
		"eggs":         {Default: "0", Good: []string{"1", "99"}, Bad: []string{"-1"}},
		"host":         {Default: "own", Good: []string{"any"}, Bad: []string{"x"}},
		"crossed-rows": {Default: "1", Good: []string{"0", "99"}, Bad: []string{"-1"}},
		"px":           solvertest.Share("0.5"),
		"pm":           solvertest.Share("1"),
		"pa":           solvertest.Share("0.25"),
		"ever":         with(weight, "0.55"),
		"generation":   with(weight, "0.33"),
		"self":         with(weight, "0.12"),
		"mutated-rows": {Default: "3", Good: []string{"1", "99"}, Bad: []string{"0"}},
		"filter":       {Default: "ac3", Good: []string{"gac", "none"}, Bad: []string{"x"}},
		"keep":         {Default: "true", Good: []string{"false"}},
		"abandon":      {Default: "fraction", Good: []string{"worst"}, Bad: []string{"x"}},
		"walk":         {Default: "geometric", Good: []string{"levy"}, Bad: []string{"x"}},
		"lambda":       {Default: "1.5", Good: []string{"1.01", "3"}, Bad: []string{"1", "3.01", "NaN"}},
		"step":         {Default: "1", Good: []string{"0.01", "5"}, Bad: []string{"0", "-1", "NaN", "+Inf"}},
		"stagnation":   {Default: "0", Good: []string{"1"}, Bad: []string{"-1"}},
		"adaptive":     {Default: "false", Good: []string{"true"}},
	}
	solvertest.Parameters(t, New, paper)
	for name, d := range map[string]string{
		"nests": "10", "host": "any", "crossed-rows": "0", "pm": "0.5", "abandon": "worst", "filter": "gac", "adaptive": "true", "stagnation": "300",
	} {
		v := paper[name]
		v.Good, v.Default = append(v.Good, v.Default), d
		paper[name] = v
	}
	solvertest.Parameters(t, NewImproved, paper)
	for _, only := range []func(*Solver) *float64{
		func(s *Solver) *float64 { return &s.Ever },
		func(s *Solver) *float64 { return &s.Generation },
		func(s *Solver) *float64 { return &s.Self },
	} {
		s := New()
		s.Ever, s.Generation, s.Self = 0, 0, 0
		*only(s) = 0.1
		err := s.Table().Validate()
		alltest.Check(t, err == nil, "one weight of three: %v", err)
	}
}

func TestPromises(t *testing.T) {
	all := slices.Collect(maps.Values(modes()))
	sudokutest.Promises(t, sudokutest.Read(t, sudokutest.Empty), alltest.Of[int64](20, 200), all...)
	sudokutest.Solves(t, 20000, []string{sudokutest.Four, sudokutest.Six}, all...)
	solvertest.Stops(t, New(), sudokutest.Read(t, sudokutest.Hard))
	// A full board is judged without a search.
	full := sudokutest.Read(t, "1234\n3412\n2143\n4321")
	out := solvertest.Solve(t, New(), full, solver.Run{})
	alltest.Check(t, out.Status == solver.Solved && out.Iterations == 0, "a full board: %s after %d iterations", out.Status, out.Iterations)
}
