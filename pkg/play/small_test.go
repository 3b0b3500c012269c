package play

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"formicary/pkg/alltest"
)

// TestSmall: texts of all kinds, packed here, come out again from the decoder of pages; without Python they stay.
func TestSmall(t *testing.T) {
	t.Setenv("FORMICARY_HOME", t.TempDir())
	source := alltest.Must(os.ReadFile("../charts/page/lzma.js"))(t)
	vm := goja.New()
	alltest.Must(vm.RunString("var window = {formicary: {}};" + string(source)))(t)
	unpack, ok := goja.AssertFunction(vm.Get("window").ToObject(vm).Get("formicary").ToObject(vm).Get("lzma"))
	alltest.Require(t, ok, "the page has no decoder")
	random := rand.New(rand.NewPCG(1, 2))
	var mixed []byte
	for len(mixed) < 50_000 {
		if len(mixed) > 10 && random.IntN(3) > 0 { // what was there, near or far
			from := random.IntN(len(mixed))
			mixed = append(mixed, mixed[from:min(len(mixed), from+random.IntN(400))]...)
		} else {
			mixed = append(mixed, byte(50*random.IntN(5)))
		}
	}
	zipped := func(text []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(text)
		alltest.Require(t, err == nil && w.Close() == nil, "%v", err)
		return b.Bytes()
	}
	same, err := Small(t.Context(), "no-python", zipped(nil))
	alltest.Check(t, err == nil && bytes.Equal(same, zipped(nil)), "without Python: %d bytes, %v", len(same), err)
	if exec.Command("python3", "-c", "import lzma").Run() != nil {
		t.Skip("no Python with LZMA")
	}
	for i, text := range [][]byte{nil, []byte("a"), []byte(strings.Repeat("a", 2000)), bytes.Repeat([]byte("abcabd"), 90), source, mixed} {
		packed, err := Small(t.Context(), "python3", zipped(text))
		alltest.Require(t, err == nil && len(packed) <= 40+len(text)/2, "text %d of %d bytes takes %d: %v", i, len(text), len(packed), err)
		list := alltest.Must(vm.New(vm.Get("Uint8Array"), vm.ToValue(vm.NewArrayBuffer(slices.Clone(packed)))))(t)
		out, err := unpack(goja.Undefined(), list)
		alltest.Check(t, err == nil && bytes.Equal(out.Export().([]byte), text), "text %d of %d bytes differs: %v", i, len(text), err)
	}
}

// TestPrograms: two folders with the same text, such as those of a cell in two kernels, share a program of the cache; a
// changed text has one of its own; and programs that nobody used lately are removed.
func TestPrograms(t *testing.T) {
	alltest.Only(t, "it compiles for pages")
	home := t.TempDir()
	t.Setenv("FORMICARY_HOME", home)
	build := func(text string) Program {
		t.Helper()
		folder := t.TempDir()
		alltest.OK(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(text), 0o644), os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module cell\n"), 0o644))
		return alltest.Must(Build(t.Context(), folder, ".", os.Environ()))(t)
	}
	kept := func() []string {
		return alltest.Must(filepath.Glob(filepath.Join(home, "program-*", "program.wasm")))(t)
	}
	const text = "package main\n\nfunc main() {}\n"
	if a, b := build(text), build(text); !bytes.Equal(a.WASM, b.WASM) || len(kept()) != 1 {
		t.Errorf("two folders with one text have %q", kept())
	}
	for i := range mostPrograms + 3 {
		dir := filepath.Join(home, fmt.Sprint("program-old", i))
		alltest.OK(t, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "lock"), nil, 0o600), os.WriteFile(filepath.Join(dir, "program.wasm"), nil, 0o600))
		used := time.Now().Add(-time.Duration(i+1) * 2 * time.Hour)
		alltest.OK(t, os.Chtimes(filepath.Join(dir, "lock"), used, used))
	}
	build(text + "\nvar _ = 1\n")
	alltest.Equal(t, len(kept()), mostPrograms, "the cache keeps programs")
	alltest.Check(t, changed(filepath.Join(filepath.Join(home, "program-old0"), "lock")).After(time.Time{}),
		"the program that was used last is gone")
}
