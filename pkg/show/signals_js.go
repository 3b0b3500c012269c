package show

import (
	"os"
	"syscall"
)

// ends are the signals that end an experiment: none reaches a page.
var ends = []os.Signal{os.Interrupt}

// ownGroup is that of no process: a page starts no programs.
var ownGroup *syscall.SysProcAttr
