package generate

import (
	"math/rand/v2"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// ink is a colour of the paint box.
type ink uint8

const (
	blank ink = iota
	black
	red
	orange
	yellow
	green
	forest
	sky
	blue
	purple
	pink
	brown
	grey
)

// box are the inks: the paint box. The first is the background.
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
	{Name: "grey", RGB: [3]uint8{140, 144, 150}},
}

// kit draws. What is drawn later covers what was drawn before. A subject draws
// into the square from -1 to 1, wherever that lies on the board.
type kit struct {
	r      *rand.Rand
	size   puzzle.Size
	colour bool // several inks; else light ink is blank and all other black

	fine []ink // samples, [samples] by [samples] for each cell

	// A point (x, y) of a subject lies at (atX + x·unitX, atY + y·unitY), in
	// cells.
	atX, atY, unitX, unitY float64
}

// samples is the number of samples of a cell in each direction.
const samples = 4

// A sample lies off its place by these parts of a cell, which nobody sees, so
// that it does not lie on the edge of a shape exactly: there the last bit of a
// number would decide, which is not the same on all machines.
const nudgeX, nudgeY = 1.7e-5, 2.3e-5

func newKit(size puzzle.Size, colour bool, r *rand.Rand) *kit {
	return &kit{r: r, size: size, colour: colour, fine: make([]ink, size.Cells()*samples*samples), unitX: 1, unitY: 1}
}

// paint draws a shape with an ink. In black and white it is filled.
func (k *kit) paint(i ink, s shape) {
	if !k.colour && i != blank {
		i = black
	}
	width := k.size.Cols * samples
	height := k.size.Rows * samples
	index := func(at, unit, v float64, most int) int {
		return min(max(int((at+v*unit)*samples)-1, 0), most)
	}
	x0, x1 := index(k.atX, k.unitX, s.x0, width), index(k.atX, k.unitX, s.x1, width)
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	x1 = min(x1+3, width)
	for j := index(k.atY, k.unitY, s.y0, height); j < min(index(k.atY, k.unitY, s.y1, height)+3, height); j++ {
		y := ((float64(j)+0.5)/samples + nudgeY - k.atY) / k.unitY
		row := k.fine[j*width : (j+1)*width]
		for c := x0; c < x1; c++ {
			if s.in(((float64(c)+0.5)/samples+nudgeX-k.atX)/k.unitX, y) {
				row[c] = i
			}
		}
	}
}

// light draws a shape with an ink of which nothing is seen in black and white:
// there it is blank.
func (k *kit) light(i ink, s shape) {
	if !k.colour {
		i = blank
	}
	k.paint(i, s)
}

// cut makes a shape blank.
func (k *kit) cut(s shape) { k.paint(blank, s) }

// px is the side of a cell in the subject's units.
func (k *kit) px() float64 { return 1 / min(max(k.unitX, -k.unitX), k.unitY) }

// pen is the width of a line, in the subject's units but no less than a cell.
func (k *kit) pen(width float64) float64 { return max(width, 1.15*k.px()) }

// dot is the radius of a dot: no less than makes a cell.
func (k *kit) dot(radius float64) float64 { return max(radius, 0.62*k.px()) }

// shows says whether a detail of a size, in the subject's units, is at least so
// many cells large.
func (k *kit) shows(size, cells float64) bool { return size/k.px() >= cells }

// at draws a subject at a place of the present square, in a square of its own
// with the given half side. A negative side mirrors it.
func (k *kit) at(x, y, half float64, draw func(k *kit)) { k.in(x, y, half, max(half, -half), draw) }

// in is at with two sides.
func (k *kit) in(x, y, halfX, halfY float64, draw func(k *kit)) {
	sub := *k
	sub.atX, sub.atY = k.atX+x*k.unitX, k.atY+y*k.unitY
	sub.unitX, sub.unitY = k.unitX*halfX, k.unitY*halfY
	draw(&sub)
}

// between is a random number.
func (k *kit) between(a, b float64) float64 { return a + k.r.Float64()*(b-a) }

// one is one of several at random.
func one[T any](k *kit, of ...T) T { return of[k.r.IntN(len(of))] }

// grid is the drawing with a value for each cell: the ink that most of its
// samples have.
func (k *kit) grid() puzzle.Grid {
	board := puzzle.NewGrid(k.size, nonogram.Blank)
	width := k.size.Cols * samples
	for i := range board.Values {
		var counts [256]uint8
		r, c := i/k.size.Cols*samples, i%k.size.Cols*samples
		for y := r; y < r+samples; y++ {
			for _, v := range k.fine[y*width+c : y*width+c+samples] {
				counts[v]++
			}
		}
		best := blank
		// An ink needs less than half of a cell, and so thin lines do not break.
		if counts[blank] < 10 {
			for v := range box {
				if v != int(blank) && (best == blank || counts[v] > counts[best]) {
					best = ink(v)
				}
			}
		}
		board.Values[i] = uint8(best)
	}
	return board
}
