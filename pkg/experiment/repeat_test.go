package experiment_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// told counts the warnings that a plan's runs do not repeat.
func told(warnings []string) (n int) {
	for _, w := range warnings {
		if strings.Contains(w, "do not repeat") {
			n++
		}
	}
	return n
}

// guessing is an engine of one func that throws islands at the board; random
// is asked for numbers.
func guessing(name string, random func(r *rand.Rand) float64) solver.Solver {
	return solver.Sketch(name, func(m *solver.Meter, p *nurikabe.Puzzle, r *rand.Rand) puzzle.Grid {
		best, least := puzzle.Grid{}, 1e9
		for m.Continue() {
			g := puzzle.NewGrid(p.Size(), nurikabe.Wall)
			for i := range g.Values {
				if random(r) < 0.4 {
					g.Values[i] = nurikabe.Island
				}
			}
			if cost := p.Cost(g); float64(cost) < least {
				best, least = g, float64(cost)
				m.Improved(least, g, nil)
			}
			m.Iterated(least, g, nil)
		}
		return best
	})
}

// One run of the typed funcs is made twice: state that runs share and
// the global generator are told, with the place of the func, and nothing else.
func TestRunsThatDoNotRepeat(t *testing.T) {
	global := acs.Named("global")
	global.Choose = func(_ *colony.Trail, c []int32) int { return rand.IntN(len(c)) } //nolint:forbidigo // what must not be, and is to be told
	pure := acs.Named("pure")
	pure.Choose = func(t *colony.Trail, c []int32) int { return t.Intn(len(c)) }
	for name, c := range map[string]struct {
		engine solver.Solver
		want   string
	}{
		"state":         {limping(false), "Choose (acs_test.go:"},
		"state in Each": {limping(true), ""},
		"global":        {global, "Choose (repeat_test.go:"},
		"pure":          {pure, ""},
		"paper":         {acs.New(), ""},
		"sketch":        {guessing("sketch", (*rand.Rand).Float64), ""},
		"wild sketch":   {guessing("wild", func(*rand.Rand) float64 { return rand.Float64() }), "search (repeat_test.go:"}, //nolint:forbidigo // the same
	} {
		for budget, limit := range map[string]solver.Budget{"iterations": solver.Iterations(30), "time": {Wall: 30 * time.Millisecond}} {
			plan := experiment.Plan{Puzzles: boards(t, 2, 9), Engines: []solver.Solver{acs.WithScheme(acs.Nearest), c.engine}, Runs: 2, Budget: limit, Seed: 3, Workers: 1}
			warnings := plan.MustRun(t.Context()).Warnings
			want := 1
			if c.want == "" {
				want = 0
			}
			alltest.Check(t, told(warnings) == want && (want != 1 || slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, c.want) })),
				"%s, budget of %s: %q", name, budget, warnings)
		}
	}
}

// counting counts the runs of an engine, and calls stop when the fifth begins.
type counting struct {
	solver.Solver
	runs *int
	stop context.CancelFunc
}

func (c counting) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if *c.runs++; *c.runs == 5 {
		c.stop()
	}
	return c.Solver.Solve(ctx, p, run)
}

// The second run is made once for the same funcs, whatever their parameters, and
// once more where only the journal of an older program has runs of them.
func TestRepeatedOnce(t *testing.T) {
	dir, runs := t.TempDir(), 0
	more := limping(true)
	more.Ants, more.Variant = 5, "fewer"
	ctx, stop := context.WithCancel(t.Context())
	plan := experiment.Plan{
		Name: "once", Puzzles: boards(t, 3, 9), Runs: 2, Budget: solver.Iterations(20), Seed: 3, Workers: 1,
		Engines: []solver.Solver{counting{limping(true), &runs, stop}, counting{more, &runs, stop}},
	}
	first, err := plan.Run(ctx, experiment.In(dir))
	if err != nil || !first.Interrupted || len(first.Records()) != 3 || runs != 5 { // one twice, one cancelled
		t.Fatalf("%d records of %d runs, %v", len(first.Records()), runs, err)
	}
	for _, c := range []struct {
		what       string
		made, most int // runs without, and runs with those rerun before reuse
	}{{"after an interruption", 9, 9 + 3}, {"all reused", 0, 6}} {
		runs = 0
		result := plan.MustRun(t.Context(), experiment.In(dir))
		alltest.Check(t, told(result.Warnings) == 0 && len(result.Records()) == 12 && runs > c.made && runs <= c.most,
			"%s: %d runs, %q, %s", c.what, runs, result.Warnings, result.Reuse)
	}
	manifests, _ := filepath.Glob(filepath.Join(dir, "manifest-*"))
	for _, m := range manifests {
		alltest.OK(t, os.Remove(m))
	}
	runs = 0
	fourth := plan.MustRun(t.Context(), experiment.In(dir))
	alltest.Check(t, runs >= 2 && runs <= 6 && len(fourth.Records()) == 12, "a journal without it: %d runs, %q", runs, fourth.Warnings)
}

// Runs that do not repeat are never reused, since nothing tells whose they are;
// they stay in the journal, and the warning comes every time.
func TestWhatDoesNotRepeatIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	plan := experiment.Plan{
		Name: "wild", Puzzles: boards(t, 3, 9), Runs: 2, Budget: solver.Iterations(20), Seed: 3, Workers: 1,
		Engines: []solver.Solver{limping(false)},
	}
	for i := range 3 {
		result := plan.MustRun(t.Context(), experiment.In(dir))
		if told(result.Warnings) != 1 || len(result.Records()) != 6 || strings.Contains(result.Reuse, fmt.Sprintf("%d records of", 6*i)) != (i > 0) || strings.Contains(result.Reuse, "reused") {
			t.Errorf("session %d: %q, %q", i+1, result.Warnings, result.Reuse)
		}
		text, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		alltest.Equal(t, strings.Count(string(text), "\n"), 6*(i+1), "session %d lines", i+1)
	}
}
