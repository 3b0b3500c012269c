package analysis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// The values of method 3 (score without continuity correction) in table I of
// R. G. Newcombe, "Two-sided confidence intervals for the single proportion:
// comparison of seven methods", Statistics in Medicine 17 (1998), 857–872.
func TestWilsonAgainstNewcombe(t *testing.T) {
	for _, c := range []struct {
		successes, trials int
		low, high         float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0.0000, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		p := Default.Wilson(c.successes, c.trials)
		expect(t, fmt.Sprintf("low of %d/%d", c.successes, c.trials), p.Low, c.low, 4)
		expect(t, fmt.Sprintf("high of %d/%d", c.successes, c.trials), p.High, c.high, 4)
	}
}

func TestWilsonAtTheEdges(t *testing.T) {
	if p := Default.Wilson(0, 0); p != (Proportion{Interval: Interval{High: 1}, Level: 0.95}) {
		t.Errorf("no trials: %+v", p)
	}
	if p := Default.Wilson(7, 7); p.Rate != 1 || p.High != 1 || p.Low <= 0.5 {
		t.Errorf("7 of 7: %+v", p)
	}
	for _, bad := range [][2]int{{-1, 3}, {4, 3}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", bad)
				}
			}()
			Default.Wilson(bad[0], bad[1])
		}()
	}
}

func TestWilsonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100_000).Draw(t, "trials")
		k := rapid.IntRange(0, n).Draw(t, "successes")
		p := Default.Wilson(k, n)
		if !(0 <= p.Low && p.Low <= p.Rate && p.Rate <= p.High && p.High <= 1 && p.Low < p.High) {
			t.Fatalf("%+v", p)
		}
		q := Default.Wilson(n-k, n)
		if !near(q.Low, 1-p.High, 12) || !near(q.High, 1-p.Low, 12) {
			t.Fatalf("failures have %+v, successes %+v", q, p)
		}
		if k < n {
			if r := Default.Wilson(k+1, n); r.Low < p.Low || r.High < p.High {
				t.Fatalf("one success more lowers it: %+v, %+v", p, r)
			}
		}
		if w := (Settings{Level: 0.99}).Wilson(k, n); w.Low > p.Low || w.High < p.High {
			t.Fatalf("99 %% is narrower than 95 %%: %+v, %+v", w, p)
		}
	})
}

// clustered draws the runs of an experiment in which puzzles differ: each has
// a chance of its own, from a beta distribution.
func clustered(r *rand.PCG, puzzles, runs int, alpha, beta float64) []ratio {
	units := make([]ratio, puzzles)
	for i := range units {
		p := distuv.Beta{Alpha: alpha, Beta: beta, Src: r}.Rand()
		units[i] = ratio{distuv.Binomial{N: float64(runs), P: p, Src: r}.Rand(), float64(runs)}
	}
	return units
}

// The interval across puzzles must hold the true rate about as often as it
// says, from few puzzles to many and from one run to many. The bounds leave
// room for 1,000 draws (±2 %), for the steps of the binomial distribution (21
// single trials of a half: Wilson's interval holds 92 % exactly), and for what
// is known of skewed populations with few puzzles, where no simple interval
// holds its level; it must then still be no worse than the bootstrap.
func TestCoverageAcrossPuzzles(t *testing.T) {
	const draws = 1000
	s := Settings{Resamples: 200}.complete()
	for _, c := range []struct {
		alpha, beta   float64
		puzzles, runs int
		least         float64
	}{
		{5, 5, 10, 5, 0.93},
		{5, 5, 64, 20, 0.93},
		{0.5, 0.5, 10, 20, 0.93},
		{0.5, 0.5, 21, 1, 0.90},
		{0.5, 0.5, 64, 5, 0.93},
		{0.3, 3, 64, 20, 0.92},
		{0.3, 3, 21, 100, 0.88},
		{8, 0.4, 64, 5, 0.92},
		{0.2, 10, 64, 100, 0.88},
	} {
		source := rand.NewPCG(1, uint64(c.puzzles*1000+c.runs))
		random := rand.New(source)
		truth := c.alpha / (c.alpha + c.beta)
		held, bootstrap := 0, 0
		for range draws {
			units := clustered(source, c.puzzles, c.runs, c.alpha, c.beta)
			if i := s.across(units); i.Low <= truth && truth <= i.High {
				held++
			}
			i := s.bootstrap(random, units, mean)
			if i.Low <= truth && truth <= i.High {
				bootstrap++
			}
		}
		share := float64(held) / draws
		t.Logf("beta(%v,%v), %3d puzzles × %3d runs: %.3f, bootstrap %.3f", c.alpha, c.beta, c.puzzles, c.runs, share, float64(bootstrap)/draws)
		if share < c.least || share > 0.995 || held < bootstrap-draws/100 {
			t.Errorf("beta(%v,%v), %d puzzles × %d runs: held in %.3f, bootstrap in %.3f of %d draws", c.alpha, c.beta, c.puzzles, c.runs, share, float64(bootstrap)/draws, draws)
		}
	}
}

func TestAcrossAtTheEdges(t *testing.T) {
	s := Default.complete()
	same := func(what string, got, want Interval) {
		t.Helper()
		if !near(got.Low, want.Low, 9) || !near(got.High, want.High, 9) {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	wilsonOf := func(k, n float64) Interval { return stats.Wilson(k, n, s.z()) }
	same("one run each", s.across([]ratio{{1, 1}, {0, 1}, {1, 1}, {1, 1}}), wilsonOf(3, 4))
	same("none solved: the puzzles are the trials", s.across([]ratio{{0, 100}, {0, 100}, {0, 100}}), wilsonOf(0, 3))
	same("all solved", s.across([]ratio{{9, 9}, {9, 9}}), wilsonOf(2, 2))
	same("one puzzle tells of one", s.across([]ratio{{25, 100}}), wilsonOf(0.25, 1))
	z := s.student(3)
	same("puzzles all alike: every run counts", s.across([]ratio{{5, 10}, {5, 10}, {5, 10}, {5, 10}}), stats.Wilson(20, 40, z))
	same("each puzzle always or never: runs count nothing", s.across([]ratio{{10, 10}, {0, 10}, {10, 10}, {0, 10}}), stats.Wilson(2, 4, z))
}

// A small experiment counted by hand.
func TestSuccessBySize(t *testing.T) {
	records := []experiment.Record{
		row("a", "p1", 64, 0, solver.Solved, 1), row("a", "p1", 64, 1, solver.Exhausted, 5),
		row("a", "p2", 99, 0, solver.Unique, 1), row("a", "p2", 99, 1, solver.Multiple, 1),
		row("a", "p3", 100, 0, solver.Exhausted, 5), row("a", "p3", 100, 1, experiment.Failed, 0),
		row("a", "p4", 600, 0, solver.Unsolvable, 1), row("a", "p4", 600, 1, solver.Exhausted, 5),
		row("b", "p1", 64, 0, solver.Solved, 1),
	}
	records[5].Error = "out of ants"
	twin := row("a", "p5", 64, 0, solver.Exhausted, 5) // p1 under another name
	twin.Content = records[0].Content
	records = append(records, twin)

	table := Default.SuccessBySize(records)
	if fmt.Sprint(table.Labels) != "[a b]" || fmt.Sprint(table.Classes) != "[0–99 100–199 ≥400]" {
		t.Errorf("labels %v, classes %v", table.Labels, table.Classes)
	}
	want := []struct {
		label                                string
		class                                Class
		instances, solved, runs, any, failed int
	}{
		{"a", Class{0, 99}, 3, 3, 5, 2, 0},
		{"a", Class{100, 199}, 1, 0, 2, 0, 1},
		{"a", Class{400, 0}, 1, 0, 2, 0, 0},
		{"b", Class{0, 99}, 1, 1, 1, 1, 0},
		{"a", Class{}, 5, 3, 9, 2, 1},
		{"b", Class{}, 1, 1, 1, 1, 0},
	}
	if len(table.Rows) != 4 || len(table.Totals) != 2 {
		t.Fatalf("%d rows, %d totals", len(table.Rows), len(table.Totals))
	}
	for _, w := range want {
		r, ok := table.Get(w.label, w.class)
		if !ok || r.Instances != w.instances || r.Runs.Successes != w.solved || r.Runs.Trials != w.runs ||
			r.Any.Successes != w.any || r.Any.Trials != w.instances || r.Failed != w.failed {
			t.Errorf("%s %v: %+v, %v", w.label, w.class, r, ok)
		}
	}
	if table.About != (About{Level: 0.95}) {
		t.Errorf("about %v", table.About)
	}
	one := Default.SuccessBySize(append(records[:2:2], records[8]))
	if r := one.Totals[0]; !one.About.Runs || r.Across != Default.Wilson(1, 2).Interval {
		t.Errorf("of one puzzle: %+v, about %v", r, one.About)
	}
	if _, ok := table.Get("b", Class{100, 199}); ok {
		t.Error("a row without records")
	}
	wantWarnings := []string{
		"a: 1 run failed and counts as not solved; p3 run 1: out of ants",
		"a: 1 puzzle has the content of another one of the 5",
		"a: between 1 and 2 runs per puzzle: puzzles with more runs weigh more",
	}
	if !slices.Equal(table.Warnings, wantWarnings) {
		t.Errorf("warnings %q", table.Warnings)
	}
}

func TestSuccessByPuzzle(t *testing.T) {
	got := Default.SuccessByPuzzle([]experiment.Record{
		row("a", "big", 100, 0, solver.Solved, 1), row("a", "small", 25, 0, solver.Exhausted, 1), row("b", "small", 25, 0, solver.Solved, 1),
		row("a", "big", 100, 1, solver.Exhausted, 1), row("a", "also", 25, 0, solver.Solved, 1),
	})
	want := []PuzzleSuccess{
		{"a", PuzzleKey{"also", "calso", 25}, Default.Wilson(1, 1)},
		{"a", PuzzleKey{"small", "csmall", 25}, Default.Wilson(0, 1)},
		{"a", PuzzleKey{"big", "cbig", 100}, Default.Wilson(1, 2)},
		{"b", PuzzleKey{"small", "csmall", 25}, Default.Wilson(1, 1)},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// What is shown first always holds the rate, and counts always add up.
func TestSuccessProperties(t *testing.T) {
	s := Settings{Resamples: 20}
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		table := s.SuccessBySize(records)
		runs := map[string]int{}
		for _, r := range append(table.Rows, table.Totals...) {
			rate := r.Runs.Rate
			if !(0 <= r.Across.Low && r.Across.Low <= rate+1e-12 && rate <= r.Across.High+1e-12 && r.Across.High <= 1) {
				t.Fatalf("across %+v of rate %v", r.Across, rate)
			}
			if r.Any.Rate < rate && r.Instances == 1 {
				t.Fatalf("%+v", r)
			}
			if r.Class != (Class{}) {
				runs[r.Label] += r.Runs.Trials
			}
		}
		for _, r := range table.Totals {
			if runs[r.Label] != r.Runs.Trials {
				t.Fatalf("%s: %d runs in the classes, %d in all", r.Label, runs[r.Label], r.Runs.Trials)
			}
		}
	})
}

func TestClass(t *testing.T) {
	for class, want := range map[Class]string{{}: "all", {0, 99}: "0–99", {100, 199}: "100–199", {400, 0}: "≥400", {144, 144}: "144"} {
		if class.String() != want {
			t.Errorf("%+v is written %q, want %q", class, class.String(), want)
		}
	}
	for n := range 700 {
		in := 0
		for _, c := range SizeClasses {
			if c.Contains(n) {
				in++
			}
		}
		if in != 1 || !(Class{}).Contains(n) {
			t.Errorf("%d cells are in %d classes", n, in)
		}
	}
}

func TestReferenceInterval(t *testing.T) {
	// Scheme 1 on 200–299 cells: 0.267 of the runs on 64 puzzles. Our own runs,
	// whose puzzles are known, never have a wider interval at that rate.
	got := Reference{Instances: 64, Rate: 0.267, Runs: 100}.Interval()
	if !near(got.Low, 0.1741, 4) || !near(got.High, 0.3863, 4) {
		t.Errorf("%+v", got)
	}
	units := make([]ratio, 64)
	for i := range units {
		units[i] = ratio{0, 100}
		if i < 17 {
			units[i].part = 100
		}
	}
	units[17].part = 8.8
	if own := Default.complete().across(units); own.Low < got.Low-0.005 || own.High > got.High+0.005 {
		t.Errorf("published %+v, ours at the most %+v", got, own)
	}
	if got := (Reference{Rate: 0.267, Runs: 100}).Interval(); got != (Interval{Low: 0, High: 1}) {
		t.Errorf("unknown puzzles: %+v", got)
	}
}
