package puzzle_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"},
		{math.Copysign(0, -1), "0"},
		{3, "3"},
		{-3, "−3"},
		{0.12345, "0.123"},
		{0.9996, "1"},
		{12.345, "12.3"},
		{123.4, "123"},
		{999.5, "1,000"},
		{1234.5, "1,230"},
		{26625, "26,600"},
		{999499, "999,000"},
		{999500, "10⁶"},
		{2.5e6, "2.5×10⁶"},
		{1.6e25, "1.6×10²⁵"},
		{-1.2345e-7, "−1.23×10⁻⁷"},
		{0.0001, "0.0001"},
		{0.00001, "10⁻⁵"},
		{3e12, "3×10¹²"},
		{1e300, "10³⁰⁰"},
		{math.NaN(), "–"},
		{math.Inf(1), "∞"},
		{math.Inf(-1), "−∞"},
	} {
		alltest.Equal(t, puzzle.Number(c.x), c.want, "Number(%v)", c.x)
	}
	a, b, c := puzzle.Signed(0.0708), puzzle.Signed(-0.31), puzzle.Signed(2.2e-16)
	alltest.Check(t, a == "+0.0708" && b == "−0.31" && c == "0", "%v %v %v", a, b, c)
	a, b = puzzle.Share(0.95), puzzle.Share(math.NaN())
	alltest.Check(t, a == "0.950" && b == "–", "%v %v", a, b)
	rapid.Check(t, func(t *rapid.T) {
		text := puzzle.Number(rapid.Float64().Draw(t, "x"))
		alltest.Require(t, !strings.ContainsAny(text, "eE-"), "%v", text)
		mantissa, _, _ := strings.Cut(text, "×")
		digits := strings.Trim(strings.NewReplacer(",", "", ".", "", "−", "").Replace(mantissa), "0")
		alltest.Require(t, len(digits) <= 3 || strings.HasPrefix(strings.TrimPrefix(mantissa, "−"), "10"), "%s has more than three digits", text)
	})
}

func TestTime(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0 s"},
		{3e-8, "0.03 µs"},
		{0.0000123, "12.3 µs"},
		{0.00099996, "1 ms"},
		{0.0034, "3.4 ms"},
		{0.9996, "1 s"},
		{12.345, "12.3 s"},
		{60, "60 s"},
		{119.9, "2 min"},
		{150, "2.5 min"},
		{5400, "90 min"},
		{7199, "2 h"},
		{5.4e6, "1,500 h"},
		{6.4e7, "2.03 years"},
		{9.1e19, "2.88×10¹² years"},
		{-0.25, "−250 ms"},
		{math.Inf(1), "∞ s"},
		{math.NaN(), "– s"},
	} {
		alltest.Equal(t, puzzle.Time(c.x), c.want, "Time(%v)", c.x)
	}
}

func TestWords(t *testing.T) {
	alltest.Equal(t, (puzzle.Size{Rows: 10, Cols: 12}).Words(), "10×12")
}

// TestNumbersAtBounds: numbers where the way they are written changes.
func TestNumbersAtBounds(t *testing.T) {
	const year = 365.25 * 24 * 3600
	for want, got := range map[string]string{
		"999": puzzle.Number(999.4), "1,000": puzzle.Number(999.6), "12,300": puzzle.Number(12345), "999,000": puzzle.Number(999_400), "10⁶": puzzle.Number(999_600),
		"0.0001": puzzle.Number(0.0001), "9.99×10⁻⁵": puzzle.Number(0.0000999), "−1.5": puzzle.Number(-1.5), "∞": puzzle.Number(math.Inf(1)), "−∞": puzzle.Number(math.Inf(-1)),
		"+2": puzzle.Signed(2), "0": puzzle.Signed(-9e-13), "–": puzzle.Share(math.Inf(-1)), "−0.125": puzzle.Share(-0.125), "1.000": puzzle.Share(1),
		"120 min": puzzle.Time(7190), "2 h": puzzle.Time(7200), "119 s": puzzle.Time(119), "2 min": puzzle.Time(120), "999 ms": puzzle.Time(0.999), "1 s": puzzle.Time(1), "1 ms": puzzle.Time(1e-3), "999 µs": puzzle.Time(0.000999),
		"17,500 h": puzzle.Time(1.998 * year), "2 years": puzzle.Time(2.002 * year), "−3 s": puzzle.Time(-3), "0 s": puzzle.Time(0), "∞ s": puzzle.Time(math.Inf(1)), "– s": puzzle.Time(math.NaN()),
	} {
		alltest.Check(t, got == want, "%s, want %s", got, want)
	}
}
