package run

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A run limited by time is rerun with as many rounds, and judged by what a
// solution counts.
func TestTwiceByTime(t *testing.T) {
	p := experimenttest.Table(4)[3]
	for name, c := range map[string]struct {
		engine experimenttest.Flips
		budget solver.Budget
		differ bool // the second run draws otherwise
		says   bool
		ok     bool
	}{
		"solved":            {experimenttest.Flips{Bias: 0.6}, solver.Budget{Wall: time.Hour}, false, false, true},
		"solved, by CPU":    {experimenttest.Flips{Bias: 0.6}, solver.CPU(time.Hour), false, false, true},
		"by rounds":         {experimenttest.Flips{Bias: 0.6}, solver.Iterations(3), false, false, true},
		"other ways":        {experimenttest.Flips{Bias: 0.6}, solver.Iterations(30), true, true, true},
		"of time otherwise": {experimenttest.Flips{Bias: 0.6}, solver.Budget{Wall: time.Hour}, true, true, true},
	} {
		r, _ := Solve(t.Context(), c.engine, p, solver.Run{Seed: 5, Budget: c.budget})
		r.Seed, r.Budget = 5, c.budget
		second := c.engine
		if c.differ {
			second.Bias = 0.9
			r.Seed = 6
		}
		warning, ok := twice(t.Context(), r, second, p)
		alltest.Check(t, ok == c.ok && (warning != "") == c.says, "%s: %q, %v", name, warning, ok)
	}
	// Time alone, with neither rounds nor boards counted, tells nothing.
	if warning, ok := twice(t.Context(), record.Record{Budget: solver.Budget{Wall: 1}, Status: solver.Exhausted}, experimenttest.Flips{}, p); ok || warning != "" {
		t.Errorf("%q, %v", warning, ok)
	}
}

// What ended well or badly while the context ended is kept; what was cancelled is
// not.
func TestEndsWithTheContext(t *testing.T) {
	p := experimenttest.Table(1)[0]
	for name, c := range map[string]struct {
		out       solver.Outcome
		err       error
		cancelled bool
		status    solver.Status
	}{
		"solved":              {solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)}, nil, false, solver.Solved},
		"cancelled":           {solver.Outcome{Status: solver.Cancelled}, nil, true, ""},
		"the context's":       {solver.Outcome{}, context.Canceled, true, ""},
		"an error of its own": {solver.Outcome{Status: solver.Cancelled}, errors.New("mine"), false, record.Failed},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		e := experimenttest.Flips{Crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			cancel()
			return c.out, c.err
		}}
		r, cancelled := Solve(ctx, e, p, solver.Run{})
		alltest.Check(t, cancelled == c.cancelled && r.Status == c.status, "%s: %+v, cancelled %v", name, r, cancelled)
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
	alltest.Check(t, float64(peak) >= 0.7*1024*float64(kib) && peak%1024 == 0, "%d bytes, /proc tells %d KiB", peak, kib)
}
