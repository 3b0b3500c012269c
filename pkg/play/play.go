// Package play takes the lab's engines into the page: [Build] compiles the Go
// program of a page (package play/program, or the program of a cell) to WebAssembly
// with the Go toolchain of the lab.
//
// Its opinion: a page computes with the code that the lab computes with. Boards are
// drawn, judged and solved, and statistics are computed, by the same packages, so
// that nothing in a page can differ from the lab; the scripts of package page only
// lay out what comes back.
//
// Its limits: one thread, on which a run takes about four times as long as in the lab
// (CONTRIBUTING.md has the figures). It needs a browser of 2023 or later, with WebAssembly and
// DecompressionStream.
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
	"strings"
	"time"

	"formicary/pkg/assets"
)

// Program is what a page needs to run Go: the program as WebAssembly, compressed by
// gzip, and the glue between it and the browser, a script that comes with the Go
// toolchain.
type Program struct {
	WASM []byte
	Glue string
}

// Build compiles a main package for pages, such as ./pkg/play/program, with the go
// command in a folder and the given environment. The lab's cache keeps the last few results by the text of the main
// package, so that kernels which show the same cell share one; the go command finds out by itself whether
// anything else has changed since.
func Build(ctx context.Context, folder, pkg string, env []string) (Program, error) {
	home, err := assets.Home()
	if err != nil {
		return Program{}, err
	}
	key, err := keyOf(filepath.Join(folder, pkg))
	if err != nil {
		return Program{}, err
	}
	cache := filepath.Join(home, "program-"+key)
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return Program{}, err
	}
	used := filepath.Join(cache, "lock")
	defer sweep(home, time.Now().Add(-time.Hour))
	lock, err := os.OpenFile(used, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return Program{}, err
	}
	defer lock.Close() // which unlocks it
	if err := assets.Lock(ctx, lock); err != nil {
		return Program{}, err
	}
	if now := time.Now(); os.Chtimes(used, now, now) != nil {
		return Program{}, fmt.Errorf("%s cannot be written", used)
	}
	env = append(env, "GOOS=js", "GOARCH=wasm")
	out := filepath.Join(cache, "program.wasm")
	if _, err := run(ctx, folder, env, append(flags, "-o", out, pkg)...); err != nil {
		return Program{}, err
	}
	root, err := run(ctx, folder, env, "env", "GOROOT")
	if err != nil {
		return Program{}, err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return Program{}, fmt.Errorf("the script that comes with Go for WebAssembly: %w", err)
	}
	packed, err := compressed(out)
	return Program{packed, string(glue)}, err
}

// keyOf names a main package by the text of its files.
func keyOf(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no Go files", folder)
	}
	sum := sha256.New()
	for _, file := range files {
		text, errRead := os.ReadFile(file)
		err = errors.Join(err, errRead)
		fmt.Fprintf(sum, "%s\n%d\n%s", filepath.Base(file), len(text), text)
	}
	return fmt.Sprintf("%.6x", sum.Sum(nil)), err
}

// mostPrograms is how many programs the cache keeps.
const mostPrograms = 8

// sweep removes what the cache has more, the programs that were used least lately, unless they were after some time:
// another process may be at work on them.
func sweep(home string, before time.Time) {
	all, _ := filepath.Glob(filepath.Join(home, "program-*", "lock"))
	slices.SortFunc(all, func(a, b string) int { return changed(b).Compare(changed(a)) })
	for _, old := range all[min(len(all), mostPrograms):] {
		if changed(old).Before(before) {
			_ = os.RemoveAll(filepath.Dir(old)) // a folder more in a cache does no harm
		}
	}
}

// changed is when a file was written last; no time where there is none.
func changed(path string) (at time.Time) {
	if info, err := os.Stat(path); err == nil {
		at = info.ModTime()
	}
	return at
}

// flags build a small program: without symbols, and without inlining but where runs spend their time, which are the
// engines and the main package, a cell with a rule. That makes it a tenth smaller.
var flags = []string{
	"build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=", "-gcflags=formicary/pkg/colony/...=", "-gcflags=formicary/pkg/cdcl=",
	"-gcflags=formicary/pkg/model/...=", "-gcflags=formicary/pkg/nurikabe/...=", "-gcflags=formicary/pkg/sudoku/...=", "-gcflags=formicary/pkg/nonogram/...=",
}

// compressed is a file compressed by gzip, which is kept beside it under the hash of its content.
func compressed(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return cached(fmt.Sprintf("%s-%.6x.gz", path, sha256.Sum256(text)), 1, func() ([]byte, error) {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		_, err = w.Write(text)
		err = errors.Join(err, w.Close())
		return b.Bytes(), err
	})
}

// run runs the go command and returns what it prints.
func run(ctx context.Context, folder string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = folder, env
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, said.String())
	}
	return string(out), nil
}
