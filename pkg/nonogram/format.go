package nonogram

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
)

// Formats lists the formats that nonograms are read from and written in.
func Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "non", Extension: ".non", Doc: "Simpson's format with colours, also several puzzles a file: ids, titles, solutions and grades", Read: ReadNon, Write: WriteNon},
		{Name: "batch", Extension: ".txt", Doc: "the tournaments' format: black-and-white square boards with ids, nothing else", Read: ReadBatch, Write: WriteBatch},
	}
}

// FormatByName returns the format with the given name or extension.
func FormatByName(name string) (puzzle.Format, error) { return puzzle.FindFormat(Formats(), name) }

// Read reads a set in any of [Formats]; the content tells which one.
func Read(source string, r io.Reader) (puzzle.Set, error) {
	return puzzle.Detect(source, r, Formats(), detect)
}

// detect names the format of a text by its first line that is not blank.
func detect(text []byte) string {
	for line := range bytes.Lines(text) {
		words := strings.Fields(string(line))
		switch {
		case len(words) == 0:
			continue
		case strings.HasPrefix(words[0], "$"):
			return "batch"
		}
		break
	}
	return "non"
}

// Open reads a set by its name: the file or the folder of that name in
// data/nonogram or in the nonogram folder of the benchmarks (see
// [puzzle.OpenFolder]), or a file's or a folder's path.
func Open(name string) (puzzle.Set, error) {
	return puzzle.OpenFolder(Kind, name, Read, func(p puzzle.Puzzle, id string) puzzle.Puzzle {
		return p.(*Puzzle).Named(id)
	})
}

// MustOpen is [Open] for cells of a notebook: it panics where Open fails.
func MustOpen(name string) puzzle.Set {
	set, err := Open(name)
	return puzzle.MustSet(Kind, set, err)
}

// writable prepares a set for a writer.
func writable(s puzzle.Set, ids bool) ([]puzzle.Entry[*Puzzle], error) {
	return puzzle.Writable(Kind, s, ids, func(p *Puzzle, v uint8) bool { return int(v) < len(p.palette) })
}

// write writes the texts of all puzzles of a set, or nothing where one of them
// cannot be written. part adds the i-th one.
func write(w io.Writer, s puzzle.Set, ids bool, part func(b *strings.Builder, i int, item puzzle.Entry[*Puzzle]) error) error {
	items, err := writable(s, ids)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i, item := range items {
		if err := part(&b, i, item); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// plain is the error of a puzzle with colours for a format that knows none.
func (p *Puzzle) plain() error {
	if p.isColour() {
		return fmt.Errorf("nonogram %s: this format knows no colours", p.id)
	}
	return nil
}
