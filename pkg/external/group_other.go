//go:build !unix

package external

import (
	"os"
	"syscall"
	"time"
)

func attributes(string) (attr *syscall.SysProcAttr, started func(error)) { return nil, func(error) {} }

// end ends the program alone: the lab runs on Linux and macOS, and compiles elsewhere.
func (f *family) end(syscall.Signal) {
	if p, err := os.FindProcess(f.pid); err == nil {
		_ = p.Kill()
	}
}

func (f *family) bury() time.Duration { return 0 }
