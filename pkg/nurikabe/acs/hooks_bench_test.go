package acs

import (
	"slices"
	"testing"
	"time"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
)

// typed are the paper's own rules as a reader would type them into a cell.
func typed() map[string]func(s *Solver) {
	return map[string]func(s *Solver){
		"Choose": func(s *Solver) {
			s.Choose = func(t *colony.Trail, candidates []int32) int {
				if t.GreedyTurn() {
					return t.ChooseGreedy(candidates)
				}
				return t.ChooseRoulette(candidates)
			}
		},
		"Filter": func(s *Solver) { s.Filter = func(_ *View, candidates []int32) []int32 { return candidates } },
		"LocalUpdate": func(s *Solver) {
			s.LocalUpdate = func(tau, tau0 float64) float64 { return tau + s.Xi*(tau0-tau) }
		},
		"Deposit":   func(s *Solver) { s.Deposit = func(cost float64) float64 { return 1 / cost } },
		"Evaporate": func(s *Solver) { s.Evaporate = func(best float64) float64 { return best * (1 - s.BVE) } },
		"Restart":   func(s *Solver) { s.Restart = func(colony.State) bool { return false } },
		"GlobalUpdate": func(s *Solver) {
			s.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {
				for _, i := range best {
					t.Tau[i] = (1-s.Rho)*t.Tau[i] + s.Rho*amount
				}
			}
		},
		"Update": func(s *Solver) { s.Update = family.BestValue{}.Update },
		"Order":  func(s *Solver) { s.Order = func(v *View, left []int32) int { return v.Intn(len(left)) } },
		"Eta": func(s *Solver) {
			s.Eta, s.Beta = func(*View, int32) float64 { return 1 }, 2.5
		},
		"Cost": func(s *Solver) { s.Cost = func(v *View) float64 { return float64(v.Missing() + v.Blocks()) } },
	}
}

// preferring are engines whose ants prefer the candidates that break most 2×2 blocks: by the
// hooks Filter and Eta, and with the same rule written into the ant.
func preferring() (filter, eta *Solver) {
	filter, eta = New(), New()
	var kept []int32
	filter.Filter = func(v *View, candidates []int32) []int32 {
		most := 0
		for _, cell := range candidates {
			switch n := v.Breaks(cell); {
			case n > most:
				most, kept = n, append(kept[:0], cell)
			case n == most && most > 0:
				kept = append(kept, cell)
			}
		}
		if most == 0 {
			return candidates
		}
		return kept
	}
	eta.Eta = func(v *View, cell int32) float64 { return 1 + float64(v.Breaks(cell)) }
	return filter, eta
}

// builtIn is a problem whose ants have these rules compiled in.
type builtIn struct {
	*problem
	eta bool
}

func (b builtIn) NewAnt() colony.Ant {
	a := b.problem.NewAnt().(*ant)
	c := &compiled{ant: a}
	if b.eta {
		a.attraction = colony.NewAttraction(func(cell int32) float64 { return 1 + float64(a.wall.breaks(int(a.position[cell]))) }, 1)
		return a
	}
	return c
}

type compiled struct {
	*ant
	kept []int32
}

func (a *compiled) Step(t *colony.Trail) bool {
	if a.need == 0 {
		return false
	}
	left := a.candidates
	greedy := len(left) > 1 && t.Greedy()
	for len(left) > 0 {
		most, from := 0, left
		for _, cell := range left {
			switch n := a.wall.breaks(int(a.position[cell])); {
			case n > most:
				most, a.kept = n, append(a.kept[:0], cell)
			case n == most && most > 0:
				a.kept = append(a.kept, cell)
			}
		}
		if most > 0 {
			from = a.kept
		}
		cell := from[0]
		if len(from) > 1 {
			cell = from[t.Choose(from, greedy)]
		}
		i := slices.Index(left, cell)
		last := len(left) - 1
		pos := int(a.position[cell])
		if a.wall.isCut(pos) {
			left[i], left[last] = left[last], cell
			left = left[:last]
			continue
		}
		last = len(a.candidates) - 1
		left[i] = a.candidates[last]
		a.candidates = a.candidates[:last]
		a.take(t, pos, cell)
		return a.need > 0
	}
	a.nextIsland(t)
	return a.need > 0
}

// BenchmarkCompiledIn prints what Filter and Eta cost over the same rule compiled in, as
// BenchmarkHooks does.
func BenchmarkCompiledIn(b *testing.B) {
	p := benchPuzzle(17)
	filter, eta := preferring()
	for rule, s := range map[string]*Solver{"Filter": filter, "Eta": eta} {
		b.Run(rule, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				for range 15 {
					g, with := new(colony.Guard), newProblem(s, p)
					with.hooks = s.Hooks.Under(g)
					without := perCell(p, builtIn{newProblem(New(), p), rule == "Eta"}, colony.Rules{}, 15*time.Millisecond)
					ratios = append(ratios, perCell(p, with, colony.Rules{}.Under(g), 15*time.Millisecond)/without)
				}
			}
			slices.Sort(ratios)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ratios[len(ratios)/2], "x-compiled-in")
		})
	}
}

// BenchmarkHooks prints what each rule costs that is replaced by a func that
// does the same: the processor time of a placed cell, over that of an engine
// without any. The two take turns, so that a machine whose speed drifts does
// not tell them apart; the median of the ratios counts.
func BenchmarkHooks(b *testing.B) {
	p := benchPuzzle(17)
	for rule, change := range typed() {
		b.Run(rule, func(b *testing.B) {
			s := New()
			change(s)
			cell := func(s *Solver) float64 {
				g, rules, pr := new(colony.Guard), s.Rules, newProblem(s, p)
				if s.Custom() {
					rules, pr.hooks = rules.Under(g), s.Hooks.Under(g)
				}
				return perCell(p, pr, rules, 15*time.Millisecond)
			}
			var ratios []float64
			for b.Loop() {
				for range 15 {
					without := cell(New())
					ratios = append(ratios, cell(s)/without)
				}
			}
			slices.Sort(ratios)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ratios[len(ratios)/2], "x-without")
		})
	}
}
