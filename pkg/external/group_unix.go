//go:build unix && !linux

package external

import (
	"syscall"
	"time"
)

// attributes put the program into a process group of its own.
func attributes(string) (*syscall.SysProcAttr, func(error)) {
	return &syscall.SysProcAttr{Setpgid: true}, func(error) {}
}

func (f *family) end(signal syscall.Signal) { _ = syscall.Kill(-f.pid, signal) }

func (f *family) bury() time.Duration {
	f.end(syscall.SIGKILL)
	return 0
}
