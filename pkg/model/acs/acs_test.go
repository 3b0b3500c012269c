package acs_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

func engine() *acs.Solver { return acs.New(&model.Kind{Name: "test"}) }

// modes are the engine in all its orders, and without what it shares.
func modes() (out []*acs.Solver) {
	for order := acs.Raster; order <= acs.Failing; order++ {
		for _, facts := range []bool{true, false} {
			s := engine()
			s.Sequence, s.Facts = order, facts
			s.Variant = fmt.Sprint(order, facts)
			out = append(out, s)
		}
	}
	return out
}

// Random declarations are solved where they have a solution, and only there: what ants refute for
// each other is true.
func TestRandom(t *testing.T) {
	declarations := alltest.Of[uint64](60, 300)
	for i, s := range modes() {
		solved, refuted := 0, 0
		for seed := range declarations {
			p := modeltest.Random(t, seed)
			want := modeltest.Solutions(p.Form()) > 0
			out := solvertest.Solve(t, s, p, solver.Run{Seed: seed, Budget: solver.Iterations(200)})
			alltest.Check(t, (out.Status == solver.Solved) == want && (out.Status != solver.Unsolvable || !want),
				"%s, declaration %d: %s with cost %v, solvable is %v", s.Variant, seed, out.Status, out.Cost, want)
			switch {
			case want:
				solved++
			case out.Status == solver.Unsolvable && out.Iterations > 0:
				refuted++
			}
		}
		alltest.Check(t, solved >= int(declarations/3) && solved <= int(declarations-declarations/30) && (!s.Facts || refuted != 0),
			"%d: %d have a solution, of %d ants found that they have none", i, solved, refuted)
	}
}

// Ants that fail tell those after them: a puzzle without solution ends a run without a budget.
func TestRefuted(t *testing.T) {
	out := solvertest.Solve(t, engine(), modeltest.Refuted(t), solver.Run{})
	alltest.Check(t, out.Status == solver.Unsolvable && out.Iterations == 1 && out.Best.IsZero() && out.Cost == -1, "%+v", out)
	s := engine()
	s.Facts = false
	out = solvertest.Solve(t, s, modeltest.Refuted(t), solver.Run{Budget: solver.Iterations(5)})
	alltest.Check(t, out.Status == solver.Exhausted && out.Cost == 2, "without facts: %+v", out)
}

// What propagation decides needs no ant, or one.
func TestFixed(t *testing.T) {
	solved, unsolvable := modeltest.Fixed(t)
	for _, s := range modes() {
		for i, p := range solved {
			out := solvertest.Solve(t, s, p, solver.Run{})
			alltest.Check(t, out.Status == solver.Solved && out.Iterations == 1, "%s, %d: %s after %d iterations", s.Variant, i, out.Status, out.Iterations)
		}
		for _, p := range unsolvable {
			solvertest.Unsolvable(t, "fixed", s, p)
		}
	}
}

func TestFamilies(t *testing.T) {
	for i, name := range family.Names() {
		s := acs.NewAnts(&model.Kind{Name: "test"}, family.Name(i))
		want := "test/ants"
		if family.Name(i) == family.ACSBVE {
			want = "test/acs"
		}
		alltest.Equal(t, s.Describe().Engine, want, "%s is called", name)
		out := solvertest.Solve(t, s, modeltest.Latin(t, 9), solver.Run{Seed: 1, Budget: solver.Iterations(200)})
		alltest.Check(t, out.Status == solver.Solved, "%s: %s with cost %v", name, out.Status, out.Cost)
		solvertest.Repeats(t, modeltest.Dominoes(t, 8), solver.Run{Seed: 2, Budget: solver.Iterations(5)}, s)
	}
}

func TestSameSeedSameRun(t *testing.T) {
	solvertest.Repeats(t, modeltest.Dominoes(t, 8), solver.Run{Seed: 9, Budget: solver.Iterations(8)}, modes()...)
}

func TestStops(t *testing.T) {
	p := modeltest.Dominoes(t, 10)
	for _, s := range modes() {
		out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Evaluations(95)})
		alltest.Check(t, out.Status == solver.Exhausted && out.Iterations == 10 && out.Evaluations == 100 && out.Cost >= 1, "%s: %+v", s.Variant, out)
		solvertest.Stops(t, s, p)
	}
	s := engine()
	s.Patience = 3
	out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(50)})
	alltest.Check(t, solvertest.Statistic(t, out, "restarts") >= 2, "%+v", out)
}

func TestRefusals(t *testing.T) {
	solvertest.Refuses(t, modeltest.Latin(t, 3), engine, map[string]func(*acs.Solver){
		"ants":     func(s *acs.Solver) { s.Ants = 0 },
		"rho":      func(s *acs.Solver) { s.Rho = 7 },
		"q0":       func(s *acs.Solver) { s.Q0 = math.NaN() },
		"tau0":     func(s *acs.Solver) { s.Tau0 = math.Inf(1) },
		"order":    func(s *acs.Solver) { s.Sequence = 4 },
		"patience": func(s *acs.Solver) { s.Patience = -1 },
	})
}

// More ants than fit into memory are refused.
func TestMemory(t *testing.T) {
	s := engine()
	s.Ants = colony.MostAnts
	large := modeltest.New(t, 200, 200, func(m *model.Model) { m.Cells(model.Shade, 2, nil) })
	_, err := s.Solve(t.Context(), large, solver.Run{Budget: solver.Iterations(1)})
	alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.HasPrefix(err.Error(), "test/acs: ants = 10000"), "error %v", err)
}

// Pheromone is drawn on cells, on pairs of cells, or on the first cells of what is shown in several.
func TestFilm(t *testing.T) {
	mixed := modeltest.New(t, 4, 4, func(m *model.Model) {
		f := m.Cells(model.Number, 3, nil)
		m.Loop(m.Links(model.Line, nil))
		m.Exactly(7, f.Is(1)...)
		m.Exactly(7, f.Is(2)...)
		m.Is(f[5].Is(0))
	})
	for _, c := range []struct {
		name  string
		p     *model.Puzzle
		heats int
		pairs bool
	}{
		{"cells", modeltest.Latin(t, 9), 81, false},
		{"pairs", modeltest.Dominoes(t, 6), 2*6*5 - 4, true},
		{"mixed", mixed, 16, false},
	} {
		film := solver.NewRecorder(3)
		s := engine()
		s.Ants = 2
		solvertest.Solve(t, s, c.p, solver.Run{Seed: 4, Budget: solver.Iterations(3), Observer: film.Observe})
		frames := film.Frames()
		alltest.Require(t, len(frames) != 0, "%s: nothing was watched", c.name)
		f := frames[len(frames)-1]
		heat, _ := f.Layout.Heat(f.Pheromone, c.p.Size().Cells())
		alltest.Check(t, len(heat) == c.heats && (f.Layout.Pairs != nil) == c.pairs && (!c.pairs || len(f.Layout.Pairs) == c.heats),
			"%s: %d numbers, %d pairs", c.name, len(heat), len(f.Layout.Pairs))
		for i, x := range heat {
			alltest.Check(t, x >= 0 && x <= 1, "%s: heat %v at %d", c.name, x, i)
		}
	}
}

// Rules that see the ant act, and are blamed where they break.
func TestHooks(t *testing.T) {
	p := modeltest.Latin(t, 6)
	asked := map[string]int{}
	s := engine()
	s.Each = func(s *acs.Solver) {
		s.Order = func(v *acs.View, left []int32) int {
			asked["order"]++
			return v.Intn(len(left))
		}
		s.Filter = func(v *acs.View, candidates []int32) []int32 {
			asked["filter"]++
			alltest.Check(t, len(v.Candidates(v.Variable(candidates[0]))) == len(candidates), "the candidates are others than those of the variable")
			return candidates[:(len(candidates)+1)/2]
		}
		s.Eta = func(v *acs.View, component int32) float64 {
			asked["eta"]++
			cell := v.Cells(v.Variable(component))[0]
			return 1 / float64(1+(cell+v.Value(component))%6)
		}
		s.Improve = func(v *acs.View, _ int) int {
			asked["improve"]++
			before := v.Taken(0)
			v.Clear(0, 1, 2)
			for variable := range int32(v.Variables()) {
				list := v.Candidates(variable)
				alltest.Check(t, len(list) == 0 || v.Place(list[0]) || v.Taken(variable) < 0, "what was refused has a value")
			}
			alltest.Check(t, before < 0 || !v.Place(before), "a component was placed where a value is")
			return 1
		}
		s.Cost = func(*acs.View) float64 { return 3.5 }
	}
	out := solvertest.Solve(t, s, p, solver.Run{Seed: 1, Budget: solver.Iterations(50)})
	alltest.Check(t, out.Status == solver.Solved && len(asked) == 4, "%+v, %v", out, asked)
	for name, change := range map[string]func(*acs.Solver){
		"Choose":  func(s *acs.Solver) { s.Choose = func(*colony.Trail, []int32) int { return 99 } },
		"Order":   func(s *acs.Solver) { s.Order = func(*acs.View, []int32) int { return -1 } },
		"Filter":  func(s *acs.Solver) { s.Filter = func(*acs.View, []int32) []int32 { return []int32{-5} } },
		"Eta":     func(s *acs.Solver) { s.Eta = func(*acs.View, int32) float64 { return -1 } },
		"Improve": func(s *acs.Solver) { s.Improve = func(_ *acs.View, budget int) int { return budget + 1 } },
		"Cost":    func(s *acs.Solver) { s.Cost = func(*acs.View) float64 { return 0 } },
		"Deposit": func(s *acs.Solver) { s.Deposit = func(float64) float64 { panic("no") } },
		"Each":    func(s *acs.Solver) { s.Each = func(s *acs.Solver) { s.Patience++ } },
	} {
		s := engine()
		change(s)
		_, err := s.Solve(t.Context(), modeltest.Dominoes(t, 6), solver.Run{Seed: 1, Budget: solver.Iterations(3)})
		var broken *colony.RuleError
		alltest.Check(t, errors.As(err, &broken) && broken.Rule == name && strings.HasSuffix(broken.File, "acs_test.go"), "%s: %v", name, err)
	}
}
