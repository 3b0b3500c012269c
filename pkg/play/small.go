package play

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/assets"
)

// mostSmall is how many small programs the cache keeps.
const mostSmall = 8

// Small is a program of [Build] for a page that is sent or published: as LZMA it takes a fifth less, and 15 s of
// processor time the first time. The lab's cache keeps the last few.
func Small(wasm []byte) ([]byte, error) {
	home, err := assets.Home()
	if err != nil {
		return nil, err
	}
	cache := filepath.Join(home, "program-small")
	kept := filepath.Join(cache, fmt.Sprintf("%.16x.lzma", sha256.Sum256(wasm)))
	if small, err := os.ReadFile(kept); err == nil {
		return small, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(wasm))
	if err != nil {
		return nil, fmt.Errorf("the program for pages: %w", err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("the program for pages: %w", err)
	}
	small := lzma(text)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	if err := assets.ReplaceFile(kept, small); err != nil {
		return nil, err
	}
	return small, forget(cache)
}

// forget removes all but the newest files of a cache.
func forget(cache string) error {
	paths, err := filepath.Glob(filepath.Join(cache, "*.lzma"))
	if err != nil {
		return err
	}
	age := map[string]int64{}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			age[path] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(paths, func(a, b string) int { return int(min(max(age[b]-age[a], -1), 1)) })
	for _, path := range paths[min(len(paths), mostSmall):] {
		_ = os.Remove(path) // a file more in a cache does no harm
	}
	return nil
}
