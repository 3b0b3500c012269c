package puzzle

import (
	"fmt"
	"math"
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

// ticks are round numbers on the scale, in order: the powers of ten of a logarithmic one, with their doubles and
// fives where there are fewer than three, and steps of 1, 2 or 5 of a linear one. A scale without extent has
// its end.
func (s HeatScale) ticks() (all []float64) {
	if !(s.Max > s.Min) {
		return []float64{s.Min}
	}
	within := func(x float64) bool { return s.Min-1e-9*math.Abs(s.Min) <= x && x <= s.Max+1e-9*math.Abs(s.Max) }
	if !s.Log {
		step := math.Pow10(int(math.Floor(math.Log10((s.Max - s.Min) / 6))))
		for _, by := range []float64{2, 2.5, 2} { // 2, 5, 10 times the power of ten
			if (s.Max-s.Min)/step > 6.001 {
				step *= by
			}
		}
		for x := math.Ceil(s.Min/step-1e-9) * step; within(x); x += step {
			all = append(all, math.Round(x/step)*step)
		}
		return all
	}
	for _, digits := range [][]float64{{1}, {1, 2, 5}} {
		all = all[:0]
		for power := math.Floor(math.Log10(s.Min)); power <= math.Log10(s.Max); power++ {
			for _, digit := range digits {
				if x := digit * math.Pow10(int(power)); within(x) {
					all = append(all, x)
				}
			}
		}
		if len(all) > 2 {
			break
		}
	}
	return all
}

// heatText is the level from which on text on heat is that of the high end: light on
// light pages, dark on dark ones. There the contrasts meet, in both themes.
const heatText = 19

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
