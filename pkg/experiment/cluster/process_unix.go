//go:build unix

package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownSession keeps a process from the signals to its parent's terminal and group.
func ownSession(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// startOf says whether a process exists, and when it was started where the system has
// /proc: field 22 of stat, in clock ticks since the system started. One that has
// ended, and that nobody has waited for, does not exist.
func startOf(id int) (started uint64, exists bool) {
	if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id)); err == nil {
		// The name, which may have anything in it, is in parentheses.
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if len(fields) > 19 {
			started, _ = strconv.ParseUint(string(fields[19]), 10, 64)
			return started, fields[0][0] != 'Z' && fields[0][0] != 'X'
		}
	}
	p, err := os.FindProcess(id)
	if id <= 0 || err != nil {
		return 0, false
	}
	err = p.Signal(syscall.Signal(0))
	return 0, err == nil || errors.Is(err, os.ErrPermission)
}
