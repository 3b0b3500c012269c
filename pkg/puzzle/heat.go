package puzzle

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"formicary/pkg/markup"
)

// HeatLevels is the number of steps of the heat scale: more than the eye tells
// apart, few enough to keep drawings small.
const HeatLevels = 32

// heatEnds are the low and the high end of the heat scale on light and on dark
// pages in OKLab's cylindrical form: lightness, chroma, hue in degrees. The scale is
// one hue; lightness changes evenly along it, away from that of the page, so that
// strong cells stand out on both.
var heatEnds = [2][2][3]float64{{{0.97, 0.02, 305}, {0.36, 0.17, 305}}, {{0.22, 0.06, 305}, {0.85, 0.08, 305}}}

// HeatColour is the colour at a share (0 to 1) of the heat scale, as "#rrggbb".
// It goes from light to dark, on dark pages from dark to light, in even steps of perceived lightness
// (OKLab: Björn Ottosson, "A perceptual color space for image processing",
// 2020).
func HeatColour(share float64, dark bool) string {
	ends := heatEnds[0]
	if dark {
		ends = heatEnds[1]
	}
	share = min(max(share, 0), 1)
	var lch [3]float64
	for i := range lch {
		lch[i] = ends[0][i] + share*(ends[1][i]-ends[0][i])
	}
	// Chroma swells in the middle, where the display has room for it.
	lch[1] += 0.035 * math.Sin(math.Pi*share)
	return oklch(lch[0], lch[1], lch[2])
}

// oklch writes a colour given by lightness, chroma and hue as sRGB.
func oklch(l, c, hue float64) string {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	a, b := c*cos, c*sin
	cube := func(x float64) float64 { return x * x * x }
	long := cube(l + 0.3963377774*a + 0.2158037573*b)
	medium := cube(l - 0.1055613458*a - 0.0638541728*b)
	short := cube(l - 0.0894841775*a - 1.2914855480*b)
	channel := func(x float64) int {
		x = min(max(x, 0), 1)
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		return int(math.Round(255 * x))
	}
	return fmt.Sprintf("#%02x%02x%02x",
		channel(4.0767416621*long-3.3077115913*medium+0.2309699292*short),
		channel(-1.2684380046*long+2.6097574011*medium-0.3413193965*short),
		channel(-0.0041960863*long-0.7034186147*medium+1.7076147010*short))
}

// HeatScale is the scale of the heat of one drawing, or of several that are to be
// compared.
type HeatScale struct {
	Min, Max float64
	// Log says that it is logarithmic; Min is above 0 then.
	Log bool
}

// heatLog is the ratio of the greatest to the least number from which a scale is
// logarithmic: below it, linear steps still tell the low end apart.
const heatLog = 20

// HeatScaleOf is one scale for numbers of several drawings: between their
// extremes, and logarithmic where they span more than a factor of 20. Numbers
// that are not finite are left out.
func HeatScaleOf(numbers ...[]float64) HeatScale {
	s := HeatScale{Min: math.Inf(1), Max: math.Inf(-1)}
	for _, list := range numbers {
		for _, x := range list {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				s.Min, s.Max = min(s.Min, x), max(s.Max, x)
			}
		}
	}
	if s.Min > s.Max {
		return HeatScale{}
	}
	s.Log = s.Min > 0 && s.Max/s.Min > heatLog
	return s
}

// HeatScale is the scale that a view asks for: HeatMin to HeatMax, logarithmic
// where HeatLog says so, or where both ends are zero a linear one between the
// extremes of Heat.
func (v View) HeatScale() HeatScale {
	if v.HeatMin != 0 || v.HeatMax != 0 {
		return HeatScale{v.HeatMin, v.HeatMax, v.HeatLog && v.HeatMin > 0}
	}
	s := HeatScaleOf(v.Heat)
	s.Log = false
	return s
}

// Share is where a number lies on the scale, 0 to 1; numbers off the scale lie
// at its ends, and all numbers at the low end of a scale without extent.
func (s HeatScale) Share(x float64) float64 {
	if !(s.Max > s.Min) || math.IsNaN(x) {
		return 0
	}
	x = min(max(x, s.Min), s.Max)
	if s.Log {
		return math.Log(x/s.Min) / math.Log(s.Max/s.Min)
	}
	return (x - s.Min) / (s.Max - s.Min)
}

// Level is the step of the scale, 0 to HeatLevels-1, that a number falls on. It
// is -1 for what is no number.
func (s HeatScale) Level(x float64) int {
	if math.IsNaN(x) {
		return -1
	}
	return min(int(s.Share(x)*HeatLevels), HeatLevels-1)
}

// heatText is the level from which on text on heat is that of the high end: light on
// light pages, dark on dark ones. There the contrasts meet, in both themes.
const heatText = 19

// Inset is what is on the board on some cells that have heat, such as its wall: it
// fills them as without heat, but for a window in their middle that shows the heat.
type Inset struct {
	// Class is that of the cells' colour, Name what the legend calls it.
	Class, Name string
	// Of says which cells have it.
	Of func(cell int) bool
}

// window is the side of the window in parts of which insetParts make a cell's.
const window, insetParts = 10, 16

// Heat fills cells by the view's heat, draws insets on them, and under the board
// the scale and the names of the insets. It returns each cell's level. A view
// without heat draws nothing and returns nil. Where the heat is of pairs of cells, it
// draws a line for each and returns nil.
func (c *Canvas) Heat(view View, insets ...Inset) []int {
	if view.Heat == nil {
		return nil
	}
	if view.Pairs != nil {
		c.lines(view)
		return nil
	}
	if len(view.Heat) != c.size.Cells() {
		panic(fmt.Sprintf("puzzle: a view with %d numbers of heat for a board of %v", len(view.Heat), c.size))
	}
	scale := view.HeatScale()
	levels := make([]int, len(view.Heat))
	paths := [HeatLevels]strings.Builder{}
	for i, x := range view.Heat {
		levels[i] = scale.Level(x)
	}
	for level := range paths {
		for cell, n := range c.runs(func(i int) bool { return levels[i] == level }) {
			fmt.Fprintf(&paths[level], "M%d %dh%dv1H%d", cell.Col, cell.Row, n, cell.Col)
		}
	}
	c.heated = true
	c.add(`<g class="%s" transform="%s">`, classes("heat"), c.cells(1))
	for level := range paths {
		if paths[level].Len() > 0 {
			c.add(`<path style="fill:var(--h%d)" d="%s"/>`, level, paths[level].String())
		}
	}
	c.add("</g>")
	drawn := insets[:0:0]
	for _, in := range insets {
		if c.inset(in, levels) {
			drawn = append(drawn, in)
		}
	}
	if len(drawn) > 0 {
		c.Rule("inset", "stroke:var(--chalk);stroke-width:.6")
	}
	c.legend(view.HeatName, scale, drawn)
	return levels
}

// lines draws the heat of pairs of cells: lines in the colours of the scale, wider where
// there is more, those with most on top. The ground has the colour of the low end, so that
// strong lines stand out on light and on dark pages.
func (c *Canvas) lines(view View) {
	if len(view.Heat) != len(view.Pairs) {
		panic(fmt.Sprintf("puzzle: a view with %d numbers of heat for %d pairs of cells", len(view.Heat), len(view.Pairs)))
	}
	scale := view.HeatScale()
	paths := [HeatLevels]strings.Builder{}
	for i, pair := range view.Pairs {
		if level := scale.Level(view.Heat[i]); level >= 0 {
			from, to := c.size.At(int(pair[0])), c.size.At(int(pair[1]))
			fmt.Fprintf(&paths[level], "M%d %dL%d %d", 2*from.Col+1, 2*from.Row+1, 2*to.Col+1, 2*to.Row+1)
		}
	}
	c.heated = true
	c.add(`<g class="%s" transform="%s"><path style="fill:var(--h0)" d="M0 0H%dV%dH0"/>`, classes("heat"), c.cells(2), 2*c.size.Cols, 2*c.size.Rows)
	for level := range paths {
		if paths[level].Len() > 0 {
			c.add(`<path style="fill:none;stroke:var(--h%d);stroke-width:%.2g" d="%s"/>`, level, 0.1+0.5*float64(level)/(HeatLevels-1), paths[level].String())
		}
	}
	c.add("</g>")
	c.legend(view.HeatName, scale, nil)
}

// inset fills the cells of an inset around their windows, which have a light edge,
// and says whether there are any.
func (c *Canvas) inset(in Inset, levels []int) bool {
	has := func(cell int) bool { return levels[cell] >= 0 && in.Of(cell) }
	const gap = (insetParts - window) / 2
	var fill, holes strings.Builder
	for cell, n := range c.runs(has) {
		x, y := insetParts*cell.Col, insetParts*cell.Row
		fmt.Fprintf(&fill, "M%d %dh%dv%dh-%dz", x, y, n*insetParts, insetParts, n*insetParts)
		fmt.Fprintf(&holes, "M%d %d", x+gap, y+gap)
		for k := range n {
			if k > 0 {
				fmt.Fprintf(&holes, "m%d 0", insetParts)
			}
			fmt.Fprintf(&holes, "v%dh%dv-%dz", window, window, window)
		}
	}
	if fill.Len() > 0 {
		c.add(`<path class="%s" transform="%s" d="%s"/>`, classes(in.Class, "inset"), c.cells(insetParts), fill.String()+holes.String())
	}
	return fill.Len() > 0
}

// framed is the path of a square with a window: its inside turns the other way, so
// that it stays empty.
func framed(x, y, side int) string {
	inner := side * window / insetParts
	gap := (side - inner) / 2
	return square(x, y, side) + fmt.Sprintf("M%d %dv%dh%dv-%d", x+gap, y+gap, inner, inner, inner)
}

// square is the path of a square.
func square(x, y, side int) string {
	return fmt.Sprintf("M%d %dh%dv%dh-%d", x, y, side, side, side)
}

// levelColour is the colour of a level: its first is the scale's low end, its
// last the high end.
func levelColour(level int, dark bool) string { return HeatColour(float64(level)/(HeatLevels-1), dark) }

// HeatInk is the class of text on a level of heat: "low" or "high", each dark or
// light by the theme.
func HeatInk(level int) string {
	if level >= heatText {
		return "high"
	}
	return "low"
}

// legend draws the scale under the board: its low end, the levels, its high
// end, and the name of what is measured; below it what the insets are.
func (c *Canvas) legend(name string, scale HeatScale, insets []Inset) {
	const (
		height, above, between = 10, 12, 6
		letter                 = 7.8 // a generous width of a letter of 12 pixels
	)
	width := func(text string) int { return int(letter * float64(utf8.RuneCountInString(text))) }
	low, high := Number(scale.Min), Number(scale.Max)
	x, y := c.Corner(Cell{c.size.Rows, 0})
	below := c.foot // of coordinates
	y += above + below
	words := width(low) + between + between + width(high)
	if scale.Log {
		name = strings.TrimSpace(name + " (log)")
	}
	if name != "" {
		words += 2*between + width(name)
	}
	step := min(max((c.size.Cols*c.side-words)/HeatLevels, 2), 8)
	c.foot = below + above + height + between
	c.least = words + step*HeatLevels
	c.add(`<g class="%s"><text x="%d" y="%d">%s</text>`, classes("note"), x, y+height-1, low)
	x += width(low) + between
	bar := x
	x += step*HeatLevels + between
	c.add(`<text x="%d" y="%d">%s</text>`, x, y+height-1, high)
	if name != "" {
		c.add(`<text x="%d" y="%d">%s</text>`, x+width(high)+2*between, y+height-1, markup.HTML(name))
	}
	c.add(`</g><g class="%s" transform="translate(%d %d) scale(%d %d)">`, classes("heat"), bar, y, step, height)
	for level := range HeatLevels {
		c.add(`<path style="fill:var(--h%d)" d="M%d 0h1v1h-1"/>`, level, level)
	}
	c.add("</g>")
	if len(insets) == 0 {
		return
	}
	left, _ := c.Corner(Cell{})
	x, y = left, y+height+between
	for _, in := range insets {
		c.add(`<path class="%s" d="%s"/>`, classes(in.Class), framed(x, y, height))
		c.add(`<g class="%s"><text x="%d" y="%d">%s</text></g>`, classes("note"), x+height+between, y+height-1, markup.HTML(in.Name))
		x += height + between + width(in.Name) + 2*between
	}
	c.foot += height + between
	c.least = max(c.least, x-left)
}
