package lab

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"formicary/pkg/assets"
)

// stampName is the file in a layer that is written last.
const stampName = ".complete"

// layer returns the folder home/name, which make fills when it is not there
// or not complete. Two processes never make it at the same time, and a folder
// that an interrupted process left is made anew.
func layer(ctx context.Context, home, name string, make func(dir string) error) (string, error) {
	dir := filepath.Join(home, name)
	if complete(dir) {
		return dir, nil
	}
	lock, err := os.OpenFile(dir+".lock", os.O_RDONLY|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer lock.Close() // which unlocks it
	if err := assets.Lock(ctx, lock); err != nil {
		return "", err
	}
	if complete(dir) {
		return dir, nil
	}
	// The programs that make the layer hold the lock, too: where this process is
	// killed, the next one waits until nobody writes any more.
	if err := inherit(lock); err != nil {
		return "", err
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := make(dir); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, stampName), nil, 0o644)
}

// complete says whether a layer is there as a whole.
func complete(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, stampName))
	return err == nil
}

// digest names a layer after what it is made from: 12 hexadecimal digits over
// the parts, which are set apart by their lengths.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// steps writes the progress of a preparation; steps may run side by side.
type steps struct {
	mu sync.Mutex
	w  io.Writer
}

// Write hands on what others report.
func (s *steps) Write(text []byte) (int, error) {
	s.printf("%s", bytes.TrimSuffix(text, []byte("\n")))
	return len(text), nil
}

func (s *steps) printf(format string, args ...any) {
	if s.w == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.w, format+"\n", args...)
}

// do runs one step and reports it if it takes longer than a second.
func (s *steps) do(title string, step func() error) error {
	start := time.Now()
	told := make(chan struct{})
	timer := time.AfterFunc(time.Second, func() { s.printf("  … %s", title); close(told) })
	err := step()
	if !timer.Stop() {
		<-told
		switch {
		case err == nil:
			s.printf("  ✓ %s (%.1f s)", title, time.Since(start).Seconds())
		case !errors.Is(err, context.Canceled):
			s.printf("  ✗ %s", title)
		}
	}
	return err
}
