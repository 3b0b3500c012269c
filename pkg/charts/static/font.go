package static

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is a font that letters are taken from as outlines.
type face struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
	ppem   fixed.Int26_6 // a pixel for each unit, so that nothing is rounded
}

func newFace(file []byte) (*face, error) {
	f, err := sfnt.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("expected a font as TrueType or OpenType: %w", err)
	}
	return &face{font: f, ppem: fixed.Int26_6(f.UnitsPerEm()) << 6}, nil
}

// raised are the letters that stand for superscripts, which many fonts lack in part.
var raised = map[rune]rune{
	'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '−', '⁺': '+',
}

// The size and the place of superscripts, in the size of the font.
const raisedSize, raisedBy = 0.6, 0.35

// strokes are the pieces of the letters that labels of lines begin with, which few fonts have: bars side by side.
var strokes = map[rune]int{'━': 1, '╍': 2, '┅': 3}

// The width of such a letter, the gap between its bars, and where they are above the base line, in the size of the font.
const strokeWidth, strokeGap, strokeLow, strokeHigh = 0.9, 0.12, 0.29, 0.41

// letter is the glyph of a rune, its size in that of the font, and how far it is raised.
func (f *face) letter(r rune) (glyph sfnt.GlyphIndex, size, up float64) {
	size = 1
	if base, ok := raised[r]; ok {
		r, size, up = base, raisedSize, raisedBy
	}
	glyph, _ = f.font.GlyphIndex(&f.buffer, r) // 0, the box, where it has none
	return glyph, size, up
}

// units are those of a length of the font, in its size.
func (f *face) units(v fixed.Int26_6) float64 { return float64(v) / float64(f.ppem) }

// width is that of a text in the size of the font.
func (f *face) width(text string) (w float64) {
	for _, r := range text {
		if strokes[r] > 0 {
			w += strokeWidth
			continue
		}
		glyph, size, _ := f.letter(r)
		if advance, err := f.font.GlyphAdvance(&f.buffer, glyph, f.ppem, font.HintingNone); err == nil {
			w += size * f.units(advance)
		}
	}
	return w
}

// outline adds the outlines of a text to a path, with its left end on the base line at the matrix's origin.
func (f *face) outline(to *path, text string, size float64, m matrix) {
	x := 0.0
	for _, r := range text {
		if n := float64(strokes[r]); n > 0 {
			bar := (strokeWidth - strokeGap*n) / n
			for left := strokeGap / 2; left < strokeWidth-strokeGap/2; left += bar + strokeGap {
				to.close()
				to.move(m.at(point{x + size*left, -size * strokeLow}))
				to.line(m.at(point{x + size*(left+bar), -size * strokeLow}))
				to.line(m.at(point{x + size*(left+bar), -size * strokeHigh}))
				to.line(m.at(point{x + size*left, -size * strokeHigh}))
			}
			to.close()
			x += size * strokeWidth
			continue
		}
		glyph, scale, up := f.letter(r)
		scale *= size
		at := func(p fixed.Point26_6) point {
			return m.at(point{x + scale*f.units(p.X), scale*f.units(p.Y) - up*size})
		}
		segments, err := f.font.LoadGlyph(&f.buffer, glyph, f.ppem, nil)
		if err == nil {
			for _, s := range segments {
				switch s.Op {
				case sfnt.SegmentOpMoveTo:
					to.close()
					to.move(at(s.Args[0]))
				case sfnt.SegmentOpLineTo:
					to.line(at(s.Args[0]))
				case sfnt.SegmentOpQuadTo:
					to.quad(at(s.Args[0]), at(s.Args[1]))
				case sfnt.SegmentOpCubeTo:
					to.cube(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
				}
			}
			to.close()
		}
		if advance, err := f.font.GlyphAdvance(&f.buffer, glyph, f.ppem, font.HintingNone); err == nil {
			x += scale * f.units(advance)
		}
	}
}

var (
	pixels = regexp.MustCompile(`([\d.]+)px`)
	heavy  = regexp.MustCompile(`\b(bold|bolder|[6-9]00)\b`)
)

// fontOf reads the size in pixels and the weight of a font of CSS; 12 pixels where it says no size.
func fontOf(css string) (size float64, bold bool) {
	size = 12
	if m := pixels.FindStringSubmatch(css); m != nil {
		size, _ = strconv.ParseFloat(m[1], 64)
	}
	before, _, _ := strings.Cut(css, "font-family") // families may be called anything
	return min(size, 1000), heavy.MatchString(before) || strings.Contains(css, "font-weight:bold")
}
