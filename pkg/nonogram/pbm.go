package nonogram

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readPBM makes a puzzle of a picture in the PBM format of netpbm, plain ("P1")
// or raw ("P4"): its black pixels are the filled cells. The picture is the
// puzzle's solution; an engine can say whether there are others.
// Errors in a raw picture name the line and column of its header.
func readPBM(source string, r io.Reader) (puzzle.Set, error) {
	data, err := sets.ReadBytes(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	p := &pbmReader{source: source, data: data}
	board, err := p.board()
	if err != nil {
		return puzzle.Set{}, err
	}
	return pictureSet(source, board, nil)
}

// pictureSet is the set of the one puzzle that a picture makes.
func pictureSet(source string, board puzzle.Grid, palette []Ink) (puzzle.Set, error) {
	c := sets.Collect(source)
	p, err := FromPicture(c.NextID(), board, palette)
	if err != nil {
		return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "%v", err)
	}
	if err := c.Add(puzzle.Item{Puzzle: p, Solution: board}); err != nil {
		return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "%v", err)
	}
	return c.Finish(sets.NewLines(source, bytes.NewReader(nil)), "a picture")
}

// pbmReader reads a PBM picture.
type pbmReader struct {
	source string
	data   []byte
	at     int
}

func (p *pbmReader) errorf(at int, format string, args ...any) error {
	line := bytes.Count(p.data[:at], []byte("\n")) + 1
	column := at - (bytes.LastIndexByte(p.data[:at], '\n') + 1) + 1
	return puzzle.Errorf(p.source, line, column, format, args...)
}

// space passes over white space and comments.
func (p *pbmReader) space() {
	for ; p.at < len(p.data); p.at++ {
		switch p.data[p.at] {
		case ' ', '\t', '\r', '\n', '\v', '\f':
		case '#':
			for p.at < len(p.data)-1 && p.data[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

// number reads a number of the header.
func (p *pbmReader) number(what string) (int, error) {
	p.space()
	from := p.at
	for p.at < len(p.data) && p.data[p.at] >= '0' && p.data[p.at] <= '9' {
		p.at++
	}
	n := puzzle.ParseCount(string(p.data[from:p.at]), MaxCells)
	if n == 0 {
		return 0, p.errorf(from, "expected the %s of the picture, from 1 to %d", what, MaxCells)
	}
	return n, nil
}

func (p *pbmReader) board() (puzzle.Grid, error) {
	if !bytes.HasPrefix(p.data, []byte("P1")) && !bytes.HasPrefix(p.data, []byte("P4")) {
		return puzzle.Grid{}, p.errorf(0, "expected P1 or P4, the head of a PBM picture")
	}
	p.at = 2
	var size puzzle.Size
	var err error
	if size.Cols, err = p.number("width"); err != nil {
		return puzzle.Grid{}, err
	}
	if size.Rows, err = p.number("height"); err != nil {
		return puzzle.Grid{}, err
	}
	if size.Rows > MaxCells/size.Cols {
		return puzzle.Grid{}, p.errorf(2, "expected at most %d pixels, found %v", MaxCells, size)
	}
	if p.data[1] == '1' {
		return p.plain(size)
	}
	return p.raw(size)
}

// plain reads the digits of a plain picture.
func (p *pbmReader) plain(size puzzle.Size) (puzzle.Grid, error) {
	cells := make([]uint8, 0, min(size.Cells(), len(p.data)))
	for range size.Cells() {
		p.space()
		if p.at == len(p.data) {
			return puzzle.Grid{}, p.errorf(p.at, "expected %d pixels, found %d", size.Cells(), len(cells))
		}
		if c := p.data[p.at]; c != '0' && c != '1' {
			return puzzle.Grid{}, p.errorf(p.at, "expected a pixel, 0 or 1, found %q", c)
		}
		cells = append(cells, p.data[p.at]-'0')
		p.at++
	}
	return puzzle.Grid{Size: size, Values: cells}, nil
}

// raw reads the bits of a raw picture: each row starts with a new byte.
func (p *pbmReader) raw(size puzzle.Size) (puzzle.Grid, error) {
	head := p.at
	p.at++ // one white space
	width := (size.Cols + 7) / 8
	if len(p.data)-p.at < width*size.Rows {
		return puzzle.Grid{}, p.errorf(min(head, len(p.data)), "expected %d bytes of pixels after the header, found %d", width*size.Rows, max(len(p.data)-p.at, 0))
	}
	board := puzzle.NewGrid(size, Blank)
	for i := range board.Values {
		row, col := i/size.Cols, i%size.Cols
		board.Values[i] = p.data[p.at+row*width+col/8] >> (7 - col%8) & 1
	}
	return board, nil
}

// writePBM writes the solution of the one black-and-white puzzle of a set as a
// plain PBM picture.
func writePBM(w io.Writer, s puzzle.Set) error {
	item, err := picture(s)
	if err != nil {
		return err
	}
	if err := item.P.plain(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "P1\n%d %d\n", item.Solution.Cols, item.Solution.Rows)
	for i, v := range item.Solution.Values {
		// No line of a plain picture may have more than 70 characters.
		if col := i % item.Solution.Cols; i > 0 && col%70 == 0 {
			_ = b.WriteByte('\n') // Flush tells
		}
		_ = b.WriteByte('0' + v)
	}
	_ = b.WriteByte('\n')
	return b.Flush()
}

// picture is the one puzzle of a set whose solution, which it must have and
// solve, is a picture of all that it says.
func picture(s puzzle.Set) (sets.Entry[*Puzzle], error) {
	var item sets.Entry[*Puzzle]
	items, err := sets.Writable(kindName, s, false, complete)
	if err != nil {
		return item, err
	}
	item = items[0]
	switch {
	case len(items) > 1:
		return item, fmt.Errorf("nonogram: set %s: a picture holds one puzzle, not %d", s.Name, len(items))
	case item.Solution.IsZero():
		return item, fmt.Errorf("nonogram %s: a picture needs the puzzle's solution", item.P.id)
	case len(item.P.Check(item.Solution)) > 0:
		return item, fmt.Errorf("nonogram %s: the solution does not solve the puzzle: %v", item.P.id, item.P.Check(item.Solution)[0])
	}
	return item, nil
}
