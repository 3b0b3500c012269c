package generate

import (
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// box are the inks of patterns, after the background and black.
var box = []nonogram.Ink{
	{Name: "white", RGB: [3]uint8{255, 255, 255}},
	{Name: "black", RGB: [3]uint8{32, 32, 36}},
	{Name: "red", RGB: [3]uint8{204, 51, 51}},
	{Name: "orange", RGB: [3]uint8{237, 137, 38}},
	{Name: "yellow", RGB: [3]uint8{243, 205, 60}},
	{Name: "green", RGB: [3]uint8{111, 178, 72}},
	{Name: "forest", RGB: [3]uint8{38, 106, 66}},
	{Name: "sky", RGB: [3]uint8{142, 203, 236}},
	{Name: "blue", RGB: [3]uint8{44, 96, 176}},
	{Name: "purple", RGB: [3]uint8{126, 76, 152}},
	{Name: "pink", RGB: [3]uint8{235, 148, 172}},
	{Name: "brown", RGB: [3]uint8{133, 84, 48}},
}

// brush is what a pattern is drawn with.
type brush struct {
	r       *rand.Rand
	size    puzzle.Size
	density float64 // share of cells filled, in per cent
	inks    []uint8 // indices into [box]
}

// between is a random number.
func (b *brush) between(low, high float64) float64 { return low + float64(b.r.Float64()*(high-low)) }

// square is rounded by itself: no machine may fuse it with a sum.
func square(x float64) float64 { return float64(x * x) }

func newBrush(o *Options, r *rand.Rand) *brush {
	b := &brush{r: r, size: o.Size, density: o.Density, inks: []uint8{nonogram.Filled}}
	if b.density == 0 {
		b.density = b.between(35, 60)
	}
	if o.Colours > 1 {
		b.inks = []uint8{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
		r.Shuffle(len(b.inks), func(i, j int) { b.inks[i], b.inks[j] = b.inks[j], b.inks[i] })
		b.inks = b.inks[:min(o.Colours, 4)]
	}
	return b
}

// pattern draws a picture of a style that is made of random numbers.
func (b *brush) pattern(style string) picture {
	p := picture{style: style, palette: box}
	if style == "blobs" {
		p.title, p.board = "Islands", b.blobs()
	} else {
		p.title, p.board = "Noise", b.noise()
	}
	return p
}

// blobs are the highest cells, as many as the density says, of a land of hills of
// random places and widths. With several inks the heights fall into bands.
func (b *brush) blobs() puzzle.Grid {
	type hill struct{ x, y, wide, high float64 }
	var hills []hill
	u := float64(min(b.size.Rows, b.size.Cols))
	wide, tall := float64(b.size.Cols)/u, float64(b.size.Rows)/u
	for range 12 + int(8*wide*tall) {
		hills = append(hills, hill{b.between(-wide, wide), b.between(-tall, tall), b.between(.12, .36), b.between(-1, 1.3)})
	}
	heights := make([]float64, b.size.Cells())
	for i := range heights {
		at := b.size.At(i)
		x := float64(((2*float64(at.Col)+1)/float64(b.size.Cols) - 1) * wide)
		y := float64(((2*float64(at.Row)+1)/float64(b.size.Rows) - 1) * tall)
		for _, a := range hills {
			d := (square(x-a.x) + square(y-a.y)) / square(a.wide)
			heights[i] += float64(a.high * solver.Exp(-d))
		}
	}
	order := slices.Sorted(slices.Values(heights))
	filled := int(math.Round(b.density / 100 * float64(len(order))))
	board := puzzle.NewGrid(b.size, nonogram.Blank)
	for i, h := range heights {
		// Of n cells, the rank from the top tells the band.
		at, _ := slices.BinarySearch(order, h)
		if rank := len(order) - 1 - at; rank < filled {
			board.Values[i] = b.inks[rank*len(b.inks)/filled]
		}
	}
	return board
}

// noise is nothing but chance.
func (b *brush) noise() puzzle.Grid {
	board := puzzle.NewGrid(b.size, nonogram.Blank)
	for i := range board.Values {
		if 100*b.r.Float64() < b.density {
			board.Values[i] = b.inks[b.r.IntN(len(b.inks))]
		}
	}
	return board
}
