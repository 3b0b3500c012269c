package puzzle

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number writes a number for people: at most three significant digits, a comma
// between groups of three, from a million on and below a ten-thousandth a power of
// ten ("1.6×10²⁵", "10⁻⁵"). NaN is a dash. Counts have all their digits:
// [Thousands].
func Number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x < 0:
		return "−" + Number(-x)
	case x == 0:
		return "0"
	}
	x = threeDigits(x)
	switch {
	case math.IsInf(x, 1):
		return "∞"
	case x >= 1e6 || x < 1e-4:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
		power, _ := strconv.Atoi(exponent) // always a number
		return strings.TrimPrefix(mantissa+"×10", "1×") + superscripts.Replace(strconv.Itoa(power))
	case x >= 1000:
		return Thousands(int(x))
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Signed is [Number] of a difference: with a sign also before what is above zero.
// What is below 10⁻¹², where sums of rounded numbers differ, is 0.
func Signed(x float64) string {
	if math.Abs(x) < 1e-12 {
		return "0"
	}
	if x > 0 {
		return "+" + Number(x)
	}
	return Number(x)
}

// Share writes a rate between 0 and 1 with three digits after the point, as tables of
// papers do, so that columns line up.
func Share(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', 3, 64), "-", "−", 1)
}

// threeDigits rounds to three significant digits.
func threeDigits(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64) // reads what it wrote
	return y
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// timeUnits are those that people read, the largest first, each from the number of
// seconds on from which it is used: 90 s stay seconds, two minutes are minutes.
var timeUnits = []struct {
	from, seconds float64
	name          string
}{
	{2 * year, year, "years"}, {7200, 3600, "h"}, {120, 60, "min"}, {1, 1, "s"}, {1e-3, 1e-3, "ms"}, {0, 1e-6, "µs"},
}

// year is that of Julian, in seconds, as astronomers count them.
const year = 365.25 * 24 * 3600

// Time writes seconds for people: "12 µs", "3.4 ms", "1.25 s", "2 min", "1.5 h".
func Time(seconds float64) string {
	switch {
	case seconds < 0:
		return "−" + Time(-seconds)
	case seconds == 0 || math.IsNaN(seconds) || math.IsInf(seconds, 0):
		return Number(seconds) + " s"
	}
	seconds = threeDigits(seconds)
	for _, u := range timeUnits {
		if seconds >= u.from {
			return Number(seconds/u.seconds) + " " + u.name
		}
	}
	panic("unreachable")
}

// Words is the size as people read it: "10×12". [Size.String] is what programs
// read.
func (s Size) Words() string { return fmt.Sprintf("%d×%d", s.Rows, s.Cols) }
