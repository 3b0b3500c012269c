package generate

import (
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
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
func (b *brush) between(low, high float64) float64 { return low + b.r.Float64()*(high-low) }

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
	switch style {
	case "ornament":
		p.title, p.board = "Ornament", b.ornament()
	case "texture":
		p.title, p.board = b.texture()
	case "blobs":
		p.title, p.board = "Islands", b.blobs()
	default:
		p.title, p.board = "Noise", b.noise()
	}
	return p
}

// Ornaments, textures and blobs are made of a height for each cell; the highest
// cells are filled, as many as the density says. With several inks the heights
// fall into bands.

// field fills a board by height. x and y run from -1 to 1.
func (b *brush) field(height func(x, y float64) float64) puzzle.Grid {
	board := puzzle.NewGrid(b.size, nonogram.Blank)
	heights := make([]float64, len(board.Values))
	for i := range heights {
		at := b.size.At(i)
		x := (2*float64(at.Col)+1)/float64(b.size.Cols) - 1
		y := (2*float64(at.Row)+1)/float64(b.size.Rows) - 1
		heights[i] = height(x, y)
	}
	order := slices.Clone(heights)
	slices.Sort(order)
	filled := int(math.Round(b.density / 100 * float64(len(order))))
	for i, h := range heights {
		// Of n cells, the rank from the top tells the band.
		at, _ := slices.BinarySearch(order, h)
		if rank := len(order) - 1 - at; rank < filled {
			board.Values[i] = b.inks[rank*len(b.inks)/filled]
		}
	}
	return board
}

// ornament is the same seen from left and right, from above and below, and, on
// square boards, along the diagonals.
func (b *brush) ornament() puzzle.Grid {
	type wave struct{ petals, rings, twist, weight float64 }
	var waves []wave
	for range 3 {
		waves = append(waves, wave{
			float64(4 * (1 + b.r.IntN(3))), b.between(1, 3.4), b.between(0, 6.3), b.between(.4, 1),
		})
	}
	squares := b.between(-.6, .6)
	return b.field(func(x, y float64) float64 {
		x, y = math.Abs(x), math.Abs(y)
		if y > x {
			x, y = y, x
		}
		r, a := math.Hypot(x, y), math.Atan2(y, x)
		h := squares * math.Cos(2*math.Pi*x) * math.Cos(2*math.Pi*y)
		for _, w := range waves {
			h += w.weight * math.Cos(w.petals*a) * math.Cos(math.Pi*w.rings*r+w.twist)
			h += .5 * w.weight * math.Cos(2*math.Pi*w.rings*r+w.twist)
		}
		if r > 1.02 {
			h -= 3 * (r - 1.02)
		}
		return h
	})
}

// blobs are hills of random places and widths.
func (b *brush) blobs() puzzle.Grid {
	type hill struct{ x, y, wide, high float64 }
	var hills []hill
	u := float64(min(b.size.Rows, b.size.Cols))
	wide, tall := float64(b.size.Cols)/u, float64(b.size.Rows)/u
	for range 12 + int(8*wide*tall) {
		hills = append(hills, hill{b.between(-wide, wide), b.between(-tall, tall), b.between(.12, .36), b.between(-1, 1.3)})
	}
	return b.field(func(x, y float64) float64 {
		x, y = x*wide, y*tall
		h := 0.
		for _, a := range hills {
			d := ((x-a.x)*(x-a.x) + (y-a.y)*(y-a.y)) / (a.wide * a.wide)
			h += a.high * math.Exp(-d)
		}
		return h
	})
}

// texture is a pattern that goes on beyond the board.
func (b *brush) texture() (string, puzzle.Grid) {
	u := float64(min(b.size.Rows, b.size.Cols))
	wide, tall := float64(b.size.Cols)/u, float64(b.size.Rows)/u
	n := math.Max(u/b.between(7, 11), 1.5) // periods on the shorter side
	turn, cx, cy := b.between(.2, 1.3), b.between(-.5, .5), b.between(-.5, .5)
	sin, cos := math.Sincos(turn)
	triangle := func(t float64) float64 { return math.Abs(math.Mod(math.Mod(t, 1)+1, 1) - .5) }
	textures := []struct {
		title  string
		height func(x, y float64) float64
	}{
		{"Ripples", func(x, y float64) float64 {
			return math.Cos(math.Pi*n*math.Hypot(x-cx, y-cy)) + math.Cos(math.Pi*n*math.Hypot(x+cx, y+cy)) + .01*x
		}},
		{"Spiral", func(x, y float64) float64 {
			return math.Cos(math.Pi*n*math.Hypot(x-cx*.3, y-cy*.3) - 2*math.Atan2(y-cy*.3, x-cx*.3))
		}},
		{"Zigzag", func(x, y float64) float64 {
			return triangle(n*.5*(y+.3*triangle(n*.3*x)*4/n)) + .02*x*y
		}},
		{"Waves", func(x, y float64) float64 {
			return math.Cos(math.Pi*n*(y+.16*math.Sin(math.Pi*x*1.6+turn))) + .2*x
		}},
		{"Chequered cloth", func(x, y float64) float64 {
			a, b := cos*x+sin*y, cos*y-sin*x
			return math.Sin(math.Pi*n*.7*a)*math.Sin(math.Pi*n*.7*b) + .3*math.Cos(math.Pi*n*1.4*a)
		}},
		{"Zebra", func(x, y float64) float64 {
			return math.Cos(math.Pi * (n*(cos*x+sin*y) + 1.2*math.Sin(2.2*x+cx) + 1.1*math.Cos(2.6*y+cy)))
		}},
	}
	t := textures[b.r.IntN(len(textures))]
	return t.title, b.field(func(x, y float64) float64 { return t.height(x*wide, y*tall) })
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
