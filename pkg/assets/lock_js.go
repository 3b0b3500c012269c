package assets

import "os"

// TryLock always has the lock: a program in a page is alone with its files.
func TryLock(*os.File) (ok bool, err error) { return true, nil }
