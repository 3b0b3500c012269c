package columns

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"formicary/pkg/experiment"
)

// A sealed file has the columns of one block after the other, each compressed
// (DEFLATE), between sealedMagic and a directory: compressed JSON, its length and
// its checksum (CRC-32C) in four bytes each, the least first, and sealedMagic once
// more, so that a file that was cut off is noticed.
const (
	sealedMagic = "fsealed1"
	foot        = 8 + len(sealedMagic)
)

// block is how many records stand together: enough for what they share, few enough
// to be held.
const block = 1 << 14

// Source is a journal that records of a sealed file are from.
type Source struct {
	// Name is its path within the folder, with slashes.
	Name string `json:"name"`
	// Size is its length in bytes, when it was read.
	Size int64 `json:"size"`
}

// directory is what a sealed file ends with.
type directory struct {
	Sources []Source `json:"sources"`
	Blocks  []header `json:"blocks"`
}

// Writer writes a sealed file. It holds the records of one block.
type Writer struct {
	to        io.Writer
	directory directory
	block     *collector
	zip       *flate.Writer
	err       error // of the first write that failed
}

// Create begins a sealed file of the records of some journals. The same records in
// the same order give the same bytes.
func Create(to io.Writer, sources []Source) *Writer {
	zip, _ := flate.NewWriter(nil, flate.DefaultCompression) // the level is one of flate's own
	w := &Writer{to: to, zip: zip, directory: directory{Sources: sources}, block: newCollector(everything)}
	w.write([]byte(sealedMagic))
	return w
}

var everything = Extras{Traces: true, Boards: true, whole: true}

// Add writes a record. The error is that of the file.
func (w *Writer) Add(r experiment.Record) error {
	w.block.add(&r)
	if w.block.records == block {
		w.flush()
	}
	return w.err
}

// Close ends the file; it does not close what it was written to. The error is the
// first of all.
func (w *Writer) Close() error {
	if w.block.records > 0 {
		w.flush()
	}
	packed := w.pack(marshal(w.directory))
	tail := binary.LittleEndian.AppendUint32(nil, uint32(len(packed)))
	tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(packed, castagnoli))
	w.write(packed)
	w.write(append(tail, sealedMagic...))
	return w.err
}

func (w *Writer) flush() {
	h, body := w.block.columns()
	for i := range h.Columns {
		c := &h.Columns[i]
		packed := w.pack(body[:c.size()])
		body = body[c.size():]
		c.Packed, c.Sum = len(packed), crc32.Checksum(packed, castagnoli)
		w.write(packed)
	}
	w.directory.Blocks = append(w.directory.Blocks, h)
	w.block = newCollector(everything)
}

func (w *Writer) pack(text []byte) []byte {
	var out bytes.Buffer
	w.zip.Reset(&out)
	_, _ = w.zip.Write(text) // a bytes.Buffer takes everything
	_ = w.zip.Close()
	return out.Bytes()
}

func (w *Writer) write(text []byte) {
	if w.err == nil {
		if _, w.err = w.to.Write(text); w.err != nil {
			w.err = fmt.Errorf("columns: %w", w.err)
		}
	}
}
