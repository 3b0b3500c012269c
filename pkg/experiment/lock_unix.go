//go:build unix && !solaris && !aix

package experiment

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this process until it is closed or the process ends,
// however it ends.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
