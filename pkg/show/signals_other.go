//go:build !unix

package show

import (
	"os"
	"syscall"
)

// ends are the signals that end an experiment: Windows has one, and none reaches a page.
var ends = []os.Signal{os.Interrupt}

// broken is no signal here.
var broken []os.Signal

// ownGroup is that of no process: a page starts no programs, and kernels run on Unix.
var ownGroup *syscall.SysProcAttr
