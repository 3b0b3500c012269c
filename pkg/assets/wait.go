package assets

import (
	"context"
	"fmt"
	"os"
	"time"
)

// Lock locks a file as [TryLock] does, and waits until it can. The error is that of
// the context, with the file's name, or TryLock's.
func Lock(ctx context.Context, f *os.File) error {
	for {
		if ok, err := TryLock(f); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for another process that has locked %s: %w", f.Name(), ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}
