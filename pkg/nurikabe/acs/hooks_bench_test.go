package acs

import (
	"slices"
	"testing"
	"time"

	"formicary/pkg/colony"
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
		"Filter": func(s *Solver) { s.Filter = func(_ *View, candidates []int32) []int32 { return candidates } },
		"Order":  func(s *Solver) { s.Order = func(v *View, left []int32) int { return v.Intn(len(left)) } },
		"Cost":   func(s *Solver) { s.Cost = func(v *View) float64 { return float64(v.Missing() + v.Blocks()) } },
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
				if s.custom() {
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
