//go:build unix

package assets

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// TryLock locks a file for this process until it is closed or the process ends,
// however it ends. It does not wait: ok is false where another process has the
// file locked. The lock is that of flock(2), which network file systems may
// ignore.
func TryLock(f *os.File) (ok bool, err error) {
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// ours says whether a file belongs to the user of this process.
func ours(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == os.Getuid()
}
