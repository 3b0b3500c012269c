package nonogram

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// pngHead is what every PNG picture starts with.
const pngHead = "\x89PNG\r\n\x1a\n"

// maxPixels is the size of the largest picture that is decoded: larger ones are
// refused before memory is asked for.
const maxPixels = MaxCells

// readPNG makes a puzzle of a PNG picture, a pixel a cell. White and transparent
// pixels are the background; where there are none, those of the most frequent
// colour (but in a picture with a palette of its own that starts with white).
// Each other colour is one of the puzzle's palette: in the order of that of the
// picture, else dark ones first.
// The picture is the puzzle's solution. Errors name the source.
func readPNG(source string, r io.Reader) (puzzle.Set, error) {
	data, err := sets.ReadBytes(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "expected a PNG picture: %v", err)
	}
	if head.Width < 1 || head.Height < 1 || head.Height > maxPixels/head.Width {
		return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "expected a picture of 1 to %d pixels, found %dx%d", maxPixels, head.Height, head.Width)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "expected a PNG picture: %v", err)
	}
	board, palette, err := fromImage(img)
	if err != nil {
		return puzzle.Set{}, puzzle.Errorf(source, 1, 1, "%v", err)
	}
	return pictureSet(source, board, palette)
}

// fromImage turns the colours of a picture into a palette and a board.
func fromImage(img image.Image) (puzzle.Grid, []Ink, error) {
	bounds := img.Bounds()
	size := puzzle.Size{Rows: bounds.Dy(), Cols: bounds.Dx()}
	pixels := make([][3]uint8, size.Cells())
	count := map[[3]uint8]int{}
	for i := range pixels {
		at := size.At(i)
		pixels[i] = pixel(img.At(bounds.Min.X+at.Col, bounds.Min.Y+at.Row))
		count[pixels[i]]++
		if len(count) > MaxColours {
			return puzzle.Grid{}, nil, fmt.Errorf("expected at most %d colours, found more", MaxColours)
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
	palette := []Ink{{colourName(background), background}}
	index := map[[3]uint8]uint8{background: Blank}
	for _, c := range colours {
		if c != background {
			index[c] = uint8(len(palette))
			palette = append(palette, Ink{colourName(c), c})
		}
	}
	if len(palette) > MaxColours {
		return puzzle.Grid{}, nil, fmt.Errorf("expected at most %d colours, found more", MaxColours)
	}
	if len(palette) == 1 {
		palette = append(palette, BlackAndWhite()[1])
	}
	board := puzzle.NewGrid(size, Blank)
	for i, c := range pixels {
		board.Values[i] = index[c]
	}
	return board, palette, nil
}

var white = BlackAndWhite()[0].RGB

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
	if best == "" {
		best = Ink{RGB: rgb}.hex()
	}
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
	for _, ink := range item.P.palette {
		palette = append(palette, color.NRGBA{ink.RGB[0], ink.RGB[1], ink.RGB[2], 255})
	}
	img := image.NewPaletted(image.Rect(0, 0, item.Solution.Cols, item.Solution.Rows), palette)
	copy(img.Pix, item.Solution.Values)
	if again, _, err := fromImage(img); err != nil || !again.Equal(item.Solution) {
		return fmt.Errorf("nonogram %s: a picture cannot keep these colours apart: expected a white background and other colours that are all different and all used", item.P.id)
	}
	return png.Encode(w, img)
}
