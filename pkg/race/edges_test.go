package race

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// A path has every block at first, then fewer and fewer, and the last one.
func TestPath(t *testing.T) {
	r := Race{Variants: entrants(1), Puzzles: pebbles(1000, 1)}
	v := simulate(t, r, func(int, int) law { return law{0.5, 100, 1e-3} }).Variants[0]
	last := 0
	for _, l := range v.Path {
		step := l.Blocks - last
		alltest.Require(t, step >= 1 && (l.Blocks >= 2*looks || step == 1) && step <= max(1, 1+l.Blocks/looks), "from block %d to %d", last, l.Blocks)
		last = l.Blocks
	}
	alltest.Check(t, last == v.Blocks && v.Blocks >= 500 && len(v.Path) <= 6*looks, "%d looks, the last after %d of %d blocks", len(v.Path), last, v.Blocks)
}

// The example is the smallest board that only the better one solved, else the
// puzzle with the largest ratio of effort in favour of it.
func TestExample(t *testing.T) {
	of := func(place, cells int, variant, baseline, effort float64) pair {
		return pair{puzzle: place, run: place, cells: cells, observation: observation{variant: variant, baseline: baseline, effort: effort}}
	}
	solved := []pair{of(0, 90, 1, 0, -1), of(1, 50, 1, 0, 2), of(2, 50, 1, 0, 3), of(3, 60, 0, 1, 4), of(4, 40, 0, 1, -5), of(5, 10, 1, 1, -9), of(6, 40, 0, 1, 1)}
	effort := []pair{of(0, 90, 1, 1, -1), of(1, 50, 1, 1, 2), of(2, 50, 1, 1, -3), of(3, 60, 0, 0, 4), of(4, 60, 0, 0, 0)}
	for _, c := range []struct {
		pairs   []pair
		verdict Verdict
		success float64
		want    int // -1 for none
	}{
		{solved, Better, 0, 0},
		{solved, Worse, 0, 3},
		{solved, Open, 0.1, 0},
		{solved, Open, -0.1, 3},
		{solved[1:], Open, 0, 1},
		{solved, Better, -0.1, 0},
		{solved[4:], Alike, -0.1, 6},
		{effort, Better, 0, 2},
		{effort, Worse, 0, 3},
		{effort, Mixed, -0.1, 3},
		{effort[3:4], Better, 0, -1},
		{solved[:1], Better, 0, 0},
		{[]pair{of(0, 50, 1, 0, -1), of(1, 90, 1, 0, -1)}, Better, 0, 0},
		{[]pair{of(0, 50, 1, 0, -1), of(1, 90, 1, 1, -5)}, Better, 0, 0},
		{effort[:1], Better, 0, 0},
		{effort[4:], Worse, 0, -1},
		{effort[4:], Better, 0, -1},
		{nil, Better, 0, -1},
	} {
		res := &Result{Race: Race{Puzzles: pebbles(9, 3), Runs: 1}}
		res.Variants = []VariantResult{{Variant: "x"}, {Variant: "v", Finding: Finding{Verdict: c.verdict, Estimates: Estimates{Success: Estimate{Value: c.success}}}, history: history{pairs: c.pairs}}}
		p, run, ok := res.Differ("v")
		alltest.Check(t, ok == (c.want >= 0) && (!ok || p.ID() == res.Race.Puzzles[c.want].ID() && run == c.want),
			"%v, success %v: %v, run %d, want %d", c.verdict, c.success, p, run, c.want)
		if _, _, ok := res.Differ("nobody"); ok {
			t.Error("an example of nobody")
		}
	}
}

// The few words of a verdict name what is settled.
func TestWords(t *testing.T) {
	up, down, open := Estimate{Settled: true, Interval: analysis.Interval{Low: 0.1, High: 0.2}}, Estimate{Settled: true, Interval: analysis.Interval{Low: -0.2, High: -0.1}}, Estimate{}
	less, longer := Estimate{Settled: true, Interval: analysis.Interval{Low: 0.4, High: 0.6}}, Estimate{Settled: true, Interval: analysis.Interval{Low: 1.5, High: 2}}
	for _, c := range []struct {
		verdict         Verdict
		decide          Question
		success, effort Estimate
		want            string
	}{
		{Better, Both, up, less, "better in success and effort"},
		{Better, Both, up, open, "better in success"},
		{Better, Both, open, less, "better in effort"},
		{Worse, Both, down, longer, "worse in success and effort"},
		{Worse, Both, down, open, "worse in success"},
		{Worse, Both, open, longer, "worse in effort"},
		{Mixed, Both, up, longer, "solves more, but typically takes more iterations"},
		{Mixed, Both, down, less, "typically takes fewer iterations, but solves less"},
		{Alike, Both, open, open, "alike"},
		{Alike, Success, open, open, "alike in success"},
		{Alike, Effort, open, open, "alike in effort"},
		{Open, Both, up, open, "not settled"},
	} {
		f := Finding{Verdict: c.verdict, Terms: Terms{Decide: c.decide, Measure: analysis.Iterations}, Estimates: Estimates{Success: c.success, Effort: c.effort}}
		alltest.Equal(t, f.Words(), c.want)
	}
	touching := Estimate{Settled: true, Interval: analysis.Interval{Low: 0, High: 0.2}}
	success, _ := (Finding{Estimates: Estimates{Success: touching}}).signs()
	alltest.Check(t, success == 1, "settled above 0 with an interval from 0 on: %d", success)
}

// Processor time contradicts effort where the one is settled to be less, or no
// more than the margin, and the other to be more, and in no other case.
func TestPriceContradicts(t *testing.T) {
	in := func(low, high float64) Estimate {
		return Estimate{Value: math.Sqrt(low * high), Interval: analysis.Interval{Low: low, High: high}}
	}
	for _, c := range []struct {
		effort, cpu Estimate
		against     bool
	}{
		{in(0.4, 0.6), in(1.1, 1.5), true},   // fewer, and longer
		{in(0.4, 0.6), in(0.9, 1.5), false},  // fewer, perhaps longer
		{in(0.4, 1), in(1.1, 1.5), true},     // settled at the edge
		{in(0.4, 1.1), in(1.1, 1.2), false},  // no more than the margin, and longer, but less than the margin
		{in(0.4, 1.25), in(1.3, 1.5), true},  // no more than the margin, and longer than it
		{in(0.4, 1.25), in(1.2, 1.5), false}, // perhaps no longer than the margin
		{in(0.4, 1.26), in(1.3, 1.5), false}, // perhaps more than the margin
		{in(1.5, 2), in(0.5, 0.9), true},     // more, and shorter
		{in(1.5, 2), in(0.5, 1.1), false},    // more, perhaps shorter
		{in(1, 2), in(0.5, 0.9), true},       // settled at the edge
		{in(0.8, 2), in(0.5, 0.79), true},    // no less than the margin, and shorter than it
		{in(0.8, 2), in(0.5, 0.81), false},   // perhaps not shorter than it
		{in(0.79, 2), in(0.5, 0.79), false},  // perhaps less than the margin
		{in(0.4, 0.6), in(0.3, 0.5), false},  // less of both
	} {
		for decide, counts := range map[Question]bool{Both: true, Effort: true, Success: false} {
			v := VariantResult{Variant: "v", Baseline: "b", Finding: Finding{Blocks: 9, Terms: Terms{Decide: decide, Measure: analysis.Iterations}, Estimates: Estimates{Effort: c.effort, CPU: c.cpu}}}
			text, against := v.Price()
			if against != (c.against && counts) || strings.Contains(text, " times the iterations, but ") != against || !strings.Contains(text, "times the processor time of “b” (geometric mean, ratios cut at 100; interval ") {
				t.Errorf("effort %v, processor time %v: against %v, %s", c.effort.Interval, c.cpu.Interval, against, text)
			}
		}
	}
	cut := VariantResult{Variant: "v", Baseline: "b", Finding: Finding{Blocks: 9, Terms: Terms{Decide: Both, Measure: analysis.Iterations}, Estimates: Estimates{Effort: in(0.4, 0.6), CPU: Estimate{Value: analysis.MostRatio, Interval: analysis.Interval{Low: 20, High: analysis.MostRatio}}}}}
	text, _ := cut.Price()
	alltest.Has(t, text, "at least 100 times the processor time", "what a race says if all ratios are cut")
}

// A run too short for the clock took something all the same; one without a
// solution took all.
func TestEffortOfARun(t *testing.T) {
	r := alltest.Must(Race{Puzzles: pebbles(5, 1), Baseline: nobody("b"), Variants: entrants(1), Budget: solver.Budget{Wall: 10e9}}.complete())(t)
	for _, c := range []struct {
		status        solver.Status
		seconds, want float64
	}{{solver.Solved, 0, 1e-8}, {solver.Solved, 2, 2}, {solver.Solved, 12, 10}, {solver.Exhausted, 2, 10}} {
		got := r.effort(experiment.Record{Status: c.status, Seconds: c.seconds})
		alltest.Check(t, math.Abs(got-c.want) <= 1e-12, "%s after %v s: %v, want %v", c.status, c.seconds, got, c.want)
	}
	for name, change := range map[string]func(*Race){
		"alpha":  func(r *Race) { r.Alpha = -0.5 },
		"above":  func(r *Race) { r.Alpha = 1 },
		"margin": func(r *Race) { r.Margin = -0.5 },
		"wide":   func(r *Race) { r.Margin = 1 },
	} {
		bad := r
		change(&bad)
		alltest.Refused(bad.complete())(t, "", "%s out of range", name)
	}
}

// A race of too few puzzles is told of races about these ones, a race of too few
// rounds is not.
func TestHopelessAdvice(t *testing.T) {
	for about, advised := range map[Scope]bool{InstanceSample: true, FixedInstances: false} {
		r := alltest.Must(Race{Puzzles: pebbles(3, 1), Baseline: nobody("b"), Variants: entrants(1), Budget: solver.Iterations(9), Scope: about, Blocks: 3}.complete())(t)
		text := strings.Join(r.start().hopeless(), "\n")
		alltest.Check(t, strings.Contains(text, "settle nothing") && strings.Contains(text, "Scope: race.FixedInstances") == advised, "%v: %q", about, text)
	}
	for name, f := range map[string]func(){
		"an alpha of 1":      func() { newSequence(-1, 1, 1, 0) },
		"an endless range":   func() { newSequence(math.Inf(-1), math.Inf(1), 0.05) },
		"a range of nothing": func() { newSequence(1, 1, 0.05) },
	} {
		alltest.Panics(t, f, "%s is taken", name)
	}
}
