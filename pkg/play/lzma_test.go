package play

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
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
	list := func(text []byte) goja.Value {
		o, err := vm.New(vm.Get("Uint8Array"), vm.ToValue(vm.NewArrayBuffer(slices.Clone(text))))
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	unpacked := func(packed []byte, before ...goja.Value) ([]byte, error) {
		out, err := unpack(goja.Undefined(), append([]goja.Value{list(packed)}, before...)...)
		if err != nil {
			return nil, err
		}
		return out.Export().([]byte), nil
	}
	for i, text := range texts {
		packed := lzma(text, nil)
		if got, err := unpacked(packed); err != nil || !bytes.Equal(got, text) {
			t.Errorf("text %d of %d bytes comes out as %d others: %v", i, len(text), len(got), err)
		}
		before := texts[len(texts)-1-i/2]
		after := lzma(text, before)
		if got, err := unpacked(after, list(before)); len(before) > 0 && (err != nil || !bytes.Equal(got, text)) {
			t.Errorf("text %d of %d bytes, packed after one of %d, comes out as %d others: %v", i, len(text), len(before), len(got), err)
		}
		if _, err := unpacked(after); err == nil {
			t.Errorf("text %d is unpacked without the one before it", i)
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
	other := slices.Concat(source[2000:], source[:1000])
	if packed := lzma(other, source); len(packed) > 200 {
		t.Errorf("what stands in another text takes %d bytes", len(packed))
	}
	if packed := lzma(source, nil); len(packed) > len(source)/2 {
		t.Errorf("%d bytes of JavaScript take %d", len(source), len(packed))
	}
}
