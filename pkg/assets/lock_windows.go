package assets

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// TryLock locks a file for this process until it is closed or the process ends,
// however it ends. It does not wait: ok is false where another process has the
// file locked. The lock is that of LockFileEx on a byte that no file has, so that
// others can read the file.
func TryLock(f *os.File) (ok bool, err error) {
	beyond := windows.Overlapped{OffsetHigh: 1 << 30}
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &beyond)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// ours is true: the folder for temporary files is the user's own.
func ours(fs.FileInfo) bool { return true }
