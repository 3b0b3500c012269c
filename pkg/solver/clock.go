package solver

import (
	"runtime"
	"time"
)

// Clock reads the processor time of one thread for many short runs in turn
// ([Run.Clock]). To ask the system takes 200 to 600 ns, twice a run: as long as
// an easy Sudoku. A clock asks at most once in 50 µs, at the begin or end of a
// run. What passed between two readings is a run's wall time where it ended before
// the second, and else the rest of the thread's processor time: [Outcome.CPU] of
// one run is right within 50 µs, and the sum of all runs is at most what the
// thread used, but for the last 50 µs. Wall time is read in each run.
//
// It belongs to the goroutine that made it, which stays on its thread until
// [Clock.Stop].
type Clock struct {
	wall, cpu time.Duration // at the last reading
	given     time.Duration // processor time that runs got since then
}

// fresh is how long a reading of a [Clock] stands.
const fresh = 50 * time.Microsecond

// NewClock binds the goroutine to its thread.
func NewClock() *Clock {
	runtime.LockOSThread()
	return &Clock{wall: now(), cpu: threadCPU()}
}

// Stop ends the clock: the goroutine may change threads again.
func (c *Clock) Stop() { runtime.UnlockOSThread() }

// begin is told that a run begins.
func (c *Clock) begin(at time.Duration) {
	if at-c.wall >= fresh {
		c.wall, c.cpu, c.given = at, threadCPU(), 0
	}
}

// end is the processor time of a run.
func (c *Clock) end(start, at time.Duration) time.Duration {
	used := at - start
	if at-c.wall >= fresh {
		cpu := threadCPU()
		used = min(used, max(cpu-c.cpu-c.given, 0))
		c.wall, c.cpu, c.given = at, cpu, 0
		return used
	}
	c.given += used
	return used
}

// began is when now was 0.
var began = time.Now()

// now is the time on the clock. It takes half as long as time.Now, which asks for
// the date, too.
func now() time.Duration { return time.Since(began) }
