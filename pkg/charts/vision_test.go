package charts

import (
	"fmt"
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// visions turn a colour (linear sRGB) into what somebody sees: with all three
// kinds of cones, and without one of them (G. M. Machado, M. M. Oliveira and
// L. A. F. Fernandes, "A physiologically-based model for simulation of color
// vision deficiency", IEEE TVCG 15, 2009, severity 1).
var visions = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// linear reads "#rrggbb" as linear sRGB.
func linear(t *testing.T, text string) [3]float64 {
	t.Helper()
	var v [3]uint8
	_, err := fmt.Sscanf(text, "#%02x%02x%02x", &v[0], &v[1], &v[2])
	alltest.Require(t, err == nil, "colour %q: %v", text, err)
	var out [3]float64
	for i, c := range v {
		x := float64(c) / 255
		if out[i] = x / 12.92; x > 0.04045 {
			out[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return out
}

// see is a colour as OKLab, seen by somebody.
func see(t *testing.T, text string, vision [3][3]float64) [3]float64 {
	t.Helper()
	c := linear(t, text)
	var s [3]float64
	for i, row := range vision {
		for j := range row {
			s[i] += row[j] * c[j]
		}
		s[i] = min(max(s[i], 0), 1)
	}
	l := math.Cbrt(0.4122214708*s[0] + 0.5363325363*s[1] + 0.0514459929*s[2])
	m := math.Cbrt(0.2119034982*s[0] + 0.6806995451*s[1] + 0.1073969566*s[2])
	n := math.Cbrt(0.0883024619*s[0] + 0.2817188376*s[1] + 0.6299787005*s[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*n,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*n,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*n,
	}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// TestColoursApart: whoever lacks a kind of cones, or sees a print in grey, tells the six hues apart. A distance of 0.02
// in OKLab is about what is just noticed; marks of a few pixels need several times that, and greys, which only lines that
// are named have to be told by, twice that.
func TestColoursApart(t *testing.T) {
	grey := [3][3]float64{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}
	for dark, theme := range []string{"light", "dark"} {
		apart := func(name string, vision [3][3]float64, least float64) {
			for a, of := range hues {
				for b, than := range hues {
					d := distance(see(t, of[dark], vision), see(t, than[dark], vision))
					alltest.Check(t, a >= b || d >= least, "%s, %s: %s and %s are %.3f apart", name, theme, a, b, d)
				}
			}
		}
		for name, vision := range visions {
			apart(name, vision, 0.09)
		}
		apart("grey", grey, 0.04)
	}
}

// TestHeatScale: the heat scale goes away from the page's lightness step by step for
// everybody, so that it can be read in print, too, and strong cells stand out in both
// themes.
func TestHeatScale(t *testing.T) {
	for name, vision := range visions {
		for _, dark := range []bool{false, true} {
			last := math.NaN()
			for i := range puzzle.HeatLevels {
				l := see(t, puzzle.HeatColour(float64(i)/(puzzle.HeatLevels-1), dark), vision)[0]
				alltest.Check(t, i == 0 || dark && l > last || !dark && l < last,
					"%s, dark %v: level %d is not farther from the page than the one before", name, dark, i)
				last = l
			}
		}
	}
}

// TestContrast: text on its ground, and every colour of a role on the page, has the
// contrast that WCAG 2.2 asks for (success criteria 1.4.3 and 1.4.11), in both
// themes.
func TestContrast(t *testing.T) {
	luminance := func(colour string) float64 {
		c := linear(t, colour)
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	for name, theme := range map[string]Theme{"light": Light, "dark": Dark} {
		check := func(colour, ground string, least float64) {
			a, b := luminance(theme[colour]), luminance(theme[ground])
			ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05)
			alltest.Check(t, ratio >= least, "%s: %s on %s has a contrast of %.2f, want %v", name, colour, ground, ratio, least)
		}
		for _, pair := range [][2]string{{"text", "surface"}, {"muted", "surface"}, {"text", "tip"}} {
			check(pair[0], pair[1], 4.5)
		}
		check("paper", "surface", 3)
		for hue := range hues {
			check(hue, "surface", 3)
		}
	}
}
