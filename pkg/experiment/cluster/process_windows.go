package cluster

import (
	"os/exec"
	"syscall"
)

// ownSession keeps a process from the Ctrl-C of its parent's console.
func ownSession(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// startOf says whether a process exists, and when it was started, in units of 100 ns.
func startOf(id int) (started uint64, exists bool) {
	if id <= 0 {
		return 0, false
	}
	handle, err := syscall.OpenProcess(syscall.PROCESS_QUERY_INFORMATION, false, uint32(id))
	if err != nil {
		return 0, false
	}
	defer func() { _ = syscall.CloseHandle(handle) }()
	const active = 259 // STILL_ACTIVE of GetExitCodeProcess
	var code uint32
	var created, ended, kernel, user syscall.Filetime
	if syscall.GetExitCodeProcess(handle, &code) != nil || code != active || syscall.GetProcessTimes(handle, &created, &ended, &kernel, &user) != nil {
		return 0, false
	}
	return uint64(created.HighDateTime)<<32 | uint64(created.LowDateTime), true
}
