package play

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"formicary/pkg/assets"
)

// mostSmall is how many small programs the cache keeps.
const mostSmall = 8

// packer is the Python program that compresses its standard input by LZMA (Igor Pavlov's LZMA specification, 2015), into the
// file format of LZMA alone with the size in its header. The decoder of pages, lzma.js, expects these literal contexts.
const packer = `
import lzma, sys
text = sys.stdin.buffer.read()
filters = [{"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 3, "lp": 0, "pb": 0, "dict_size": max(1 << len(text).bit_length(), 4096)}]
packed = lzma.compress(text, format=lzma.FORMAT_ALONE, filters=filters)
sys.stdout.buffer.write(packed[:5] + len(text).to_bytes(8, "little") + packed[13:])
`

// Small is a program of [Build] for a page that is sent or published. LZMA, of the given Python, makes it a third smaller, and
// takes 25 s of processor time the first time: the lab's cache keeps the last few. Without a Python that has LZMA the
// program stays as it is.
func Small(ctx context.Context, python string, wasm []byte) ([]byte, error) {
	home, err := assets.Home()
	if err != nil {
		return nil, err
	}
	small, err := cached(filepath.Join(home, "program-small", fmt.Sprintf("%.16x.lzma", sha256.Sum256(wasm))), mostSmall, func() ([]byte, error) {
		r, err := gzip.NewReader(bytes.NewReader(wasm))
		if err != nil {
			return nil, fmt.Errorf("the program for pages: %w", err)
		}
		cmd := exec.CommandContext(ctx, python, "-I", "-c", packer)
		cmd.Stdin = r
		small, err := cmd.Output()
		if err != nil {
			err = fmt.Errorf("%w: %w", errPacker, err)
		}
		return small, err
	})
	if errors.Is(err, errPacker) && ctx.Err() == nil {
		return wasm, nil
	}
	return small, err
}

// errPacker is wrapped by the error of a Python that is not there or has no LZMA.
var errPacker = errors.New("packing the program for pages")

// cached is a file of the cache, which is made where it is not there. Of the files in its folder with the same ending the
// newest few stay.
func cached(path string, most int, create func() ([]byte, error)) ([]byte, error) {
	if text, err := os.ReadFile(path); err == nil {
		return text, nil
	}
	text, err := create()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	if err := assets.ReplaceFile(path, text); err != nil {
		return nil, err
	}
	all, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"+filepath.Ext(path)))
	slices.SortFunc(all, func(a, b string) int { return changed(b).Compare(changed(a)) })
	for _, old := range all[min(len(all), most):] {
		_ = os.Remove(old) // a file more in a cache does no harm
	}
	return text, err
}
