package solver_test

import (
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// spin uses processor time: at least so much by a clock of its own.
func spin(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
		_ = start
	}
}

// TestClock: with a clock a run's processor time is at most its wall time, all runs
// together get what the thread used, a long run gets all of it, and one that waits
// gets next to nothing.
func TestClock(t *testing.T) {
	clock := solver.NewClock()
	defer clock.Stop()
	run := func(clock *solver.Clock, work func()) solver.Outcome {
		t.Helper()
		m := solver.Start(t.Context(), nil, solver.Run{Clock: clock})
		work()
		out, err := m.Finish(solver.Found(solver.Exhausted))
		alltest.Require(t, err == nil && out.CPU >= 0 && (clock == nil || out.CPU <= out.Elapsed),
			"processor time %v of %v, %v", out.CPU, out.Elapsed, err)
		return out
	}
	var sum time.Duration
	whole := run(nil, func() {
		for range 500 {
			sum += run(clock, func() {}).CPU
			sum += run(clock, func() { spin(5 * time.Microsecond) }).CPU
		}
	})
	alltest.Check(t, sum > 0 && sum <= whole.CPU+time.Millisecond, "1,000 runs have a processor time of %v, the thread had %v", sum, whole.CPU)
	var long solver.Outcome
	whole = run(nil, func() { long = run(clock, func() { spin(20 * time.Millisecond) }) })
	alltest.Check(t, (long.CPU-whole.CPU).Abs() <= time.Millisecond,
		"a long run has a processor time of %v, the thread had %v", long.CPU, whole.CPU)
	wait := make(chan struct{})
	idle := run(clock, func() {
		time.AfterFunc(20*time.Millisecond, func() { close(wait) })
		<-wait
	})
	alltest.Check(t, idle.CPU <= idle.Elapsed/2, "a run that waits has a processor time of %v of %v", idle.CPU, idle.Elapsed)
}
