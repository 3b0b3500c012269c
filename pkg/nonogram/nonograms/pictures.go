package nonograms

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readPBM makes a puzzle of a picture in the PBM format of netpbm, plain ("P1")
// or raw ("P4"): its black pixels are the filled cells. The picture is the
// puzzle's solution; an engine can say whether there are others.
// Errors in a raw picture name the line and column of its header.
func readPBM(source string, r io.Reader) puzzle.Set {
	data := sets.Must(sets.ReadBytes(source, r))
	p := &pbmReader{source: source, data: data}
	board := p.board()
	return pictureSet(source, board, nil)
}

// pictureSet is the set of the one puzzle that a picture makes.
func pictureSet(source string, board puzzle.Grid, palette []nonogram.Ink) puzzle.Set {
	c := sets.Collect(source)
	p, err := nonogram.FromPicture(c.NextID(), board, palette)
	sets.CheckAt(source, 1, 1, err)
	sets.CheckAt(source, 1, 1, c.Add(puzzle.Item{Puzzle: p, Solution: board}))
	return c.Done("a picture")
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
func (p *pbmReader) number(what string) int {
	p.space()
	from := p.at
	for p.at < len(p.data) && p.data[p.at] >= '0' && p.data[p.at] <= '9' {
		p.at++
	}
	n := puzzle.ParseCount(string(p.data[from:p.at]), nonogram.MaxCells)
	if n == 0 {
		panic(p.errorf(from, "expected the %s of the picture, from 1 to %d", what, nonogram.MaxCells))
	}
	return n
}

func (p *pbmReader) board() puzzle.Grid {
	if !bytes.HasPrefix(p.data, []byte("P1")) && !bytes.HasPrefix(p.data, []byte("P4")) {
		panic(p.errorf(0, "expected P1 or P4, the head of a PBM picture"))
	}
	p.at = 2
	cols := p.number("width")
	size := puzzle.Size{Rows: p.number("height"), Cols: cols}
	if size.Rows > nonogram.MaxCells/size.Cols {
		panic(p.errorf(2, "expected at most %d pixels, found %v", nonogram.MaxCells, size))
	}
	if p.data[1] == '1' {
		return p.plain(size)
	}
	return p.raw(size)
}

// plain reads the digits of a plain picture.
func (p *pbmReader) plain(size puzzle.Size) puzzle.Grid {
	cells := make([]uint8, 0, min(size.Cells(), len(p.data)))
	for range size.Cells() {
		p.space()
		if p.at == len(p.data) {
			panic(p.errorf(p.at, "expected %d pixels, found %d", size.Cells(), len(cells)))
		}
		if c := p.data[p.at]; c != '0' && c != '1' {
			panic(p.errorf(p.at, "expected a pixel, 0 or 1, found %q", c))
		}
		cells = append(cells, p.data[p.at]-'0')
		p.at++
	}
	return puzzle.Grid{Size: size, Values: cells}
}

// raw reads the bits of a raw picture: each row starts with a new byte.
func (p *pbmReader) raw(size puzzle.Size) puzzle.Grid {
	head := p.at
	p.at++ // one white space
	width := (size.Cols + 7) / 8
	if len(p.data)-p.at < width*size.Rows {
		panic(p.errorf(min(head, len(p.data)), "expected %d bytes of pixels after the header, found %d", width*size.Rows, max(len(p.data)-p.at, 0)))
	}
	board := puzzle.NewGrid(size, nonogram.Blank)
	for i := range board.Values {
		row, col := i/size.Cols, i%size.Cols
		board.Values[i] = p.data[p.at+row*width+col/8] >> (7 - col%8) & 1
	}
	return board
}

// writePBM writes the solution of the one black-and-white puzzle of a set as a
// plain PBM picture.
func writePBM(w io.Writer, s puzzle.Set) error {
	item, err := picture(s)
	if err != nil {
		return err
	}
	if err := noColours(item.P); err != nil {
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
func picture(s puzzle.Set) (sets.Entry[*nonogram.Puzzle], error) {
	var item sets.Entry[*nonogram.Puzzle]
	items, err := sets.Writable(kindName, s, false, complete)
	if err != nil {
		return item, err
	}
	item = items[0]
	switch {
	case len(items) > 1:
		return item, fmt.Errorf("nonogram: set %s: a picture holds one puzzle, not %d", s.Name, len(items))
	case item.Solution.IsZero():
		return item, fmt.Errorf("nonogram %s: a picture needs the puzzle's solution", item.P.ID())
	case len(item.P.Check(item.Solution)) > 0:
		return item, fmt.Errorf("nonogram %s: the solution does not solve the puzzle: %v", item.P.ID(), item.P.Check(item.Solution)[0])
	}
	return item, nil
}

// pngHead is what every PNG picture starts with.
const pngHead = "\x89PNG\r\n\x1a\n"

// maxPixels is the size of the largest picture that is decoded: larger ones are
// refused before memory is asked for.
const maxPixels = nonogram.MaxCells

// readPNG makes a puzzle of a PNG picture, a pixel a cell. White and transparent
// pixels are the background; where there are none, those of the most frequent
// colour (but in a picture with a palette of its own that starts with white).
// Each other colour is one of the puzzle's palette: in the order of that of the
// picture, else dark ones first.
// The picture is the puzzle's solution. Errors name the source.
func readPNG(source string, r io.Reader) puzzle.Set {
	data := sets.Must(sets.ReadBytes(source, r))
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		panic(puzzle.Errorf(source, 1, 1, "expected a PNG picture: %v", err))
	}
	if head.Width < 1 || head.Height < 1 || head.Height > maxPixels/head.Width {
		panic(puzzle.Errorf(source, 1, 1, "expected a picture of 1 to %d pixels, found %dx%d", maxPixels, head.Height, head.Width))
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		panic(puzzle.Errorf(source, 1, 1, "expected a PNG picture: %v", err))
	}
	board, palette, err := fromImage(img)
	sets.CheckAt(source, 1, 1, err)
	return pictureSet(source, board, palette)
}

// fromImage turns the colours of a picture into a palette and a board.
func fromImage(img image.Image) (puzzle.Grid, []nonogram.Ink, error) {
	bounds := img.Bounds()
	size := puzzle.Size{Rows: bounds.Dy(), Cols: bounds.Dx()}
	pixels := make([][3]uint8, size.Cells())
	count := map[[3]uint8]int{}
	for i := range pixels {
		at := size.At(i)
		pixels[i] = pixel(img.At(bounds.Min.X+at.Col, bounds.Min.Y+at.Row))
		count[pixels[i]]++
		if len(count) > nonogram.MaxColours {
			return puzzle.Grid{}, nil, fmt.Errorf("expected at most %d colours, found more", nonogram.MaxColours)
		}
	}
	colours := make([][3]uint8, 0, len(count))
	background := white
	if own, ok := img.(*image.Paletted); ok && len(own.Palette) > 0 && pixel(own.Palette[0]) == white {
		for _, c := range own.Palette {
			if rgb := pixel(c); count[rgb] > 0 && !slices.Contains(colours, rgb) {
				colours = append(colours, rgb)
			}
		}
	} else {
		for c := range count {
			colours = append(colours, c)
		}
		light := func(c [3]uint8) int { return 299*int(c[0]) + 587*int(c[1]) + 114*int(c[2]) }
		slices.SortFunc(colours, func(a, b [3]uint8) int {
			return cmp.Or(light(a)-light(b), slices.Compare(a[:], b[:]))
		})
		for _, c := range colours {
			if count[white] == 0 && len(colours) > 1 && count[c] > count[background] {
				background = c
			}
		}
	}
	palette := []nonogram.Ink{{Name: colourName(background), RGB: background}}
	index := map[[3]uint8]uint8{background: nonogram.Blank}
	for _, c := range colours {
		if c != background {
			index[c] = uint8(len(palette))
			palette = append(palette, nonogram.Ink{Name: colourName(c), RGB: c})
		}
	}
	if len(palette) > nonogram.MaxColours {
		return puzzle.Grid{}, nil, fmt.Errorf("expected at most %d colours, found more", nonogram.MaxColours)
	}
	if len(palette) == 1 {
		palette = append(palette, nonogram.BlackAndWhite()[1])
	}
	board := puzzle.NewGrid(size, nonogram.Blank)
	for i, c := range pixels {
		board.Values[i] = index[c]
	}
	return board, palette, nil
}

var white = nonogram.BlackAndWhite()[0].RGB

// pixel is a colour without its transparency; what is more transparent than not
// is white.
func pixel(c color.Color) [3]uint8 {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	if n.A < 128 {
		return white
	}
	return [3]uint8{n.R, n.G, n.B}
}

// colourName is the name of a colour, or its hexadecimal digits.
func colourName(rgb [3]uint8) string {
	best := ""
	for name, c := range namedColours {
		if c == rgb && (best == "" || name < best) {
			best = name
		}
	}
	best = cmp.Or(best, nonogram.Ink{RGB: rgb}.Hex())
	return best
}

// writePNG writes the solution of the one puzzle of a set as a PNG picture in
// the colours of its palette, a pixel a cell. Puzzles that the picture would not
// give back are errors: two colours that look the same, colours that no cell
// has, and backgrounds other than white that are not the most frequent colour.
func writePNG(w io.Writer, s puzzle.Set) error {
	item, err := picture(s)
	if err != nil {
		return err
	}
	var palette color.Palette
	for _, ink := range item.P.Palette() {
		palette = append(palette, color.NRGBA{ink.RGB[0], ink.RGB[1], ink.RGB[2], 255})
	}
	img := image.NewPaletted(image.Rect(0, 0, item.Solution.Cols, item.Solution.Rows), palette)
	copy(img.Pix, item.Solution.Values)
	if again, _, err := fromImage(img); err != nil || !again.Equal(item.Solution) {
		return fmt.Errorf("nonogram %s: a picture cannot keep these colours apart: expected a white background and other colours that are all different and all used", item.P.ID())
	}
	return png.Encode(w, img)
}
