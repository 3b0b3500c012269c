package bundle

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

var when = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// files are those of a small bundle.
func files(t testing.TB) map[string][]byte {
	t.Helper()
	m := Manifest{Made: when, Notebooks: []Notebook{{Name: "a", File: "notebooks/a.ipynb", Page: "pages/a.html"}}}
	text := alltest.Must(m.Bytes())(t)
	return map[string][]byte{
		ManifestFile: text, "notebooks/a.ipynb": []byte(`{"cells": []}`), "pages/a.html": []byte("<p>page</p>"), "empty": nil,
		"records/a/study.json": bytes.Repeat([]byte("records "), 100),
	}
}

// written is a bundle in a file.
func written(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.zip")
	alltest.OK(t, os.WriteFile(path, content, 0o666))
	return path
}

func packed(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	alltest.OK(t, Write(&b, when, files))
	return b.Bytes()
}

// contents are all files of a bundle, or the error of any.
func contents(text []byte) (map[string][]byte, error) {
	b, err := read("a.zip", bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, err
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, name := range b.Names() {
		if out[name], err = b.File(name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func TestWriteAndOpen(t *testing.T) {
	all := files(t)
	text := packed(t, all)
	alltest.Check(t, bytes.Equal(text, packed(t, files(t))), "the same files give other bytes")
	got := alltest.Must(contents(text))(t)
	for name, content := range all {
		alltest.Check(t, bytes.Equal(got[name], content), "%s: %q", name, got[name])
	}
	alltest.Check(t, len(got) == len(all)+1 && got[SumsFile] != nil, "%d files", len(got))
	for _, name := range []string{
		"/a", "a/../b", "a\\b", "a//b", "", ".", "a/", "c:d", "a\nb", SumsFile, "empty/a", "Empty", "records/a", "x/" + strings.Repeat("a", 249),
		"a\x7f", "a\x1f", "a\ufffd", "a|", "<a", "a>", "a*", "a?", "a\"", "con", "x/Nul.tar.gz", "com1 .txt", "lpt³", "a./b", "a\u200bb", "manifest.json/a",
	} {
		more := files(t)
		more[name] = []byte("x")
		alltest.Fails(t, Write(&bytes.Buffer{}, when, more), "", "%q is written", name)
	}
	for _, name := range []string{"a b", "x/" + strings.Repeat("a", 248), "a~\u00a0ü", "console", "com", "com10", "notebooks/b", "records/b/c/d", ".a"} {
		more := files(t)
		more[name] = []byte("x")
		alltest.Equal(t, string(alltest.Must(contents(packed(t, more)))(t)[name]), "x", "%q is not written", name)
	}
	more := many(mostFiles - 1)
	delete(more, SumsFile)
	err := Write(&bytes.Buffer{}, when, more)
	alltest.Check(t, err == nil, "as many files as may be: %v", err)
	more["more"] = nil
	alltest.Fails(t, Write(&bytes.Buffer{}, when, more), "expected at most 10000 files of 1073741824 bytes in all, found 10001 of ", "more files than may be")
	noise := make([]byte, 1<<18) // more than is held back
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	for end, content := range map[string][]byte{"": nil, "noise: ": noise} { // at the end, or at a file
		more := files(t)
		more["noise"] = content
		err := Write(failing{}, when, more)
		alltest.Check(t, errors.Is(err, fs.ErrClosed) && strings.HasPrefix(err.Error(), "bundle: "+end), "a writer that fails: %v", err)
	}
	z := alltest.Must(zip.NewReader(bytes.NewReader(text), int64(len(text))))(t)
	for _, f := range z.File {
		alltest.Check(t, f.Mode() == 0o644 && f.Modified.Equal(when) && f.Method == zip.Deflate,
			"%s has the mode %v, the time %v and the method %d", f.Name, f.Mode(), f.Modified, f.Method)
	}
	// All files and their sums have so many bytes, and no more.
	whole := map[string][]byte{"a": make([]byte, mostBytes/2), "b": make([]byte, mostBytes/2-2*(2*sha256.Size+4)+1)}
	alltest.Fails(t, Write(&bytes.Buffer{}, when, whole), "found 3 of 1073741825", "a byte more than may be")
	if alltest.Asked() { // sums of 1 GiB
		whole["b"] = whole["b"][1:]
		alltest.Fails(t, Write(failing{}, when, whole), fs.ErrClosed, "as many bytes as may be")
	}
}

// failing writes nothing.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, fs.ErrClosed }

// TestUnpack: what is there is replaced, and sha256sum finds what it should.
func TestUnpack(t *testing.T) {
	b, err := Open(written(t, packed(t, files(t))))
	alltest.OK(t, err)
	defer b.Close()
	dir := filepath.Join(t.TempDir(), "deep", "a")
	for range 2 {
		alltest.OK(t, b.Unpack(dir))
		alltest.Refused(os.Stat(filepath.Join(dir, "old")))(t, "", "an old file is still there")
		alltest.OK(t, os.WriteFile(filepath.Join(dir, "old"), nil, 0o666))
	}
	var names []string
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != "old" {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	alltest.Check(t, slices.Equal(names, b.Names()), "%q, want %q", names, b.Names())
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".*"))
	alltest.Check(t, len(left) <= 0, "left behind: %q", left)
	// Folders and files have the modes that all have here, and everybody may look into the folder itself.
	for place, reference := range map[string]string{"..": "d", "../a/records": "d", "../a/records/a": "d", "../a/empty": "f"} {
		reference = filepath.Join(t.TempDir(), reference)
		if strings.HasSuffix(reference, "d") {
			err = os.Mkdir(reference, 0o777)
		} else {
			err = os.WriteFile(reference, nil, 0o666)
		}
		alltest.OK(t, err)
		got, want := mode(t, filepath.Join(dir, place)), mode(t, reference)
		alltest.Check(t, got == want, "%s has the mode %v, want %v", place, got, want)
	}
	got := mode(t, dir)
	alltest.Check(t, got.Perm() == 0o755 || runtime.GOOS == "windows", "the folder has the mode %v", got)
	if program, err := exec.LookPath("sha256sum"); err == nil {
		check := exec.Command(program, "-c", "--strict", SumsFile)
		check.Dir = dir
		out, err := check.CombinedOutput()
		alltest.Check(t, err == nil, "%v: %s", err, out)
	}
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info := alltest.Must(os.Stat(path))(t)
	return info.Mode()
}

// TestNoPlace: where a bundle cannot be unpacked, the error names it, and what is there stays.
func TestNoPlace(t *testing.T) {
	b := alltest.Must(Open(written(t, packed(t, files(t)))))(t)
	defer b.Close()
	home := t.TempDir()
	t.Chdir(home)
	alltest.OK(t, os.WriteFile("file", []byte("x"), 0o666))
	places := []string{"file/a", "."} // what is here cannot be moved aside
	if runtime.GOOS == "linux" {
		places = append(places, "/proc/a")
	}
	for _, place := range places {
		err := b.Unpack(place)
		alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), "bundle: "+b.Path+": "), "%s: %v", place, err)
	}
	all, err := os.ReadDir(home)
	alltest.Check(t, err == nil && len(all) == 1 && all[0].Name() == "file", "%v: %v", err, all)
	// Without the file of the bundle nothing is unpacked.
	alltest.OK(t, b.Close())
	if err := b.Unpack("a"); !errors.Is(err, fs.ErrClosed) || b.Close() == nil {
		t.Errorf("a bundle that was closed: %v", err)
	}
	alltest.Refused(Open("none.zip"))(t, fs.ErrNotExist, "no bundle")
}

// rawZip is an archive of any files, in their order, and of what is written behind them.
func rawZip(t testing.TB, files map[string][]byte, more ...func(z *zip.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		alltest.OK(t, err)
	}
	for _, write := range append(more, (*zip.Writer).Close) {
		alltest.OK(t, write(z))
	}
	return b.Bytes()
}

// summed are the files of a bundle, with their sums.
func summed(t *testing.T) map[string][]byte {
	t.Helper()
	all := files(t)
	with := alltest.Must(contents(packed(t, all)))(t)
	all[SumsFile] = with[SumsFile]
	return all
}

// TestRefused: archives that are no bundles, or are not to be unpacked.
func TestRefused(t *testing.T) {
	good := summed(t)
	with := func(name, content string) []byte {
		more := maps.Clone(good)
		more[name] = []byte(content)
		return rawZip(t, more)
	}
	digest := strings.Repeat("0", 2*sha256.Size)
	manifest := func(text string) []byte {
		more := maps.Clone(good)
		more[ManifestFile] = []byte(text)
		more[SumsFile] = fmt.Appendf(nil, "%s  %s\n", sum([]byte(text)), ManifestFile)
		return rawZip(t, more)
	}
	for _, c := range []struct {
		name string
		text []byte
		want string
	}{
		{"text", []byte("no archive"), "expected a .zip file"},
		{"up", with("../x", "x"), `expected the path of a file with slashes, found "../x"`},
		{"absolute", with("/etc/x", "x"), "expected the path of a file"},
		{"backslash", with(`a\..\x`, "x"), "expected the path of a file"},
		{"drive", with("c:x", "x"), "expected the path of a file"},
		{"case", with("EMPTY", "x"), `expected each file once, found "empty" again`},
		{"folder", with("folder/", ""), "expected the path of a file"},
		{"a file and a folder", appended(t, good, &zip.FileHeader{Name: "records"}, nil), `expected each file once, found "records" again`},
		{"twice", appended(t, good, &zip.FileHeader{Name: "empty"}, nil), "expected each file once"},
		{"link", special(t, good, fs.ModeSymlink), "expected a file, found"},
		{"as large as may be", large(t, nil, mostBytes), "SHA256SUMS: the file is missing"},
		{"a byte more", large(t, nil, mostBytes+1), "expected at most 1073741824 bytes in all files"},
		{"large", large(t, good, 1<<40), "expected at most 1073741824 bytes in all files"},
		{"sums", with(SumsFile, "x\n"), "SHA256SUMS:1:1: expected a SHA-256"},
		{"name", with(SumsFile, digest+"  ../x\n"), "SHA256SUMS:1:67: expected the path of a file"},
		{"again", with(SumsFile, digest+"  x\n"+digest+"  x\n"), "SHA256SUMS:2:67: expected each file once"},
		{"no hexadecimal digits", with(SumsFile, digest+"x  x\n"), "SHA256SUMS:1:1: expected a SHA-256 of 64 hexadecimal digits"},
		{"upper case", with(SumsFile, strings.Repeat("A", 64)+"  x\n"), "SHA256SUMS:1:1: expected a SHA-256"},
		{"too few digits", with(SumsFile, digest[2:]+"  x\n"), "SHA256SUMS:1:1: expected a SHA-256"},
		{"one space", with(SumsFile, digest+" x\n"), "SHA256SUMS:1:1: expected a SHA-256"},
		{"no file", with(SumsFile, digest), "SHA256SUMS:1:1: expected a SHA-256"},
		{"large sums", with(SumsFile, strings.Repeat(" ", mostOwn+1)), "SHA256SUMS: expected at most 16777216 bytes, found 16777217"},
		{"as many sums as may be", with(SumsFile, strings.Repeat(" ", mostOwn)), "SHA256SUMS:1:1: expected a SHA-256"},
		{"no sums", rawZip(t, files(t)), "a.zip: SHA256SUMS: the file is missing"},
		{"no manifest", rawZip(t, map[string][]byte{SumsFile: nil}), "a.zip: manifest.json: the file is missing"},
		{"another manifest", with(ManifestFile, "{}"), "a.zip: manifest.json: expected the SHA-256"},
		{"no text", manifest(""), "a.zip: manifest.json:1:1: expected the manifest of a bundle"},
		{"no json on the second line", manifest("{\n \"ü\": x}"), "manifest.json:2:7: expected the manifest of a bundle"},
		{"no time", manifest("{\n \"made\": \"x\"}"), "manifest.json:1:1: expected the manifest of a bundle"},
		{"no json", manifest("{"), "manifest.json:1:1: expected the manifest of a bundle"},
		{"type", manifest("{\n \"format\": 1}"), "manifest.json:2:12: expected the manifest of a bundle"},
		{"format", manifest(`{"format": "formicary bundle 9"}`), `expected the format "formicary bundle 1", found "formicary bundle 9"`},
		{"empty", manifest(`{"format": "formicary bundle 1"}`), "a.zip: manifest.json:1:1: expected at least one notebook"},
		{"outside", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "a", "page": "../../x"}]}`), "expected the path of a file"},
		{"study", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "a.ipynb", "page": "b.html"}], "studies": [{"name": "../x"}]}`), "expected the name of a study"},
		{"notebook outside", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "../../x", "file": "a", "page": "b"}]}`), `expected the name of a notebook, found "../../x"`},
		{"notebook below", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "x/a", "file": "a", "page": "b"}]}`), `expected the name of a notebook, found "x/a"`},
		{"no notebook", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "a.ipynb", "page": "pages/a.html"}]}`), "a.zip: a.ipynb: the file is missing"},
		{"no page", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "b.html"}]}`), "a.zip: b.html: the file is missing"},
		{"no study", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "pages/a.html"}], "studies": [{"name": "b"}]}`), "a.zip: records/b/study.json: the file is missing"},
		{"program", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "pages/evil.desktop"}]}`), `expected a page that ends in .html and a file that ends in .ipynb, found "pages/evil.desktop"`},
		{"one page twice", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "pages/a.html"}, {"name": "b", "file": "notebooks/a.ipynb", "page": "pages/a.html"}]}`), `expected each file once, found "pages/a.html" again`},
		{"negative", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "pages/a.html"}], "studies": [{"name": "b", "plans": [{"made": -2, "planned": 4}]}]}`), "expected up to 1000000000 planned runs and no more made, found 4 and -2"},
		{"overflow", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "pages/a.html"}], "studies": [{"name": "b", "plans": [{"made": 1, "planned": 9223372036854775807}]}]}`), "expected up to 1000000000 planned runs"},
		{"page that is none", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.html", "page": "pages/a.html"}]}`), "expected a page that ends in .html and a file that ends in .ipynb"},
		{"absolute notebook", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "/a.ipynb", "page": "pages/a.html"}]}`), "expected the path of a file"},
		{"nameless study", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "a.ipynb", "page": "b.html"}], "studies": [{"name": "S/"}]}`), "expected the name of a study"},
		{"nameless notebook", manifest(`{"format": "formicary bundle 1", "notebooks": [{"name": "", "file": "a.ipynb", "page": "b.html"}]}`), "expected the name of a notebook"},
		{"device", with("pages/CON.html", "x"), `expected a name that all systems can have, found "CON.html"`},
		{"blank at the end", with("pages /x", "x"), `expected a name that all systems can have, found "pages "`},
		{"dot at the end", with("x.", "x"), `expected a name that all systems can have, found "x."`},
		{"turned around", with("a\u202egnp.html", "x"), "expected a name that all systems can have"},
		{"large manifest", with(ManifestFile, strings.Repeat(" ", mostOwn+1)), "manifest.json: expected at most 16777216 bytes, found 16777217"},
		{"as many as may be", rawZip(t, many(mostFiles-1)), "manifest.json: the file is missing"},
		{"many", rawZip(t, many(mostFiles)), "expected at most 10000 files, found 10001"},
	} {
		alltest.Refused(contents(c.text))(t, c.want, c.name)
	}
	alltest.Refused(Open(t.TempDir()))(t, "expected a file", "a folder")
}

// many are more files than a bundle may have, when one is added.
func many(n int) map[string][]byte {
	out := map[string][]byte{SumsFile: nil}
	for i := range n {
		out[fmt.Sprint(i)] = nil
	}
	return out
}

// special has something that is no file.
func special(t *testing.T, files map[string][]byte, mode fs.FileMode) []byte {
	h := &zip.FileHeader{Name: "special"}
	h.SetMode(mode | 0o777)
	return appended(t, files, h, []byte("/etc/passwd"))
}

// large promises more than anybody wants.
func large(t *testing.T, files map[string][]byte, size uint64) []byte {
	content := []byte("x")
	h := &zip.FileHeader{Name: "large", UncompressedSize64: size, CompressedSize64: uint64(len(content)), CRC32: crc32.ChecksumIEEE(content)}
	return appended(t, files, h, content)
}

func appended(t *testing.T, files map[string][]byte, h *zip.FileHeader, content []byte) []byte {
	t.Helper()
	return rawZip(t, files, func(z *zip.Writer) error {
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = w.Write(content)
		}
		return err
	})
}

// FuzzOpen: no file makes the reader fail otherwise than by an error, or write outside
// of its folder.
func FuzzOpen(f *testing.F) {
	all := files(f)
	f.Add(packed(f, all))
	f.Add(rawZip(f, map[string][]byte{"../x": []byte("x"), SumsFile: nil, ManifestFile: []byte("{}")}))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := read("a.zip", bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return
		}
		for _, name := range b.Names() {
			alltest.Check(t, fs.ValidPath(name) && filepath.IsLocal(name), "%s is let in", puzzle.Quote(name))
		}
		checked := b.Check()
		home := t.TempDir()
		unpacked := b.Unpack(filepath.Join(home, "a"))
		alltest.Equal(t, (checked == nil), (unpacked == nil), "checked: %v; unpacked: %v", checked, unpacked)
		entries, err := os.ReadDir(home)
		alltest.Check(t, err == nil && len(entries) <= 1 && (len(entries) != 1 || unpacked == nil && entries[0].Name() == "a"), "%v: %v", err, entries)
	})
}

// FuzzManifest: with any manifest a bundle is refused, or names files of its own alone.
func FuzzManifest(f *testing.F) {
	all := files(f)
	f.Add(string(all[ManifestFile]))
	f.Add(`{"format": "formicary bundle 1", "notebooks": [{"name": "../a", "file": "notebooks/a.ipynb", "page": "pages/a.html"}], "studies": [{"name": "a"}]}`)
	f.Add(`{"format": "formicary bundle 1", "notebooks": [{"name": "a", "file": "notebooks/a.ipynb", "page": "/pages/a.html"}], "studies": [{"name": "..", "plans": [{"folder": ".."}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		with := maps.Clone(all)
		with[ManifestFile] = []byte(text)
		zipped := packed(t, with)
		b, err := read("a.zip", bytes.NewReader(zipped), int64(len(zipped)))
		if err != nil {
			return
		}
		m := b.Manifest
		for _, n := range m.Notebooks {
			alltest.Check(t, filepath.IsLocal(n.Name) && filepath.Base(n.Name) == n.Name && b.files[n.File] != nil && b.files[n.Page] != nil, "%+v is let in", n)
		}
		for _, s := range m.Studies {
			alltest.Check(t, filepath.IsLocal(s.Name) && b.files[Records+"/"+s.Name+"/study.json"] != nil, "%+v is let in", s)
		}
		written := alltest.Must(m.Bytes())(t)
		if _, err := parseManifest(ManifestFile, written); err != nil {
			t.Errorf("%s became %s: %v", text, written, err)
		}
		if _, err := Crate(About{}, m, nil); err != nil {
			t.Error(err)
		}
	})
}

// TestStreams: a file is checked and unpacked without being held in memory as a whole.
func TestStreams(t *testing.T) {
	const bytes = 64 << 20
	good := files(t)
	good["large"] = make([]byte, bytes)
	path := filepath.Join(t.TempDir(), "a.zip")
	alltest.OK(t, os.WriteFile(path, packed(t, good), 0o600))
	delete(good, "large")
	b := alltest.Must(Open(path))(t)
	defer b.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	dir := filepath.Join(t.TempDir(), "out")
	alltest.OK(t, errors.Join(b.Check(), b.Unpack(dir)))
	runtime.ReadMemStats(&after)
	took := after.TotalAlloc - before.TotalAlloc
	alltest.Check(t, took <= bytes/4, "a file of %d bytes takes %d bytes of memory", bytes, took)
	alltest.Equal(t, alltest.Must(os.Stat(filepath.Join(dir, "large")))(t).Size(), bytes, "the file is unpacked as")
}
