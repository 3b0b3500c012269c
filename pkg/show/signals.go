//go:build unix

package show

import (
	"os"
	"syscall"
)

// ends are the signals that end an experiment between two runs.
var ends = []os.Signal{os.Interrupt, syscall.SIGTERM}

// broken comes once a pipe has no reader: that of the kernel, or one to a program that the cell has started.
var broken = []os.Signal{syscall.SIGPIPE}

// ownGroup starts a program in a process group of its own, so that an interrupt of the
// cell reaches it once.
var ownGroup = &syscall.SysProcAttr{Setpgid: true}
