package experiment

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// The version of the code follows a puzzle through the sets that it is from, and
// an engine's parts as deep as is said, and comes to an end in any knot.
func TestCodeOfDeepParts(t *testing.T) {
	version := func(s solver.Solver, p puzzle.Puzzle) string {
		t.Helper()
		return versionFor(t, s, p)
	}
	one := table(1)[0]
	plain := version(flips{}, one)
	for name, p := range map[string]puzzle.Puzzle{
		"pointer":      &coins{id: "p", size: one.Size()},
		"item":         puzzle.Item{Puzzle: one},
		"item of item": puzzle.Item{Puzzle: puzzle.Item{Puzzle: one}},
	} {
		if got := version(flips{}, p); got != plain {
			t.Errorf("%s: %q, want %q", name, got, plain)
		}
	}

	type link struct{ Next any }
	// The engine, the field, the interface of the part and its value are 0 to 3;
	// each link has an interface and a value, and maybe a pointer.
	for name, chain := range map[string]struct {
		each int
		link func(end any) any
	}{
		"structs":  {2, func(end any) any { return link{end} }},
		"pointers": {3, func(end any) any { return &link{end} }},
		"lists":    {2, func(end any) any { return []any{end} }},
		"arrays":   {2, func(end any) any { return [1]any{end} }},
		"maps":     {2, func(end any) any { return map[string]any{"next": end} }},
	} {
		for links := range 6 {
			var end any = cmp.Ignore() // of another module
			for range links {
				end = chain.link(end)
			}
			found := strings.Contains(version(hooked{Parts: []any{end}}, one), "+bin-")
			if want := 3+chain.each*links <= deepest; found != want {
				t.Errorf("a part behind %d %s is found: %v", links, name, found)
			}
		}
	}
	list := []any{nil}
	list[0] = list
	table := map[string]any{}
	table["itself"] = table
	type ring struct{ Next *ring }
	round := &ring{}
	round.Next = round
	for name, part := range map[string]any{"list": list, "map": table, "ring": round, "no ring": &ring{}, "no pointer": (*ring)(nil)} {
		if got := version(hooked{Parts: []any{part}}, one); got != plain {
			t.Errorf("%s: %q, want %q", name, got, plain)
		}
	}
}

// What ended well or badly while the context ended is kept; what was cancelled is
// not.
func TestEndsWithTheContext(t *testing.T) {
	p := table(1)[0]
	for name, c := range map[string]struct {
		out       solver.Outcome
		err       error
		cancelled bool
		status    solver.Status
	}{
		"solved":              {solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)}, nil, false, solver.Solved},
		"cancelled":           {solver.Outcome{Status: solver.Cancelled}, nil, true, ""},
		"the context's":       {solver.Outcome{}, context.Canceled, true, ""},
		"an error of its own": {solver.Outcome{Status: solver.Cancelled}, errors.New("mine"), false, Failed},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		e := flips{crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			cancel()
			return c.out, c.err
		}}
		r, cancelled := solve(ctx, e, p, solver.Run{})
		if cancelled != c.cancelled || r.Status != c.status {
			t.Errorf("%s: %+v, cancelled %v", name, r, cancelled)
		}
	}
}

// A run limited by time is made again with as many rounds, and judged by what a
// solution counts.
func TestTwiceByTime(t *testing.T) {
	p := table(4)[3]
	for name, c := range map[string]struct {
		engine flips
		budget solver.Budget
		differ bool // the second run draws otherwise
		says   bool
		ok     bool
	}{
		"solved":            {flips{bias: 0.6}, solver.Budget{Wall: time.Hour}, false, false, true},
		"solved, by CPU":    {flips{bias: 0.6}, solver.CPU(time.Hour), false, false, true},
		"by rounds":         {flips{bias: 0.6}, solver.Iterations(3), false, false, true},
		"other ways":        {flips{bias: 0.6}, solver.Iterations(30), true, true, true},
		"of time otherwise": {flips{bias: 0.6}, solver.Budget{Wall: time.Hour}, true, true, true},
	} {
		r, _ := solve(t.Context(), c.engine, p, solver.Run{Seed: 5, Budget: c.budget})
		r.Seed, r.Budget = 5, c.budget
		second := c.engine
		if c.differ {
			second.bias = 0.9
			r.Seed = 6
		}
		warning, ok := twice(t.Context(), r, second, p)
		if ok != c.ok || (warning != "") != c.says {
			t.Errorf("%s: %q, %v", name, warning, ok)
		}
	}
	// Time alone, with neither rounds nor boards counted, tells nothing.
	if warning, ok := twice(t.Context(), Record{Budget: solver.Budget{Wall: 1}, Status: solver.Exhausted}, flips{}, p); ok || warning != "" {
		t.Errorf("%q, %v", warning, ok)
	}
}

// The funcs of an engine are named wherever they stand, and any knot ends.
func TestFuncsOf(t *testing.T) {
	if got := partsOf(hooked{Hook: outer}).names(); len(got) != 1 || !strings.HasPrefix(got[0], "Hook (code_test.go:") {
		t.Errorf("%q", got)
	}
	if got := partsOf(&hooked{Hook: outer}).names(); len(got) != 1 {
		t.Errorf("behind a pointer %q", got)
	}
	if got := partsOf(nest{&hooked{Hook: outer}}).names(); len(got) != 1 || !strings.HasPrefix(got[0], "Hook (") {
		t.Errorf("behind an interface %q", got)
	}
	knot := &nest{}
	knot.Solver = knot
	if got := partsOf(knot).names(); len(got) != 0 {
		t.Errorf("of nothing %q", got)
	}
	if got := partsOf(hooked{}).names(); len(got) != 0 {
		t.Errorf("of no func %q", got)
	}
}

// nest is an engine around another.
type nest struct{ solver.Solver }

// A module is known by the beginning of an import path, the longest one.
func TestModules(t *testing.T) {
	modules := []*debug.Module{{Path: "example.org/a", Version: "v1.0.0"}, {Path: "example.org/ab", Version: "v1.1.0"}, {Path: "example.org/a/nested", Version: "v1.2.0"}, {Path: "example.org/c/v2", Version: "v2.0.0"}}
	for name, want := range map[string][2]string{
		"example.org/a":          {"example.org/a", "v1.0.0"},
		"example.org/a/x":        {"example.org/a", "v1.0.0"},
		"example.org/a/nested/x": {"example.org/a/nested", "v1.2.0"},
		"example.org/ab/x":       {"example.org/ab", "v1.1.0"},
		"example.org/c/v2/deep":  {"example.org/c/v2", "v2.0.0"},
		"example.org/c":          {"example.org/c", ""},
		"example.org/abc":        {"example.org/abc", ""},
	} {
		for range 2 {
			if path, version := moduleOf(name, modules); path != want[0] || version != want[1] {
				t.Errorf("%s: %s %s, want %v", name, path, version, want)
			}
			slices.Reverse(modules)
		}
	}
}

func TestStandard(t *testing.T) {
	for name, want := range map[string]bool{
		"": true, "os": true, "math/rand/v2": true, "gonum.org/v1/gonum": false, "formicary/pkg/x": false, "main": false,
		"command-line-arguments": false, "formicary": false, "formicaryx/y": true,
	} {
		if standard(name) != want {
			t.Errorf("%q is standard: %v", name, !want)
		}
	}
}

// A run of which the engine does not tell the time has it from the clock, and
// one that does keeps it.
func TestSeconds(t *testing.T) {
	slow := func(elapsed time.Duration, err error) solver.Solver {
		return flips{crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			time.Sleep(time.Millisecond)
			return solver.Outcome{Status: solver.Exhausted, Cost: -1, Elapsed: elapsed, CPU: 3 * time.Millisecond, Iterations: 5, Evaluations: 6}, err
		}}
	}
	for _, c := range []struct {
		engine solver.Solver
		status solver.Status
		told   bool
	}{{slow(0, nil), solver.Exhausted, false}, {slow(tick, nil), solver.Exhausted, true}, {slow(0, errors.New("broken")), Failed, false}} {
		r, cancelled := solve(t.Context(), c.engine, table(1)[0], solver.Run{})
		if cancelled || r.Status != c.status || c.told != (r.Seconds == tick.Seconds()) || r.Seconds < 0.001 || r.CPU != 0.003 || r.Iterations != 5 || r.Evaluations != 6 {
			t.Errorf("%+v", r)
		}
		if c.status == Failed && (r.Cost != -1 || r.Error != "broken" || r.Stack != "") {
			t.Errorf("%+v", r)
		}
	}
}

// A trace has the improvements with a cost that is a number.
func TestTraceOfNumbers(t *testing.T) {
	e := flips{crash: func(_ puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
		for i, cost := range []float64{math.Inf(1), 7, math.NaN(), 3} {
			run.Trace(solver.Event{Improved: true, Iterations: int64(i), Evaluations: int64(10 * i), Elapsed: time.Duration(i) * time.Microsecond, Cost: cost})
		}
		return solver.Outcome{Status: solver.Exhausted, Cost: 3, Iterations: 3, Evaluations: 30, Elapsed: 1}, nil
	}}
	r, _ := solve(t.Context(), e, table(1)[0], solver.Run{})
	if diff := cmp.Diff([]Point{{1, 10, 1e-6, 7}, {3, 30, 3e-6, 3}}, r.Trace); diff != "" {
		t.Error(diff)
	}
}

// What is wrong with a plan is told with its place, counted from one.
func TestPlaceInABadPlan(t *testing.T) {
	good := examplePlan(3, 1)
	a, b := good.Engines[0], good.Engines[1]
	for want, spoil := range map[string]func(*Plan){
		"experiment: coins: invalid plan: puzzle 2 of 3 is nil":                                                         func(p *Plan) { p.Puzzles[1] = nil },
		"experiment: coins: invalid plan: engine 2 of 2 is nil":                                                         func(p *Plan) { p.Engines = []solver.Solver{a, nil} },
		"experiment: coins: invalid plan: engines 2 and 3 are the same (loaded): give one of them another variant name": func(p *Plan) { p.Engines = []solver.Solver{a, b, b} },
		"experiment: coins: invalid plan: -2 runs":                                                                      func(p *Plan) { p.Runs = -2 },
		"experiment: coins: invalid plan: -3 workers":                                                                   func(p *Plan) { p.Workers = -3 },
		"experiment: a plan without a name: invalid plan: it has no engines":                                            func(p *Plan) { p.Name, p.Engines = "", nil },
		"experiment: coins: invalid plan: a negative budget: {Iterations:-1 Evaluations:0 Wall:0s CPU:0s}":              func(p *Plan) { p.Budget = solver.Iterations(-1) },
		"experiment: coins: invalid plan: a negative budget: {Iterations:0 Evaluations:-1 Wall:0s CPU:0s}":              func(p *Plan) { p.Budget = solver.Evaluations(-1) },
		"experiment: coins: invalid plan: a negative budget: {Iterations:0 Evaluations:0 Wall:0s CPU:-1ns}":             func(p *Plan) { p.Budget = solver.CPU(-1) },
	} {
		plan := good
		plan.Puzzles = slices.Clone(good.Puzzles)
		spoil(&plan)
		if err := validated(plan); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := validated(Plan{Puzzles: good.Puzzles, Engines: good.Engines}); err != nil {
		t.Errorf("a plan of defaults: %v", err)
	}
	plan := Plan{Puzzles: good.Puzzles, Engines: good.Engines}
	if b, err := plan.task().bind(); err != nil || b.total() != 6 || plan.workers() < 1 || plan.workers() > runtime.NumCPU() {
		t.Errorf("%d runs, %d workers, %v", b.total(), plan.workers(), err)
	}
}

func validated(p Plan) error {
	_, err := p.Open()
	return err
}

// The rate is known once something is done, and time has passed.
func TestUnknownRate(t *testing.T) {
	for _, c := range []struct {
		done      int
		elapsed   time.Duration
		remaining time.Duration
	}{{5, 0, -1}, {0, time.Second, -1}, {1, time.Nanosecond, 3 * time.Nanosecond}} {
		r, left := rate(c.done, 3, c.elapsed)
		if left != c.remaining || (left < 0) != (r == 0) || math.IsInf(r, 0) || math.IsNaN(r) {
			t.Errorf("rate(%d, 3, %v) = %v, %v", c.done, c.elapsed, r, left)
		}
	}
}

// A manifest is readable by others, replaced as a whole, and leaves nothing behind
// where it cannot be written; the error says where that was.
func TestManifestFiles(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, examplePlan(1, 1), In(dir))
	m := manifestOf(t, dir)
	if info, err := os.Stat(m.path(dir)); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	gone := filepath.Join(dir, "gone")
	if warnings := m.begin(gone, nil, false); len(warnings) != 1 || !contains(warnings, "no such file") {
		t.Errorf("no folder: %q", warnings)
	}
	// A folder stands where the manifest should.
	other := t.TempDir()
	if err := os.MkdirAll(filepath.Join(m.path(other), "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if warnings := m.begin(other, nil, false); len(warnings) != 2 || !contains(warnings, m.path(other)) {
		t.Errorf("a folder for a file at the start: %q", warnings)
	}
	if err := m.end(other); err == nil || !strings.HasPrefix(err.Error(), "experiment: ") {
		t.Errorf("a folder for a file at the end: %v", err)
	}
	if entries, _ := os.ReadDir(other); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// The largest resident size is at least that which Linux tells in /proc, in KiB.
func TestPeakBytes(t *testing.T) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	peak := peakBytes()
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	told, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kib, err := strconv.ParseInt(told, 10, 64)
	if err != nil {
		t.Skip(err)
	}
	// A process that another has started may have the largest size of that one.
	if float64(peak) < 0.7*1024*float64(kib) || peak%1024 != 0 {
		t.Errorf("%d bytes, /proc tells %d KiB", peak, kib)
	}
}

// A session refuses trials that are not of its plan, counts what it gives, and is
// shut once closed.
func TestSessionLimits(t *testing.T) {
	s, err := examplePlan(3, 1).Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Trial{{Puzzle: -1}, {Puzzle: 3}, {Engine: -1}, {Engine: 2}, {Run: -1}} {
		if records, err := s.Do(t.Context(), Trial{}, bad); !errors.Is(err, ErrPlan) || records != nil {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if done, reused := s.Counts(); done != 0 || reused != 0 {
		t.Errorf("%d done, %d reused", done, reused)
	}
	// The same trial twice is one run; with another budget it is another.
	records, err := s.Do(t.Context(), Trial{Puzzle: 2, Engine: 1, Run: 9}, Trial{Puzzle: 2, Engine: 1, Run: 9}, Trial{Puzzle: 2, Engine: 1, Run: 9, Budget: solver.Iterations(1)})
	if err != nil || len(records) != 3 || records[0].Run != 9 || cmp.Diff(records[0], records[1]) != "" || records[2].Budget != solver.Iterations(1) || records[2].Iterations != 1 {
		t.Errorf("%+v, %v", records, err)
	}
	if done, reused := s.Counts(); done != 3 || reused != 1 {
		t.Errorf("%d done, %d reused", done, reused)
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	if _, err := s.Do(t.Context(), Trial{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a closed stepper: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err = examplePlan(3, 1).Open(); err != nil {
		t.Fatal(err)
	}
	if records, err := s.Do(ended, Trial{}); !errors.Is(err, context.Canceled) || records != nil {
		t.Errorf("%v, %v", records, err)
	}
}
