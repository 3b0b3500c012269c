package play

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestLZMA: texts of all kinds, packed here, come out again from the decoder of pages, and from xz where it is there.
func TestLZMA(t *testing.T) {
	source, err := os.ReadFile("../charts/page/lzma.js")
	if err != nil {
		t.Fatal(err)
	}
	vm := goja.New()
	if _, err := vm.RunString("var window = {formicary: {}};" + string(source)); err != nil {
		t.Fatal(err)
	}
	unpack, ok := goja.AssertFunction(vm.Get("window").ToObject(vm).Get("formicary").ToObject(vm).Get("lzma"))
	if !ok {
		t.Fatal("the page has no decoder")
	}
	random := rand.New(rand.NewPCG(1, 2))
	texts := [][]byte{nil, []byte("a"), []byte(strings.Repeat("a", 2000)), bytes.Repeat([]byte("abcabd"), 90), source}
	for i := range 40 {
		var text []byte
		for len(text) < 50*i {
			if len(text) > 10 && random.IntN(3) > 0 { // what was there, near or far
				from := random.IntN(len(text))
				text = append(text, text[from:min(len(text), from+random.IntN(400))]...)
			} else {
				text = append(text, byte(50*random.IntN(5)))
			}
		}
		texts = append(texts, text)
	}
	_, err = exec.LookPath("xz")
	xz := err == nil
	for i, text := range texts {
		packed := lzma(text)
		list, err := vm.New(vm.Get("Uint8Array"), vm.ToValue(vm.NewArrayBuffer(packed)))
		if err != nil {
			t.Fatal(err)
		}
		out, err := unpack(goja.Undefined(), list)
		if err != nil {
			t.Fatalf("text %d of %d bytes: %v", i, len(text), err)
		}
		if got := out.Export().([]byte); !bytes.Equal(got, text) {
			t.Errorf("text %d of %d bytes comes out as %d others", i, len(text), len(got))
		}
		if !xz {
			continue
		}
		cmd := exec.Command("xz", "-dc", "--format=lzma")
		cmd.Stdin = bytes.NewReader(packed)
		if got, err := cmd.Output(); err != nil || !bytes.Equal(got, text) {
			t.Errorf("text %d of %d bytes: xz says %v and reads %d", i, len(text), err, len(got))
		}
	}
	if packed := lzma(source); len(packed) > len(source)/2 {
		t.Errorf("%d bytes of JavaScript take %d", len(source), len(packed))
	}
}
