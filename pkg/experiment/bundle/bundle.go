// Package bundle keeps a notebook with all that its results rest on in one .zip file.
//
//  1. [Write] writes one: the files that it is given, with SHA256SUMS. The same files give
//     the same bytes.
//  2. [Open] opens one and reads its [Manifest]. Names and sizes are looked at before
//     anything is unpacked.
//  3. [Bundle.Check] reads every file and names each that is not what was packed.
//  4. [Bundle.Unpack] writes the files to a folder, entirely or not at all. What is in
//     records there is a home of studies (package archive).
//
// Its opinion: unzip and sha256sum open and check a bundle, so that no program of the lab is needed.
// Its ro-crate-metadata.json ([Crate]) says what each file is.
//
// Its limits: SHA256SUMS tells damage from what was packed, not who packed it. A bundle
// has at most 10,000 files and 1 GiB.
package bundle

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"formicary/pkg/assets"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Names of files and folders of a bundle.
const (
	// ManifestFile is the [Manifest], SumsFile has the SHA-256 of all other files, as
	// sha256sum writes them.
	ManifestFile = "manifest.json"
	SumsFile     = "SHA256SUMS"
	// Records is the folder of the studies.
	Records = "records"
)

// The most that a bundle may have.
const (
	mostFiles = 10_000
	mostBytes = 1 << 30
	mostOwn   = 1 << 24 // bytes of the manifest, or of SHA256SUMS
)

// Bundle is a bundle that was opened.
type Bundle struct {
	// Path is its file.
	Path string
	// Manifest says what it has.
	Manifest Manifest

	file  *os.File
	files map[string]*zip.File
	sums  map[string]string
}

// Write writes the files of a bundle by their names, and SHA256SUMS. made is when they
// are said to be written. The error is that of a name that [Open] would not take, of too
// many or too large files, or of the writer.
func Write(w io.Writer, made time.Time, files map[string][]byte) error {
	if _, there := files[SumsFile]; there {
		return fmt.Errorf("bundle: %s is written here", SumsFile)
	}
	names, size := newNames(), 0
	sorted := slices.Sorted(maps.Keys(files))
	for _, name := range sorted {
		if err := names.add(name); err != nil {
			return fmt.Errorf("bundle: %w", err)
		}
		size += len(files[name]) + len(sumsLine("", name)) + 2*sha256.Size
	}
	if len(sorted)+1 > mostFiles || size > mostBytes {
		return fmt.Errorf("bundle: expected at most %d files of %d bytes in all, found %d of %d", mostFiles, mostBytes, len(sorted)+1, size)
	}
	var sums bytes.Buffer
	for _, name := range sorted {
		sums.WriteString(sumsLine(sum(files[name]), name))
	}
	z := zip.NewWriter(w)
	for _, name := range append(sorted, SumsFile) {
		content := files[name]
		if name == SumsFile {
			content = sums.Bytes()
		}
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: made.UTC().Truncate(time.Second)}
		h.SetMode(0o644)
		out, err := z.CreateHeader(h)
		if err == nil {
			_, err = out.Write(content)
		}
		if err != nil {
			return fmt.Errorf("bundle: %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("bundle: %w", err)
	}
	return nil
}

// Open opens a bundle. The error is that of the file, or says what is wrong with its
// list of files, SHA256SUMS or the manifest; no other file is read. [Bundle.Close]
// closes it.
func Open(path string) (*Bundle, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: expected a file", path)
	}
	var b *Bundle
	if err == nil {
		b, err = read(path, file, info.Size())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("bundle: %w", err), file.Close())
	}
	b.file = file
	return b, nil
}

// Close closes the file of the bundle.
func (b *Bundle) Close() error { return b.file.Close() }

// read opens a bundle of so many bytes.
func read(path string, r io.ReaderAt, size int64) (*Bundle, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: expected a .zip file: %w", path, err)
	}
	if len(z.File) > mostFiles {
		return nil, fmt.Errorf("%s: expected at most %d files, found %d", path, mostFiles, len(z.File))
	}
	b := &Bundle{Path: path, files: map[string]*zip.File{}}
	names, whole := newNames(), uint64(0)
	for _, f := range z.File {
		if err := names.add(f.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if !f.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: %s: expected a file, found %v", path, f.Name, f.Mode())
		}
		if whole += min(f.UncompressedSize64, mostBytes+1); whole > mostBytes {
			return nil, fmt.Errorf("%s: expected at most %d bytes in all files", path, mostBytes)
		}
		b.files[f.Name] = f
	}
	text, err := b.own(SumsFile)
	if err != nil {
		return nil, err
	}
	if b.sums, err = parseSums(path+": "+SumsFile, text); err != nil {
		return nil, err
	}
	if text, err = b.own(ManifestFile); err != nil {
		return nil, err
	}
	if is := sum(text); is != b.sums[ManifestFile] {
		return nil, b.changed(ManifestFile, is)
	}
	if b.Manifest, err = parseManifest(path+": "+ManifestFile, text); err != nil {
		return nil, err
	}
	for _, name := range b.Manifest.needs() {
		if b.files[name] == nil {
			return nil, fmt.Errorf("%s: %s: the file is missing", path, name)
		}
	}
	return b, nil
}

// File is the content of a file of the bundle. The error is that it is not there, or is
// not what was packed.
func (b *Bundle) File(name string) ([]byte, error) {
	var text bytes.Buffer
	if err := b.stream(name, &text); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// stream writes a file. The error is that it is not there, or is not what was packed; some of it may have been written then.
func (b *Bundle) stream(name string, to io.Writer) error {
	is, err := b.content(name, to)
	if err == nil && is != b.sums[name] && name != SumsFile {
		err = b.changed(name, is)
	}
	if err != nil {
		return fmt.Errorf("bundle: %w", err)
	}
	return nil
}

// content writes a file as it is there, and returns its SHA-256.
func (b *Bundle) content(name string, to io.Writer) (is string, err error) {
	f, ok := b.files[name]
	if !ok {
		return "", fmt.Errorf("%s: %s: the file is missing", b.Path, name)
	}
	in, err := f.Open()
	if err != nil {
		return "", fmt.Errorf("%s: %s: the file was changed: %w", b.Path, name, err)
	}
	defer in.Close()
	digest := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, digest), in); err != nil { // so it is where there are more or fewer bytes than promised
		return "", fmt.Errorf("%s: %s: the file was changed: %w", b.Path, name, err)
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// own is one of the bundle's own files, which tell of the others.
func (b *Bundle) own(name string) ([]byte, error) {
	if f := b.files[name]; f != nil && f.UncompressedSize64 > mostOwn {
		return nil, fmt.Errorf("%s: %s: expected at most %d bytes, found %d", b.Path, name, mostOwn, f.UncompressedSize64)
	}
	var text bytes.Buffer
	_, err := b.content(name, &text)
	return text.Bytes(), err
}

func (b *Bundle) changed(name, is string) error {
	if b.sums[name] == "" {
		return fmt.Errorf("%s: %s: expected no such file", b.Path, name)
	}
	return fmt.Errorf("%s: %s: expected the SHA-256 %s, found %s: the file was changed", b.Path, name, b.sums[name], is)
}

// Check sees that the bundle has what was packed, byte for byte, and nothing else. The
// error names every file that was changed, is missing, or was added.
func (b *Bundle) Check() error {
	return b.each(func(name string) error { return b.stream(name, io.Discard) })
}

// each does something with all files, and names those that are missing.
func (b *Bundle) each(do func(name string) error) error {
	wrong := lists.Map(b.Names(), do)
	for _, name := range slices.Sorted(maps.Keys(b.sums)) {
		if b.files[name] == nil {
			wrong = append(wrong, fmt.Errorf("bundle: %s: %s: the file is missing", b.Path, name))
		}
	}
	return errors.Join(wrong...)
}

// Names are the files, sorted.
func (b *Bundle) Names() []string { return slices.Sorted(maps.Keys(b.files)) }

// Unpack checks the bundle and writes its files to a folder, in place of what is there,
// entirely or not at all. The error is that of [Bundle.Check], or of the disk.
func (b *Bundle) Unpack(dir string) error {
	fail := func(err error) error { return fmt.Errorf("bundle: %s: %w", b.Path, err) }
	var wrong error
	err := assets.NewFolder(dir, func(next string) error {
		root, err := os.OpenRoot(next)
		if err != nil {
			return err
		}
		defer root.Close()
		wrong = b.each(func(name string) error {
			if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
				return fail(err)
			}
			file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if err != nil {
				return fail(err)
			}
			err = b.stream(name, file)
			if closed := file.Close(); err == nil && closed != nil {
				err = fail(closed)
			}
			return err
		})
		return wrong
	})
	if err != nil && wrong == nil {
		return fail(err)
	}
	return wrong
}

// sumsLine is the line of a file in [SumsFile].
func sumsLine(digest, name string) string { return digest + "  " + name + "\n" }

func parseSums(source string, text []byte) (map[string]string, error) {
	sums, names, n := map[string]string{}, newNames(), 0
	for line := range strings.Lines(string(text)) {
		n++
		digits, name, found := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if raw, err := hex.DecodeString(digits); !found || err != nil || len(raw) != sha256.Size || digits != strings.ToLower(digits) {
			return nil, puzzle.Errorf(source, n, 1, "expected a SHA-256 of %d hexadecimal digits, two spaces and a file", 2*sha256.Size)
		}
		if err := names.add(name); err != nil {
			return nil, puzzle.Errorf(source, n, 2*sha256.Size+3, "%v", err)
		}
		sums[name] = digits
	}
	return sums, nil
}

// names are those of files in one folder, which all systems can have.
type names map[string]bool

func newNames() names { return names{} }

// add adds a file. The error says that there cannot be such a file, or not beside the
// others: names that differ in case alone are one file on some systems.
func (n names) add(name string) error {
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\:*?\"<>|") || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) || len(name) > 250 {
		return fmt.Errorf("expected the path of a file with slashes, found %s", puzzle.Quote(name))
	}
	for part := range strings.SplitSeq(name, "/") {
		if stem, _, _ := strings.Cut(part, "."); strings.HasSuffix(part, " ") || strings.HasSuffix(part, ".") || device.MatchString(strings.TrimRight(stem, " ")) || strings.ContainsFunc(part, hidden) {
			return fmt.Errorf("expected a name that all systems can have, found %s", puzzle.Quote(part))
		}
	}
	low := strings.ToLower(name)
	if _, there := n[low]; there {
		return fmt.Errorf("expected each file once, found %s again", puzzle.Quote(name))
	}
	n[low] = true
	for dir := path.Dir(low); dir != "."; dir = path.Dir(dir) {
		if n[dir] {
			return fmt.Errorf("expected a folder, found the file %s", puzzle.Quote(dir))
		}
		n[dir] = false
	}
	return nil
}

// device matches the names of devices of Windows, which are no files there whatever follows the first dot.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$`)

// hidden says whether a character is not seen, such as those that turn the order of others around.
func hidden(r rune) bool { return unicode.Is(unicode.Cf, r) }

// text of a bundle's own files.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(v)
	return b.Bytes(), err
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}
