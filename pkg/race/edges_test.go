package race

import (
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
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
		res.Variants = []VariantResult{{Variant: "x"}, {Variant: "v", Finding: Finding{Verdict: c.verdict, Success: Estimate{Value: c.success}}, pairs: c.pairs}}
		p, run, ok := res.Differ("v")
		if ok != (c.want >= 0) || ok && (p.ID() != res.Race.Puzzles[c.want].ID() || run != c.want) {
			t.Errorf("%v, success %v: %v, run %d, want %d", c.verdict, c.success, p, run, c.want)
		}
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
			if against != (c.against && counts) || strings.Contains(text, " times the iterations, but ") != against || !strings.Contains(text, "times the processor time of “b” (geometric mean, ratios cut at 100; interval ") {
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

// Evidence is at least 1, and a forecast is the block at which more of the same
// settles a claim, or never.
func TestForecastByMore(t *testing.T) {
	for _, x := range []float64{0.2, 0.5, -0.3, 1} {
		for _, before := range []int{1, 3} {
			s := newSequence(-1, 1, 0.05, 0)
			if s.evidence(0) != 1 {
				t.Errorf("evidence %v before anything was seen", s.evidence(0))
			}
			for range before {
				s.add(x)
			}
			if s.evidence(0) < 1 {
				t.Errorf("evidence %v", s.evidence(0))
			}
			up, down := claim{s, 0, true}, claim{s, 0, false}
			if x < 0 {
				up, down = down, up
			}
			soon, never := up.forecast(), down.forecast()
			for !up.settled() {
				s.add(x)
			}
			if soon != float64(s.n) || !math.IsInf(never, 1) {
				t.Errorf("%v seen %d times: forecast after %v, settled after %d; the other side after %v", x, before, soon, s.n, never)
			}
		}
	}
	s := newSequence(-1, 1, 0.05, 0)
	s.add(0)
	if x, y := (claim{s, 0, true}).forecast(), (claim{s, 0, false}).forecast(); !math.IsInf(x, 1) || !math.IsInf(y, 1) {
		t.Errorf("without a difference the forecasts are %v and %v", x, y)
	}
}

// A run too short for the clock took something all the same; one without a
// solution took all.
func TestEffortOfARun(t *testing.T) {
	r, err := Race{Puzzles: pebbles(5, 1), Baseline: nobody("b"), Variants: entrants(1), Budget: solver.Budget{Wall: 10e9}}.complete()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status        solver.Status
		seconds, want float64
	}{{solver.Solved, 0, 1e-8}, {solver.Solved, 2, 2}, {solver.Solved, 12, 10}, {solver.Exhausted, 2, 10}} {
		if got := r.effort(experiment.Record{Status: c.status, Seconds: c.seconds}); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s after %v s: %v, want %v", c.status, c.seconds, got, c.want)
		}
	}
	for name, change := range map[string]func(*Race){
		"alpha":  func(r *Race) { r.Alpha = -0.5 },
		"above":  func(r *Race) { r.Alpha = 1 },
		"margin": func(r *Race) { r.Margin = -0.5 },
		"wide":   func(r *Race) { r.Margin = 1 },
	} {
		bad := r
		change(&bad)
		if _, err := bad.complete(); err == nil {
			t.Errorf("%s out of range", name)
		}
	}
}

// Of a path that ends with a look there is no second one.
func TestEndOfAPath(t *testing.T) {
	r := Race{Variants: entrants(1), Puzzles: pebbles(40, 1)}
	v := simulate(t, r, func(int, int) law { return law{0.5, 100, 1e-3} }).Variants[0]
	if len(v.Path) != 40 || v.Path[39].Blocks != 40 {
		t.Errorf("%d looks at %d blocks", len(v.Path), v.Blocks)
	}
}

// Of several runs on the example's puzzle it is the one on which the two differ
// most.
func TestRunOfAnExample(t *testing.T) {
	r, err := Race{Puzzles: pebbles(3, 1), Baseline: nobody("b"), Variants: []solver.Solver{nobody("v")}, Budget: solver.Iterations(100), Runs: 3}.complete()
	if err != nil {
		t.Fatal(err)
	}
	record := func(label string, place, run int, status solver.Status, iterations int64) experiment.Record {
		return experiment.Record{Variant: label, Content: r.Puzzles[place].Hash().String(), Run: run, Status: status, Iterations: iterations}
	}
	for _, c := range []struct {
		verdict Verdict
		want    int
	}{{Better, 1}, {Worse, 2}} {
		res := &Result{Race: r, Records: []experiment.Record{
			record("v", 1, 0, solver.Solved, 10), record("b", 1, 0, solver.Solved, 20), record("b", 0, 0, solver.Solved, 1),
			record("v", 1, 1, solver.Solved, 10), record("b", 1, 1, solver.Exhausted, 100), record("v", 0, 0, solver.Exhausted, 100),
			record("v", 1, 2, solver.Solved, 90), record("b", 1, 2, solver.Solved, 1),
		}}
		third := 1.0 / 3
		pairs := []pair{{puzzle: 1, cells: 5, observation: observation{variant: 1, baseline: 1 - third, effort: -1}}}
		if c.verdict == Worse {
			pairs[0].observation = observation{variant: 1, baseline: 1, effort: 1}
		}
		res.Variants = []VariantResult{{Variant: "v", Baseline: "b", Finding: Finding{Verdict: c.verdict}, pairs: pairs}}
		if p, run, ok := res.Differ("v"); !ok || p.ID() != r.Puzzles[1].ID() || run != c.want {
			t.Errorf("%v: run %d, want %d", c.verdict, run, c.want)
		}
	}
}

// A run that failed is found among others, and told with its place.
func TestFailedRun(t *testing.T) {
	good, bad := experiment.Record{Status: solver.Solved}, experiment.Record{Status: experiment.Failed, Variant: "v", Puzzle: "p7", Run: 3, Error: "no luck", Stack: "here"}
	for _, records := range [][]experiment.Record{{bad}, {good, bad}, {good, good, bad, good}} {
		if err := failed(records); err == nil || !strings.Contains(err.Error(), "v on puzzle p7, run 3: no luck\nhere") {
			t.Errorf("error %v", err)
		}
	}
	if err := failed([]experiment.Record{good, good}); err != nil {
		t.Error(err)
	}
	v := VariantResult{Variant: "a", Baseline: "b", Finding: Finding{Blocks: 40, More: 400, Measure: analysis.Iterations}}
	if text := v.String(); !strings.HasSuffix(text, "about 400 more would settle it by these estimates.") {
		t.Errorf("says %s", text)
	}
	if v.More = 401; !strings.HasSuffix(v.String(), "more than 10 times as many would be needed by these estimates.") {
		t.Errorf("says %s", v)
	}
}

// Many different observations are counted as well as few: the interval is that of
// the logarithms.
func TestManyValues(t *testing.T) {
	for _, about := range []float64{-0.8, 0.8} {
		s := newSequence(-1, 1, 0.05, 0)
		var values []float64
		for i := range 4000 {
			x := about + 0.19*math.Sin(float64(i))
			values = append(values, x)
			s.add(x)
		}
		in := s.interval()
		// The slow search, by logarithms.
		refuted := func(mean float64, mirror bool) bool {
			logs, most := make([]float64, len(fractions)), math.Inf(-1)
			for j, f := range fractions {
				for _, x := range values {
					y, m := (x+1)/2, (mean+1)/2
					if mirror {
						y, m = 1-y, 1-m
					}
					logs[j] += math.Log(1 + f*(y/m-1))
				}
				most = max(most, logs[j])
			}
			sum := 0.0
			for _, l := range logs {
				sum += math.Exp(l-most) / float64(len(logs))
			}
			return most+math.Log(sum) >= math.Log(2/0.05)
		}
		for _, c := range []struct {
			mean          float64
			above, mirror bool
		}{{in.Low - 1e-5, true, false}, {in.Low + 1e-5, false, false}, {in.High - 1e-5, false, true}, {in.High + 1e-5, true, true}} {
			if refuted(c.mean, c.mirror) != c.above {
				t.Errorf("values about %v: %+v, but %v is refuted: %v", about, in, c.mean, !c.above)
			}
		}
		if !(in.Low < about && about < in.High) || in.High-in.Low > 0.2 {
			t.Errorf("values about %v: %+v", about, in)
		}
	}
}

// A race of too few puzzles is told of races about these ones, a race of too few
// rounds is not.
func TestHopelessAdvice(t *testing.T) {
	for about, advised := range map[Scope]bool{InstanceSample: true, FixedInstances: false} {
		r, err := Race{Puzzles: pebbles(3, 1), Baseline: nobody("b"), Variants: entrants(1), Budget: solver.Iterations(9), Scope: about, Blocks: 3}.complete()
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(r.start().hopeless(), "\n")
		if !strings.Contains(text, "settle nothing") || strings.Contains(text, "Scope: race.FixedInstances") != advised {
			t.Errorf("%v: %q", about, text)
		}
	}
	for name, f := range map[string]func(){
		"an alpha of 1":      func() { newSequence(-1, 1, 1, 0) },
		"an endless range":   func() { newSequence(math.Inf(-1), math.Inf(1), 0.05) },
		"a range of nothing": func() { newSequence(1, 1, 0.05) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", name)
				}
			}()
			f()
		}()
	}
}
