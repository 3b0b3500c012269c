//go:build unix

package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// endOthers ends all processes of this one's session and process group but itself
// and its mate: it interrupts them, and kills what is there after the grace.
func endOthers(mate int) {
	each := func(s syscall.Signal) (found bool) {
		for _, pid := range others(mate) {
			found = syscall.Kill(pid, s) == nil || found
		}
		return found
	}
	const step = 20 * time.Millisecond
	for found, left := each(syscall.SIGINT), grace; found && left > 0; left -= step {
		time.Sleep(step)
		found = each(0)
	}
	// What is killed may have started another one just before.
	for range 5 {
		if !each(syscall.SIGKILL) {
			return
		}
		time.Sleep(step)
	}
}

// others are the processes to end.
func others(mate int) (out []int) {
	self, group := os.Getpid(), syscall.Getpgrp()
	session, err := unix.Getsid(0)
	if err != nil || session != group {
		session = -1 // it is somebody else's
	}
	for _, pid := range processes() {
		g, errGroup := syscall.Getpgid(pid)
		s, errSession := unix.Getsid(pid)
		if pid != self && pid != mate && (errGroup == nil && g == group || errSession == nil && s == session) {
			out = append(out, pid)
		}
	}
	return out
}

// processes are the numbers of all processes, as /proc has them, or else ps.
func processes() []int {
	var names []string
	if entries, err := os.ReadDir("/proc"); err == nil {
		for _, e := range entries {
			names = append(names, e.Name())
		}
	} else if text, err := exec.Command("ps", "-A", "-o", "pid=").Output(); err == nil {
		names = strings.Fields(string(text))
	}
	var out []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			out = append(out, pid)
		}
	}
	return out
}
