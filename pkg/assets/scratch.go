//go:build !js

package assets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// scratchLock is the file in a temporary folder that is locked while the folder
// is in use.
const scratchLock = ".in-use"

// Scratch makes a folder for temporary files, in the system's folder for them,
// with a name that begins with the prefix. It belongs to this process until free
// is called, which removes it. What processes left that were killed is removed
// first: a folder of that prefix whose lock nobody holds.
func Scratch(prefix string) (dir string, free func(), err error) {
	sweep(prefix)
	for {
		dir, err := os.MkdirTemp("", prefix)
		if err != nil {
			return "", nil, err
		}
		lock, err := os.OpenFile(filepath.Join(dir, scratchLock), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return "", nil, errors.Join(err, os.RemoveAll(dir))
		}
		ok, err := TryLock(lock)
		if err != nil {
			return "", nil, errors.Join(fmt.Errorf("%s: %w", lock.Name(), err), lock.Close(), os.RemoveAll(dir))
		}
		if _, gone := os.Stat(lock.Name()); ok && gone == nil {
			return dir, func() {
				_ = os.RemoveAll(dir)
				_ = lock.Close()
			}, nil
		}
		_ = lock.Close() // another process has just swept it
	}
}

// sweep removes the folders of a prefix that are in nobody's use: this user's own
// ones only, and never one whose lock is not there yet.
func sweep(prefix string) {
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		dir := filepath.Join(os.TempDir(), e.Name())
		info, err := e.Info()
		if !strings.HasPrefix(e.Name(), prefix) || err != nil || !info.IsDir() || !ours(info) {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(dir, scratchLock), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if ok, err := TryLock(lock); ok && err == nil {
			_ = os.RemoveAll(dir)
		}
		_ = lock.Close()
	}
}
