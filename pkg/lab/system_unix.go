//go:build unix

package lab

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// unsupported is nil: the lab runs on this system.
func unsupported() error { return nil }

// inherit lets the programs that this one starts hold a file, too.
func inherit(f *os.File) error {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETFD, 0)
	return err
}

// ownGroup gives a program a process group of its own.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// freeBytes is the free space in a folder.
func freeBytes(dir string) (uint64, error) {
	var stat unix.Statfs_t
	err := unix.Statfs(dir, &stat)
	return stat.Bavail * uint64(stat.Bsize), err
}
