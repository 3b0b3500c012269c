package play

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

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
	if !ok {
		t.Fatal("the page has no decoder")
	}
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
		if _, err := w.Write(text); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if same, err := Small(t.Context(), "no-python", zipped(nil)); err != nil || !bytes.Equal(same, zipped(nil)) {
		t.Errorf("without Python: %d bytes, %v", len(same), err)
	}
	if exec.Command("python3", "-c", "import lzma").Run() != nil {
		t.Skip("no Python with LZMA")
	}
	for i, text := range [][]byte{nil, []byte("a"), []byte(strings.Repeat("a", 2000)), bytes.Repeat([]byte("abcabd"), 90), source, mixed} {
		packed, err := Small(t.Context(), "python3", zipped(text))
		if err != nil || len(packed) > 40+len(text)/2 {
			t.Fatalf("text %d of %d bytes takes %d: %v", i, len(text), len(packed), err)
		}
		list := alltest.Must(vm.New(vm.Get("Uint8Array"), vm.ToValue(vm.NewArrayBuffer(slices.Clone(packed)))))(t)
		out, err := unpack(goja.Undefined(), list)
		if err != nil || !bytes.Equal(out.Export().([]byte), text) {
			t.Errorf("text %d of %d bytes comes out otherwise: %v", i, len(text), err)
		}
	}
}
