package race

import (
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/solver"
)

// The mean of a block is that of its puzzles of a class, and so are the cells.
func TestObserve(t *testing.T) {
	pairs := []pair{
		{cells: 10, observation: observation{variant: 1, baseline: 0, effort: 2, clock: -3}},
		{cells: 30, observation: observation{variant: 0.5, baseline: 1, effort: -1, clock: 6}},
		{cells: 500, observation: observation{variant: 0, baseline: 0.5, effort: 5, clock: 0}},
	}
	for _, c := range []struct {
		class analysis.Class
		want  observation
		cells float64
		ok    bool
	}{
		{analysis.Class{}, observation{0.5, 0.5, 2, 1}, 180, true},
		{analysis.Class{Least: 1, Most: 100}, observation{0.75, 0.5, 0.5, 1.5}, 20, true},
		{analysis.Class{Least: 600, Most: 700}, observation{}, 0, false},
	} {
		o, cells, ok := observe(pairs, c.class)
		near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
		if ok != c.ok || !near(cells, c.cells) || !near(o.variant, c.want.variant) || !near(o.baseline, c.want.baseline) || !near(o.effort, c.want.effort) || !near(o.clock, c.want.clock) {
			t.Errorf("%v: %+v of %v cells, %v; want %+v of %v", c.class, o, cells, ok, c.want, c.cells)
		}
	}
}

// A finding without a block says nothing, also when it is brought up to date.
func TestNothingFound(t *testing.T) {
	r, err := Race{Puzzles: pebbles(5, 1), Baseline: nobody("b"), Variants: entrants(1), Budget: solver.Iterations(9)}.complete()
	if err != nil {
		t.Fatal(err)
	}
	v := r.start().Variants[0]
	v.refresh()
	if v.Success != (Estimate{}) || v.Effort != (Estimate{}) || v.More != 0 || v.Words() != Open.String() {
		t.Errorf("%+v", v.Finding)
	}
	if text := v.String(); text != "“v0” and “b” have not run on any puzzle." {
		t.Errorf("says %s", text)
	}
	if text, against := v.Price(); text != "" || against {
		t.Errorf("the price: %s", text)
	}
	v.Blocks, v.Measure = 1, analysis.Iterations
	if text := v.String(); strings.Contains(text, "have not run") || strings.Contains(text, "Decided") {
		t.Errorf("after a block: %s", text)
	}
	if text, _ := v.Price(); text == "" {
		t.Error("after a block there is no price")
	}
}

// A path has every block at first, then fewer and fewer, and the last one.
func TestPath(t *testing.T) {
	r := Race{Variants: entrants(1), Puzzles: pebbles(1000, 1)}
	v := simulate(t, r, func(int, int) law { return law{0.5, 100, 1e-3} }).Variants[0]
	last := 0
	for _, l := range v.Path {
		if step := l.Blocks - last; step < 1 || l.Blocks < 2*looks && step != 1 || step > max(1, 1+l.Blocks/looks) {
			t.Fatalf("from block %d to %d", last, l.Blocks)
		}
		last = l.Blocks
	}
	if last != v.Blocks || v.Blocks < 500 || len(v.Path) > 6*looks {
		t.Errorf("%d looks, the last after %d of %d blocks", len(v.Path), last, v.Blocks)
	}
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
		{solved, Better, 0, 1},
		{solved, Worse, 0, 4},
		{solved, Open, 0.1, 1},
		{solved, Open, -0.1, 4},
		{solved, Open, 0, 1},
		{solved, Better, -0.1, 1},
		{solved, Alike, -0.1, 4},
		{effort, Better, 0, 2},
		{effort, Worse, 0, 3},
		{effort, Mixed, -0.1, 3},
		{effort[3:4], Better, 0, -1},
		{effort[4:], Worse, 0, -1},
		{effort[4:], Better, 0, -1},
		{nil, Better, 0, -1},
	} {
		res := &Result{Race: Race{Puzzles: pebbles(9, 3), Runs: 1}}
		res.Variants = []VariantResult{{Variant: "x"}, {Variant: "v", Finding: Finding{Verdict: c.verdict, Success: Estimate{Value: c.success}}, pairs: c.pairs}}
		p, run, ok := res.Example("v")
		if ok != (c.want >= 0) || ok && (p.ID() != res.Race.Puzzles[c.want].ID() || run != c.want) {
			t.Errorf("%v, success %v: %v, run %d, want %d", c.verdict, c.success, p, run, c.want)
		}
		if _, _, ok := res.Example("nobody"); ok {
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
		{Mixed, Both, up, longer, "solves more, but takes more iterations"},
		{Mixed, Both, down, less, "takes fewer iterations, but solves less"},
		{Alike, Both, open, open, "alike"},
		{Alike, Success, open, open, "alike in success"},
		{Alike, Effort, open, open, "alike in effort"},
		{Open, Both, up, open, "not settled"},
	} {
		f := Finding{Verdict: c.verdict, Decide: c.decide, Success: c.success, Effort: c.effort, Measure: analysis.Iterations}
		if got := f.Words(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	touching := Estimate{Settled: true, Interval: analysis.Interval{Low: 0, High: 0.2}}
	if success, _ := (Finding{Success: touching}).signs(); success != 1 {
		t.Errorf("settled above 0 with an interval from 0 on: %d", success)
	}
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
			v := VariantResult{Variant: "v", Baseline: "b", Finding: Finding{Blocks: 9, Decide: decide, Measure: analysis.Iterations, Effort: c.effort, CPU: c.cpu}}
			text, against := v.Price()
			if against != (c.against && counts) || strings.Contains(text, " times the iterations, but ") != against || !strings.Contains(text, "times the processor time of “b” (interval ") {
				t.Errorf("effort %v, processor time %v: against %v, %s", c.effort.Interval, c.cpu.Interval, against, text)
			}
		}
	}
}

// A mean to test lies strictly between the bounds.
func TestSequenceBounds(t *testing.T) {
	for _, m := range []float64{-1, 1, -2, 2, math.NaN()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a mean of %v between -1 and 1 is tested", m)
				}
			}()
			newSequence(-1, 1, 0.05, m)
		}()
	}
	s := newSequence(-1, 1, 0.05, -0.999, 0.999)
	if got := len(s.tests); got != 2 || slices.ContainsFunc(s.tests, func(b bets) bool { return b.wasAbove || b.wasBelow }) {
		t.Errorf("%d tests", got)
	}
}
