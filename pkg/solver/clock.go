package solver

import (
	"runtime"
	"time"
)

// Clock reads the processor time of one thread for many short runs in turn
// ([Run.Clock]). To ask the system takes 200 to 600 ns, twice a run: as long as
// an easy Sudoku. A clock asks at most once in 50 µs, when a run begins or ends. A run
// that ends between two readings gets its wall time, a run that ends with one the
// processor time that is left: [Outcome.CPU] is right within 50 µs, and all runs
// together get at most 50 µs more than the thread used.
//
// It belongs to the goroutine that made it, which stays on its thread until
// [Clock.Stop].
type Clock struct {
	wall, cpu time.Duration // at the last reading
	given     time.Duration // processor time that runs got since then, and owe from before
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
		c.read(at)
	}
}

// end is the processor time of a run.
func (c *Clock) end(start, at time.Duration) time.Duration {
	used := at - start
	if at-c.wall >= fresh {
		given := c.given
		return min(used, max(c.read(at)-given, 0))
	}
	c.given += used
	return used
}

// read asks the system, and says how much processor time the thread used since the
// last reading. What runs got beyond that they owe.
func (c *Clock) read(at time.Duration) time.Duration {
	cpu := threadCPU()
	used := cpu - c.cpu
	c.wall, c.cpu, c.given = at, cpu, max(c.given-used, 0)
	return used
}

// began is when now was 0.
var began = time.Now()

// now is the time on the clock. It takes half as long as time.Now, which asks for
// the date, too.
func now() time.Duration { return time.Since(began) }
