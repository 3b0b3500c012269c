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
// processor time the first time. The lab's cache keeps the last few. Before, unless it is nil, is a program that the
// page has, too: what both have in common is left out, which is more than half.
func Small(wasm, before []byte) ([]byte, error) {
	home, err := assets.Home()
	if err != nil {
		return nil, err
	}
	cache := filepath.Join(home, "program-small")
	kept := filepath.Join(cache, fmt.Sprintf("%.16x.lzma", sha256.Sum256(fmt.Appendf(nil, "%x %x", sha256.Sum256(wasm), sha256.Sum256(before)))))
	if small, err := os.ReadFile(kept); err == nil {
		return small, nil
	}
	var texts [2][]byte
	for i, packed := range [][]byte{wasm, before} {
		if packed == nil {
			continue
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, fmt.Errorf("the program for pages: %w", err)
		}
		if texts[i], err = io.ReadAll(r); err != nil {
			return nil, fmt.Errorf("the program for pages: %w", err)
		}
	}
	small := lzma(texts[0], texts[1])
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
