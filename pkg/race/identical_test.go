package race

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/solver"
)

// A rule that never acts is said to be identical from the first block on, is done after
// the one look, and its claim is a fact; rules that act are raced as before.
func TestIdentical(t *testing.T) {
	for _, c := range []struct {
		name        string
		change      func(r *Race)
		blocks      int
		says, short string
	}{
		{"others", func(*Race) {}, 59, "“idle” and “plain” came out identical in all 59 runs on these 59 puzzles, with up to 40 iterations a run: the rule never changed a run. At most 5 % of such runs differ, with 95 % confidence.", "all 59 runs"},
		{"few puzzles", func(r *Race) { r.Puzzles = r.Puzzles[:20] }, 20, "At most 14 % of such runs differ, with 95 % confidence.", "all 20 runs"},
		{"two runs each", func(r *Race) { r.Runs = 2 }, 59, "in all 118 runs on these 59 puzzles", "all 118 runs"},
		{"another alpha", func(r *Race) { r.Alpha = 0.01 }, 90, "with 99 % confidence", "all 90 runs"},
		{"these", func(r *Race) { r.Scope, r.Puzzles = FixedInstances, r.Puzzles[:3] }, 20, "in all 60 runs on these 3 puzzles", "all 60 runs"},
		{"this one", func(r *Race) { r.Scope, r.Puzzles, r.Runs = FixedInstances, r.Puzzles[:1], 2 }, 30, "in all 60 runs on this puzzle", "all 60 runs"},
		{"parameters", func(r *Race) { r.Variants = []solver.Solver{luck{name: "idle", skill: 1.0000001}} }, 59, ": the parameters never changed a run", "all 59 runs"},
		{"another engine", func(r *Race) { r.Variants = []solver.Solver{luck{engine: "stone/idle", name: "idle", skill: 1}} }, 59, "a run. At most", "all 59 runs"},
		{"by size", func(r *Race) { r.EachSize = true }, 59, "a run. At most", "all 59 runs"},
	} {
		r := example(200)
		r.Variants = []solver.Solver{luck{name: "idle", skill: 1, custom: true}}
		c.change(&r)
		looked := 0
		res := alltest.Must(r.Run(t.Context(), func(res *Result) {
			if v := res.Variants[0]; v.Blocks > 0 {
				if looked++; !strings.HasPrefix(v.Words(), "identical in all ") || v.Verdict == Open && !strings.Contains(v.String(), " came out identical in all ") {
					t.Errorf("%s: after %d blocks: %s", c.name, v.Blocks, v.Words())
				}
			}
		}))(t)
		v := res.Variants[0]
		same, of := res.Identical("idle")
		if v.Verdict != Identical || v.Blocks != c.blocks || same != of || 2*of != len(res.Records) || looked < 2 && c.blocks > 20 {
			t.Errorf("%s: %v after %d blocks, want %d; %d of %d runs", c.name, v.Verdict, v.Blocks, c.blocks, same, of)
		}
		if text := v.String(); !strings.Contains(text, c.says) || !strings.Contains(v.Short(), c.short) || !strings.Contains(v.Words(), c.short) {
			t.Errorf("%s: %s (%s; %s)", c.name, text, v.Short(), v.Words())
		}
		for _, s := range v.Sizes {
			alltest.Check(t, s.Blocks <= 0 || s.Verdict == Identical, "%s: %v on %v", c.name, s.Verdict, s.Class)
		}
		alltest.Equal(t, analysis.Conclude(res.Effects()...).Headline, v.Short()+v.within()+v.twin.why(), c.name)
		_, _, ok := res.Differ("idle")
		alltest.Check(t, !ok, "%s: an example", c.name)
	}
	// The verdict of a rule that acts is what it was beside one that does not; and a time
	// is never the same.
	r := example(240)
	r.Variants = append([]solver.Solver{luck{name: "idle", skill: 1, custom: true}}, r.Variants[0], r.Variants[2])
	with := alltest.Must(r.Run(t.Context(), nil))(t)
	lucky, _ := with.Find("lucky")
	if same, of := with.Identical("lucky"); lucky.Verdict != Better || same == of || same == 0 || strings.Contains(lucky.Words(), "identical") {
		t.Errorf("%d of %d runs are the same: %v", same, of, lucky)
	}
	r.Budget, r.Puzzles, r.Variants = solver.Budget{Iterations: 1e9, CPU: 1e12}, r.Puzzles[:80], r.Variants[:1]
	r.Budget.Iterations = 0
	timed := alltest.Must(r.Run(t.Context(), nil))(t)
	v := timed.Variants[0]
	alltest.Check(t, v.Verdict != Identical && !strings.Contains(v.Words(), "identical"), "by time: %s", v.Words())
}

// TestIdenticalGuarantee: where a share of all runs differs that is just above what a
// race says at most, no more than alpha of the races say so falsely, of any variant; and
// not much less, so that an alpha that is not divided, or runs counted as blocks, show.
// What is settled of success and effort is settled as without the look.
func TestIdenticalGuarantee(t *testing.T) {
	const alpha = 0.2
	for _, w := range []struct {
		name string
		race Race
	}{
		{"four variants", Race{Variants: entrants(4), Puzzles: pebbles(90, 1)}},
		{"one variant, few puzzles", Race{Variants: entrants(1), Puzzles: pebbles(12, 1)}},
		{"two variants, two runs", Race{Variants: entrants(2), Puzzles: pebbles(70, 1), Runs: 2}},
		{"two variants, these five", Race{Variants: entrants(2), Puzzles: pebbles(5, 1), Scope: FixedInstances, Blocks: 60}},
	} {
		races, said, none := manyRaces(600), 0, 0
		n := float64(races)
		for seed := range races {
			r := w.race
			r.Alpha, r.Seed, r.blind, r.Baseline, r.Budget = alpha, uint64(seed), true, nobody("baseline"), solver.Iterations(1000)
			full := alltest.Must(r.complete())(t)
			share := full.twin(r.Variants[0]).atMost + 1e-6
			if r.Scope == InstanceSample { // runs of a block differ each for itself
				share = 1 - math.Pow(1-share, 1/float64(full.Runs))
			}
			of := func(place, engine int) law { return law{0.3 + 0.4*float64(place%2), 200, 1e-3} }
			identical := false
			for _, v := range simulateShare(t, r, share, of).Variants {
				identical = identical || v.Verdict == Identical
			}
			if identical {
				said++
			}
			if seed%20 == 0 { // where nothing differs all say so at the look
				for _, v := range simulateShare(t, r, 0, of).Variants {
					if v.Verdict != Identical || v.Blocks != v.twin.look || math.Abs(v.Success.Value) > 0 || v.Effort.Value != 1 {
						none++
					}
				}
			}
		}
		slack := 3 * math.Sqrt(alpha*(1-alpha)/n)
		t.Logf("%-28s false %.3f", w.name, float64(said)/n)
		if rate := float64(said) / n; rate > alpha+slack || rate < alpha-0.03-slack || none > 0 {
			t.Errorf("%s: %.3f of the races falsely say at most so many differ, allowed are %v; %d did not see that none does", w.name, rate, alpha, none)
		}
	}
}
