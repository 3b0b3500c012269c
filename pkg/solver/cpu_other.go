//go:build !linux

package solver

import "time"

var processStart = time.Now()

// threadCPU stands in with wall time where the system has no clock per thread.
func threadCPU() time.Duration { return time.Since(processStart) }
