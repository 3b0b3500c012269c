package generate

import (
	"math"
	"slices"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// Patterns are made of a height for each cell; the highest cells are filled,
// as many as the density says. With several inks the heights fall into bands.

// field fills a board by height. x and y run from -1 to 1.
func field(k *kit, density float64, inks []ink, height func(x, y float64) float64) puzzle.Grid {
	board := puzzle.NewGrid(k.size, nonogram.Blank)
	heights := make([]float64, len(board.Values))
	for i := range heights {
		at := k.size.At(i)
		x := (2*float64(at.Col)+1)/float64(k.size.Cols) - 1
		y := (2*float64(at.Row)+1)/float64(k.size.Rows) - 1
		heights[i] = height(x, y)
	}
	order := slices.Clone(heights)
	slices.Sort(order)
	filled := int(math.Round(density / 100 * float64(len(order))))
	for i, h := range heights {
		// Of n cells, the rank from the top tells the band.
		at, _ := slices.BinarySearch(order, h)
		if rank := len(order) - 1 - at; rank < filled {
			board.Values[i] = uint8(inks[rank*len(inks)/filled])
		}
	}
	return board
}

// inks are n different ones at random, or black in black and white.
func (k *kit) inks(n int) []ink {
	if !k.colour {
		return []ink{black}
	}
	all := []ink{red, orange, yellow, green, forest, sky, blue, purple, pink, brown}
	k.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

// ornament is the same seen from left and right, from above and below, and, on
// square boards, along the diagonals.
func ornament(k *kit, density float64, inks []ink) puzzle.Grid {
	type wave struct{ petals, rings, twist, weight float64 }
	var waves []wave
	for range 3 {
		waves = append(waves, wave{
			float64(4 * (1 + k.r.IntN(3))), k.between(1, 3.4), k.between(0, 6.3), k.between(.4, 1),
		})
	}
	squares := k.between(-.6, .6)
	return field(k, density, inks, func(x, y float64) float64 {
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
func blobs(k *kit, density float64, inks []ink) puzzle.Grid {
	type hill struct{ x, y, wide, high float64 }
	var hills []hill
	u := float64(min(k.size.Rows, k.size.Cols))
	wide, tall := float64(k.size.Cols)/u, float64(k.size.Rows)/u
	for range 12 + int(8*wide*tall) {
		hills = append(hills, hill{k.between(-wide, wide), k.between(-tall, tall), k.between(.12, .36), k.between(-1, 1.3)})
	}
	return field(k, density, inks, func(x, y float64) float64 {
		x, y = x*wide, y*tall
		h := 0.
		for _, b := range hills {
			d := ((x-b.x)*(x-b.x) + (y-b.y)*(y-b.y)) / (b.wide * b.wide)
			h += b.high * math.Exp(-d)
		}
		return h
	})
}

// texture is a pattern that goes on beyond the board.
func texture(k *kit, density float64, inks []ink) (puzzle.Grid, string) {
	u := float64(min(k.size.Rows, k.size.Cols))
	wide, tall := float64(k.size.Cols)/u, float64(k.size.Rows)/u
	n := math.Max(u/k.between(7, 11), 1.5) // periods on the shorter side
	turn, cx, cy := k.between(.2, 1.3), k.between(-.5, .5), k.between(-.5, .5)
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
	t := textures[k.r.IntN(len(textures))]
	return field(k, density, inks, func(x, y float64) float64 { return t.height(x*wide, y*tall) }), t.title
}

// noise is nothing but chance.
func noise(k *kit, density float64, inks []ink) puzzle.Grid {
	board := puzzle.NewGrid(k.size, nonogram.Blank)
	for i := range board.Values {
		if 100*k.r.Float64() < density {
			board.Values[i] = uint8(inks[k.r.IntN(len(inks))])
		}
	}
	return board
}
