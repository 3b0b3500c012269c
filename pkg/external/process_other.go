//go:build !linux

package external

import "time"

func newMark() string { return "FORMICARY_COMMAND=1" }

func limitMemory(int, uint64) {}

// family is a program with the processes of its group.
type family struct{ pid int }

func newFamily(pid int, _ string) *family { return &family{pid} }

// begin and used tell the time on the clock.
func (f *family) begin() time.Duration { return f.used() }

func (f *family) used() time.Duration { return time.Since(epoch) }

// epoch is a time before all runs.
var epoch = time.Now()

func (f *family) memory() uint64 { return 0 }

// watch waits until the program has used its time up or the context has ended, and says so, or until it has stopped: the
// system does not tell the processor time of a running program.
func (f *family) watch(wall, cpu time.Duration, start time.Time, done, stopped <-chan struct{}) (spent bool) {
	select {
	case <-stopped:
		return false
	case <-done:
	case <-time.After(min(wall, cpu) - time.Since(start)):
	}
	return true
}
