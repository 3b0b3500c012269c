package puzzle

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
)

// wellFormed reads a drawing to its end and returns the text of every element
// of a name.
func wellFormed(t rapid.TB, svg SVG, name string) []string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	var out []string
	var text *strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		alltest.Require(t, err == nil, "%v in %s", err, svg)
		switch x := token.(type) {
		case xml.StartElement:
			if x.Name.Local == name {
				text = &strings.Builder{}
			}
			for _, a := range x.Attr {
				alltest.Require(t, a.Name.Local != "id", "an element has an id, which may be on the page twice: %v", x)
			}
		case xml.CharData:
			if text != nil {
				text.Write(x)
			}
		case xml.EndElement:
			if x.Name.Local == name && text != nil {
				out = append(out, text.String())
				text = nil
			}
		}
	}
}

func TestCanvasText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.String().Draw(t, "title")
		c := NewCanvas(Size{1, 1}, View{}, Margin{})
		c.Labels([]Label{{0, title, "ink"}})
		got := wellFormed(t, c.SVG("x", title), "title")
		want := regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f-\u009f\u2028-\u202e\u2066-\u2069\uFFFE\uFFFF]").ReplaceAllString(title, "\uFFFD")
		alltest.Require(t, len(got) == 1 && got[0] == want, "title %q became %q", title, got)
	})
}

// TestBoundary: the outline of a set of cells has one unit of length for each
// side between a cell of the set and one outside.
func TestBoundary(t *testing.T) {
	piece := regexp.MustCompile(`M\d+ \d+[hv](\d+)`)
	rapid.Check(t, func(t *rapid.T) {
		size := Size{rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "cols")}
		in := map[Cell]bool{}
		var cells []Cell
		for i := range size.Cells() {
			if rapid.Bool().Draw(t, "in") {
				cells = append(cells, size.At(i))
				in[size.At(i)] = true
			}
		}
		want := 0
		for c := range in {
			for _, n := range []Cell{{c.Row - 1, c.Col}, {c.Row + 1, c.Col}, {c.Row, c.Col - 1}, {c.Row, c.Col + 1}} {
				if !in[n] {
					want++
				}
			}
		}
		canvas := NewCanvas(size, View{CellSize: 10}, Margin{})
		path := canvas.boundary(cells)
		got := 0
		for _, m := range piece.FindAllStringSubmatch(path, -1) {
			n, _ := strconv.Atoi(m[1])
			got += n
		}
		alltest.Require(t, got == 10*want && piece.ReplaceAllString(path, "") == "", "length %d, want %d: %s", got, 10*want, path)
	})
}

// TestHatchStaysInside: the hatch covers the marked cells and no others.
func TestHatchStaysInside(t *testing.T) {
	c := NewCanvas(Size{4, 6}, View{}, Margin{})
	var b strings.Builder
	c.hatch(&b, Cell{1, 2}, 3)
	lines := strings.Split(b.String(), "M")[1:]
	alltest.Check(t, len(lines) == 3*3+3, "%d lines", len(lines))
	for _, line := range lines {
		var x, y, dx, dy float64
		alltest.Must(fmt.Sscanf(strings.Replace(line, "l", " ", 1), "%f %f %f %f", &x, &y, &dx, &dy))(t)
		for _, at := range [][2]float64{{x, y}, {x + dx, y + dy}} {
			alltest.Check(t, at[0] >= 6 && at[0] <= 15 && at[1] >= 3 && at[1] <= 6, "%s leaves the cells", line)
		}
		alltest.Check(t, dx == -dy && dx < 0 && math.Mod(x+y, 1) == 0.5, "%s is not on a line of the hatch", line)
	}
}

// TestMargin: room around the board moves it and widens the drawing.
func TestMargin(t *testing.T) {
	c := NewCanvas(Size{2, 3}, View{CellSize: 10}, Margin{Left: 50, Top: 20, Right: 7, Bottom: 5})
	x, y := c.Corner(Cell{})
	alltest.Check(t, x == 53 && y == 23 && c.Side() == 10, "corner %d %d", x, y)
	c.Rule("box", "fill:none")
	c.outline("box", []Cell{{0, 0}})
	svg := string(c.SVG("sudoku", "t"))
	for _, want := range []string{`viewBox="0 0 93 51"`, ".formicary-board.sudoku .fb-box{fill:none}", `class="fb-box"`} {
		alltest.Check(t, strings.Contains(svg, want), "no %s in %s", want, svg)
	}
}

func TestCanvasPanics(t *testing.T) {
	for name, f := range map[string]func(*Canvas){
		"puzzle: a drawing marks the cell r3c1 off the 2x2 board": func(c *Canvas) { c.Marks(View{Changed: []Cell{{2, 0}}}) },
		"puzzle: a view with 3 numbers of heat for 2 pairs of cells": func(c *Canvas) {
			c.Heat(View{Heat: make([]float64, 3), Pairs: [][2]int32{{0, 1}, {0, 2}}})
		},
		"puzzle: a view with 3 numbers of heat for a board of 2x2": func(c *Canvas) { c.Heat(View{Heat: make([]float64, 3)}) },
		"puzzle: a drawing marks the cell r1c0 off the 2x2 board":  func(c *Canvas) { c.outline("box", []Cell{{0, -1}}) },
		"puzzle: a drawing marks the cell r1c3 off the 2x2 board":  func(c *Canvas) { c.Marks(View{Violations: []Violation{{Cells: []Cell{{0, 2}}}}}) },
	} {
		alltest.Equal(t, alltest.Panics(t, func() { f(NewCanvas(Size{2, 2}, View{}, Margin{})) }), name)
	}
}

// rgb is the colour of "#rrggbb", linear, 0 to 1.
func rgb(t *testing.T, colour string) [3]float64 {
	t.Helper()
	var out [3]float64
	for i := range out {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		alltest.Require(t, err == nil && len(colour) == 7 && colour[0] == '#', "colour %q", colour)
		x := float64(n) / 255
		if out[i] = x / 12.92; x > 0.04045 {
			out[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return out
}

// oklab is the inverse of the conversion in heat.go, with the matrices of the
// same source.
func oklab(t *testing.T, colour string) (l, a, b float64) {
	c := rgb(t, colour)
	l1 := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m1 := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s1 := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return 0.2104542553*l1 + 0.7936177850*m1 - 0.0040720468*s1,
		1.9779984951*l1 - 2.4285922050*m1 + 0.4505937099*s1,
		0.0259040371*l1 + 0.7827717662*m1 - 0.8086757660*s1
}

// Heat of pairs of cells is lines between their middles, in the colour of their level; the
// one with most is widest and comes last.
func TestHeatOfPairs(t *testing.T) {
	c := NewCanvas(Size{2, 3}, View{}, Margin{})
	levels := c.Heat(View{Heat: []float64{9, 1, math.NaN(), 1}, Pairs: [][2]int32{{0, 2}, {0, 3}, {1, 4}, {2, 5}}, HeatName: "pheromone"})
	alltest.Check(t, levels == nil, "levels of cells: %v", levels)
	svg := string(c.SVG("hashi", ""))
	ground := strings.Index(svg, `fill:var(--h0)" d="M0 0H6V4H0"`)
	least, most := strings.Index(svg, `stroke:var(--h0);stroke-width:0.1" d="M1 1L1 3M5 1L5 3"`), strings.Index(svg, `stroke:var(--h31);stroke-width:0.6" d="M1 1L5 1"`)
	alltest.Check(t, ground >= 0 && least >= ground && most >= least && !strings.Contains(svg, "M3 1L3 3") && strings.Contains(svg, "pheromone"),
		"%s", svg)
}

// TestHeatColour: the scale has one hue, and its lightness falls evenly from
// end to end, which also says that no colour is off the display's range.
func TestHeatColour(t *testing.T) {
	for i, dark := range []bool{false, true} {
		low, high := heatEnds[i][0], heatEnds[i][1]
		for level := range HeatLevels {
			share := float64(level) / (HeatLevels - 1)
			l, a, b := oklab(t, HeatColour(share, dark))
			want := low[0] + share*(high[0]-low[0])
			alltest.Check(t, math.Abs(l-want) <= 0.006, "dark %v: level %d has lightness %.3f, want %.3f", dark, level, l, want)
			hue := math.Mod(math.Atan2(b, a)*180/math.Pi+360, 360)
			alltest.Check(t, math.Abs(hue-low[2]) <= 4, "dark %v: level %d has hue %.1f, want %.1f", dark, level, hue, low[2])
		}
		alltest.Check(t, HeatColour(-1, dark) == HeatColour(0, dark) && HeatColour(2, dark) == HeatColour(1, dark) && HeatColour(0, dark) != HeatColour(1, dark),
			"shares off the scale are not its ends")
	}
}

// contrast is the contrast of two colours after WCAG 2.2, "contrast ratio".
func contrast(t *testing.T, one, two string) float64 {
	luminance := func(colour string) float64 {
		c := rgb(t, colour)
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	a, b := luminance(one)+0.05, luminance(two)+0.05
	return max(a/b, b/a)
}

// TestContrast: text is readable on every ground in both themes (4.5, WCAG's
// level AA; 3.7 on the middle of the heat scale, where large bold digits need
// 3), and grounds differ enough to be told apart without their hue.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		tone := map[string]string{}
		for _, x := range tones {
			if tone[x.name] = x.light; dark {
				tone[x.name] = x.dark
			}
		}
		for _, pair := range []struct {
			a, b  string
			least float64
		}{
			{"paper", "ink", 4.5},
			{"open", "ink", 4.5},
			{"solid", "chalk", 4.5},
			{"paper", "solid", 4.5},
			{"open", "solid", 3},
			{"paper", "open", 1.5},
			{"paper", "changed", 3},
			{"solid", "halo", 3},
			{"paper", "fault", 2},
			{"solid", "fault", 2},
		} {
			got := contrast(t, tone[pair.a], tone[pair.b])
			alltest.Check(t, got >= pair.least, "dark %v: contrast of %s and %s is %.2f, want %.1f", dark, pair.a, pair.b, got, pair.least)
		}
		for level := range HeatLevels {
			ground := levelColour(level, dark)
			got := contrast(t, ground, tone[HeatInk(level)])
			alltest.Check(t, got >= 3.7, "dark %v: contrast of %s on level %d is %.2f", dark, HeatInk(level), level, got)
		}
	}
}

func TestHeatScale(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tt := range []struct {
		view View
		want HeatScale
	}{
		{View{Heat: []float64{3, nan, 1, inf, -inf}}, HeatScale{Min: 1, Max: 3}},
		{View{Heat: []float64{3, 1}, HeatMax: 5}, HeatScale{Max: 5}},
		{View{Heat: []float64{3, 1}, HeatMin: -2, HeatMax: -1}, HeatScale{Min: -2, Max: -1}},
		{View{Heat: []float64{nan}}, HeatScale{}},
	} {
		got := tt.view.HeatScale()
		alltest.Check(t, got == tt.want, "%+v: %v, want %v", tt.view, got, tt.want)
	}
	s := HeatScale{Min: 1, Max: 3}
	for x, want := range map[float64]int{1: 0, 3: HeatLevels - 1, 2: HeatLevels / 2, 0: 0, 9: HeatLevels - 1, inf: HeatLevels - 1, -inf: 0} {
		alltest.Equal(t, s.Level(x), want, "level of %v", x)
	}
	log := HeatScaleOf([]float64{0.01, nan}, nil, []float64{0.1, 1, inf})
	alltest.Check(t, log == (HeatScale{Min: 0.01, Max: 1, Log: true}) && math.Abs(log.Share(0.1)-0.5) <= 1e-12 && log.Share(2) == 1 && log.Share(0) == 0,
		"%v: 0.1 at %v", log, log.Share(0.1))
	got := HeatScaleOf([]float64{1, 20})
	alltest.Check(t, !got.Log, "%v is logarithmic", got)
	got = (View{HeatMin: 0.01, HeatMax: 1, HeatLog: true}).HeatScale()
	alltest.Check(t, got == log, "a view's scale is %v, want %v", got, log)
	alltest.Check(t, s.Level(nan) == -1 && (HeatScale{Min: 2, Max: 2}).Level(2) == 0 && (HeatScale{Min: 3, Max: 1}).Level(2) == 0,
		"what is no number has no level, and an empty scale has one")
}

// TestInsets: an inset is lines in the ink of its cells' heat, and the legend names it; one that no cell has is not
// named. Under the board are the range of the scale and round numbers at their places.
func TestInsets(t *testing.T) {
	size := Size{Rows: 1, Cols: 2}
	view := View{Heat: []float64{0.7, 500}, HeatMin: 0.7, HeatMax: 500, HeatLog: true, HeatName: "pheromone", CellSize: 96}
	c := NewCanvas(size, view, Margin{})
	c.Heat(view, Inset{Class: "solid", Name: "wall", Of: func(i int) bool { return i == 1 }}, Inset{Class: "open", Name: "open", Of: func(int) bool { return false }})
	svg := c.SVG("kind", "title")
	alltest.Equal(t, strings.Join(wellFormed(t, svg, "text"), " "), "pheromone, 0.7 to 500, logarithmic 1 10 100 wall", "the legend says")
	for _, want := range []string{`<path class="fb-high fb-solid fb-inset"`, fmt.Sprintf(`<text x="%d"`, 3+int(192*math.Log(10/0.7)/math.Log(500/0.7)+0.5))} {
		alltest.Check(t, strings.Contains(string(svg), want), "no %s in %s", want, svg)
	}
	alltest.Check(t, !strings.Contains(string(svg), `class="fb-low fb-solid fb-inset" style="stroke-width:0.01"`), "wall on low heat: %s", svg)
}

// TestTicks: a scale has at least two round numbers, in order, none off its ends and as many as a legend has room for.
func TestTicks(t *testing.T) {
	for want, s := range map[string]HeatScale{
		"[0.01 0.1 1]": {0.004, 1, true}, "[0.005 0.01 0.02 0.05 0.1]": {0.0037, 0.17, true}, "[0 0.2 0.4 0.6 0.8 1]": {0, 1, false},
		"[0 10 20 30 40 50]": {0, 50, false}, "[−1.5 −1 −0.5 0 0.5]": {-1.5, 0.9, false}, "[4]": {4, 4, false}, "[1 10 100 1,000 10,000]": {1, 1e4, true},
	} {
		var texts []string
		for _, x := range s.ticks() {
			texts = append(texts, Number(x))
		}
		alltest.Equal(t, "["+strings.Join(texts, " ")+"]", want, "%+v", s)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := HeatScaleOf([]float64{rapid.Float64Range(-1e6, 1e6).Filter(func(x float64) bool { return math.Abs(x) > 1e-4 }).Draw(t, "one"), rapid.Float64Range(1e-4, 1e6).Draw(t, "other")})
		if got := s.ticks(); s.Max > s.Min && (len(got) < 2 || len(got) > 13 || !slices.IsSorted(got) || got[0] < s.Min-1e-6*math.Abs(s.Min) || got[len(got)-1] > s.Max+1e-6*math.Abs(s.Max)) {
			t.Errorf("%+v: %v", s, got)
		}
	})
}

// TestSolved: the solution of a view is outlined and the cells that are misled are crossed out, whether there are any or none;
// a solution of more values has no outline.
func TestSolved(t *testing.T) {
	size := Size{Rows: 2, Cols: 2}
	for name, want := range map[string]struct {
		values  []uint8
		misled  []Cell
		texts   string
		crosses int
	}{
		"shaded": {[]uint8{0, 1, 1, 1}, []Cell{{0, 1}, {1, 1}}, "solution pulled the wrong way: 2", 2},
		"clean":  {[]uint8{0, 1, 1, 1}, nil, "solution pulled the wrong way: 0", 0},
		"digits": {[]uint8{1, 2, 3, 4}, nil, "pulled the wrong way: 0", 0},
	} {
		view := View{Heat: []float64{1, 2, 3, 4}, Solution: Grid{size, want.values}, Misled: want.misled, CellSize: 40}
		c := NewCanvas(size, view, Margin{})
		c.Heat(view)
		svg := c.SVG("kind", "title")
		got := strings.Join(wellFormed(t, svg, "text"), " ")
		alltest.Check(t, strings.HasSuffix(got, want.texts) && strings.Contains(string(svg), `class="fb-outlined" d="M3 3h40`) == (len(want.texts) > 24),
			"%s: %q in %s", name, got, svg)
		alltest.Check(t, strings.Count(string(svg), "m0-8l-8 8") == 2*want.crosses, "%s: %s", name, svg)
	}
}

// TestNotes: notes stand in their places, grouped by class, and need a cell
// each.
func TestNotes(t *testing.T) {
	size := Size{Rows: 1, Cols: 2}
	view := View{Notes: [][]uint8{{1, 4, 9}, {2}}, CellSize: 40}
	c := NewCanvas(size, view, Margin{})
	c.Marks(View{Violations: []Violation{{Rule: "r", Text: "t", Cells: []Cell{{Row: 0, Col: 1}}}}})
	c.Notes(view, Size{Rows: 2, Cols: 2}, func(_ int, v uint8) (place int, text, class string) {
		if v > 4 {
			return -1, "", ""
		}
		return int(v) - 1, strconv.Itoa(int(v)), "ink"
	})
	svg := string(c.SVG("kind", "title"))
	alltest.Equal(t, strings.Join(wellFormed(t, SVG(svg), "text"), " "), "1 4 2", "the notes are")
	// The first of four places of the first cell: its middle is at 10, 10 of
	// 40 pixels, 3 pixels off the edge.
	alltest.Check(t, strings.Contains(svg, `<g class="fb-pencil fb-ink" font-size="17"><text x="13" `) && strings.Contains(svg, `<g class="fb-pencil fb-ink fb-ring" font-size="17"><text x="73" `),
		"got %s", svg)
	alltest.Equal(t, alltest.Panics(t, func() { c.Notes(View{Notes: make([][]uint8, 1)}, size, nil) }), "puzzle: a view with notes for 1 cells for a board of 1x2")
}

// TestBecause: what a step rests on has an outline of its own, in a class that
// has a rule, and a drawing without it is what it was.
func TestBecause(t *testing.T) {
	drawing := func(view View) string {
		c := NewCanvas(Size{2, 3}, view, Margin{})
		c.Marks(view)
		svg := c.SVG("kind", "title")
		wellFormed(t, svg, "title")
		return string(svg)
	}
	view := View{Changed: []Cell{{0, 0}}, Because: []Cell{{0, 1}, {0, 2}, {1, 2}}}
	with := drawing(view)
	for _, want := range []string{`class="fb-because"`, ".kind .fb-because{", "stroke-dasharray", `class="fb-changed"`} {
		alltest.Check(t, strings.Contains(with, want), "the drawing lacks %s: %s", want, with)
	}
	view.Because = nil
	without := drawing(view)
	alltest.Check(t, !strings.Contains(without, "because"), "a drawing of a step without reasons: %s", without)
}

// TestCoordinates: every row and column has its number beside the board, in the
// drawing and not on the board or on clues; narrow columns have every fifth.
func TestCoordinates(t *testing.T) {
	for name, c := range map[string]struct {
		size   Size
		side   int
		margin Margin
		texts  int
	}{
		"before": {Size{Rows: 2, Cols: 3}, 20, Margin{}, 5},
		"after":  {Size{Rows: 2, Cols: 3}, 20, Margin{Left: 30, Top: 30}, 5},
		"narrow": {Size{Rows: 2, Cols: 25}, 9, Margin{}, 2 + 6},
	} {
		view := View{Coordinates: true, CellSize: c.side, Heat: make([]float64, c.size.Cells())}
		canvas := NewCanvas(c.size, view, c.margin)
		left, top := canvas.Corner(Cell{})
		right, bottom := canvas.Corner(Cell{Row: c.size.Rows, Col: c.size.Cols})
		canvas.Heat(view)
		svg := string(canvas.SVG("kind", "title"))
		var width, height int
		alltest.Must(fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="0 0 %d %d"`, &width, &height))(t)
		groups := regexp.MustCompile(`<g class="fb-coordinate"[^>]*>(.*?)</g>`).FindAllStringSubmatch(svg, -1)
		n := 0
		for _, g := range groups {
			for _, at := range regexp.MustCompile(`x="([\d.]+)" y="([\d.]+)"`).FindAllStringSubmatch(g[1], -1) {
				x, _ := strconv.ParseFloat(at[1], 64)
				y, _ := strconv.ParseFloat(at[2], 64)
				n++
				on := x > float64(left) && x < float64(right) && y > float64(top) && y < float64(bottom)
				alltest.Check(t, !on && x >= 0 && x <= float64(width) && y >= 0 && y <= float64(height) && (c.margin.Left <= 0 || x >= float64(left) && y >= float64(top)),
					"%s: a coordinate at %v, %v of a board from %d, %d to %d, %d in %d×%d", name, x, y, left, top, right, bottom, width, height)
			}
		}
		alltest.Check(t, n == c.texts, "%s: %d coordinates, want %d", name, n, c.texts)
	}
}
