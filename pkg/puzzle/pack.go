package puzzle

import (
	"encoding/base64"
	"fmt"
	"math/bits"
	"slices"
)

// Pack writes the values of a board as a short text for records and pages: a digit
// for the number of bits a cell (1 to 8), then these bits in raster order, the
// first cell in the highest ones, in base64 for addresses without padding. The
// highest value that the bits can hold means [Unset] where there is an unset cell;
// a "u" stands before the digit then. The zero Grid is "". [Unpack] reads it.
func (g Grid) Pack() string {
	if g.IsZero() {
		return ""
	}
	most, open := uint8(0), slices.Contains(g.Values, Unset)
	for _, v := range g.Values {
		if v != Unset {
			most = max(most, v)
		}
	}
	width, mark := bits.Len8(most), ""
	if open {
		width, mark = bits.Len16(uint16(most)+1), "u"
	}
	width = min(max(width, 1), 8)
	packed := make([]byte, (len(g.Values)*width+7)/8)
	for i, v := range g.Values {
		for k := range width {
			if v>>(width-1-k)&1 == 1 { // Unset has all bits
				at := i*width + k
				packed[at/8] |= 1 << (7 - at%8)
			}
		}
	}
	return fmt.Sprintf("%s%d%s", mark, width, base64.RawURLEncoding.EncodeToString(packed))
}

// Unpack reads what [Grid.Pack] wrote of a board of the given size.
func Unpack(size Size, text string) (Grid, error) {
	if text == "" {
		return Grid{}, nil
	}
	rest, open := text, false
	if rest[0] == 'u' {
		rest, open = rest[1:], true
	}
	if rest == "" || rest[0] < '1' || rest[0] > '8' {
		return Grid{}, fmt.Errorf("board %s: expected a digit from 1 to 8 at its head", Quote(text))
	}
	width := int(rest[0] - '0')
	packed, err := base64.RawURLEncoding.Strict().DecodeString(rest[1:])
	if want := (size.Cells()*width + 7) / 8; err != nil || len(packed) != want {
		return Grid{}, fmt.Errorf("board %s: expected %d bytes in base64 for addresses", Quote(text), want)
	}
	g := NewGrid(size, 0)
	for i := range g.Values {
		v := 0
		for k := range width {
			at := i*width + k
			v = v<<1 | int(packed[at/8]>>(7-at%8)&1)
		}
		if open && v == 1<<width-1 {
			v = Unset
		}
		g.Values[i] = uint8(v)
	}
	return g, nil
}
