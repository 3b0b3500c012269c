package bundle

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// TestChanged: the error of a file that cannot be read says that it was changed, which one, and how that is known; so does
// that of the bundle's own files.
func TestChanged(t *testing.T) {
	good := summed(t)
	for name, cause := range map[string]error{"crc": zip.ErrChecksum, "short": io.ErrUnexpectedEOF, "long": zip.ErrFormat, "method": zip.ErrAlgorithm} {
		for file, content := range good {
			rest := maps.Clone(good)
			delete(rest, file)
			h := &zip.FileHeader{Name: file, UncompressedSize64: uint64(len(content)), CompressedSize64: uint64(len(content)), CRC32: crc32.ChecksumIEEE(content)}
			switch name {
			case "crc":
				h.CRC32 ^= 1
			case "short":
				h.UncompressedSize64++
			case "long":
				h.UncompressedSize64 -= min(1, uint64(len(content)))
			case "method":
				h.Method = 99
			}
			if len(content) == 0 && (name == "crc" || name == "long") {
				continue // nothing is read
			}
			_, err := contents(appended(t, rest, h, content))
			want := "a.zip: " + file + ": the file was changed: "
			alltest.Check(t, err != nil && strings.Contains(err.Error(), want) && errors.Is(err, cause), "%s: %v, want %s", name, err, want)
		}
	}
	b := alltest.Must(read("a.zip", bytes.NewReader(packed(t, files(t))), int64(len(packed(t, files(t))))))(t)
	text, err := b.File("none")
	alltest.Check(t, text == nil && err != nil && err.Error() == "bundle: a.zip: none: the file is missing", "%q, %v", text, err)
	b.sums["empty"] = strings.Repeat("0", 2*sha256.Size)
	want := fmt.Sprintf("bundle: a.zip: empty: expected the SHA-256 %s, found %s: the file was changed", b.sums["empty"], sum(nil))
	if text, err := b.File("empty"); text != nil || err == nil || err.Error() != want {
		t.Errorf("%q, %v, want %s", text, err, want)
	}
	delete(b.sums, "empty")
	b.sums["gone"] = sum(nil)
	if err := b.Check(); err == nil || err.Error() != "bundle: a.zip: empty: expected no such file\nbundle: a.zip: gone: the file is missing" {
		t.Errorf("%v", err)
	}
}

// TestFlippedFiles: a byte of any file that is changed is noticed, and the file named,
// also where the archive's own sums fit; and so is a file that is gone, or was added.
func TestFlippedFiles(t *testing.T) {
	all := files(t)
	sums := alltest.Must(contents(packed(t, all)))(t)
	all[SumsFile] = sums[SumsFile]
	told := func(name string, files map[string][]byte, want string) {
		t.Helper()
		text := rawZip(t, files)
		_, err := contents(text)
		alltest.Check(t, err != nil && strings.Contains(err.Error(), name) && strings.Contains(err.Error(), want), "%s: %v", name, err)
		b, err := Open(written(t, text))
		if err != nil {
			return
		}
		defer b.Close()
		dir := filepath.Join(t.TempDir(), "a")
		alltest.Fails(t, b.Unpack(dir), "", "%s: it is unpacked", name)
		left, _ := os.ReadDir(filepath.Dir(dir))
		alltest.Check(t, len(left) <= 0, "%s: left behind: %q", name, left)
	}
	for name, content := range all {
		for at := range content {
			flipped := maps.Clone(all)
			flipped[name] = slices.Clone(content)
			flipped[name][at] ^= 1
			if name == SumsFile {
				if at%alltest.Of(8, 1) == 0 {
					told("", flipped, "") // the line, or the file of the line
				}
				continue
			}
			if told(name, flipped, "the file was changed"); at > 20 {
				break
			}
		}
		gone := maps.Clone(all)
		delete(gone, name)
		told(name, gone, "the file is missing")
	}
	more := maps.Clone(all)
	more["more"] = []byte("x")
	told("more", more, "expected no such file")
}

// TestFlippedBytes: with any byte of the .zip changed, it is refused, or all files are
// what they were (the time of a file, say, is not in its content).
func TestFlippedBytes(t *testing.T) {
	text := packed(t, files(t))
	want := alltest.Must(contents(text))(t)
	refused := 0
	for at := range text {
		flipped := slices.Clone(text)
		flipped[at] ^= 0x10
		got, err := contents(flipped)
		if err != nil {
			refused++
			continue
		}
		for name, content := range want {
			alltest.Require(t, bytes.Equal(got[name], content) && len(got) == len(want), "byte %d: %s is %q", at, name, got[name])
		}
	}
	alltest.Check(t, refused >= len(text)/2, "%d of %d are refused", refused, len(text))
}
