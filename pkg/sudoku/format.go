package sudoku

import (
	"io"
	"strings"

	"formicary/pkg/puzzle"
)

// Formats lists the formats that Sudoku puzzles are read from and written in.
func Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "line", Extension: ".sdm", Doc: "one puzzle a line: ids, solutions and grades", Read: ReadLines, Write: WriteLines},
	}
}

// FormatByName returns the format with the given name or extension.
func FormatByName(name string) (puzzle.Format, error) { return puzzle.FindFormat(Formats(), name) }

// Read reads a set in any of [Formats]; the content tells which one.
func Read(source string, r io.Reader) (puzzle.Set, error) {
	return puzzle.Detect(source, r, Formats(), detect)
}

func detect(text []byte) string { return "line" }

// Open reads a set by its name: the file of that name in data/sudoku or in the
// sudoku folder of the benchmarks (see [puzzle.Find]), or a file's path.
func Open(name string) (puzzle.Set, error) { return puzzle.OpenSet(Kind, name, Read) }

// MustOpen is [Open] for cells of a notebook: it panics where Open fails.
func MustOpen(name string) puzzle.Set {
	set, err := Open(name)
	return puzzle.MustSet(Kind, set, err)
}

// writable prepares a set for a writer.
func writable(s puzzle.Set, ids bool) ([]puzzle.Entry[*Puzzle], error) {
	return puzzle.Writable(Kind, s, ids, func(p *Puzzle, v uint8) bool { return v >= 1 && int(v) <= p.layout.N })
}

// write writes the texts of all puzzles of a set, or nothing where one of them
// cannot be written.
func write(w io.Writer, s puzzle.Set, ids bool, text func(puzzle.Entry[*Puzzle]) (string, error)) error {
	items, err := writable(s, ids)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, item := range items {
		part, err := text(item)
		if err != nil {
			return err
		}
		b.WriteString(part)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
