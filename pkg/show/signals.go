//go:build !js

package show

import (
	"os"
	"syscall"
)

// ends are the signals that end an experiment between two runs.
var ends = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE}
