//go:build !linux

package solver

import "time"

// threadCPU stands in with wall time where the system has no clock per thread.
func threadCPU() time.Duration { return now() }
