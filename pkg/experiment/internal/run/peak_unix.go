//go:build unix

package run

import (
	"runtime"
	"syscall"
)

// peakBytes is the largest resident size of this process so far; 0 where the
// system does not say.
func peakBytes() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss) // getrusage(2) of macOS: bytes
	}
	return int64(u.Maxrss) * 1024 // getrusage(2) of Linux: KiB
}
