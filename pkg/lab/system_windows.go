package lab

import (
	"errors"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// unsupported says what to do instead: the kernel needs process groups and signals.
func unsupported() error {
	return errors.New("the lab and its pages need Linux or macOS: run formicary in the Windows Subsystem for Linux (wsl --install)")
}

// inherit does nothing: nothing is prepared on this system.
func inherit(*os.File) error { return nil }

// ownGroup does nothing: no kernel runs on this system.
func ownGroup(*exec.Cmd) {}

// freeBytes is the free space in a folder.
func freeBytes(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	}
	return free, err
}
