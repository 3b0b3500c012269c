package sets

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// The largest inputs that are read. What is larger is refused where the limit is
// passed, so that a file or a device without an end takes a bounded part of the
// memory. The largest boards of the papers have some ten thousand cells, and the
// largest published sets a million puzzles.
const (
	// MostBytes is the size of a file: 64 MB.
	MostBytes = 64 << 20
	// MostLine is the length of a line in bytes: 16 MB.
	MostLine = 16 << 20
	// MostPuzzles is the number of puzzles of a set.
	MostPuzzles = 1 << 20
	// MostSetCells is the number of cells of all puzzles of a set together.
	MostSetCells = 1 << 26
)

// The limits in words, as errors name them.
const (
	mostBytes = "at most 64 MB in a file"
	mostLine  = "at most 16 MB in a line"
)

// ReadBytes reads a whole input of at most [MostBytes], which need not be text; a
// larger one is a [*ParseError]. source names it in errors.
func ReadBytes(source string, r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	if _, err := b.ReadFrom(io.LimitReader(r, MostBytes+1)); err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	if data := b.Bytes(); len(data) <= MostBytes {
		return data, nil
	}
	line, column := puzzle.Position(b.Bytes(), MostBytes)
	return nil, puzzle.Errorf(source, line, column, "expected %s, found more", mostBytes)
}

// ReadFile is [ReadBytes] of a file that is a regular one: a folder, a pipe or a
// device is an error that says so, and nothing is read of it.
func ReadFile(path string) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadBytes(path, f)
}

// openFile opens a regular file.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// regular is the error of what is no regular file. To open a pipe could wait
// for ever.
func regular(path string, info fs.FileInfo) error {
	what := "something else"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return fmt.Errorf("%s: expected a file, found a folder", path)
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	}
	return fmt.Errorf("%s: expected a regular file, found %s (- reads the standard input)", path, what)
}

// longLine is the error of a line of a text that is too long.
func longLine(source string, text []byte) error {
	for number := 1; len(text) > MostLine; number++ {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			end = len(text)
		}
		if end > MostLine {
			return puzzle.Errorf(source, number, utf8.RuneCount(text[:MostLine])+1, "expected %s, found more", mostLine)
		}
		text = text[min(end+1, len(text)):]
	}
	return nil
}

// amount counts the puzzles of a set.
type amount struct{ puzzles, cells int }

// add counts a puzzle; the error is that they are too many.
func (a *amount) add(p puzzle.Puzzle) error {
	a.puzzles++
	a.cells += p.Size().Cells()
	switch {
	case a.puzzles > MostPuzzles:
		return fmt.Errorf("expected at most %s puzzles in a set, found more", puzzle.Thousands(MostPuzzles))
	case a.cells > MostSetCells:
		return fmt.Errorf("expected at most %s cells in all puzzles of a set, found more", puzzle.Thousands(MostSetCells))
	}
	return nil
}
